//! The tree as a picture: a node for each stretch that does not part, an edge as wide as the probability of what follows.

use std::collections::BTreeSet;

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;
use logitscope_core::math;

use super::layout::{Key, NODE, Placed, edge, layout, neighbour};
use super::outline::Row;
use super::versus::{Versus, VersusTable, branch};
use crate::browser;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The most characters of a node; of a long stretch its end counts.
const MOST_CHARS: usize = 30;
/// How far one can zoom, and by how much with a press.
const ZOOM: (f64, f64) = (0.3, 2.5);
const STEP: f64 = 1.25;

/// A node with its words, as it is drawn.
#[derive(Debug, Clone, PartialEq)]
struct Node {
    key: Key,
    placed: Placed,
    label: String,
    title: String,
    kind: &'static str,
    on_path: bool,
    at_end: bool,
    prob: Option<f64>,
    /// Σ ln p, shown where a text ends.
    log_prob: Option<f64>,
}

fn node(app: App, row: &Row, label: String, placed: Placed) -> Node {
    let text = |tokens: &[u32]| {
        let text = app.vocab.with(|v| v.as_ref().map(|v| v.text(tokens)));
        text.unwrap_or_default()
    };
    let (kind, title, on_path, prob, log_prob) = match row {
        Row::Stretch {
            tokens,
            prob,
            log_prob,
            forced,
            on_path,
            ..
        } => {
            let (kind, title) = match (forced, prob.is_some()) {
                (true, _) => ("forced", say().tree_forced(text(tokens))),
                (false, true) => ("drawn", say().tree_drawn(text(tokens))),
                (false, false) => ("given", say().tree_given(text(tokens))),
            };
            (kind, title, *on_path, *prob, *log_prob)
        }
        Row::Ahead { tokens, prob, mass } => {
            let title = say().tree_take(text(tokens));
            ("ahead", title, false, Some(*prob), Some(math::ln(*mass)))
        }
    };
    Node {
        key: Key::of(row),
        at_end: placed.ways == 0,
        label,
        title: title.to_string(),
        kind,
        on_path,
        prob,
        log_prob,
        placed,
    }
}

/// What stands on a node: its text, or of a long one the end.
fn label(app: App, row: &Row) -> String {
    let words = |tokens: &[u32]| -> String {
        let words = tokens
            .iter()
            .map(|token| format::token(&app.token_bytes(*token)));
        words.collect()
    };
    match row {
        Row::Stretch { tokens, .. } => {
            let all = words(tokens);
            let skip = all.chars().count().saturating_sub(MOST_CHARS);
            let end: String = all.chars().skip(skip).collect();
            if skip > 0 { format!("…{end}") } else { end }
        }
        Row::Ahead { tokens, .. } => {
            words(tokens.last().map(std::slice::from_ref).unwrap_or_default())
        }
    }
}

/// The picture, its buttons, and the two branches that are compared.
#[component]
pub fn Drawing(
    /// The rows of the outline.
    rows: Memo<Vec<(usize, Row)>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let folded = RwSignal::new(BTreeSet::<Key>::new());
    let zoom = RwSignal::new(1.0_f64);
    let marked = RwSignal::new(None::<Key>);
    // Whether the next presses name two nodes to compare: fingers do not drag.
    let picks = RwSignal::new(false);
    let compared = RwSignal::new(None::<(Key, Key)>);
    let frame = NodeRef::<Div>::new();
    let nodes = Memo::new(move |_| {
        let rows = rows.get();
        let labels: Vec<String> = rows.iter().map(|(_, row)| label(app, row)).collect();
        let chars: Vec<usize> = labels.iter().map(|label| label.chars().count()).collect();
        let (placed, size) = folded.with(|folded| layout(&rows, &chars, folded));
        let drawn = placed.into_iter().map(|placed| {
            let at = placed.row;
            node(app, &rows[at].1, labels[at].clone(), placed)
        });
        (drawn.collect::<Vec<Node>>(), size)
    });
    let by = move |factor: f64| zoom.update(|zoom| *zoom = (*zoom * factor).clamp(ZOOM.0, ZOOM.1));
    let fit = move |_| {
        if let Some(frame) = frame.get_untracked() {
            let (width, _) = nodes.with_untracked(|(_, size)| *size);
            let room = f64::from(frame.client_width()) - 96.0;
            zoom.set((room / width.max(1.0)).clamp(ZOOM.0, 1.0));
        }
    };
    let fold = move |key: Key| {
        folded.update(|folded| {
            if !folded.remove(&key) {
                folded.insert(key);
            }
        })
    };
    let go = move |key: Key| {
        let row = rows.with_untracked(|rows| {
            let found = rows.iter().find(|(_, row)| Key::of(row) == key);
            found.map(|(_, row)| row.clone())
        });
        match row {
            Some(Row::Stretch {
                last,
                on_path: true,
                ..
            }) => app.select(Some(last)),
            Some(Row::Stretch { first, .. }) => app.go_to_branch(first),
            Some(Row::Ahead { tokens, .. }) => app.adopt(tokens),
            None => {}
        }
    };
    let compare = move |one: Key, other: Key| {
        marked.set(None);
        picks.set(false);
        if one != other {
            compared.set(Some((one, other)));
        }
    };
    let mark = move |key: Key| match marked.get_untracked() {
        Some(first) => compare(first, key),
        None => marked.set(Some(key)),
    };
    let keys = move |ev: &KeyboardEvent, at: usize, key: Key| {
        match ev.key().as_str() {
            "c" => fold(key),
            "m" => mark(key),
            "+" => by(STEP),
            "-" => by(1.0 / STEP),
            arrow => {
                let placed = nodes.with_untracked(|(nodes, _)| {
                    nodes
                        .iter()
                        .map(|node| node.placed.clone())
                        .collect::<Vec<_>>()
                });
                let Some(next) = neighbour(&placed, at, arrow) else {
                    return;
                };
                browser::focus_soon(format!("tree-at-{next}"));
            }
        }
        ev.prevent_default();
        ev.stop_propagation();
    };
    let chip = move |(at, node): (usize, Node)| {
        let Node { key, placed, .. } = node;
        let (pressed, typed, dragged, dropped, fold_key) = (
            key.clone(),
            key.clone(),
            key.clone(),
            key.clone(),
            key.clone(),
        );
        let is_marked = move || marked.with(|marked| marked.as_ref() == Some(&key));
        let place = format!("{}px", placed.x);
        let top = format!("{}px", placed.y - NODE / 2.0);
        let width = format!("{}px", placed.width);
        let number = node.prob.map(format::percent);
        let end = node.at_end.then(|| {
            node.log_prob
                .map(|sum| say().tree_sum(format::signed(sum)).to_string())
        });
        let folds = (placed.ways > 0 || placed.hidden > 0).then(|| {
            let sign = match placed.hidden {
                0 => "−".to_owned(),
                hidden => format!("+{hidden}"),
            };
            let words = match placed.hidden {
                0 => say().tree_fold().to_string(),
                hidden => say().tree_unfold(hidden as u64).to_string(),
            };
            view! { <button class="tree-fold" data-testid="tree-fold" tabindex="-1" aria-label=words.clone() title=words on:click=move |_| fold(fold_key.clone())>{sign}</button> }
        });
        view! {
            <div class="tree-place" style=("left", place) style=("top", top)>
                <button
                    class="tree-chip"
                    class:on-path=node.on_path
                    class:marked=is_marked
                    data-kind=node.kind
                    data-testid="tree-chip"
                    id=format!("tree-at-{at}")
                    tabindex=if at == 0 { "0" } else { "-1" }
                    style=("width", width)
                    title=node.title
                    draggable="true"
                    on:click=move |_: MouseEvent| match picks.get_untracked() {
                        true => mark(pressed.clone()),
                        false => go(pressed.clone()),
                    }
                    on:keydown=move |ev| keys(&ev, at, typed.clone())
                    on:dragstart=move |_| marked.set(Some(dragged.clone()))
                    on:dragend=move |_| marked.set(None)
                    on:dragover=move |ev| if marked.with_untracked(Option::is_some) { ev.prevent_default() }
                    on:drop=move |ev| {
                        if let Some(first) = marked.get_untracked() {
                            ev.prevent_default();
                            ev.stop_propagation();
                            compare(first, dropped.clone());
                        }
                    }
                >{node.label}</button>
                {folds}
                <span class="tree-prob num" aria-hidden="true">{number}</span>
                <span class="tree-sum num" aria-hidden="true">{end}</span>
            </div>
        }
    };
    let line = |node: &Node, all: &[Node]| {
        let parent = &all.get(node.placed.parent?)?.placed;
        let (from, to) = (
            (parent.x + parent.width, parent.y),
            (node.placed.x, node.placed.y),
        );
        let middle = (from.0 + to.0) / 2.0;
        let path = format!(
            "M{} {} C{middle} {} {middle} {} {} {}",
            from.0, from.1, from.1, to.1, to.0, to.1
        );
        let width = edge(node.prob);
        Some(
            view! { <path class:on-path=node.on_path data-kind=node.kind d=path stroke-width=width.to_string() /> },
        )
    };
    let lines =
        move || nodes.with(|(all, _)| all.iter().filter_map(|node| line(node, all)).collect_view());
    let chips =
        move || nodes.with(|(all, _)| all.iter().cloned().enumerate().map(chip).collect_view());
    let size = move || nodes.with(|(_, (width, height))| (width + 96.0, height + 8.0));
    // What is on screen stays in sight: the step, or else the beginning.
    Effect::new(move |_| {
        let y = nodes.with(|(all, _)| {
            let own = all.iter().rev().find(|node| node.on_path);
            own.or(all.first()).map(|node| node.placed.y)
        });
        browser::after_frame(move || {
            let frame = frame.try_get_untracked().flatten();
            if let Some((frame, y)) = frame.zip(y) {
                let middle = y * zoom.try_get_untracked().unwrap_or(1.0);
                frame.set_scroll_top((middle - f64::from(frame.client_height()) / 2.0) as i32);
            }
        });
    });
    // The background is dragged to pan.
    let grabbed = RwSignal::new(None::<(i32, i32)>);
    let pan = move |ev: PointerEvent| {
        let (Some(from), Some(frame)) = (grabbed.get_untracked(), frame.get_untracked()) else {
            return;
        };
        let now = (ev.client_x(), ev.client_y());
        frame.set_scroll_left(frame.scroll_left() - (now.0 - from.0));
        frame.set_scroll_top(frame.scroll_top() - (now.1 - from.1));
        grabbed.set(Some(now));
    };
    let versus = Memo::new(move |_| {
        let (one, other) = compared.get()?;
        let rows = rows.get();
        app.read(|run| Versus::of(branch(run, &rows, &one), branch(run, &rows, &other)))
    });
    view! {
        <div class="strategy-transport tree-tools" role="group" aria-label=say().tree_view().to_string()>
            <button class="button small" data-testid="tree-smaller" aria-label=say().tree_smaller().to_string() title=say().tree_smaller().to_string() on:click=move |_| by(1.0 / STEP)>"−"</button>
            <button class="button small" data-testid="tree-larger" aria-label=say().tree_larger().to_string() title=say().tree_larger().to_string() on:click=move |_| by(STEP)>"+"</button>
            <button class="button small" data-testid="tree-fit" on:click=fit>{say().tree_fit().to_string()}</button>
            <button class="button small" data-testid="tree-pick" aria-pressed=move || picks.get().to_string() on:click=move |_| {
                marked.set(None);
                picks.update(|picks| *picks = !*picks);
            }>{say().tree_pick().to_string()}</button>
            <span class="caption" class:tree-keys=move || !picks.get() aria-live="polite">{move || match (marked.with(Option::is_some), picks.get()) {
                (true, true) => say().tree_pick_other().to_string(),
                (true, false) => say().tree_marked().to_string(),
                (false, true) => say().tree_picks().to_string(),
                (false, false) => say().tree_keys().to_string(),
            }}</span>
        </div>
        <div
            class="tree-frame"
            node_ref=frame
            data-testid="tree-drawing"
            on:pointerdown=move |ev| {
                // Nodes are dragged onto each other.
                let on_node = event_target::<web_sys::Element>(&ev).closest("button").ok().flatten();
                if on_node.is_none() && ev.pointer_type() == "mouse" {
                    grabbed.set(Some((ev.client_x(), ev.client_y())));
                }
            }
            on:pointermove=pan
            on:pointerup=move |_| grabbed.set(None)
            on:pointerleave=move |_| grabbed.set(None)
            on:wheel=move |ev| if ev.ctrl_key() {
                ev.prevent_default();
                by(if ev.delta_y() > 0.0 { 1.0 / STEP } else { STEP });
            }
        >
            <div class="tree-canvas" style=("--zoom", move || zoom.get().to_string()) style=("width", move || format!("{}px", size().0)) style=("height", move || format!("{}px", size().1))>
                <svg aria-hidden="true" width=move || size().0.to_string() height=move || size().1.to_string()>{lines}</svg>
                {chips}
            </div>
        </div>
        <VersusTable versus on_close=Callback::new(move |()| compared.set(None)) />
    }
}
