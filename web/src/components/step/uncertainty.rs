//! How uncertain a step was, in bits and in plain words.

use leptos::prelude::*;
use logitscope_core::Known;

use crate::components::glossary::explained::Explained;
use crate::components::kit::format;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::words::say;

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
        let [surprisal, surprisal_after] = shown.surprisals();
        let after_words = match surprisal_after {
            Known::Exact(gone) if gone.is_infinite() => say().cut_by_the_sampler().to_string(),
            left => say()
                .fact_after(format::known(left, format::bits))
                .to_string(),
        };
        let whose = match shown.follows {
            Follows::Pending => say().fact_surprisal_rolled().to_string(),
            Follows::Sampled | Follows::Forced => say().fact_surprisal_chosen().to_string(),
            Follows::Written => say().fact_surprisal_written().to_string(),
        };
        Some(view! {
            <dl class="facts">
                <div>
                    <dt><Explained text=say().fact_entropy().to_string() /></dt>
                    <dd>
                        <strong data-testid="entropy-before">{format::known(before, format::bits)}</strong>
                        <span>{before.exact().map(format::choices)}</span>
                    </dd>
                </div>
                <div>
                    <dt>{say().fact_entropy_after().to_string()}</dt>
                    <dd>
                        <strong data-testid="entropy-after">{format::known(after, format::bits)}</strong>
                        <span>{after.exact().map(format::choices)}</span>
                    </dd>
                </div>
                <div>
                    <dt><Explained text=whose /></dt>
                    <dd>
                        <strong data-testid="surprisal">{format::known(surprisal, format::bits)}</strong>
                        <span>{surprisal.exact().map(format::odds)}</span>
                        <span data-testid="surprisal-after">{after_words}</span>
                    </dd>
                </div>
            </dl>
        })
    }
}
