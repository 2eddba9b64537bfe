//! How uncertain a step was, in bits and in plain words.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};

/// Entropy before and after the sampler, and the surprisal of the token of the step.
#[component]
pub fn Uncertainty(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    move || {
        let shown = shown.get()?;
        let sampling = &shown.view.sampling;
        let before = sampling.distribution.entropy_bits();
        let after = sampling.processed.entropy_bits();
        let surprisal = sampling.distribution.surprisal_bits(shown.chosen_rank());
        let surprisal_after = sampling.processed.surprisal_bits(shown.chosen_rank());
        let after_words = match surprisal_after.is_finite() {
            true => format!("after the sampler {}", format::bits(surprisal_after)),
            false => "cut by the sampler".into(),
        };
        let whose = match shown.follows {
            Follows::Pending => "Surprisal of the token under the pin",
            Follows::Sampled | Follows::Forced => "Surprisal of the chosen token",
            Follows::Written => "Surprisal of your token",
        };
        Some(view! {
            <dl class="facts">
                <div>
                    <dt>"Entropy of the model’s distribution"</dt>
                    <dd>
                        <strong data-testid="entropy-before">{format::bits(before)}</strong>
                        <span>{format::choices(before)}</span>
                    </dd>
                </div>
                <div>
                    <dt>"Entropy after the sampler"</dt>
                    <dd>
                        <strong data-testid="entropy-after">{format::bits(after)}</strong>
                        <span>{format::choices(after)}</span>
                    </dd>
                </div>
                <div>
                    <dt>{whose}</dt>
                    <dd>
                        <strong data-testid="surprisal">{format::bits(surprisal)}</strong>
                        <span>{format::odds(surprisal)}</span>
                        <span data-testid="surprisal-after">{after_words}</span>
                    </dd>
                </div>
            </dl>
        })
    }
}
