//! `cargo xtask train`: trains the models that come with the page, measures them, and writes their cards.
//!
//! The work is done by `crates/xtask/train/*.py`, in a Python environment under `target/train`. Checkpoints lie there too:
//! the same command goes on where an interrupted one stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{Done, Job};
use crate::packages::Venv;
use crate::{engine, root};

/// What is read and written, as full paths.
struct Folders {
    books: PathBuf,
    out: PathBuf,
    work: PathBuf,
}

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
                job: "the trial of the training pipeline".into(),
                log: done.log,
            })
        };
    }
    let Some(books) = path(&mut args, "--books")? else {
        return Err(Error::Usage(
            "--books FOLDER is missing: a folder of plain-text books (the model card lists those of the shipped models)".into(),
        ));
    };
    let folders = Folders {
        books,
        out: path(&mut args, "--out")?.unwrap_or_else(|| root::root().join("web/models")),
        work: path(&mut args, "--work")?.unwrap_or_else(|| folder().join("work")),
    };
    let mut options = Vec::new();
    if let Some(threads) = args.value("--threads")? {
        options.extend(["--threads".to_owned(), threads]);
    }
    if args.flag("--eager") {
        options.push("--eager".to_owned());
    }
    args.finish()?;

    println!("[1/4] packages, in {}", folder().display());
    let venv = venv();
    venv.install("training")?;
    let engine = engine::build()?;
    println!("[2/4] training, in {}", folders.work.display());
    let mut train = script(&venv, "train.py", &folders);
    show(train.args(options), "train.py")?;
    println!("[3/4] measuring the files in {}", folders.out.display());
    show(&mut measure(&venv, &folders, &engine), "measure.py")?;
    println!("[4/4] model cards");
    show(&mut card(&venv, &folders), "card.py")?;
    println!("now run `cargo xtask record`: the page's first picture is the model's");
    Ok(())
}

/// Installs what training needs.
pub fn install() -> Result<(), Error> {
    venv().install("the trial of the training pipeline")
}

/// The tests of the data; then the whole pipeline with tiny models and a few steps: the loss must fall, a run that is
/// interrupted must end as one that is not, the cards must be written, and the engine must load the files. The result is
/// that of the last job that ran.
pub fn smoke() -> Result<Done, Error> {
    install()?;
    let venv = venv();
    let engine = engine::build()?;
    let folder = folder().join("smoke");
    root::delete(&folder)?;
    fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
    let folders = Folders {
        books: folder.join("books"),
        out: folder.join("models"),
        work: folder.join("work"),
    };
    let tests = python(&venv, "test_data.py");
    let trial = script(&venv, "smoke.py", &folders);
    // The engine loads both models there, and continues the prompts of the cards.
    let measure = measure(&venv, &folders, &engine);
    let card = card(&venv, &folders);
    let mut output = String::new();
    let mut last = None;
    for (name, command) in [
        ("train data", tests),
        ("train smoke", trial),
        ("train measure", measure),
        ("train card", card),
    ] {
        let done = Job::new(name, command).run()?;
        output.push_str(&done.output);
        let success = done.success;
        last = Some(done);
        if !success {
            break;
        }
    }
    let last = last.ok_or_else(|| Error::Usage("there is nothing to try".into()))?;
    Ok(Done { output, ..last })
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

fn python(venv: &Venv, name: &str) -> Command {
    let mut python = Command::new(venv.python());
    python.arg(sources().join(name));
    // The sources stay free of compiled files.
    python.env("PYTHONPYCACHEPREFIX", folder().join("pycache"));
    python
}

/// A script of the pipeline; all take the same folders.
fn script(venv: &Venv, name: &str, folders: &Folders) -> Command {
    let mut python = python(venv, name);
    python.arg("--books").arg(&folders.books);
    python.arg("--out").arg(&folders.out);
    python.arg("--work").arg(&folders.work);
    python
}

fn measure(venv: &Venv, folders: &Folders, engine: &Path) -> Command {
    let mut measure = script(venv, "measure.py", folders);
    measure.arg("--engine").arg(engine);
    measure
}

fn card(venv: &Venv, folders: &Folders) -> Command {
    script(venv, "card.py", folders)
}

/// Runs a script with its output on the screen: training takes hours, and says how far it is.
fn show(command: &mut Command, name: &'static str) -> Result<(), Error> {
    let status = command.status().map_err(Error::io("starting", name))?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::Script(name))
    }
}
