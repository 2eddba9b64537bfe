//! The step in a sentence of two lines.

use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::pointing::is_dimmed;
use crate::components::step::aside::Aside;
use crate::components::step::in_words::{Around, Bit, Line, in_words};
use crate::components::step::nudge::Nudge;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::state::{Activity, App};
use crate::words::say;

/// What the model gives and what came of it, in the colours of their makers.
#[component]
pub fn Sentence(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let around = move || Around {
        full: app
            .model
            .with(|m| m.as_ref().map(|m| m.model.n_ctx))
            .filter(|_| app.is_full()),
        bars: app.embed.with(|e| e.has_bars()),
        without: without(app, shown),
    };
    let lines = Memo::new(move |_| shown.with(|s| s.as_ref().map(|s| in_words(s, around()))));
    let old = move || app.draft.get() || shown.with(|s| s.as_ref().is_some_and(|s| s.stale));
    // Read aloud once for each step: not while playing, and not for every notch of a slider.
    let aloud = Memo::new(move |before: Option<&Aloud>| {
        let playing = app.activity.get() == Activity::Playing;
        let step = shown.with(|s| {
            s.as_ref()
                .map(|s| (s.view.context, s.view.next, s.view.sampling.draw.roll))
        });
        match before {
            Some(before) if playing || before.0 == step => before.clone(),
            _ => (
                step,
                lines.with(|lines| lines.as_ref().map(plain).unwrap_or_default()),
            ),
        }
    });
    view! {
        <div class="sentence-row" class:old=old>
            <p class="sentence" data-testid="sentence">
                {move || match lines.get() {
                    Some(lines) => lines.map(line_view).into_iter().collect_view().into_any(),
                    None => say().sentence_waiting().to_string().into_any(),
                }}
            </p>
            <GoOn shown />
            <Aside />
            <Nudge />
            <p class="visually-hidden" aria-live="polite">{move || aloud.with(|(_, text)| text.clone())}</p>
        </div>
    }
}

/// How many parts of the model are off in the views, and what the favourite of the step has without them.
fn without(app: App, shown: Signal<Option<StepOnScreen>>) -> Option<(u64, f64)> {
    let altered = app.altered().filter(|a| !a.interventions.is_empty())?;
    let favourite = shown.with(|s| Some(s.as_ref()?.view.sampling.distribution.token(0)))?;
    let rank = altered.distribution.rank(favourite)?;
    let parts = altered.interventions.iter().count() as u64;
    Some((parts, altered.distribution.prob(rank)))
}

/// What was read aloud last, and of which step.
type Aloud = (Option<(NodeId, Option<TokenId>, u32)>, String);

fn line_view(line: Line) -> impl IntoView {
    let bit = |Bit { maker, text, token }: Bit| {
        match token {
        Some(token) => view! {
            <span class=maker.class() class:dimmed=is_dimmed(Some(token)) data-mark=token.to_string()>{text}</span>
        }
        .into_any(),
        None => view! { <span class=maker.class()>{text}</span> }.into_any(),
    }
    };
    view! { <span class="line">{line.into_iter().map(bit).collect_view()} {format::gap()}</span> }
}

fn plain(lines: &[Line; 2]) -> String {
    let line = |line: &Line| line.iter().map(|bit| bit.text.as_str()).collect::<String>();
    let [first, second] = lines;
    format::sentences([line(first), line(second)])
}

/// At a step of the past that would go another way now: the way there.
#[component]
fn GoOn(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let other = Memo::new(move |_| {
        shown.with(|s| {
            let taken = |s: &&StepOnScreen| matches!(s.follows, Follows::Sampled | Follows::Forced);
            let s = s.as_ref().filter(taken)?;
            let rolled = s.view.sampling.choice.token;
            let word = format::word(s.vocab.bytes(rolled));
            (rolled != s.chosen()).then_some((s.view.context, word))
        })
    });
    let locked =
        move || app.locked(Control::Step) || app.locked(Control::Rewind) || app.draft.get();
    move || {
        other.get().map(|(context, word)| {
            let label = say().go_on_here(word).to_string();
            view! {
                <button class="button small" data-testid="branch-here" disabled=locked on:click=move |_| app.step_from(context)>
                    {label}
                </button>
            }
        })
    }
}
