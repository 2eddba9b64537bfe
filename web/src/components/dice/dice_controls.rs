//! The dice in the visitor's hand: type a number, give it back, roll a hundred.

use leptos::prelude::*;
use logitscope_core::dice::Stream;
use logitscope_core::{Draw, Known, TokenId};

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::number_box::{NumberBox, Range};
use crate::components::kit::padlock::Padlock;
use crate::components::kit::show::Show;
use crate::components::kit::token_text::TokenText;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::state::App;
use crate::words::say;

/// How many dice are rolled at once.
const ROLLS: u32 = 100;
/// How many are rolled at the most.
const MOST_ROLLS: u32 = 10_000;
/// The most rows of the result.
const ROWS: usize = 8;

/// What a draw may be: below 1.
const U: Range = Range {
    min: 0.0,
    max: 0.999_999,
    step: 0.01,
    whole: false,
};

/// A draw as its box takes it: with a point alone, in every language.
fn shown_u(u: f64) -> String {
    format::draw(u, 4).replace(',', ".")
}

/// The number box of `u`, and the buttons.
#[component]
pub fn DiceControls(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let draw = Memo::new(move |_| shown.with(|s| s.as_ref().map(|s| s.view.sampling.draw)));
    let pending =
        Memo::new(move |_| shown.with(|s| s.as_ref().is_some_and(|s| s.view.pending && !s.stale)));
    let closed = move || !pending.get() || app.locked(Control::Draw);
    let by_hand = move || draw.get().is_some_and(|d| d.by_hand);
    let u = Signal::derive(move || draw.get().map_or(0.5, |d| d.u));
    let set_u = Callback::new(move |u: f64| {
        // A box that is left as it was leaves the dice as they are.
        if Some(shown_u(u)) != draw.get_untracked().map(|d| shown_u(d.u)) {
            app.set_u(Some(u));
        }
    });
    let rolls = RwSignal::new(0);
    let rolled = Memo::new(move |_| match rolls.get() {
        0 => None,
        n => shown.with(|s| s.as_ref().map(|s| (n, tally(s, n)))),
    });
    // Another distribution has other theory.
    // The same step may be drawn anew, with its prompt rated, say: its rolls stay.
    let rolled_of = Memo::new(move |_| {
        let step = shown.with(|s| s.as_ref().map(|s| (s.view.context, s.view.sampling.draw)));
        (step, app.settings.get())
    });
    Effect::new(move |_| {
        rolled_of.track();
        rolls.set(0);
    });
    let again = move |_| {
        if let Some(context) = shown.with_untracked(|s| s.as_ref().map(|s| s.view.context)) {
            app.roll_from(context);
        }
    };
    let fixed = move || {
        let written = shown.with(|s| {
            s.as_ref()
                .is_none_or(|s| s.stale || s.follows == Follows::Written)
        });
        written
            || app.locked(Control::RollAgain)
            || app.locked(Control::Rewind)
            || !untrack(|| app.can_step()) && pending.get()
    };
    view! {
        <div class="dice-controls">
            <label for="draw-u">{say().dice_u().to_string()} " "</label>
                <NumberBox id="draw-u".to_owned() testid="u".to_owned() range=U value=u show=shown_u live=false on_change=set_u locked=Signal::derive(closed) />
            <Show when=move || app.locked(Control::Draw)><Padlock says=say().locked_here().to_string() /></Show>
            <Show when=by_hand>
                <button class="button small" data-testid="u-back" disabled=closed on:click=move |_| app.set_u(None)>{say().dice_back().to_string()}</button>
            </Show>
            <button class="button small" data-testid="new-dice" disabled=fixed on:click=again
                title=say().new_dice_does().to_string()>{say().new_dice().to_string()}</button>
            <button class="button small" data-testid="roll-many" on:click=move |_| rolls.update(|n| *n = (*n + ROLLS).min(MOST_ROLLS))>
                {move || if rolls.get() == 0 { say().roll_many(u64::from(ROLLS)).to_string() } else { say().roll_more(u64::from(ROLLS)).to_string() }}
            </button>
        </div>
        {move || rolled.get().map(|(rolls, rows)| view! { <Rolls rolls rows /> })}
    }
}

/// How often a token came.
#[derive(Debug, Clone, PartialEq)]
struct Tally {
    /// The token; `None` for all others together.
    token: Option<TokenId>,
    /// Its probability after the chain, 0..=1.
    prob: Known<f64>,
    /// How often.
    count: u32,
}

/// What the next `rolls` rolls at this step select.
fn tally(shown: &StepOnScreen, rolls: u32) -> Vec<Tally> {
    let (sampling, draw) = (&shown.view.sampling, shown.view.sampling.draw);
    let list = sampling.processed.list();
    let margin = sampling.processed.margin();
    let listed = list.iter().take(ROWS);
    let mut rows: Vec<Tally> = listed
        .map(|c| Tally {
            token: Some(c.token),
            prob: margin.of(c.prob),
            count: 0,
        })
        .collect();
    // What the rows leave.
    let first: f64 = list.iter().take(ROWS).map(|c| c.prob).sum();
    let rest = margin.of(first).falling(|first| (1.0 - first).max(0.0));
    if list.len() > ROWS || sampling.processed.others().is_some() {
        rows.push(Tally {
            token: None,
            prob: rest,
            count: 0,
        });
    }
    for roll in 1..=rolls {
        let roll = Draw::new(
            draw.seed,
            draw.position,
            Stream::Token,
            draw.roll.wrapping_add(roll),
        );
        // One that falls beyond the listed tokens is one of the rest.
        let chosen = sampling.processed.choose(&sampling.distribution, &roll);
        let token = chosen.ok().map(|choice| choice.token);
        let row = rows
            .iter()
            .position(|row| token.is_some() && row.token == token)
            .unwrap_or(rows.len() - 1);
        rows[row].count += 1;
    }
    rows
}

/// The counts over the theory.
#[component]
fn Rolls(
    /// How many there were.
    rolls: u32,
    /// One row a token.
    rows: Vec<Tally>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let most = rows
        .iter()
        .map(|r| r.prob.middle().max(f64::from(r.count) / f64::from(rolls)))
        .fold(0.0, f64::max);
    let row = move |row: Tally| {
        let part = |p: f64| format!("{:.4}", p / most);
        let name = match row.token {
            Some(token) => {
                let bytes = untrack(|| app.token_bytes(token));
                view! { <span class="tok"><TokenText bytes /></span> }.into_any()
            }
            None => view! { <span>{say().rolls_others().to_string()}</span> }.into_any(),
        };
        view! {
            <li>
                {name}
                <span class="bars">
                    <span class="bar before" style=("--p", part(row.prob.middle()))></span>
                    <span class="bar after" style=("--p", part(f64::from(row.count) / f64::from(rolls)))></span>
                </span>
                <span class="num">{say().rolls_row(row.count.to_string(), format::known(row.prob, format::percent)).to_string()}</span>
            </li>
        }
    };
    view! {
        <p class="caption">{say().rolls_about(u64::from(rolls)).to_string()}</p>
        <ol class="rolls" data-testid="rolls">{rows.into_iter().map(row).collect_view()}</ol>
    }
}
