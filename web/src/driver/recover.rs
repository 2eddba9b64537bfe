//! Keeps the run going when the GPU device is lost or the engine crashes: the engine is started
//! again, given the same model, and asked again. It knows paths by their tokens, so the run goes on.

use leptos::prelude::*;
use logitscope_core::Interventions;

use super::{Failure, LoadSpec, load};
use crate::browser;
use crate::state::{App, Level, Phase};
use logitscope_protocol::{Answer, BackendChoice, Command, EngineError, ErrorKind};

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
pub(super) async fn call(app: App, command: Command) -> Result<Answer, Failure> {
    loop {
        match ask(app, command.clone(), Interventions::default()).await {
            Err(Failure::Engine(error)) if can_help(&Failure::Engine(error.clone())) => {
                restart(app, error).await?;
            }
            result => return result,
        }
    }
}

/// Asks the engine about the model with parts switched off or scaled, starting it again if it fails, but does not ask again: what can be
/// done without must not bring it down twice.
pub(super) async fn once(
    app: App,
    command: Command,
    interventions: Interventions,
) -> Result<Answer, Failure> {
    let answer = ask(app, command, interventions).await;
    if let Err(Failure::Engine(error)) = &answer
        && can_help(&Failure::Engine(error.clone()))
    {
        restart(app, error.clone()).await?;
    }
    answer
}

async fn ask(app: App, command: Command, interventions: Interventions) -> Result<Answer, Failure> {
    let driver = app.driver();
    if !driver.still_loaded() {
        let message = driver.engine.last_words();
        restart(
            app,
            EngineError {
                kind: ErrorKind::Crashed,
                message,
            },
        )
        .await?;
    }
    let answer = driver
        .engine
        .call(command, interventions, move |p| app.progress.set(Some(p)))
        .await;
    app.progress.set(None);
    answer.map_err(Failure::Engine)
}

/// Starts the engine again after `error` and gives it the same model.
async fn restart(app: App, error: EngineError) -> Result<(), Failure> {
    let driver = app.driver();
    let Some(mut spec) = driver.spec.borrow().clone() else {
        return Err(Failure::NoModel);
    };
    let mut error = error;
    while count_failure(app, &mut spec) {
        match load::ask(app, &spec).await {
            Ok(loaded) => {
                let text = format!(
                    "{} The engine was started again, and the run goes on.",
                    error.message
                );
                app.notify(Level::Warning, text);
                load::adopt(app, spec, loaded);
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
pub(super) fn count_failure(app: App, spec: &mut LoadSpec) -> bool {
    let driver = app.driver();
    driver.engine.stop("it is started again");
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
