//! The tokens of the rows, as chips; below the current one the slot of the next.

use leptos::prelude::*;

use super::shared::Shared;
use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::components::kit::touch::Touch;
use crate::components::picture::{What, wide};
use crate::components::step::step_on_screen::Follows;
use crate::inspect::flow::{MOST_ROWS, Row};
use crate::state::{App, Metric};
use crate::words::say;

/// What a chip's narrowest padding and its border take, in CSS pixels.
const BORDERS: f64 = 6.0;
/// Lower chips have smaller words, in CSS pixels.
const SMALL: f64 = 20.0;

/// A chip a row; pressing one shows how its token follows about.
#[component]
pub fn Chips(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    // One tab stop for all: the chip that had the focus last, or the current one.
    let stop = RwSignal::new(None);
    let chips = (0..MOST_ROWS)
        .map(|at| view! { <Chip at shared stop /> })
        .collect_view();
    view! {
        <div class="flow-chips" role="group" aria-label=say().flow_tokens().to_string() on:keydown=|ev| roving::walk(&ev, ".flow-chips")>
            {chips}
        </div>
        <Slot shared />
    }
}

#[component]
fn Chip(
    /// Which row.
    at: usize,
    /// What the parts of the picture share.
    shared: Shared,
    /// Which chip is the tab stop; the current one, if it is none of them.
    stop: RwSignal<Option<usize>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let row = Memo::new(move |_| {
        shared.step.with(|step| {
            let row = step.as_ref()?.rows.get(at)?;
            let last = step.as_ref()?.rows.len() == at + 1;
            Some((row.row, row.node, row.token, row.text.clone(), last))
        })
    });
    let is_stop = move || {
        let last = shared
            .step
            .with(|s| s.as_ref().map_or(0, |s| s.rows.len()))
            .saturating_sub(1);
        stop.get().filter(|at| *at <= last).unwrap_or(last) == at
    };
    let place = Memo::new(move |_| shared.layout.with(|l| l.chip(at)));
    let side = move |i: usize| move || format!("{}px", place.get().0[i]);
    // Pressing it shows the step that chose it: the one after the token before it.
    let touch = Touch::none();
    let press = move || {
        let node = row.get_untracked().and_then(|(_, node, ..)| node);
        let context = node.and_then(|node| app.context_of(node));
        if context.is_some() {
            app.select(context);
        }
    };
    let point = move |on: bool| {
        let row = row.try_get_untracked().flatten();
        let what = row.and_then(|(row, _, token, ..)| match row {
            Row::Token(place) => Some((What::Token(place as u32), token)),
            Row::Folded(_) => None,
        });
        shared.point(what.filter(|_| on));
    };
    let shade = move || {
        let node = row.with(|row| row.as_ref().and_then(|(_, node, ..)| *node));
        let bits = node.and_then(|node| app.surprisal_of(node));
        format!(
            "{:.3}",
            bits.map_or(0.0, |bits| Metric::Surprisal.shade(bits))
        )
    };
    view! {
        {move || row.with(Option::is_some).then(|| view! {
            <button
                class="flow-chip"
                class:small=move || place.get().0[3] < SMALL
                class:current=move || row.with(|r| r.as_ref().is_some_and(|r| r.4))
                class:folded=move || row.with(|r| r.as_ref().is_some_and(|r| r.1.is_none()))
                data-testid="flow-token"
                style=("--x", side(0))
                style=("--y", side(1))
                style=("--w", side(2))
                style=("--h", side(3))
                style=("--s", shade)
                on:pointerdown=move |ev| {
                    let own = row.with_untracked(|row| row.as_ref().and_then(|(.., token, _, _)| *token));
                    let now = shared.pointed.get_untracked();
                    touch.begins(&ev, now.is_some_and(|(_, of)| of.is_some() && of == own));
                }
                on:click=move |_| if touch.acts() { press() }
                // What comes under a mouse that rests is not pointed at.
                on:pointermove=move |ev| if ev.pointer_type() != "touch" {
                    ev.stop_propagation();
                    point(true);
                }
                tabindex=move || if is_stop() { "0" } else { "-1" }
                on:focus=move |_| {
                    stop.set(Some(at));
                    point(true);
                }
                on:blur=move |_| point(false)
            >
                <span class="flow-chip-text" dir="auto">{move || row.with(|r| r.as_ref().map(|r| chip_text(r.0, &r.3, place.get().0[2])))}</span>
                {move || row.with(|r| r.as_ref().and_then(|r| r.2)).filter(|_| place.get().1).map(|id| view! {
                    <span class="flow-chip-id">{say().chip_id(u64::from(id)).to_string()}</span>
                })}
            </button>
        })}
    }
}

/// What a chip of this width, in CSS pixels, says: without the mark of its space, if only that has no room.
fn chip_text(row: Row, text: &str, width: f64) -> String {
    let fits = |text: &str| wide(text, 12) <= width - BORDERS;
    match row {
        Row::Token(_) if !fits(text) && fits(format::bare(text)) => format::bare(text).to_owned(),
        Row::Token(_) => text.to_owned(),
        Row::Folded(n) => say().flow_more_tokens(n as u64).to_string(),
    }
}

/// Where the next token will be, or where it is.
#[component]
fn Slot(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let next = Memo::new(move |_| {
        shared.step.with(|step| {
            let step = step.as_ref().filter(|step| step.open)?;
            Some((step.chosen_text.clone(), step.follows))
        })
    });
    let place = Memo::new(move |_| shared.layout.with(|l| l.slot()));
    let side = move |i: usize| move || place.get().map(|area| format!("{}px", area[i]));
    let press = move |_| match next.get_untracked() {
        Some((_, Follows::Pending)) if !app.locked(Control::Step) && app.can_step() => app.step(),
        _ => {}
    };
    view! {
        {move || next.get().filter(|_| place.get().is_some()).map(|(text, follows)| view! {
            <button
                class="flow-chip flow-slot"
                class:taken=follows != Follows::Pending
                class:given=follows == Follows::Written
                tabindex="-1"
                aria-hidden="true"
                style=("--x", side(0))
                style=("--y", side(1))
                style=("--w", side(2))
                style=("--h", side(3))
                on:click=press
            >
                <span class="flow-chip-text" dir="auto">{text}</span>
            </button>
        })}
    }
}
