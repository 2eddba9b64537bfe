//! Keeps the run going when the GPU device is lost or the engine crashes: the engine is started
//! again, given the same model, and asked again. It knows paths by their tokens, so the run goes on.

use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::Interventions;
use logitscope_protocol::{Answer, BackendChoice, Command, EngineError, ErrorKind};

use super::{Driver, adopt_model};
use crate::browser;
use crate::state::{Failure, Level, LoadSpec, Phase};

/// Failures within this time count together.
const WINDOW_MS: f64 = 60_000.0;
/// From this many on, the CPU computes.
const BEFORE_CPU: usize = 3;
/// From this many on, the page gives up.
const BEFORE_GIVING_UP: usize = 6;

/// Whether another start of the engine can help.
pub(super) fn can_help(failure: &Failure) -> bool {
    matches!(failure, Failure::Engine(e) if matches!(e.kind, ErrorKind::DeviceLost | ErrorKind::Crashed))
}

/// Asks the engine about the model itself, starting it again if it fails.
pub(super) async fn call(driver: &Driver, command: Command) -> Result<Answer, Failure> {
    loop {
        match ask(driver, command.clone(), Interventions::default()).await {
            Err(Failure::Engine(error)) if can_help(&Failure::Engine(error.clone())) => {
                restart(driver, error).await?;
            }
            result => return result,
        }
    }
}

/// Asks the engine about the model with parts switched off or scaled, starting it again if it fails, but does not ask again: what can be
/// done without must not bring it down twice.
pub(super) async fn once(
    driver: &Driver,
    command: Command,
    interventions: Interventions,
) -> Result<Answer, Failure> {
    let answer = ask(driver, command, interventions).await;
    if let Err(Failure::Engine(error)) = &answer
        && can_help(&Failure::Engine(error.clone()))
    {
        restart(driver, error.clone()).await?;
    }
    answer
}

async fn ask(
    driver: &Driver,
    command: Command,
    interventions: Interventions,
) -> Result<Answer, Failure> {
    let app = driver.app;
    if !driver.still_loaded() {
        restart(driver, driver.source.last_words()).await?;
    }
    let on_progress = Rc::new(move |progress| app.progress.set(Some(progress)));
    let answer = driver
        .source
        .call(command, interventions, on_progress)
        .await;
    app.progress.set(None);
    answer.map_err(Failure::Engine)
}

/// Starts the engine again after `error` and gives it the same model.
async fn restart(driver: &Driver, error: EngineError) -> Result<(), Failure> {
    let app = driver.app;
    let Some(mut spec) = driver.session.spec.borrow().clone() else {
        return Err(Failure::NoModel);
    };
    let mut error = error;
    while count_failure(driver, &mut spec) {
        match adopt_model::ask(driver, &spec).await {
            Ok(loaded) => {
                let text = format!(
                    "{} The engine was started again, and the run goes on.",
                    error.message
                );
                app.notify(Level::Warning, text);
                adopt_model::adopt(driver, spec, loaded);
                return Ok(());
            }
            Err(Failure::Engine(again)) if can_help(&Failure::Engine(again.clone())) => {
                error = again
            }
            Err(Failure::Engine(other)) => {
                app.phase.set(Phase::Failed(other.clone()));
                return Err(other.into());
            }
            Err(failure) => return Err(failure),
        }
    }
    error
        .message
        .push_str(" This happened again and again: reload the page to try once more.");
    app.phase.set(Phase::Failed(error.clone()));
    Err(error.into())
}

/// Ends the failed engine and counts; after several failures in a minute `spec` is for the CPU.
/// False when it is time to give up.
pub(super) fn count_failure(driver: &Driver, spec: &mut LoadSpec) -> bool {
    let app = driver.app;
    driver.source.stop("it is started again");
    let now = browser::now_ms();
    let mut failures = driver.failures.borrow_mut();
    failures.retain(|at| now - at < WINDOW_MS);
    failures.push(now);
    let count = failures.len();
    drop(failures);
    if count >= BEFORE_CPU && spec.backend != BackendChoice::Cpu {
        spec.backend = BackendChoice::Cpu;
        let text = format!(
            "The engine failed {count} times within a minute. From now on the CPU computes."
        );
        app.notify(Level::Warning, text);
        app.backend.set(BackendChoice::Cpu);
    }
    count < BEFORE_GIVING_UP
}
