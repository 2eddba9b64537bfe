//! `logitscope lesson`: whether files are lessons, and every mistake of those that are not.

use std::fs;
use std::path::{Path, PathBuf};

use logitscope_lesson::Lesson;

use crate::CliError;

/// What to read.
#[derive(clap::Args)]
pub struct Args {
    /// The lessons' files (docs/lessons.md)
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Reads every file, says what is wrong with each, and fails if anything is.
pub fn run(args: &Args) -> Result<(), CliError> {
    let mut mistakes = 0;
    for path in &args.files {
        match Lesson::read(&read(path)?) {
            Ok(lesson) => {
                let questions = lesson.steps.iter().filter(|step| step.question.is_some());
                println!(
                    "{}: “{}”, {} steps, {} questions",
                    path.display(),
                    lesson.title,
                    lesson.steps.len(),
                    questions.count()
                );
            }
            Err(errors) => {
                mistakes += errors.len();
                for error in errors {
                    eprintln!("{}:{}: {}", path.display(), error.line, error.fault);
                }
            }
        }
    }
    match mistakes {
        0 => Ok(()),
        mistakes => Err(CliError::Lesson { mistakes }),
    }
}

fn read(path: &Path) -> Result<String, CliError> {
    let failed = |detail: String| CliError::File {
        path: path.display().to_string(),
        detail,
    };
    let bytes = fs::read(path).map_err(|e| failed(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
}
