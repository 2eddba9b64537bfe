//! Why tokens come one at a time, and what is kept between them.

use leptos::prelude::*;
use logitscope_core::Timings;

use super::act::{GoThere, Place};
use crate::choices::InsideView;
use crate::components::glossary::explained::Explained;
use crate::components::kit::format;
use crate::state::App;
use crate::words::{Message, say};

/// How much of a text of `position` tokens the step's forward pass computed, and how much it found in the cache.
fn computed(timings: Timings, position: u32, cache_off: bool) -> Option<Message> {
    let (rows, all) = (u64::from(timings.rows), u64::from(position));
    let time = format::millis(timings.forward_ms);
    Some(match rows {
        // Its logits were still known.
        0 => return None,
        rows if rows >= all && cache_off => say().answer_cache_off(rows, time),
        rows if rows >= all => say().answer_cache_prompt(rows, time),
        rows => say().answer_cache_step(rows, time, all - rows),
    })
}

/// What is the KV cache, and why does output come one token at a time?
#[component]
pub fn OneByOne(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let here = move || {
        // What was recorded was timed elsewhere.
        let step = app.step.get().filter(|_| !app.recorded.get())?;
        let words = computed(step.timings, step.position, app.inside.cache_off.get())?;
        Some(view! { <p data-testid="cache-computed">{words.to_string()}</p> })
    };
    let weights = move || {
        let bytes = app.model.with(|m| m.as_ref().map(|m| m.weight_bytes))?;
        let words = say().answer_cache_weights(format::bytes(bytes)).to_string();
        Some(view! { <p data-testid="cache-weights">{words}</p> })
    };
    view! {
        <div class="answer" data-testid="answer-cache">
            <p><Explained text=say().answer_cache().to_string() /></p>
            {here}
            {weights}
            <GoThere menu place=Place::View(InsideView::Cache) words=say().answer_cache_open() />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_what_was_computed_and_what_was_kept() {
        let said = |rows: u32, off: bool| {
            let timings = Timings {
                forward_ms: 2.5,
                rows,
            };
            let words = computed(timings, 9, off)?;
            Some(words.to_string().replace('\u{202f}', " "))
        };
        let has = |found: Option<String>, parts: &[&str]| {
            let found = found.expect("something was computed");
            assert!(parts.iter().all(|part| found.contains(part)), "{found}");
        };
        has(said(1, false), &["1 position ", "the other 8", "2.5 ms"]);
        has(said(9, false), &["all 9 positions", "2.5 ms"]);
        has(said(9, true), &["all 9 positions", "off"]);
        has(said(3, true), &["3 positions", "the other 6"]);
        assert_eq!(said(0, false), None);
    }
}
