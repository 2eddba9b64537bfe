//! The dice in the visitor's hand: type a number, give it back, roll a hundred.

use leptos::prelude::*;
use logitscope_core::dice::Stream;
use logitscope_core::{Draw, TokenId};

use super::format;
use super::shown::Shown;
use super::token_text::TokenText;
use crate::state::App;

/// How many dice are rolled at once.
const ROLLS: u32 = 100;
/// The most rows of the result.
const ROWS: usize = 8;

/// The number box of `u`, and the buttons.
#[component]
pub fn DiceControls(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let draw = Memo::new(move |_| shown.with(|s| s.as_ref().map(|s| s.view.outlook.draw)));
    let pending =
        Memo::new(move |_| shown.with(|s| s.as_ref().is_some_and(|s| s.view.pending && !s.stale)));
    let closed = move || !pending.get() || app.locked("u");
    let by_hand = move || draw.get().is_some_and(|d| d.by_hand);
    let wrong = RwSignal::new(false);
    let type_in = move |text: String| {
        let u = text
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|u| (0.0..1.0).contains(u));
        wrong.set(u.is_none());
        if u.is_some() {
            app.set_u(u);
        }
    };
    let rolled = RwSignal::new(None::<Vec<Tally>>);
    // Another distribution has other theory.
    Effect::new(move |_| {
        shown.track();
        rolled.set(None);
        wrong.set(false);
    });
    let roll = move |_| rolled.set(shown.with_untracked(|s| s.as_ref().map(tally)));
    view! {
        <div class="dice-controls">
            <label>
                "u = "
                <input type="number" min="0" max="0.999999" step="0.01" data-testid="u" disabled=closed
                    aria-invalid=move || wrong.get().to_string()
                    prop:value=move || draw.get().map_or(String::new(), |d| format!("{:.4}", d.u))
                    on:change:target=move |ev| type_in(ev.target().value()) />
            </label>
            <Show when=by_hand>
                <button class="button small" data-testid="u-back" disabled=closed on:click=move |_| app.set_u(None)>"Back to the dice"</button>
            </Show>
            <button class="button small" data-testid="roll-many" on:click=roll>{format!("Roll {ROLLS}")}</button>
        </div>
        {move || rolled.get().map(|rows| view! { <Rolls rows /> })}
    }
}

/// How often a token came.
#[derive(Debug, Clone, PartialEq)]
struct Tally {
    /// The token; `None` for all others together.
    token: Option<TokenId>,
    /// Its probability after the chain, 0..=1.
    prob: f64,
    /// How often.
    count: u32,
}

/// What the next [`ROLLS`] rolls at this step select.
fn tally(shown: &Shown) -> Vec<Tally> {
    let (outlook, draw) = (&shown.view.outlook, shown.view.outlook.draw);
    let list = outlook.sampled.list();
    let listed = list.iter().take(ROWS);
    let mut rows: Vec<Tally> = listed
        .map(|c| Tally {
            token: Some(c.token),
            prob: c.prob,
            count: 0,
        })
        .collect();
    let rest: f64 = list.iter().skip(ROWS).rev().map(|c| c.prob).sum();
    if rest > 0.0 {
        rows.push(Tally {
            token: None,
            prob: rest,
            count: 0,
        });
    }
    for roll in 1..=ROLLS {
        let roll = Draw::new(
            draw.seed,
            draw.position,
            Stream::Token,
            draw.roll.wrapping_add(roll),
        );
        let token = outlook.sampled.choose(&outlook.ranked, &roll).token;
        let row = rows
            .iter()
            .position(|row| row.token == Some(token))
            .unwrap_or(rows.len() - 1);
        rows[row].count += 1;
    }
    rows
}

/// The counts over the theory.
#[component]
fn Rolls(
    /// One row a token.
    rows: Vec<Tally>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let most = rows
        .iter()
        .map(|r| r.prob.max(f64::from(r.count) / f64::from(ROLLS)))
        .fold(0.0, f64::max);
    let row = move |row: Tally| {
        let part = |p: f64| format!("{:.4}", p / most);
        let name = match row.token {
            Some(token) => {
                view! { <span class="tok"><TokenText bytes=app.token_bytes(token) /></span> }
                    .into_any()
            }
            None => view! { <span>"all others"</span> }.into_any(),
        };
        view! {
            <li>
                {name}
                <span class="bars">
                    <span class="bar before" style=("--p", part(row.prob))></span>
                    <span class="bar after" style=("--p", part(f64::from(row.count) / f64::from(ROLLS)))></span>
                </span>
                <span class="num">{format!("{}× of {}", row.count, format::percent(row.prob))}</span>
            </li>
        }
    };
    view! {
        <p class="caption">{format!("{ROLLS} other rolls of the same dice: how often each token came, and its probability. With more rolls the two bars would meet.")}</p>
        <ol class="rolls" data-testid="rolls">{rows.into_iter().map(row).collect_view()}</ol>
    }
}
