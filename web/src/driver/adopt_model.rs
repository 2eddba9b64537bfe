//! Asks the source to load a model, and takes a loaded model in.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::strategy::Role;
use logitscope_core::{ModelOutput, Run, Vocab};
use logitscope_protocol::{
    BackendReason, Crash, Doing, EngineError, Load, Loaded, ModelSource, Server, words,
};
use logitscope_recording::Recording;

use super::{Driver, default_chain};
use crate::browser;
use crate::remembered;
use crate::sources::{NoRecording, fetch_recording};
use crate::state::{App, Event, Failure, Files, LOGITS_BUDGET_BYTES, Level, LoadSpec, Phase};
use crate::words::say;

/// A list of all tokens takes long from this size on.
const HEAVY_BYTES: u64 = 5_000_000;
/// How many tokens are listed then.
const SHORTER: u32 = 1000;

/// Asks the source to load; the page shows the progress.
pub(super) async fn ask(driver: &Driver, spec: &LoadSpec) -> Result<Box<Loaded>, Failure> {
    let app = driver.app;
    let doing = Doing::StartingModel {
        name: spec.name.clone(),
    };
    app.phase.set(Phase::Loading(doing.begun()));
    driver.cancelled.set(false);
    let (cancelled, source) = (Rc::clone(&driver.cancelled), Rc::clone(&driver.source));
    let give_up = move || {
        cancelled.set(true);
        source.stop(Crash::GivenUp);
    };
    *driver.session.give_up_load.borrow_mut() = Some(Box::new(give_up));
    let LoadSpec {
        name,
        files,
        backend,
        precision,
    } = spec.clone();
    let source = match files {
        Files::Checkpoint(source) => source,
        Files::Recording(recording) => return Ok(replay(driver, recording)?),
        Files::RecordingAt(address) => {
            let fetched = fetch_recording(&address).await;
            let recording = fetched.map_err(|why| no_recording(why, address))?;
            return Ok(replay(driver, recording)?);
        }
    };
    if let ModelSource::Server(_) = &source {
        // Before the model that is there gives way.
        default_chain::make_way_for_server(driver);
        ModelOutput::LogProbs.check(&driver.session.settings().chain)?;
    }
    let load = Load {
        name,
        source,
        backend,
        precision,
        measured: remembered::measured(),
        replaces: None,
    };
    let on_progress = Rc::new(move |progress| app.phase.set(Phase::Loading(progress)));
    let answer = driver.source.load(load, Role::Model, on_progress).await;
    *driver.session.give_up_load.borrow_mut() = None;
    match answer {
        Ok(loaded) => {
            driver.loaded_in.set(driver.source.running());
            *driver.replays.borrow_mut() = None;
            if let Some(measured) = loaded.measured.as_ref().filter(|_| app.remembers()) {
                remembered::remember_measured(measured);
            }
            Ok(loaded)
        }
        Err(_) if driver.cancelled.take() => Err(Failure::Cancelled),
        Err(error) => Err(error.into()),
    }
}

/// Has the source answer from a recording.
fn replay(driver: &Driver, recording: Rc<Recording>) -> Result<Box<Loaded>, EngineError> {
    *driver.session.give_up_load.borrow_mut() = None;
    let loaded = driver.source.replay(Rc::clone(&recording));
    let loaded = loaded.ok_or(EngineError::NotRecorded)?;
    driver.loaded_in.set(driver.source.running());
    *driver.replays.borrow_mut() = Some(recording);
    Ok(loaded)
}

fn no_recording(why: NoRecording, address: String) -> Failure {
    match why {
        NoRecording::Lost => Failure::PartLost,
        NoRecording::NotFetched => Failure::NoRecording { address },
        NoRecording::Fault(fault) => Failure::Recording(fault),
    }
}

/// Takes in a loaded model: what it says, and what the page shows of it.
pub(super) fn adopt(driver: &Driver, spec: LoadSpec, loaded: Box<Loaded>) {
    let app = driver.app;
    *driver.session.spec.borrow_mut() = Some(spec);
    for notice in &loaded.notices {
        app.notify(Level::Info, notice.words(&say()));
    }
    // That no GPU computes it is news; which of two is faster stands in the status line.
    let is_news = |why: &&BackendReason| !matches!(why, BackendReason::Measured(_));
    let news = loaded.why.as_ref().filter(is_news);
    if let Some(why) = news.filter(|_| browser::is_secure()) {
        app.notify(Level::Info, why.words(&say()));
    }
    app.recorded.set(false);
    app.replays.set(driver.replays.borrow().is_some());
    // Another backend rounds differently, and takes another time.
    app.meters.update(|meters| {
        meters.tokens_per_second = None;
        meters.forward_ms = None;
        meters.round_trip_ms = None;
        meters.first_token = None;
    });
    app.forget_inside();
    if let Some(server) = loaded.server.as_ref().filter(|_| app.remembers()) {
        remembered::remember_server(&server.address);
    }
    let most_listed = |server: &Server| server.most_listed();
    let most_listed = loaded.server.as_deref().map_or(0, most_listed);
    driver.session.most_listed.set(most_listed);
    app.longer_lists.set(None);
    app.list_length
        .set(loaded.server.as_deref().and_then(list_length));
    driver.session.events.emit(Event::ModelLoaded(&loaded));
    if loaded.server.is_some() {
        // There is nothing to look at inside.
        app.look_inside(None);
    }
    show_model(app, Some(Arc::from(loaded)));
    app.phase.set(Phase::Ready);
}

/// How many tokens a server is asked to list: as many as were chosen, and else all of them, unless that takes long.
fn list_length(server: &Server) -> Option<u32> {
    let heavy = |bytes: u64| bytes > HEAVY_BYTES;
    match remembered::list_length() {
        Some(chosen) => chosen,
        None => Some(SHORTER).filter(|_| server.list_bytes.is_some_and(heavy)),
    }
}

/// Shows another model, or none.
pub(super) fn show_model(app: App, loaded: Option<Arc<Loaded>>) {
    // Another model has other tokens under the same ids.
    app.inside.near.set(None);
    app.model.set(loaded);
    app.keep_inside_within();
    let vocab = app.session().run().map(|run| Arc::clone(run.vocab()));
    if app.vocab.with_untracked(|old| *old != vocab) {
        app.vocab.set(vocab);
        // Its ids name other tokens.
        app.watched.set(Vec::new());
    }
}

/// An empty run for a model, with the page's settings.
pub(super) fn new_run(app: App, loaded: &Loaded) -> Result<Run, Failure> {
    let vocab = Vocab::from_parts(
        loaded.vocab_bytes.clone(),
        words(&loaded.vocab_ends),
        loaded.end_tokens(),
    )?;
    let session = app.session();
    let mut run = Run::new(Arc::new(vocab), loaded.model.n_ctx, LOGITS_BUDGET_BYTES);
    run.set_output(loaded.model.output)?;
    run.set_settings(session.settings())?;
    run.set_stop_rules(session.stop_rules());
    Ok(run)
}
