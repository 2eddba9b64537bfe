//! Beam search: several texts grow side by side, and after each token the most probable ones go on.

mod beside;
mod candidates;
mod lattice;
mod options;
mod picture;
mod pool;
mod shown;

use leptos::prelude::*;
use logitscope_core::CoreError;
use logitscope_core::beam::{BeamOptions, BeamRun};
use logitscope_core::strategy::Sampling;
use logitscope_core::strategy::plain::Plain;

use self::beside::Beside;
use self::candidates::Candidates;
use self::options::Options;
use self::picture::Picture;
use self::pool::Pool;
use self::shown::Shown;
use super::setup::{self, Base};
use super::transport::Transport;
use crate::choices::{BeamChoices, BeamWay};
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::{Message, say};

/// The search from the end of the text on screen.
#[component]
pub fn Beams() -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.beams;
    // One step at once, so that there is something to see.
    if untrack(|| app.pace(Kind::Beams)).at == 0 {
        app.set_pace(
            Kind::Beams,
            Pace {
                at: 1,
                ..Pace::default()
            },
        );
    }
    setup::keep_begun(app, Kind::Beams, move |base| {
        Some(search(base, choices.get()))
    });
    setup::keep_begun(app, Kind::Beside, move |base| {
        Some(beside(base, choices.get()))
    });
    let shown = Memo::new(move |_| {
        let at = app.pace(Kind::Beams).at;
        app.read_work(Kind::Beams, |run: &BeamRun| Shown::new(run, at))
    });
    // The other two texts are as long as the beams; once those are finished, they are written to their ends.
    Effect::new(move |_| {
        let at = match shown.with(|s| s.as_ref().is_some_and(|s| s.ended)) {
            true => usize::MAX,
            false => app.pace(Kind::Beams).at,
        };
        app.set_pace(
            Kind::Beside,
            Pace {
                at,
                ..Pace::default()
            },
        );
    });
    let place = move || {
        let step = shown.with(|s| s.as_ref().map_or(0, |s| s.at)) as u64;
        say()
            .beams_place(step, u64::from(choices.get().max_tokens))
            .to_string()
    };
    view! {
        {move || view! { <Opening look=look(choices.get().way, setup::after(app)) tries=say().try_beams() /> }}
        <Options choices />
        <Transport kind=Kind::Beams place=Signal::derive(place) />
        {move || app.work_failed(Kind::Beams).map(|why| view! { <p class="field-error" role="alert">{why}</p> })}
        <Picture shown />
        <div class="beam-columns">
            <Candidates shown choices />
            <div>
                <Pool shown choices />
                <Beside shown />
            </div>
        </div>
    }
}

/// What is to be seen, by how the candidates are found.
fn look(way: BeamWay, text: String) -> Message {
    match way {
        BeamWay::Best => say().look_beams(text),
        BeamWay::Drawn => say().look_beams_drawn(text),
        BeamWay::Stochastic => say().look_beams_stochastic(text),
        BeamWay::Diverse { .. } => say().look_beams_diverse(text),
    }
}

fn search(base: &Base, choices: BeamChoices) -> Result<BeamRun, CoreError> {
    let drawn = choices.way.is_drawn();
    let sampling: Sampling = match drawn {
        true => base.sampling()?,
        false => base.sampling_without_a_draw()?,
    };
    let (groups, diversity) = match choices.way {
        BeamWay::Diverse { groups, strength } => (groups, strength),
        _ => (1, 0.0),
    };
    let options = BeamOptions {
        width: choices.width,
        length_penalty: choices.length_penalty,
        early_stopping: choices.early_stopping,
        max_tokens: choices.max_tokens,
        end_tokens: base.ends(),
        prompt_len: 0,
        seed: drawn.then(|| sampling.seed()),
        stochastic: choices.way == BeamWay::Stochastic,
        groups,
        diversity,
    };
    BeamRun::new(base.tokens.clone(), sampling, options, base.n_ctx)
}

fn beside(base: &Base, choices: BeamChoices) -> Result<Plain, CoreError> {
    Plain::new(
        base.tokens.clone(),
        base.sampling()?,
        choices.max_tokens,
        base.ends(),
        base.n_ctx,
    )
}
