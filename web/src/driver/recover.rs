//! Keeps the run going when the GPU device is lost or the engine crashes: the engine is started
//! again, given the same model, and asked again. It knows paths by their tokens, so the run goes on.

use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::Interventions;
use logitscope_protocol::{Answer, BackendChoice, Command, Crash, EngineError, ErrorKind};

use super::{Driver, adopt_model};
use crate::browser;
use crate::sources::Lane;
use crate::state::{App, AskedUntilNow, Failure, Level, LoadSpec, Phase};
use crate::words::say;

/// Failures within this time count together.
const WINDOW_MS: f64 = 60_000.0;
/// From this many on, the CPU computes.
const BEFORE_CPU: usize = 3;
/// From this many on, the page gives up.
const BEFORE_GIVING_UP: usize = 6;

/// Whether another start of the engine can help.
pub(super) fn can_help(failure: &Failure) -> bool {
    matches!(failure, Failure::Engine(e) if matches!(e.kind(), ErrorKind::DeviceLost | ErrorKind::Crashed))
}

/// Asks the engine about the model itself, starting it again if it fails.
pub(super) async fn call(driver: &Driver, command: Command) -> Result<Answer, Failure> {
    loop {
        match ask(driver, command.clone(), Interventions::default().into()).await {
            Err(Failure::Engine(error)) if can_help(&Failure::Engine(error.clone())) => {
                restart(driver, error).await?;
            }
            result => return result,
        }
    }
}

/// Asks the engine in a lane, starting it again if it fails, but does not ask again: what can be
/// done without must not bring it down twice.
pub(super) async fn once(driver: &Driver, command: Command, lane: Lane) -> Result<Answer, Failure> {
    let answer = ask(driver, command, lane).await;
    if let Err(Failure::Engine(error)) = &answer
        && can_help(&Failure::Engine(error.clone()))
    {
        restart(driver, error.clone()).await?;
    }
    answer
}

async fn ask(driver: &Driver, command: Command, lane: Lane) -> Result<Answer, Failure> {
    let app = driver.app;
    if !driver.still_loaded() {
        restart(driver, driver.source.last_words()).await?;
    }
    let on_progress = Rc::new(move |progress| app.progress.set(Some(progress)));
    let notes = AskedUntilNow::notes(&lane, &command);
    let asked = notes.then(|| (lane.clone(), command.clone()));
    let answer = driver.source.call(command, lane, on_progress).await;
    app.progress.set(None);
    if let (Ok(_), Some((lane, command))) = (&answer, asked) {
        driver.session.asked.borrow_mut().note(lane, command);
    }
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
                let say = say();
                let text = say.engine_goes_on(error.words(&say));
                app.notify(Level::Warning, text.to_string());
                adopt_model::adopt(driver, spec, loaded);
                return Ok(());
            }
            Err(Failure::Engine(again)) if can_help(&Failure::Engine(again.clone())) => {
                error = again
            }
            Err(Failure::Engine(other)) => {
                let failure = Failure::from(other);
                show_failed(app, failure.clone());
                return Err(failure);
            }
            Err(failure) => return Err(failure),
        }
    }
    let failure = Failure::Engine(EngineError::AgainAndAgain(Box::new(error)));
    show_failed(app, failure.clone());
    Err(failure)
}

fn show_failed(app: App, failure: Failure) {
    let kind = failure.kind();
    app.phase.set(Phase::Failed { failure, kind });
}

/// Ends the failed engine and counts; after several failures in a minute `spec` is for the CPU.
/// False when it is time to give up.
pub(super) fn count_failure(driver: &Driver, spec: &mut LoadSpec) -> bool {
    let app = driver.app;
    driver.source.stop(Crash::Restarted);
    let now = browser::now_ms();
    let mut failures = driver.failures.borrow_mut();
    failures.retain(|at| now - at < WINDOW_MS);
    failures.push(now);
    let count = failures.len();
    drop(failures);
    if count >= BEFORE_CPU && spec.backend != BackendChoice::Cpu {
        spec.backend = BackendChoice::Cpu;
        let text = say().cpu_from_now_on(count as u64);
        app.notify(Level::Warning, text.to_string());
        app.backend.set(BackendChoice::Cpu);
    }
    count < BEFORE_GIVING_UP
}
