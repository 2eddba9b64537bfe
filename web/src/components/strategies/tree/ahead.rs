//! Looking ahead: how far, and how much of what may follow that shows.

use leptos::prelude::*;
use logitscope_core::CoreError;
use logitscope_core::chain::{Chain, Stage};
use logitscope_core::explore::ExploreOptions;
use logitscope_core::explore::run::Exploration;
use logitscope_core::strategy::Strategy;

use crate::choices::ExploreChoices;
use crate::components::kit::format;
use crate::components::strategies::setup::{self, Base};
use crate::components::strategies::slider::Slider;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// How many branches are computed at first, and how many with every press.
const BUDGET: u32 = 16;

/// The options, the buttons, and what was found.
#[component]
pub fn Ahead() -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.explore;
    setup::keep_begun(app, Kind::Explore, move |base| {
        let begun = explore(base, choices.get());
        // Another text: nothing is looked ahead from there until it is asked for.
        untrack(|| app.set_pace(Kind::Explore, Pace::default()));
        Some(begun)
    });
    let slide = move |text: String, set: fn(&mut ExploreChoices, u32)| {
        if let Ok(value) = text.parse() {
            choices.update(|all| set(all, value));
        }
    };
    let found = Memo::new(move |_| {
        app.read_work(Kind::Explore, |run: &Exploration| {
            let ms: f64 = run.passes().iter().map(|pass| pass.forward_ms).sum();
            let (computed, passes) = (run.tree().computed(), run.passes().len());
            (
                computed,
                passes,
                ms,
                run.tree().shown(),
                run.ask().is_none(),
            )
        })
    });
    let any = move || found.get().is_some_and(|(computed, ..)| computed > 0);
    let look = move |_| {
        if any() {
            app.change_work(Kind::Explore, |run: &mut Exploration| run.extend(BUDGET));
        }
        let at = usize::MAX;
        app.set_pace(
            Kind::Explore,
            Pace {
                at,
                ..Pace::default()
            },
        );
    };
    let label = move || match any() {
        true => say().tree_more(u64::from(BUDGET)).to_string(),
        false => say().tree_look().to_string(),
    };
    let line = move || {
        let (computed, passes, ms, shown, _) =
            found.get().filter(|(computed, ..)| *computed > 0)?;
        let (passes, ms, shown) = (passes as u64, format::millis(ms), format::percent(shown));
        let words = say().tree_found(u64::from(computed), passes, ms, shown);
        Some(words.to_string())
    };
    view! {
        <div class="strategy-options">
            <label class="field">{say().tree_tokens().to_string()}
                <Slider low=1.0 high=10.0 testid="tree-tokens" value=move || f64::from(choices.get().tokens)
                    on_slide=move |text: String| slide(text, |all, n| all.tokens = n) />
                <span class="num">{move || choices.get().tokens.to_string()}</span>
            </label>
            <label class="field">{say().tree_depth().to_string()}
                <Slider low=1.0 high=8.0 testid="tree-depth" value=move || f64::from(choices.get().depth)
                    on_slide=move |text: String| slide(text, |all, n| all.depth = n) />
                <span class="num">{move || choices.get().depth.to_string()}</span>
            </label>
            <button class="button small primary" data-testid="tree-look" on:click=look>{label}</button>
        </div>
        {move || app.work_failed(Kind::Explore).map(|why| view! { <p class="field-error" role="alert">{why}</p> })}
        <p class="caption" data-testid="tree-found" aria-live="polite">{line}</p>
    }
}

/// The model alone: no stage of the sampler acts.
fn explore(base: &Base, choices: ExploreChoices) -> Result<Exploration, CoreError> {
    let chain = Chain::new::<Stage>([])?;
    let sampling = base.sampling_with(chain)?;
    let options = ExploreOptions {
        tokens: choices.tokens,
        depth: choices.depth,
        budget: BUDGET,
    };
    Exploration::new(
        base.tokens.clone(),
        sampling,
        options,
        base.ends(),
        base.n_ctx,
    )
}
