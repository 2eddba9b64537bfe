//! Looks inside the model: what the open view lacks, one request at a time.

use leptos::prelude::*;
use logitscope_protocol::Command;

use super::{Driver, recover};
use crate::inspect::kv_cache::CacheContents;
use crate::inspect::{self, Request, Unusable};
use crate::state::{Failure, Level};
use crate::words::say;

/// What the flow and the open view lack; `None` if they have all, or there is nothing to ask.
pub(super) fn next(driver: &Driver) -> Option<Request> {
    let view = driver.app.inside.view.get_untracked();
    let focus = untrack(|| driver.app.focus())?;
    inspect::missing(view, &focus, &driver.session.kept.borrow())
}

/// Asks, and keeps what comes. A failure closes the view and leaves the layers of the step alone, for the next request would fail, too.
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
    let answer = recover::once(driver, command, lane.clone()).await?;
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
