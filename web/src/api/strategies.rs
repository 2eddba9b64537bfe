//! The strategies by script: what they are asked for, which one is open and at which step, and what came of it.

use futures_channel::oneshot;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::args::Args;
use crate::browser;
use crate::choices::Station;
use crate::link::{Link, encode};
use crate::state::{App, Failure};
use crate::strategies::Kind;

/// How often it is looked whether a strategy has come to its step, in milliseconds.
const LOOK_MS: f64 = 15.0;

/// Opens a station, at a step if it is a strategy; done once it has come there. `None` closes what is open.
pub(super) async fn open(
    app: App,
    station: Option<String>,
    step: Option<u32>,
) -> Result<(), String> {
    let named = |name: String| {
        Station::named(&name).ok_or_else(|| {
            let known: Vec<_> = Station::ALL.iter().map(|station| station.name()).collect();
            format!(
                "open: there is no station \"{name}\"; known are: {}.",
                known.join(", ")
            )
        })
    };
    let station = station.map(named).transpose()?;
    app.open_station(station);
    let Some(kind) = station.and_then(Kind::recorded) else {
        return Ok(());
    };
    if app.embed.with_untracked(|embed| embed.is_lesson()) {
        return Err("open: a page that shows only parts has no strategies.".into());
    }
    if let Some(step) = step {
        app.go_to_step(kind, step as usize);
    }
    settled(app, kind).await
}

/// Changes what strategies are asked for: what is named, as links spell it. If anything is refused, nothing changes.
pub(super) fn ask(app: App, args: &Args) -> Result<(), String> {
    let now = untrack(|| app.strategies.asked());
    let mut parts = Vec::new();
    let mut add = |key: &str, value: String| parts.push(format!("{key}={}", encode(&value)));
    for key in ["beams", "speculate", "explore", "context", "cost"] {
        args.text(key)?
            .into_iter()
            .for_each(|value| add(key, value));
    }
    // What two names say stays together: of the one that is not named as it is now.
    let (guide, against) = (args.text("guide")?, args.text("against")?);
    if guide.is_some() || against.is_some() {
        add("guide", guide.unwrap_or_else(|| now.guide.to_string()));
        add("against", against.unwrap_or(now.guide.against.clone()));
    }
    let (most, lanes) = (args.whole("compare")?, args.texts("lanes")?);
    if most.is_some() || lanes.is_some() {
        let most = most.unwrap_or(now.compare.max_tokens);
        add("compare", most.to_string());
        let own = || now.compare.lanes.iter().map(ToString::to_string);
        let lanes = lanes.unwrap_or_else(|| own().collect());
        lanes.into_iter().for_each(|lane| add("lane", lane));
    }
    let link = Link::read(&parts.join("&"));
    if let Some(problem) = link.problems.first() {
        return Err(problem.to_string());
    }
    app.change_asked(link.asked_of(now));
    Ok(())
}

/// What came of the open strategy so far: what the command writes.
pub(super) async fn record(app: App) -> Result<JsValue, String> {
    let open = app.open.get_untracked().and_then(Kind::recorded);
    let kind = open.ok_or("strategy: none is open; open one with open(\"beams\").")?;
    settled(app, kind).await?;
    let record = app
        .record_of(kind)
        .ok_or("strategy: it has no step yet.")??;
    js_sys::JSON::parse(&record).map_err(|e| browser::words(&e))
}

/// Waits until a strategy has come to the step that it was sent to, or to its end.
async fn settled(app: App, kind: Kind) -> Result<(), String> {
    loop {
        // What was changed just now begins it anew.
        let (tell, told) = oneshot::channel();
        browser::after(LOOK_MS, move || {
            // Dropped only with the page.
            let _ = tell.send(());
        });
        let _ = told.await;
        if app.open.get_untracked().and_then(Kind::recorded) != Some(kind) {
            return Err("The strategy was closed.".into());
        }
        if app.session().run().is_none_or(|run| run.cursor().is_none()) {
            return Err(Failure::NoModel.to_string());
        }
        if let Some(why) = untrack(|| app.work_failed(kind)) {
            return Err(why);
        }
        if app.has_come(kind) {
            return Ok(());
        }
    }
}
