//! The step in one or two sentences.

use leptos::prelude::*;
use logitscope_core::{Choice, TokenId};

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::token_text::TokenText;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::state::App;

/// What happened at this step, or what is about to happen, in words.
#[component]
pub fn Sentence(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    // A step of the past that would go another way now.
    let other = Memo::new(move |_| {
        shown.with(|s| {
            let s = s
                .as_ref()
                .filter(|s| matches!(s.follows, Follows::Sampled | Follows::Forced))?;
            let rolled = s.view.sampling.choice.token;
            (rolled != s.chosen()).then_some((s.view.context, rolled))
        })
    });
    let locked = move || app.locked(Control::Step) || app.locked(Control::Rewind);
    view! {
        <p class="sentence" data-testid="sentence">
            {move || shown.get().map(|s| in_words(&s))}
            {move || other.get().map(|(context, token)| view! {
                " "
                <button class="button small" data-testid="branch-here" disabled=locked on:click=move |_| app.step_from(context)>
                    "Go on from here with “" <TokenText bytes=app.token_bytes(token) /> "”"
                </button>
            })}
        </p>
    }
}

fn in_words(shown: &StepOnScreen) -> AnyView {
    let sampling = &shown.view.sampling;
    let distribution = &sampling.distribution;
    let favourite = sampling.processed.choice(distribution, 0);
    let chosen = sampling.processed.choice(distribution, shown.chosen_rank());
    let tok = |token: TokenId, chosen: bool| {
        let bytes = shown.vocab.bytes(token).to_vec();
        view! {
            <span class="tok" class:chosen=chosen>
                <TokenText bytes />
            </span>
        }
    };
    let u = |u: f64| view! { <b>{format!("u = {}", format::draw(u, 3))}</b> };
    let after = view! { "After “" {shown.last_words()} "” " };
    let favours = view! {
        "the model favours " {tok(favourite.token, false)} " with "
        <b>{format::percent(favourite.prob_before)}</b> ". "
    };
    let rolled = sampling.choice;
    let differs = (rolled.token != chosen.token).then(|| {
        view! {
            "Now the draw " {u(sampling.draw.u)} " falls on " {tok(rolled.token, false)} "."
        }
    });
    match shown.follows {
        Follows::Pending if sampling.processed.len() == 1 => view! {
            {after} {favours} "The sampler leaves only " {tok(chosen.token, true)}
            ": whatever the draw, it comes next."
        }
        .into_any(),
        Follows::Pending => view! {
            {after} {favours} "The draw " {u(sampling.draw.u)} " falls on " {tok(chosen.token, true)}
            {standing(&chosen, &favourite)} ". Step takes it."
        }
        .into_any(),
        Follows::Sampled => {
            // What was true when it was chosen, not what the settings of now make of it.
            let then = shown.view.record.as_ref().map_or((chosen, sampling.draw), |r| (r.choice, r.draw));
            let now = (then.0.prob_after != chosen.prob_after).then(|| match chosen.prob_after {
                0.0 => view! { "With the settings as they are now the sampler cuts it. " }.into_any(),
                now => view! { "With the settings as they are now it has " <b>{format::percent(now)}</b> ". " }.into_any(),
            });
            view! {
                {after} {favours} "The draw " {u(then.1.u)} " selected " {tok(chosen.token, true)}
                {standing(&then.0, &favourite)} ". " {now} {differs}
            }
            .into_any()
        }
        Follows::Forced => {
            view! { {after} {favours} "You chose " {tok(chosen.token, true)} {standing(&chosen, &favourite)} ". " {differs} }
                .into_any()
        }
        Follows::Written => {
            view! { {after} {favours} "Your prompt goes on with " {tok(chosen.token, true)} {standing(&chosen, &favourite)} "." }
                .into_any()
        }
    }
}

/// The place of a token in both distributions: ` (rank 2, 19.0 % under the model, 29.4 % after
/// the sampler)`. What was said of the favourite already is left out.
fn standing(choice: &Choice, favourite: &Choice) -> AnyView {
    let after = (choice.prob_after > 0.0).then(|| format::percent(choice.prob_after));
    let after = match after {
        Some(after) => view! { <b>{after}</b> " after the sampler" }.into_any(),
        None => "cut by the sampler".into_any(),
    };
    if choice.token == favourite.token {
        return view! { " (" {after} ")" }.into_any();
    }
    let rank = format::count(u64::from(choice.rank) + 1);
    let before = format::percent(choice.prob_before);
    view! { " (rank " {rank} ", " <b>{before}</b> " under the model, " {after} ")" }.into_any()
}
