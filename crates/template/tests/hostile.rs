//! Templates that mean no good: each ends with an error that has a name, within a second, on a small stack, and none of them panics.

mod bombs;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use bombs::{End, fault, render};
use logitscope_template::TemplateError;

/// What a page has is 1 MiB, of which a quarter is used. Code without optimisation takes more, of this and of the time.
const STACK: usize = if cfg!(debug_assertions) {
    4 << 20
} else {
    512 << 10
};
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });

/// The result on a small stack, and how long it took.
fn tried(source: String) -> (Result<String, TemplateError>, Duration) {
    let run = move || {
        let begun = Instant::now();
        let result = render(&source);
        (result, begun.elapsed())
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}

fn all_end_so(cases: &[(End, String)]) {
    let mut wrong = Vec::new();
    for (expected, source) in cases {
        let (result, time) = tried(source.clone());
        wrong.extend(fault(*expected, source, &result));
        if time > MOST_TIME {
            wrong.push(format!("{source:.100}: {time:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn loops_that_do_not_end() {
    all_end_so(&bombs::loops_that_do_not_end());
}

#[test]
fn values_that_grow() {
    all_end_so(&bombs::values_that_grow());
}

#[test]
fn numbers_at_their_ends() {
    all_end_so(&bombs::numbers_at_their_ends());
}

#[test]
fn what_is_nested() {
    all_end_so(&bombs::what_is_nested());
}

#[test]
fn what_no_template_has() {
    all_end_so(&bombs::what_no_template_has());
}

#[test]
fn the_words_of_a_template_stay_on_one_line() {
    let message = "no\n".repeat(2_000) + "\u{202e}";
    let source = format!(
        "{{{{ raise_exception('{}') }}}}",
        message.replace('\n', "\\n")
    );
    let Err(error) = render(&source) else {
        panic!("no error");
    };
    let TemplateError::Raised { message: kept } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(kept.chars().count(), logitscope_template::LONGEST_MESSAGE);
    assert!(kept.starts_with("no\nno\n"));
    let said = error.to_string();
    assert!(said.chars().count() < 200 && !said.contains('\n'), "{said}");
    let again: TemplateError =
        serde_json::from_str(&serde_json::to_string(&error).expect("data")).expect("the same");
    assert_eq!(again, error);
}

/// A sequence of numbers, the same in every run. Source: Marsaglia 2003, Xorshift RNGs.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).unwrap_or(0)
    }
}

/// Pieces that make a difference where they do not belong.
const PIECES: [&str; 40] = [
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    "#}",
    "-",
    "+",
    "'",
    "\"",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    ".",
    ",",
    ":",
    "~",
    "*",
    "**",
    "==",
    " not ",
    " in ",
    " is ",
    " if ",
    " else ",
    "for ",
    "{% endfor %}",
    "{% endif %}",
    "{% else %}",
    "{% break %}",
    "{% raw %}",
    "\n",
    "\u{a0}é",
    "0",
    "|list",
];

/// The words of a text: where they begin and end.
fn words(chars: &[char]) -> Vec<(usize, usize)> {
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let mut all = Vec::new();
    let mut at = 0;
    for run in chars.chunk_by(|a, b| is_word(a) == is_word(b)) {
        if run.first().is_some_and(is_word) {
            all.push((at, at + run.len()));
        }
        at += run.len();
    }
    all
}

/// A template with one to three changes: parts that are gone, doubled, or from another template, and signs where none were.
fn mutated(source: &str, other: &str, numbers: &mut Numbers) -> String {
    let mut chars: Vec<char> = source.chars().collect();
    let others: Vec<char> = other.chars().collect();
    for _ in 0..1 + numbers.next(3) {
        let at = numbers.next(chars.len() + 1);
        let end = (at + numbers.next(12)).min(chars.len());
        match numbers.next(8) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let again = chars[at..end].to_vec();
                chars.splice(at..at, again);
            }
            2 => {
                let piece = PIECES[numbers.next(PIECES.len())];
                chars.splice(at..at, piece.chars());
            }
            _ => {
                let (own, foreign) = (words(&chars), words(&others));
                if own.is_empty() || foreign.is_empty() {
                    continue;
                }
                let (start, end) = own[numbers.next(own.len())];
                let (from, to) = foreign[numbers.next(foreign.len())];
                chars.splice(start..end, others[from..to].iter().copied());
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn templates_with_mistakes_do_not_panic() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.join("../../tests/golden/templates");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the templates")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let sources: Vec<String> = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a text"))
        .collect();
    let run = move || {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut ends = BTreeMap::new();
        for _ in 0..6_000 {
            let source = &sources[numbers.next(sources.len())];
            let other = &sources[numbers.next(sources.len())];
            let source = mutated(source, other, &mut numbers);
            let kind = match render(&source) {
                Ok(_) => "text",
                Err(TemplateError::Syntax { .. }) => "syntax",
                Err(TemplateError::Raised { .. }) => "raised",
                Err(TemplateError::Failed { .. }) => "failed",
                Err(_) => "too much",
            };
            *ends.entry(kind).or_insert(0) += 1;
        }
        ends
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(run);
    let ends: BTreeMap<&str, i32> = thread.expect("a thread").join().expect("no panic");
    // The mistakes are neither all too coarse nor all too small.
    for kind in ["text", "syntax", "raised", "failed"] {
        assert!(ends.get(kind).is_some_and(|n| *n > 200), "{ends:?}");
    }
}
