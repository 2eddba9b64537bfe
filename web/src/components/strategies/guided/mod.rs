//! Guided choices: the next token is the best by a score that weighs the model against something else.

mod options;
mod step;
mod text;

use leptos::prelude::*;
use logitscope_core::guided::{Early, GuidedOptions, GuidedRun, GuidedStep, Rule, Sizes};
use logitscope_core::strategy::plain::{Choosing, Plain};

use self::options::Options;
use self::step::Step;
use self::text::Text;
use super::setup::{self, Base};
use super::transport::Transport;
use crate::choices::{GuideBy, GuideChoices};
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// What is on screen of a guided text.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    /// The number of the step, 0 being the beginning.
    at: usize,
    /// The steps up to it.
    steps: Vec<GuidedStep>,
    /// The score.
    rule: Rule,
}

/// A guided text from the end of the text on screen.
#[component]
pub fn Guided() -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.guide;
    // One step at once, so that there is something to see.
    if untrack(|| app.pace(Kind::Guide)).at == 0 {
        let playing = false;
        app.set_pace(Kind::Guide, Pace { at: 1, playing });
    }
    setup::keep_begun_or_say(app, Kind::Guide, move |base| {
        begin(app, base, &choices.get()).transpose()
    });
    // What the model alone would have written.
    let (at, playing) = (usize::MAX, false);
    app.set_pace(Kind::Beside, Pace { at, playing });
    let most = Memo::new(move |_| choices.with(|c| c.max_tokens));
    setup::keep_begun(app, Kind::Beside, move |base| {
        let plain = |base: &Base| {
            let tokens = base.tokens.clone();
            Plain::new(
                tokens,
                base.sampling()?,
                most.get(),
                base.ends(),
                base.n_ctx,
            )
        };
        Some(plain(base))
    });
    let shown = Memo::new(move |_| {
        let at = app.pace(Kind::Guide).at;
        app.read_work(Kind::Guide, |run: &GuidedRun| {
            let at = at.min(run.steps().len());
            Shown {
                at,
                steps: run.steps()[..at].to_vec(),
                rule: run.options().rule.clone(),
            }
        })
    });
    let place = move || {
        let at = shown.with(|s| s.as_ref().map_or(0, |s| s.at));
        say()
            .beams_place(at as u64, u64::from(most.get()))
            .to_string()
    };
    view! {
        {move || view! { <Opening look=say().look_guided(setup::after(app)) tries=say().try_guided() /> }}
        <Options choices />
        <Transport kind=Kind::Guide place=Signal::derive(place) />
        {move || app.work_failed(Kind::Guide).map(|why| view! { <p class="field-error" role="alert">{why}</p> })}
        <Text shown />
        <Step shown />
    }
}

/// The text that is asked for. `None` while its other prompt is not split into tokens yet.
fn begin(app: App, base: &Base, choices: &GuideChoices) -> Result<Option<GuidedRun>, String> {
    let rule = match choices.by {
        GuideBy::Search => Rule::ContrastiveSearch {
            k: choices.k,
            alpha: choices.alpha,
        },
        GuideBy::Decoding => Rule::ContrastiveDecoding {
            alpha: choices.head,
            beta: None,
        },
        GuideBy::Guidance => Rule::Guidance {
            scale: choices.scale,
            against: match choices.against.as_str() {
                "" => base.tokens.last().copied().into_iter().collect(),
                text => match app.tokens_of(base.load(), text) {
                    Some(tokens) => tokens?,
                    None => return Ok(None),
                },
            },
        },
        GuideBy::Dola => Rule::Dola {
            alpha: choices.head,
            early: Early::All,
        },
    };
    let options = GuidedOptions {
        rule,
        choosing: match choices.drawn {
            true => Choosing::Sampled,
            false => Choosing::Greedy,
        },
        max_tokens: choices.max_tokens,
        end_tokens: base.ends(),
    };
    let sizes = Sizes {
        n_ctx: base.n_ctx,
        n_layers: app.layers_and_heads().map_or(0, |(n, _)| n),
    };
    let made = base
        .sampling()
        .and_then(|sampling| GuidedRun::new(base.tokens.clone(), sampling, options, sizes));
    made.map(Some).map_err(|error| error.words(&say()))
}
