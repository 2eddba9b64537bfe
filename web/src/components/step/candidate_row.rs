//! A candidate on the screen.

use leptos::prelude::*;
use logitscope_core::TokenId;

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::pointing::{Pointing, is_dimmed};
use crate::components::kit::token_text::TokenText;
use crate::components::kit::touch::Touch;
use crate::components::step::candidate::ListedCandidate;
use crate::components::step::step_on_screen::Follows;
use crate::state::App;
use crate::words::say;

/// A candidate as a button: pressing it puts this token into the text.
#[component]
pub fn CandidateRow(
    /// What to show.
    row: ListedCandidate,
    /// How the token of this step came about.
    follows: Follows,
    /// The probability at the right end of the axis, 0..=1.
    #[prop(into)]
    end: Signal<f64>,
    /// Whether it is written as a word, without the space that belongs to it.
    #[prop(optional)]
    as_word: bool,
    /// Takes the token.
    on_take: Callback<TokenId>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let (token, before, after) = (row.token, row.before, row.after.middle());
    let (touch, pointing) = (Touch::none(), use_context::<Pointing>());
    let part = move |p: f64| format!("{:.5}", (p / end.get()).min(1.0));
    let written = follows == Follows::Written;
    let title = match written {
        true => say().candidate_prompt(token.to_string()).to_string(),
        false => say().candidate_press(token.to_string()).to_string(),
    };
    // The row reads as a sentence, without a label beside it that says something else.
    let hidden = |words: String| view! { <span class="visually-hidden">{words} " "</span> };
    view! {
        <li class:after-gap=row.after_gap>
            {row.first_cut.then(|| view! { <p class="cut-line">{say().cut_by_the_sampler().to_string()}</p> })}
            <button
                class="candidate"
                class:chosen=row.chosen
                class:rolled=row.rolled
                class:cut=row.cut
                class:dimmed=is_dimmed(Some(token))
                data-mark=token.to_string()
                data-testid="candidate-row"
                data-token=token.to_string()
                title=title
                disabled=move || written || app.locked(Control::Force)
                on:pointerdown=move |ev| {
                    // Where no marks follow the pointer there is nothing to show first.
                    let finger = ev.pointer_type() == "touch";
                    let shown = pointing.filter(|_| finger).is_none_or(|p| p.touch(token));
                    touch.begins(&ev, shown);
                }
                on:click=move |_| if touch.acts() { on_take.run(token) }
            >
                <span class="rank">{hidden(row.mark(follows))} {hidden(say().read_rank().to_string())} {format::count(row.rank as u64 + 1)}</span>
                <span class="tok">
                    {match as_word {
                        true => format::word(&row.bytes).into_any(),
                        false => view! { <TokenText bytes=row.bytes.clone() /> }.into_any(),
                    }}
                </span>
                <span class="bars">
                    <span class="bar before" style=("--p", move || part(before))></span>
                    <span class="bar after" style=("--p", move || part(after))></span>
                </span>
                <span class="right logit">{hidden(say().read_logit().to_string())} {format::logit(row.logit)}</span>
                <span class="right was">{hidden(say().read_model().to_string())} {format::percent(row.before)}</span>
                <span class="right now">{hidden(say().read_after().to_string())} {row.after_text()}</span>
            </button>
        </li>
    }
}
