//! Counts what a step's output says: passed, failed, skipped and why.

use std::fmt;

use super::skips::Allowed;
use crate::jobs::Done;

/// What a test prints, followed by its reason, when it could not do its work.
const SKIPPED: &str = "SKIPPED: ";

/// What a step came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that did their work and found nothing wrong.
    pub passed: usize,
    /// Tests, or whole checks, that found something wrong.
    pub failed: usize,
    /// For each test that could not do its work, why.
    pub skips: Vec<String>,
    /// Failures that are not a test's own, in words.
    pub failures: Vec<String>,
    /// Everything the step printed.
    pub output: String,
}

impl Tally {
    /// A step that could not even start, or broke in the middle.
    pub fn failure(why: String) -> Self {
        Self {
            failed: 1,
            failures: vec![why],
            ..Self::default()
        }
    }

    /// A step that was left out.
    pub fn skip(reason: impl Into<String>) -> Self {
        Self {
            skips: vec![reason.into()],
            ..Self::default()
        }
    }

    /// A check that is right or wrong as a whole.
    pub fn of_check(done: Done) -> Self {
        Self {
            passed: usize::from(done.success),
            failed: usize::from(!done.success),
            output: done.output,
            ..Self::default()
        }
    }

    /// Rust's test harness, native or in the browser.
    pub fn of_cargo_test(done: Done) -> Self {
        let mut tally = Self::default();
        // Tests that said so while the harness counts them as passed.
        let mut said = 0;
        for line in done.output.lines().map(str::trim) {
            if let Some(result) = line.strip_prefix("test result: ") {
                tally.passed += number_before(result, " passed");
                tally.failed += number_before(result, " failed");
            } else if let Some(reason) = said_skipped(line) {
                tally.skips.push(reason);
                said += 1;
            } else if let Some(reason) = ignored(line) {
                tally.skips.push(reason);
            }
        }
        tally.passed = tally.passed.saturating_sub(said);
        tally.finish(done)
    }

    /// Node's test runner; `tap` is its report in the Test Anything Protocol.
    pub fn of_node_test(done: Done, tap: &str) -> Self {
        let mut tally = Self::default();
        for line in tap.lines() {
            let line_in = line.trim_start();
            if let Some((_, reason)) = line_in.split_once(" # SKIP") {
                tally.skips.push(reason.trim().to_owned());
            } else if let Some(count) = line.strip_prefix("# pass ") {
                tally.passed += count.parse().unwrap_or(0);
            } else if let Some(count) = line
                .strip_prefix("# fail ")
                .or_else(|| line.strip_prefix("# cancelled "))
            {
                tally.failed += count.parse().unwrap_or(0);
            }
        }
        tally.finish(done)
    }

    /// Counts those of `other`, too.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skips.extend(other.skips);
        self.failures.extend(other.failures);
        self.output.push_str(&other.output);
    }

    /// In CI, turns each skip that is not allowed into a failure.
    pub fn refuse_skips(&mut self, allowed: &Allowed) {
        let (kept, refused): (Vec<_>, Vec<_>) = std::mem::take(&mut self.skips)
            .into_iter()
            .partition(|reason| allowed.contains(reason));
        self.skips = kept;
        self.failed += refused.len();
        self.failures.extend(refused.into_iter().map(|reason| {
            format!("skipped, which tests/allowed-skips.txt does not allow: {reason}")
        }));
    }

    /// A step that failed must count as one, and a step in which nothing ran has proved nothing.
    fn finish(mut self, done: Done) -> Self {
        let why = if !done.success && self.failed == 0 {
            Some("it stopped outside its tests: see its output")
        } else if done.success && self.passed + self.skips.len() == 0 {
            Some("no test ran")
        } else {
            None
        };
        if let Some(why) = why {
            self.failed += 1;
            self.failures.push(why.to_owned());
        }
        self.output = done.output;
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            passed,
            failed,
            skips,
            ..
        } = self;
        write!(
            f,
            "{passed:>4} passed {failed:>3} failed {:>3} skipped",
            skips.len()
        )
    }
}

/// The reason in a line that a test printed; other words may stand before it when output is not captured.
fn said_skipped(line: &str) -> Option<String> {
    let (before, reason) = line.split_once(SKIPPED)?;
    (before.is_empty() || before.ends_with(' ')).then(|| reason.trim().to_owned())
}

/// The reason in the harness's line about a test with `#[ignore]`.
fn ignored(line: &str) -> Option<String> {
    let (test, rest) = line.strip_prefix("test ")?.split_once(" ... ignored")?;
    Some(match rest.strip_prefix(", ") {
        Some(reason) => reason.to_owned(),
        None => format!("{test} is ignored without a reason"),
    })
}

/// The number that stands right before `word` in a line such as `ok. 3 passed; 1 failed`.
fn number_before(line: &str, word: &str) -> usize {
    line.split_once(word)
        .and_then(|(before, _)| before.rsplit(' ').next())
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{path::PathBuf, time::Duration};

    fn done(success: bool, output: &str) -> Done {
        Done {
            success,
            output: output.to_owned(),
            log: PathBuf::new(),
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn several_test_programs_are_added_up() {
        let tally = Tally::of_cargo_test(done(
            false,
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\
             test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n",
        ));
        assert_eq!((tally.passed, tally.failed, tally.skips.len()), (15, 2, 0));
        assert!(tally.failures.is_empty());
    }

    #[test]
    fn a_test_that_says_it_skipped_has_not_passed() {
        let tally = Tally::of_cargo_test(done(
            true,
            "test a ... ok\nSKIPPED: no adapter\n\
             test b ... SKIPPED: no data\ntest c ... ignored, too slow\ntest d ... ignored\n\
             test result: ok. 5 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out\n",
        ));
        assert_eq!((tally.passed, tally.failed), (3, 0));
        assert_eq!(
            tally.skips,
            [
                "no adapter",
                "no data",
                "too slow",
                "d is ignored without a reason"
            ]
        );
    }

    #[test]
    fn a_step_that_failed_without_a_failed_test_counts_as_one_failure() {
        let tally = Tally::of_cargo_test(done(false, "error: could not compile\n"));
        assert_eq!((tally.passed, tally.failed), (0, 1));
    }

    #[test]
    fn a_step_in_which_no_test_ran_has_failed() {
        let none = "test result: ok. 0 passed; 0 failed; 0 ignored\n";
        assert_eq!(Tally::of_cargo_test(done(true, none)).failed, 1);
    }

    #[test]
    fn node_reports_are_counted_with_their_skips() {
        let tap = "TAP version 13\n    ok 1 - inner # SKIP no chromium\nok 1 - outer\n\
                   # tests 9\n# pass 4\n# fail 2\n# cancelled 1\n# skipped 1\n";
        let tally = Tally::of_node_test(done(false, ""), tap);
        assert_eq!((tally.passed, tally.failed), (4, 3));
        assert_eq!(tally.skips, ["no chromium"]);
    }

    #[test]
    fn a_skip_that_is_not_allowed_becomes_a_failure() {
        let mut tally = Tally {
            passed: 1,
            skips: vec!["no data: here".into(), "no adapter".into()],
            ..Tally::default()
        };
        tally.refuse_skips(&Allowed::parse("no data"));
        assert_eq!((tally.passed, tally.failed), (1, 1));
        assert_eq!(tally.skips, ["no data: here"]);
        assert!(tally.failures[0].contains("no adapter"));
    }
}
