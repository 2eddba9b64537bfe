//! Looks inside the model: what the open view lacks, one request at a time.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::Interventions;
use logitscope_protocol::{Command, EngineError};

use super::{Driver, recover};
use crate::browser;
use crate::inspect::kv_cache::CacheContents;
use crate::inspect::{self, OfView, Request, Unusable};
use crate::later::Part;
use crate::state::{Failure, Level};
use crate::words::say;

/// How long the page rests before it fetches what it may need, in milliseconds.
const REST_MS: f64 = 700.0;

/// What the flow and the open view lack; `None` if they have all, or there is nothing to ask.
pub(super) fn next(driver: &Driver) -> Option<Request> {
    let focus = untrack(|| driver.app.focus())?;
    let kept = driver.session.kept.borrow();
    let lacking = driver.lacking.borrow();
    let known = |request: &Request| {
        let asks =
            |own: &(Interventions, Command)| (&own.0, &own.1) == (&request.lane, &request.command);
        !lacking.iter().any(asks)
    };
    let of_view = || {
        let view = driver.app.inside.view.get_untracked();
        if view.is_none() && focus.repeat.is_none() {
            return None;
        }
        driver.views.get(driver)?(view, &focus, &kept)
    };
    inspect::flow::missing(&focus, &kept)
        .or_else(|| inspect::changed(&focus, &kept))
        .or_else(of_view)
        .filter(known)
}

/// What asks for the open view: loaded when the page rests, or when a view is opened.
#[derive(Default)]
pub(super) struct Views {
    there: Rc<Cell<Option<OfView>>>,
    coming: Rc<Cell<bool>>,
}

impl Views {
    /// It, if it is there; else it comes, and the driver is woken then. What did not come is asked for again at the next turn.
    fn get(&self, driver: &Driver) -> Option<OfView> {
        if self.there.get().is_some() || self.coming.get() {
            return self.there.get();
        }
        match inspect::of_view() {
            Part::There(part) => self.there.set(Some(part)),
            away => {
                let (there, coming) = (Rc::clone(&self.there), Rc::clone(&self.coming));
                let session = Rc::clone(&driver.session);
                coming.set(true);
                spawn_local(async move {
                    there.set(away.here().await.ok());
                    coming.set(false);
                    if there.get().is_some() {
                        session.queue.wake();
                    }
                });
            }
        }
        self.there.get()
    }
}

/// Has what asks for views come once the page has rested, so that the first one that is opened asks at once.
pub(super) fn prepare(driver: &Rc<Driver>) {
    let driver = Rc::clone(driver);
    browser::after(REST_MS, move || {
        driver.views.get(&driver);
    });
}

/// Asks, and keeps what comes. A failure closes the view and leaves the layers of the step and the open answer alone, for the next request would fail, too.
pub(super) async fn take(driver: &Driver, request: Request) {
    let app = driver.app;
    let view = app.inside.view.get_untracked();
    match try_take(driver, request).await {
        // It is asked for again, of the model that is looked at now.
        Ok(()) | Err(Failure::Superseded) => {}
        Err(failure) => {
            app.inside
                .flow_failed
                .set(untrack(|| app.step.with(|s| s.as_ref().map(|s| s.context))));
            app.ask_who_copies(None);
            // The visitor may look at something else by now.
            if app.inside.view.get_untracked() == view {
                app.look_inside(None);
            }
            let text = say().not_inspected(failure.sentence()).to_string();
            app.notify(Level::Warning, text);
        }
    }
    app.inside.arrived.update(|n| *n += 1);
}

async fn try_take(driver: &Driver, request: Request) -> Result<(), Failure> {
    let (app, kept) = (driver.app, &driver.session.kept);
    let Request {
        command,
        lane,
        once,
        keep,
    } = request;
    let name = command_name(&command);
    if !matches!(command, Command::Cache) {
        kept.borrow_mut().forget::<CacheContents>();
    }
    let looked_at = untrack(|| app.lane());
    let answer = recover::once(driver, command.clone(), lane.clone().into()).await;
    if once && matches!(answer, Err(Failure::Engine(EngineError::NotRecorded))) {
        // The view does without.
        driver.lacking.borrow_mut().push((lane, command));
        return Ok(());
    }
    let answer = answer?;
    if once {
        driver.source.forget(lane).await.map_err(Failure::Engine)?;
    }
    if untrack(|| app.lane()) != looked_at {
        return Err(Failure::Superseded);
    }
    let budget = app.inside.budget_bytes();
    let result = keep(&mut kept.borrow_mut(), answer, budget);
    let bytes = kept.borrow().bytes();
    app.inside.kept_bytes.set(bytes);
    result.map_err(|unusable| match unusable {
        Unusable::OtherAnswer => Failure::WrongAnswer(name),
        Unusable::Numbers(error) => error.into(),
    })
}

/// What a command is called in a message.
fn command_name(command: &Command) -> &'static str {
    match command {
        Command::Inspect { .. } => "inspect",
        Command::Lens { .. } => "lens",
        Command::Attribute { .. } => "attribute",
        Command::Neurons { .. } => "neurons",
        Command::Column { .. } => "column",
        Command::Nearest { .. } => "nearest",
        Command::Cache => "cache",
        Command::Speed { .. } => "speed",
        _ => "evaluate",
    }
}
