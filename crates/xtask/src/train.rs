//! `cargo xtask train`: trains the models that come with the page, measures them, and writes their cards.
//!
//! The work is done by `crates/xtask/train/*.py`, in a Python environment under `target/train`. Checkpoints lie there too:
//! the same command goes on where an interrupted one stopped.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{Done, Job, run_side_by_side};
use crate::packages::Venv;
use crate::{root, tools};

/// The models, in the order of their training: the draft learns from the first.
const MODELS: [&str; 2] = ["pocket", "pocket-draft"];

/// Runs the command.
pub fn run(mut args: Args) -> Result<(), Error> {
    if args.flag("--smoke") {
        args.finish()?;
        let done = smoke()?;
        print!("{}", done.output);
        return if done.success {
            Ok(())
        } else {
            Err(Error::JobFailed {
                job: "train smoke".into(),
                log: done.log,
            })
        };
    }
    let Some(books) = path(&mut args, "--books")? else {
        return Err(Error::Usage(
            "--books FOLDER is missing: a folder of plain-text books (the model card lists those of the shipped models)".into(),
        ));
    };
    let out = path(&mut args, "--out")?.unwrap_or_else(|| root::root().join("web/models"));
    let work = path(&mut args, "--work")?.unwrap_or_else(|| folder().join("work"));
    let threads = args.value("--threads")?;
    args.finish()?;

    println!("[1/4] packages, in {}", folder().display());
    let venv = venv();
    venv.install("training")?;
    let engine = engine()?;

    println!("[2/4] training, in {}", work.display());
    let mut train = script(&venv, "train.py");
    train.arg("--books").arg(&books).arg("--out").arg(&out);
    train.arg("--work").arg(&work);
    if let Some(threads) = threads {
        train.args(["--threads", &threads]);
    }
    show(train, "train.py")?;

    println!("[3/4] measuring the files in {}", out.display());
    let report = work.join("report.json");
    let mut measure = script(&venv, "measure.py");
    measure.arg("--books").arg(&books).arg("--out").arg(&out);
    measure.arg("--report").arg(&report);
    measure.arg("--engine").arg(&engine);
    show(measure, "measure.py")?;

    println!("[4/4] model cards");
    let mut card = script(&venv, "card.py");
    card.arg("--books").arg(&books).arg("--out").arg(&out);
    card.arg("--report").arg(&report).arg("--work").arg(&work);
    show(card, "card.py")?;
    println!("now run `cargo xtask record`: the page's first picture is the model's");
    Ok(())
}

/// The tests of the data; then tiny models, a few steps, from end to end: the loss must fall, a run that is interrupted must
/// end as one that is not, and the engine must load the files.
pub fn smoke() -> Result<Done, Error> {
    let venv = venv();
    venv.install("the trial of the training pipeline")?;
    let engine = engine()?;
    let folder = folder().join("smoke");
    root::delete(&folder)?;
    let out = folder.join("models");
    let mut tests = script(&venv, "test_data.py");
    tests.current_dir(sources());
    let mut done = Job::new("train data", tests).run()?;
    if !done.success {
        return Ok(done);
    }
    let mut train = script(&venv, "smoke.py");
    train.arg("--out").arg(&out);
    train.arg("--work").arg(folder.join("work"));
    done = Job::new("train smoke", train).run()?;
    for model in MODELS {
        if !done.success {
            break;
        }
        let mut trace = Command::new(&engine);
        trace.arg("trace").arg("--model").arg(out.join(model));
        trace.args(["--prompt", "Once upon a time", "--max-tokens", "3"]);
        trace.args(["--backend", "cpu", "--out"]);
        trace.arg(folder.join(format!("{model}.json")));
        let loaded = Job::new(format!("train smoke {model}"), trace).run()?;
        done.success = loaded.success;
        done.output.push_str(&loaded.output);
    }
    Ok(done)
}

/// Takes the value of an option out as a full path.
fn path(args: &mut Args, name: &str) -> Result<Option<PathBuf>, Error> {
    args.value(name)?
        .map(|value| std::path::absolute(&value).map_err(Error::io("resolving", value)))
        .transpose()
}

fn folder() -> PathBuf {
    root::root().join("target/train")
}

/// The scripts' own files.
fn sources() -> PathBuf {
    root::root().join("crates/xtask/train")
}

fn venv() -> Venv {
    Venv::new(folder().join("venv"), sources().join("requirements.txt"))
}

fn script(venv: &Venv, name: &str) -> Command {
    let mut python = Command::new(venv.python());
    python.arg(sources().join(name));
    // The sources stay free of compiled files.
    python.env("PYTHONPYCACHEPREFIX", folder().join("pycache"));
    python
}

/// Builds the `logitscope` command, which writes the cards' continuations; says where it is.
fn engine() -> Result<PathBuf, Error> {
    let mut cargo = tools::command("cargo");
    // Of the whole workspace, so that its dependencies are compiled as the tests have them.
    cargo.args(["build", "--quiet", "--workspace", "--bin", "logitscope"]);
    run_side_by_side(vec![Job::new("the logitscope command", cargo)])?;
    let name = format!("logitscope{}", std::env::consts::EXE_SUFFIX);
    Ok(root::target().join("debug").join(Path::new(&name)))
}

/// Runs a script with its output on the screen: training takes hours, and says how far it is.
fn show(mut command: Command, name: &'static str) -> Result<(), Error> {
    let status = command.status().map_err(Error::io("starting", name))?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::Script(name))
    }
}
