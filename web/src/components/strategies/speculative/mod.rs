//! Speculative decoding: a small model drafts, the model itself reads all of it in one pass and decides.

mod experiment;
mod figures;
mod options;
mod round;
mod text;

use leptos::prelude::*;
use logitscope_core::CoreError;
use logitscope_core::speculative::run::{Drafter, RoundRecord, SpeculateOptions, Speculation};

use self::experiment::Proof;
use self::figures::Figures;
use self::options::Options;
use self::round::Round;
use self::text::Text;
use super::setup::{self, Base};
use super::transport::Transport;
use crate::choices::{DraftBy, SpeculateChoices};
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// The longest passage that a lookup looks for.
const LONGEST: u32 = 3;

/// What is on screen of a run.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    /// The number of the round, 0 being the beginning.
    at: usize,
    /// The rounds up to it.
    rounds: Vec<RoundRecord>,
    /// Whether there is no round after it.
    last: bool,
}

/// The run from the end of the text on screen.
#[component]
pub fn Speculative() -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.speculate;
    // One round at once, so that there is something to see.
    if untrack(|| app.pace(Kind::Speculate)).at == 0 {
        app.set_pace(
            Kind::Speculate,
            Pace {
                at: 1,
                ..Pace::default()
            },
        );
    }
    setup::keep_begun(app, Kind::Speculate, move |base| {
        Some(run(base, choices.get()))
    });
    let shown = Memo::new(move |_| {
        let at = app.pace(Kind::Speculate).at;
        let found = app.read_work(Kind::Speculate, |run: &Speculation| {
            let at = at.min(run.rounds().len());
            Shown {
                at,
                rounds: run.rounds()[..at].to_vec(),
                last: run.has_ended() && at == run.rounds().len(),
            }
        });
        found.unwrap_or(Shown {
            at: 0,
            rounds: Vec::new(),
            last: false,
        })
    });
    let place = move || {
        say()
            .speculate_place(shown.with(|s| s.at) as u64)
            .to_string()
    };
    view! {
        {move || view! { <Opening look=say().look_speculative(setup::after(app)) tries=say().try_speculative() /> }}
        <Options choices />
        <Transport kind=Kind::Speculate place=Signal::derive(place) />
        {move || app.work_failed(Kind::Speculate).map(|why| view! { <p class="field-error" role="alert">{why}</p> })}
        <Text shown />
        {move || shown.with(|s| s.rounds.last().cloned()).map(|record| view! { <Round record rule=choices.get_untracked().rule /> })}
        <div class="speculate-columns">
            <Proof choices />
            <Figures choices />
        </div>
    }
}

fn run(base: &Base, choices: SpeculateChoices) -> Result<Speculation, CoreError> {
    let options = SpeculateOptions {
        drafter: match choices.by {
            DraftBy::Lookup => Drafter::Lookup(LONGEST),
            _ => Drafter::Model,
        },
        rule: choices.rule,
        drafted: choices.drafted,
        adapts: choices.adapts,
        max_tokens: choices.max_tokens,
        end_tokens: base.ends(),
    };
    Speculation::new(base.tokens.clone(), base.sampling()?, options, base.n_ctx)
}
