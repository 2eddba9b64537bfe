//! `cargo xtask <command>`: everything a newcomer, a developer or the CI has to run.

mod args;
mod bench;
mod build;
mod engine;
mod error;
mod fuzz;
mod jobs;
mod packages;
mod page;
mod record;
mod root;
mod serve;
mod sizes;
mod stamp;
mod test;
mod tools;
mod train;
mod trunk;
mod zip;

use std::env;
use std::process::ExitCode;

use args::Args;
use error::Error;

const HELP: &str = "\
cargo xtask <command>

  serve [--port N] [--open]           the page on this machine: installs what is missing, makes it, serves it,
                                      and makes it again when a file changes (port 8080)
  build [--out DIR] [--site ADDRESS]  the page as files for any static host, under any path (dist/); with the address
                                      of its folder, links to it have a picture where they are shared
  zip [--from DIR] [--out FILE]       the built page as one file (target/logitscope.zip)
  test [--only STEP,STEP] [--ci]      every check: fmt, lint, lint-wasm, native, fuzz, train, wasm, browser;
                                      with --ci (or CI=true) a test may not be skipped
  fuzz [TARGET…] [--seconds N | --runs N]
                                      every reader of what comes from outside, or those named, under a fuzzer that
                                      follows coverage, each for a minute unless it is said; what is found is kept in
                                      target/fuzz, and `fuzz TARGET --input FILE` reads such a case again
  bench [--quick] [--only SHAPE,SHAPE] [--engines NAME,NAME] [--runs N] [--seed N]
                                      our engine and its peers in one browser, in turns; the shapes are small, gpt2s
                                      and random (drawn from the seed), by --only also small-llama, smollm2 and qwen3;
                                      the first time it downloads about 3 GB, unless the engines are ours alone
                                      (ours-gpu-f32, ours-cpu-f16 …, and q8 and q4)
  train --books FOLDER [--out DIR] [--work DIR] [--threads N] [--eager]
                                      the models that come with the page, from a folder of plain-text books and one
                                      seed: tokenizer, training, measurements, model cards; goes on where it stopped;
                                      --eager needs no C++ compiler and takes longer
  train --smoke                       the same from end to end in a minute, with tiny models and no books
  record                              the page's first picture, with the bundled model
  offline [--page DIR]                makes the built page another version after a file was changed by hand
  stamp                               the last step of `trunk serve` and `trunk build`; Trunk calls it

Tools and their versions are this checkout's own, in target/tools. Logs are in target/xtask.
";

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let command = words.next();
    match run(command.as_deref(), Args::new(words.collect())) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command; says whether what it checked was right.
fn run(command: Option<&str>, mut args: Args) -> Result<bool, Error> {
    if args.flag("--help") || args.flag("-h") {
        print!("{HELP}");
        return Ok(true);
    }
    match command {
        None | Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            Ok(true)
        }
        Some("serve") => serve::run(args).map(|()| true),
        Some("build") => build::run(args).map(|()| true),
        Some("bench") => bench::run(args),
        Some("fuzz") => fuzz::run(args),
        Some("offline") => page::offline::run(args).map(|()| true),
        Some("record") => record::run(args).map(|()| true),
        Some("stamp") => trunk::run(args).map(|()| true),
        Some("test") => test::run(args),
        Some("train") => train::run(args).map(|()| true),
        Some("zip") => zip::run(args).map(|()| true),
        Some(unknown) => Err(Error::Usage(format!("there is no command `{unknown}`"))),
    }
}
