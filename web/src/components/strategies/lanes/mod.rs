//! Texts in lockstep, with the same dice: where they part, and what each lane thinks of the others.

mod apart;
mod dice;
mod editor;
mod scores;
mod standings;
mod texts;

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::compare::spelling::LaneSpec;
use logitscope_core::compare::{
    CompareOptions, CompareStep, Comparison, LaneOptions, PairStep, Scores,
};
use logitscope_core::strategy::{Role, Sampling};

use self::apart::Apart;
use self::dice::SameDice;
use self::editor::Editor;
use self::scores::Readers;
use self::standings::Standings;
use self::texts::Texts;
use super::setup::{self, Base};
use super::transport::Transport;
use crate::choices::CompareChoices;
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// What is on screen of a comparison.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    /// The number of the step, 0 being the beginning.
    at: usize,
    /// The texts of all lanes up to it.
    texts: Vec<Vec<TokenId>>,
    /// That step.
    step: Option<CompareStep>,
    /// How far apart the lanes are at each step up to it.
    pairs: Vec<Vec<PairStep>>,
    /// The first step at which each lane chose another token than the first one, if that is on screen.
    parted: Vec<Option<usize>>,
    /// What each says to each text, in the end.
    scores: Option<Scores>,
    /// Whether there is no step after it.
    last: bool,
    /// Whether a beam search comes first.
    searches: bool,
}

impl Shown {
    fn of(run: &Comparison, at: usize) -> Self {
        let at = at.min(run.steps().len());
        let all = 0..run.lanes();
        let text = |lane| run.tokens(lane).iter().take(at).copied().collect();
        let last = at == run.steps().len() && run.scores().is_some();
        Shown {
            texts: all.clone().map(text).collect(),
            step: at.checked_sub(1).map(|last| run.steps()[last].clone()),
            pairs: run.steps()[..at].iter().map(|s| s.pairs.clone()).collect(),
            parted: all
                .map(|lane| run.parted(0, lane).filter(|parted| *parted < at))
                .collect(),
            scores: run.scores().filter(|_| last).cloned(),
            last,
            searches: run.searches(),
            at,
        }
    }
}

/// The letter of a lane.
fn letter(lane: usize) -> String {
    ('A'..='Z').nth(lane).map(String::from).unwrap_or_default()
}

/// The lanes from the end of the text on screen.
#[component]
pub fn Lanes() -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.compare;
    // One step at once, so that there is something to see.
    if untrack(|| app.pace(Kind::Compare)).at == 0 {
        let playing = false;
        app.set_pace(Kind::Compare, Pace { at: 1, playing });
    }
    setup::keep_begun_or_say(app, Kind::Compare, move |base| {
        // What the parts are that are off belongs to it.
        app.inside.interventions.track();
        begin(app, base, &choices.get()).transpose()
    });
    let shown = Memo::new(move |_| {
        let at = app.pace(Kind::Compare).at;
        app.read_work(Kind::Compare, |run: &Comparison| Shown::of(run, at))
    });
    let place = move || {
        let at = shown.with(|s| s.as_ref().map_or(0, |s| s.at));
        let most = choices.with(|c| c.max_tokens);
        say().beams_place(at as u64, u64::from(most)).to_string()
    };
    let searches = move || shown.with(|s| s.as_ref().is_some_and(|s| s.searches));
    view! {
        {move || view! { <Opening look=say().look_compare(setup::after(app)) tries=say().try_compare() /> }}
        <Editor choices />
        <Transport kind=Kind::Compare place=Signal::derive(place) />
        {move || app.work_failed(Kind::Compare).map(|why| view! { <p class="field-error" role="alert">{why}</p> })}
        {move || searches().then(|| view! { <p class="caption">{say().compare_searches().to_string()}</p> })}
        <Texts shown />
        <div class="lane-columns">
            <SameDice shown />
            <Standings shown />
        </div>
        <Apart shown />
        <Readers shown />
    }
}

/// The comparison that is asked for. `None` while a prompt is not split into tokens yet.
fn begin(app: App, base: &Base, choices: &CompareChoices) -> Result<Option<Comparison>, String> {
    let first = LaneSpec::default();
    let mut lanes = Vec::new();
    for spec in std::iter::once(&first).chain(&choices.lanes) {
        let prompt = match spec.prompt.as_deref() {
            None => base.tokens.clone(),
            Some(text) => match app.tokens_of(base.load(), text) {
                Some(tokens) => tokens?,
                None => return Ok(None),
            },
        };
        let chain = spec.chain.as_ref().unwrap_or(&base.settings.chain).clone();
        let sampling = match spec.prompt {
            None => base.sampling_with(chain),
            Some(_) => Sampling::new(chain, base.settings.seed, base.vocab.clone()),
        };
        lanes.push(LaneOptions {
            of: spec.of,
            prompt,
            sampling: sampling.map_err(|error| error.words(&say()))?,
            writing: spec.writing.clone(),
        });
    }
    let draft = app.draft_model.get().map(|draft| draft.model.n_ctx);
    let with_draft = lanes.iter().any(|lane| lane.of == Role::Draft);
    let options = CompareOptions {
        max_tokens: choices.max_tokens,
        end_tokens: base.ends(),
        n_ctx: draft
            .filter(|_| with_draft)
            .map_or(base.n_ctx, |n| n.min(base.n_ctx)),
    };
    let made = Comparison::new(lanes, options);
    made.map(Some).map_err(|error| error.words(&say()))
}
