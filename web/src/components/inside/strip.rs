//! The text, each token as strongly coloured as the query attends to it.

use leptos::prelude::*;

use super::head_view::HeadView;
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::state::App;
use crate::words::say;

/// The text under one query: point at a token to see what it attends to, press it to inspect its step.
#[component]
pub fn Strip(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let app = expect_context::<App>();
    let weights = Memo::new(move |_| view.shown_row());
    let tokens = Memo::new(move |_| view.layer.with(|l| l.tokens.clone()));
    let token = move |at: usize, id: u32| {
        let weight = move || weights.with(|w| w.get(at).copied());
        let strong = move || {
            let most = view.most.get().max(f32::MIN_POSITIVE);
            let part = weight().unwrap_or(0.0).max(0.0) / most;
            format!("{:.3}", part.sqrt())
        };
        let words = move || match (weight(), view.drawn.get()) {
            (None, _) => say().strip_later().to_string(),
            (Some(score), drawn) if drawn.is_scores() => {
                say().strip_score(format::logit(score)).to_string()
            }
            (Some(weight), _) => format::percent_exact(f64::from(weight)),
        };
        let query = move || view.query.get() == Some(at);
        view! {
            <button
                class="attended"
                class:query=query
                class:key=move || view.key.get() == Some(at)
                class:later=move || weight().is_none()
                style=("--w", strong)
                tabindex=move || if query() { "0" } else { "-1" }
                title=words
                data-testid="attended"
                on:pointerenter=move |_| view.pointed.set(Some(at))
                on:pointerleave=move |_| view.pointed.set(None)
                on:focus=move |_| view.pointed.set(Some(at))
                on:blur=move |_| view.pointed.set(None)
                on:click=move |_| app.select_at(at)
            >
                {format::token(&app.token_bytes(id))}
            </button>
        }
    };
    let all = move || {
        let tokens = tokens.get();
        tokens
            .into_iter()
            .enumerate()
            .map(|(at, id)| token(at, id))
            .collect_view()
    };
    view! {
        <div class="attention-strip">
            <p class="caption no-picture">{say().strip_about().to_string()}</p>
            <div class="strip" role="group" aria-label=say().strip_label().to_string() on:keydown=|ev| roving::on_keydown(&ev)>
                {all}
            </div>
        </div>
    }
}
