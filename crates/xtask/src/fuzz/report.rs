//! What a run of a target came to, out of what libFuzzer says.

use std::fmt;
use std::time::Duration;

use crate::jobs::{Done, seconds};

/// What libFuzzer writes before the path of a case that it keeps.
const KEPT: &str = "Test unit written to ";
/// What a panic's line has in it.
const PANIC: &str = "panicked at ";

/// What a run came to.
pub struct Report {
    /// The target.
    pub name: String,
    /// Cases.
    pub cases: u64,
    /// Edges of the program that some case took.
    pub edges: u64,
    /// The time.
    pub elapsed: Duration,
    /// The fault, if there was one, and how to see it again.
    pub found: Option<String>,
    /// All that was said.
    pub output: String,
}

impl Report {
    /// Reads what a run of the target `name` said.
    pub fn of(name: &str, done: Done) -> Self {
        let number = |label: &str| {
            let line = done.output.lines().rev().find(|line| line.contains(label));
            let (_, rest) = line?.split_once(label)?;
            rest.split_whitespace().next()?.parse().ok()
        };
        Self {
            cases: number("stat::number_of_executed_units:").unwrap_or_default(),
            edges: number(" cov: ").unwrap_or_default(),
            found: (!done.success).then(|| fault(name, &done.output)),
            name: name.to_owned(),
            elapsed: done.elapsed,
            output: done.output,
        }
    }
}

/// The fault and its case, in words.
fn fault(name: &str, output: &str) -> String {
    let mut lines = output.lines();
    let panic = lines.find(|line| line.contains(PANIC));
    let error = || {
        output
            .lines()
            .find(|line| line.contains("ERROR: libFuzzer:"))
    };
    let what = match panic {
        Some(place) => format!("{place} {}", lines.next().unwrap_or_default()),
        None => error().unwrap_or("it stopped").to_owned(),
    };
    let case = output.lines().find_map(|line| line.split_once(KEPT));
    match case {
        Some((_, path)) => format!("{name}: {what}; again: cargo xtask fuzz {name} --input {path}"),
        None => format!("{name}: {what}"),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            name,
            cases,
            edges,
            elapsed,
            ..
        } = self;
        write!(
            f,
            "{name:<12} {cases:>9} cases {edges:>6} edges  {}",
            seconds(*elapsed)
        )?;
        match &self.found {
            Some(found) => write!(f, "\n      FOUND {found}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn report(success: bool, output: &str) -> Report {
        let done = Done {
            success,
            output: output.to_owned(),
            log: PathBuf::new(),
            elapsed: Duration::from_secs(4),
        };
        Report::of("gguf", done)
    }

    #[test]
    fn a_run_that_found_nothing_says_its_cases_and_edges() {
        let report = report(
            true,
            "#2\tINITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 40Mb\n\
             #900\tDONE   cov: 3120 ft: 9000 corp: 40/1Kb lim: 9 exec/s: 225 rss: 50Mb\n\
             Done 900 runs in 4 second(s)\nstat::number_of_executed_units: 900\n",
        );
        assert_eq!((report.cases, report.edges), (900, 3120));
        assert_eq!(report.found, None);
    }

    #[test]
    fn a_fault_is_named_with_its_place_and_the_way_to_see_it_again() {
        let report = report(
            false,
            "thread '<unnamed>' panicked at crates/a/src/b.rs:5:9:\nattempt to add with overflow\nnote: run\n\
             ==7== ERROR: libFuzzer: deadly signal\n\
             artifact_prefix='/t/'; Test unit written to /t/gguf-crash-1\n",
        );
        let found = report.found.unwrap_or_default();
        for part in [
            "gguf: thread",
            "b.rs:5:9: attempt to add",
            "cargo xtask fuzz gguf --input /t/gguf-crash-1",
        ] {
            assert!(found.contains(part), "{found}");
        }
    }

    #[test]
    fn what_is_no_panic_is_named_as_the_fuzzer_does() {
        let report = report(false, "==7== ERROR: libFuzzer: timeout after 11 seconds\n");
        let found = report.found.unwrap_or_default();
        assert!(found.contains("timeout after 11"), "{found}");
    }
}
