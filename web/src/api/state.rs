//! What `state()` answers. Names are spelled as in a trace.

use leptos::prelude::*;
use logitscope_core::chain::Stage;
use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{NodeId, Settings, StopReason, StopRules};
use serde::Serialize;

use super::VERSION;
use crate::choices::Station;
use crate::state::{Activity, App, Entry, Phase};
use crate::strategies::Kind;
use logitscope_protocol::Loaded;

/// The state of the page, as plain data.
#[derive(Serialize)]
pub(super) struct State {
    version: u32,
    /// `starting`, `loading`, `ready` or `failed`.
    phase: &'static str,
    /// Why it failed.
    error: Option<String>,
    model: Option<Model>,
    prompt: String,
    prompt_error: Option<String>,
    settings: Sampling,
    stop_rules: StopRules,
    speed: f64,
    playing: bool,
    /// The text so far, prompt included.
    text: String,
    transcript: Vec<Entry>,
    prompt_end: Option<NodeId>,
    cursor: Option<NodeId>,
    /// The node whose distribution is on screen.
    selected: Option<NodeId>,
    stopped: Option<StopReason>,
    /// The station that is open.
    open: Option<&'static str>,
    /// The strategy that is open.
    strategy: Option<Strategy>,
}

/// Where the open strategy is.
#[derive(Serialize)]
struct Strategy {
    /// The step on screen, 0 being the beginning.
    step: u32,
    /// How many there are so far.
    steps: u32,
    /// Whether there are no more.
    ended: bool,
    playing: bool,
    /// Why it cannot begin or go on.
    error: Option<String>,
}

impl Strategy {
    fn of(app: App) -> Option<Self> {
        let kind = Kind::recorded(app.open.get_untracked()?)?;
        untrack(|| {
            let (pace, place) = (app.pace(kind), app.driven_place(kind));
            let steps = app.steps_of(kind);
            Some(Strategy {
                step: pace.at.min(steps) as u32,
                steps: steps as u32,
                ended: place.ended,
                playing: pace.playing,
                error: app.work_failed(kind),
            })
        })
    }
}

/// The settings: the whole chain, and the three values that everybody asks for.
#[derive(Serialize)]
pub(super) struct Sampling {
    /// The chain in one line.
    chain: String,
    /// Its stages.
    stages: Vec<Stage>,
    /// Of the first temperature that acts; `null` if none does. The same for the next two.
    temperature: Option<f64>,
    top_k: Option<f64>,
    top_p: Option<f64>,
    seed: u32,
}

impl Sampling {
    pub(super) fn of(settings: &Settings) -> Self {
        let chain = &settings.chain;
        Sampling {
            chain: chain.to_string(),
            stages: chain.stages().to_vec(),
            temperature: chain.value("temperature", "t"),
            top_k: chain.value("top_k", "k"),
            top_p: chain.value("top_p", "p"),
            seed: settings.seed,
        }
    }
}

/// A loaded model.
#[derive(Serialize)]
pub(super) struct Model {
    #[serde(flatten)]
    model: ModelInfo,
    backend: BackendInfo,
    weight_bytes: u64,
    kv_bytes: u64,
    load_ms: f64,
}

impl Model {
    pub(super) fn of(loaded: &Loaded) -> Self {
        Model {
            model: loaded.model.clone(),
            backend: loaded.backend.clone(),
            weight_bytes: loaded.weight_bytes,
            kv_bytes: loaded.kv_bytes,
            load_ms: loaded.load_ms,
        }
    }
}

impl State {
    pub(super) fn of(app: App) -> Self {
        let session = app.session();
        let run = session.run();
        let run = run.as_deref();
        let (phase, error) = match app.phase.get_untracked() {
            Phase::Starting => ("starting", None),
            Phase::Loading(_) => ("loading", None),
            Phase::Ready => ("ready", None),
            Phase::Failed { failure, .. } => ("failed", Some(failure.to_string())),
        };
        let cursor = run.and_then(|run| run.cursor());
        State {
            version: VERSION,
            phase,
            error,
            model: app
                .model
                .with_untracked(|m| m.as_ref().map(|m| Model::of(m))),
            prompt: app.prompt.get_untracked(),
            prompt_error: app.prompt_error.get_untracked(),
            settings: app.settings.with_untracked(Sampling::of),
            stop_rules: app.stop_rules.get_untracked(),
            speed: app.speed.get_untracked(),
            playing: app.activity.get_untracked() == Activity::Playing,
            text: run.map(|run| run.text()).unwrap_or_default(),
            transcript: app.transcript.get_untracked(),
            prompt_end: run.and_then(|run| run.prompt_end()),
            cursor,
            selected: app.selected.get_untracked().or(cursor),
            stopped: app.stopped.get_untracked(),
            open: app.open.get_untracked().map(Station::name),
            strategy: Strategy::of(app),
        }
    }
}
