//! One target at work.

use std::fs;
use std::path::{Path, PathBuf};

use super::build::{folder, program};
use super::report::Report;
use crate::error::Error;
use crate::jobs::Job;
use crate::root;

/// Longest case, in bytes.
const LONGEST_CASE: usize = 64 << 10;
/// A case that takes so many seconds is a fault. The counters make a reader several times slower, and other work runs beside it.
const LONGEST_SECONDS: u32 = 10;
/// Memory of the whole program, with the fuzzer's own, in MiB.
const MOST_MEMORY_MIB: u32 = 4096;

/// When a run ends, if nothing is found.
#[derive(Clone, Copy)]
pub enum Budget {
    /// After so many seconds.
    Seconds(u64),
    /// After so many cases.
    Runs(u64),
}

/// What a run begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Corpus {
    /// The seeds, and what earlier runs have found; what this one finds is kept, too.
    Kept,
    /// The seeds alone.
    Fresh,
}

/// Runs a target.
pub fn run(name: &str, budget: Budget, corpus: Corpus) -> Result<Report, Error> {
    let base = match corpus {
        Corpus::Kept => folder().join("kept").join(name),
        Corpus::Fresh => folder().join("fresh").join(name),
    };
    if corpus == Corpus::Fresh {
        root::delete(&base)?;
    }
    let (grown, found) = (base.join("corpus"), folder().join("found"));
    for needed in [&grown, &found, &base.join("seeds")] {
        fs::create_dir_all(needed).map_err(Error::io("creating", needed))?;
    }
    let budget = match budget {
        Budget::Seconds(seconds) => format!("-max_total_time={seconds}"),
        Budget::Runs(runs) => format!("-runs={runs}"),
    };
    // The same cases in the same order wherever it begins with the seeds alone, so that a run can be had again.
    let seed = match corpus {
        Corpus::Kept => 0,
        Corpus::Fresh => 1,
    };
    // The program writes it before the fuzzer reads it.
    let words = base.join("words.dict");
    let mut program = program()?;
    program
        .env("LOGITSCOPE_FUZZ", name)
        .env("LOGITSCOPE_FUZZ_SEEDS", &base)
        .arg(budget)
        .arg(format!("-seed={seed}"))
        .arg(format!("-dict={}", words.display()))
        .arg(format!("-max_len={LONGEST_CASE}"))
        .arg(format!("-timeout={LONGEST_SECONDS}"))
        .arg(format!("-rss_limit_mb={MOST_MEMORY_MIB}"))
        .arg(format!("-artifact_prefix={}", found.join(name).display()) + "-")
        .args(["-report_slow_units=2", "-print_final_stats=1"])
        .args([grown, base.join("seeds")]);
    Ok(Report::of(
        name,
        Job::new(format!("fuzz {name}"), program).run()?,
    ))
}

/// Reads one case with a target, and shows all that it says.
pub fn again(name: &str, input: &Path) -> Result<Report, Error> {
    let mut program = program()?;
    let input: PathBuf = input.canonicalize().map_err(Error::io("finding", input))?;
    program
        .env("LOGITSCOPE_FUZZ", name)
        .env("RUST_BACKTRACE", "1")
        .arg(format!("-timeout={LONGEST_SECONDS}"))
        .arg(input);
    let done = Job::new(format!("fuzz {name} again"), program).run()?;
    print!("{}", done.output);
    Ok(Report::of(name, done))
}
