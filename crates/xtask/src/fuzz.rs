//! `cargo xtask fuzz`: the readers of what comes from outside under a fuzzer that follows coverage, tests/fuzz.

mod build;
mod report;
mod run;

use std::path::PathBuf;

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{in_pairs, tail};

use build::targets;
pub use build::{build, compiler};
use report::Report;
use run::{Budget, Corpus};

/// How long a target runs unless it is said, in seconds.
const SECONDS: u64 = 60;
/// How long a target runs in `cargo xtask test`, in seconds.
const SHORT_SECONDS: u64 = 4;
/// Lines of a failed target's output that are shown.
const SHOWN_LINES: usize = 60;

/// Runs targets one after the other, or one case again; says whether nothing was found.
pub fn run(mut args: Args) -> Result<bool, Error> {
    let seconds = args.number("--seconds")?.map(Budget::Seconds);
    let runs = args.number("--runs")?.map(Budget::Runs);
    let input = args.value("--input")?.map(PathBuf::from);
    let names = args.names();
    args.finish()?;
    let budget = seconds.or(runs).unwrap_or(Budget::Seconds(SECONDS));
    build()?;
    let chosen = chosen(&names)?;
    let reports: Result<Vec<Report>, Error> = match (&input, chosen.as_slice()) {
        (Some(input), [name]) => Ok(vec![run::again(name, input)?]),
        (Some(_), _) => {
            let why = "--input needs the one target that it is for";
            return Err(Error::Usage(why.into()));
        }
        (None, all) => all
            .iter()
            .map(|name| shown(run::run(name, budget, Corpus::Kept)?))
            .collect(),
    };
    Ok(reports?.iter().all(|report| report.found.is_none()))
}

/// A short run of every target from its seeds alone.
pub fn short() -> Result<Vec<Report>, Error> {
    let budget = Budget::Seconds(SHORT_SECONDS);
    let one = |name: String| run::run(&name, budget, Corpus::Fresh).and_then(shown);
    in_pairs(targets()?, one)?.into_iter().collect()
}

/// Says what a target came to.
fn shown(report: Report) -> Result<Report, Error> {
    println!("      {report}");
    if report.found.is_some() {
        print!("{}", tail(&report.output, SHOWN_LINES));
    }
    Ok(report)
}

/// The targets of these names, or all.
fn chosen(names: &[String]) -> Result<Vec<String>, Error> {
    let known = targets()?;
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(Error::Usage(format!(
            "there is no target `{unknown}`: choose from {}",
            known.join(", ")
        )));
    }
    Ok(match names.is_empty() {
        true => known,
        false => names.to_vec(),
    })
}
