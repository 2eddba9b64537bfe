//! `cargo xtask test`: every check of the project, each one run even if another fails, and a count at the end.
//! While a step runs, the one after it is prepared: the page is built beside the tests on WebGPU.
//!
//! **Skipping.** A test that cannot do its work says so, and is then counted as skipped, not as passed:
//! a Rust test (native or in the browser) prints a line that starts with `SKIPPED: ` and goes on with the reason; a
//! browser test calls node's `t.skip(reason)`. `#[ignore = "reason"]` counts as well. A reason names what is missing
//! and ends with the command that installs it. With `--ci`, or with `CI=true` in the environment, a reason that does
//! not start with a line of `tests/allowed-skips.txt` is a failure.

mod browser;
mod common;
mod skips;
mod steps;
mod tally;
mod wasm;

use std::time::{Duration, Instant};
use std::{env, fs, panic, thread};

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{seconds, tail};
use crate::root;
use skips::Allowed;
use steps::{STEPS, Step};
use tally::Tally;

/// Lines of a failed step's output that are shown; all of them in CI, where nobody can open the log.
const SHOWN_LINES: usize = 80;

/// A step that has ended.
struct Ended {
    step: &'static Step,
    tally: Tally,
    elapsed: Duration,
}

/// Runs the steps and prints the summary; says whether nothing failed.
pub fn run(mut args: Args) -> Result<bool, Error> {
    let only = args.value("--only")?;
    let ci = args.flag("--ci") || env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
    args.finish()?;
    let steps = chosen(only.as_deref())?;
    let allowed = if ci { Some(allowed_skips()?) } else { None };

    let mut ended = Vec::new();
    let mut prepared = steps.first().map_or(Ok(()), |step| (step.prepare)());
    for (at, &step) in steps.iter().enumerate() {
        println!("[{}/{}] {}: {}", at + 1, steps.len(), step.name, step.what);
        let started = Instant::now();
        let next = steps.get(at + 1);
        // An error inside a step is that step's failure: the others still run.
        let (tally, next_prepared) = thread::scope(|scope| {
            let next = next.map(|step| scope.spawn(step.prepare));
            let tally = prepared.and_then(|()| (step.run)());
            (tally, next.map_or(Ok(()), joined))
        });
        prepared = next_prepared;
        let mut tally = tally.unwrap_or_else(|error| Tally::failure(error.to_string()));
        if let Some(allowed) = &allowed {
            tally.refuse_skips(allowed);
        }
        if tally.failed > 0 {
            let lines = if ci { usize::MAX } else { SHOWN_LINES };
            print!("{}", tail(&tally.output, lines));
        }
        let elapsed = started.elapsed();
        println!("      {tally}  {}", seconds(elapsed));
        ended.push(Ended {
            step,
            tally,
            elapsed,
        });
    }
    Ok(summarise(&ended))
}

/// What a thread came to; its panic is ours.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread
        .join()
        .unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

/// The steps named in `only` (comma-separated, in their own order), or all.
fn chosen(only: Option<&str>) -> Result<Vec<&'static Step>, Error> {
    let Some(only) = only else {
        return Ok(STEPS.iter().collect());
    };
    let names: Vec<&str> = only.split(',').map(str::trim).collect();
    if let Some(unknown) = names
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != **name))
    {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(Error::Usage(format!(
            "there is no step `{unknown}`: choose from {}",
            known.join(", ")
        )));
    }
    Ok(STEPS
        .iter()
        .filter(|step| names.contains(&step.name))
        .collect())
}

fn allowed_skips() -> Result<Allowed, Error> {
    let file = root::root().join("tests/allowed-skips.txt");
    let text = fs::read_to_string(&file).map_err(Error::io("reading", file))?;
    Ok(Allowed::parse(&text))
}

/// Prints what each step came to, each skip with its reason, and the sums; says whether nothing failed.
fn summarise(ended: &[Ended]) -> bool {
    println!("\nsummary");
    for Ended {
        step,
        tally,
        elapsed,
    } in ended
    {
        println!("  {:<10}  {tally}  {}", step.name, seconds(*elapsed));
    }
    for Ended { step, tally, .. } in ended {
        for reason in &tally.skips {
            println!("skipped in {}: {reason}", step.name);
        }
        for what in &tally.failures {
            println!("failed in {}: {what}", step.name);
        }
    }
    let sum = |count: fn(&Tally) -> usize| ended.iter().map(|e| count(&e.tally)).sum::<usize>();
    let failed = sum(|tally| tally.failed);
    println!(
        "\n{} passed, {failed} failed, {} skipped",
        sum(|tally| tally.passed),
        sum(|tally| tally.skips.len())
    );
    failed == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_name_and_keep_their_order() -> Result<(), Error> {
        let names = |only| -> Result<Vec<_>, Error> {
            Ok(chosen(only)?.iter().map(|step| step.name).collect())
        };
        assert_eq!(names(Some("native, fmt"))?, ["fmt", "native"]);
        assert_eq!(names(None)?.len(), STEPS.len());
        assert!(chosen(Some("nativ")).is_err());
        assert!(chosen(Some("")).is_err());
        Ok(())
    }
}
