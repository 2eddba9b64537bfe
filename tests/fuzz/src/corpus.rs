//! Seeds of a target, and the words that the fuzzer puts in: both are made from the repository's files whenever a target runs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::repository;
use crate::targets::Target;

/// The file with the words, beside the seeds' folder.
const WORDS: &str = "words.dict";
/// Longest seed, in bytes: what is larger takes the fuzzer's time and shows it little more.
const LONGEST_SEED: usize = 64 << 10;
/// Longest word.
const LONGEST_WORD: usize = 40;

/// Writes `folder/seeds/…` and `folder/words.dict`.
pub fn write(target: &Target, folder: &Path) -> io::Result<()> {
    let seeds = folder.join("seeds");
    fs::create_dir_all(&seeds)?;
    let all = (target.seeds)();
    for (nth, seed) in all.iter().enumerate() {
        if seed.len() <= LONGEST_SEED {
            fs::write(seeds.join(format!("{nth:04}")), seed)?;
        }
    }
    let mut file = io::BufWriter::new(fs::File::create(folder.join(WORDS))?);
    // The fuzzer refuses an empty one.
    writeln!(file, "\"{{}}\"")?;
    for word in words(target.sources) {
        let escaped: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        writeln!(file, "\"{escaped}\"")?;
    }
    file.flush()
}

/// The short texts in quotation marks in the reader's own source: names of fields, keywords, marks.
fn words(sources: &[&str]) -> BTreeSet<String> {
    let files = sources
        .iter()
        .flat_map(|folder| repository::files(folder, ".rs"));
    let mut found = BTreeSet::new();
    for file in files {
        let code = String::from_utf8_lossy(&file);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            let quoted = line.split('"').skip(1).step_by(2);
            let short = quoted.filter(|word| (2..=LONGEST_WORD).contains(&word.len()));
            found.extend(
                short
                    .filter(|word| !word.contains(['\\', '{']))
                    .map(str::to_owned),
            );
        }
    }
    found
}
