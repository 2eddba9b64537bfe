//! The names of `.gguf` files, and of the parts of one that was split.

/// How `.gguf` files end.
pub const GGUF: &str = ".gguf";
/// Most parts of a model that are read.
pub const MOST_PARTS: u32 = 512;

/// Words in the names of files that hold no model, but what belongs to one.
const BESIDE: [&str; 2] = ["mmproj", "imatrix"];

/// Whether a file is called as one with a model, or with a part of one.
pub fn names_model(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    path.ends_with(GGUF) && !BESIDE.iter().any(|word| lower.contains(word))
}

/// Between the number of a part and how many there are.
const OF: &str = "-of-";
/// Digits of a number.
const DIGITS: usize = 5;

/// A part of a `.gguf` file that was split, by its name: `name-00002-of-00005.gguf`. Source: llama.cpp's `llama_split_path`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GgufPart<'n> {
    /// What the names of all parts begin with.
    pub stem: &'n str,
    /// Which part: 1 is the first.
    pub number: u32,
    /// How many there are.
    pub count: u32,
}

impl<'n> GgufPart<'n> {
    /// What the file called `name` is a part of; `None` if it is whole.
    pub fn of(name: &'n str) -> Option<Self> {
        let (rest, count) = name.strip_suffix(GGUF)?.rsplit_once(OF)?;
        let (stem, number) = rest.rsplit_once('-')?;
        let [number, count] = [digits(number)?, digits(count)?];
        let part = GgufPart {
            stem,
            number,
            count,
        };
        let good = (1..=count).contains(&number) && (2..=MOST_PARTS).contains(&count);
        good.then_some(part)
    }

    /// The name of the part with this number.
    pub fn name(&self, number: u32) -> String {
        format!("{}-{number:05}{OF}{:05}{GGUF}", self.stem, self.count)
    }

    /// The names of all parts, in their order.
    pub fn names(&self) -> Vec<String> {
        (1..=self.count).map(|number| self.name(number)).collect()
    }
}

/// What a `.gguf` file is called without its ending and without the number of its part.
pub fn gguf_stem(name: &str) -> &str {
    match GgufPart::of(name) {
        Some(part) => part.stem,
        None => name.strip_suffix(GGUF).unwrap_or(name),
    }
}

fn digits(text: &str) -> Option<u32> {
    let good = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    good.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_known_by_its_name_and_names_the_others() {
        let part = GgufPart::of("a-b-00002-of-00003.gguf").expect("a part");
        assert_eq!((part.stem, part.number, part.count), ("a-b", 2, 3));
        assert_eq!(part.name(1), "a-b-00001-of-00003.gguf");
        assert_eq!(part.names().len(), 3);
        assert_eq!(gguf_stem("a-b-00002-of-00003.gguf"), "a-b");
        assert_eq!(gguf_stem("a-b.gguf"), "a-b");
        for whole in [
            "a.gguf",
            "a-00001-of-00001.gguf",
            "a-00000-of-00002.gguf",
            "a-00003-of-00002.gguf",
            "a-1-of-2.gguf",
            "a-+0001-of-00002.gguf",
            "a-00001-of-99999.gguf",
            "a-00001-of-00002.bin",
        ] {
            assert_eq!(GgufPart::of(whole), None, "{whole}");
        }
    }
}
