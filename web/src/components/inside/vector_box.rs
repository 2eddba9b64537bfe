//! One intermediate: its name, its shape, its formula, its values as cells.

use std::sync::Arc;

use leptos::html::Canvas;
use leptos::prelude::*;
use logitscope_core::blocks::Blocks;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use super::cells::Cells;
use super::formulas::formula;
use super::provenance::{Provenance, SourceCells};
use super::terms::Terms;
use crate::components::kit::canvas::{self, Colours};
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::inspect::Cell;
use crate::inspect::vectors::{Product, Vector, Vectors};
use crate::state::App;
use crate::words::say;

/// How much of its strength a cell keeps that the one under the pointer was not computed from.
const DIM: f64 = 0.25;

/// What the boxes share.
#[derive(Clone, Copy)]
pub struct Shared {
    /// The intermediates of the step on screen; while they are computed, those of the step before.
    pub found: Memo<Option<Arc<Vectors>>>,
    /// The colours of their values.
    pub colours: Memo<Colours>,
    /// The cell under the pointer: the box's name and the place in it.
    pub pointed: RwSignal<Option<(String, usize)>>,
    /// Where that cell comes from.
    pub origin: Memo<Option<Provenance>>,
}

impl Shared {
    /// The layer that is shown.
    fn layer(self) -> u32 {
        let layer = |vectors: &Vectors| vectors.all.iter().find_map(|vector| vector.layer);
        self.found
            .with(|f| f.as_deref().and_then(layer))
            .unwrap_or_default()
    }

    /// What the model's blocks are made of; GPT-2's where what was shown is gone.
    fn blocks(self) -> Blocks {
        let found = self.found.try_get_untracked().flatten();
        found.map(|vectors| vectors.blocks).unwrap_or_default()
    }
}

/// One box. It outlives the step on screen, so that whoever walks its cells stays in it; and its element may still be told of a lost
/// focus when it goes: what its events read may not be there any more.
#[derive(Clone, Copy)]
struct One {
    shared: Shared,
    name: StoredValue<String>,
    vector: Memo<Option<Vector>>,
    cells: Memo<Cells>,
    canvas: NodeRef<Canvas>,
}

impl One {
    fn new(name: String, shared: Shared) -> Self {
        let name = StoredValue::new(name);
        let vector = Memo::new(move |_| {
            shared
                .found
                .with(|f| name.with_value(|name| f.as_ref()?.get(name).cloned()))
        });
        let cells =
            Memo::new(move |_| vector.with(|v| v.as_ref().map(Cells::of).unwrap_or_default()));
        One {
            shared,
            name,
            vector,
            cells,
            canvas: NodeRef::new(),
        }
    }

    /// The cell of this box that is under the pointer.
    fn here(self) -> Option<usize> {
        let (name, at) = self.shared.pointed.get()?;
        let own = name == self.name.get_value() && at < self.cells.get().n;
        own.then_some(at)
    }

    /// The same for an event.
    fn here_now(self) -> Option<usize> {
        let (name, at) = self.shared.pointed.try_get_untracked()??;
        (name == self.name.try_get_value()?).then_some(at)
    }

    /// Points at a cell.
    fn look(self, at: Option<usize>) {
        if let (Some(name), Some(at)) = (self.name.try_get_value(), at) {
            self.shared.pointed.set(Some((name, at)));
        }
    }

    /// Points at nothing, if it was at a cell of this box.
    fn look_away(self) {
        if self.here_now().is_some() {
            self.shared.pointed.set(None);
        }
    }

    /// The cell where an event happened.
    fn under(self, ev: &MouseEvent) -> Option<usize> {
        let cells = self.cells.try_get_untracked()?;
        cells.at(canvas::cell_under(
            self.canvas,
            ev,
            cells.columns,
            cells.rows(),
        )?)
    }

    /// Shows the terms of a cell that is a product; of the same cell again, hides them.
    fn choose(self, app: App, at: usize) {
        let Some(name) = self.name.try_get_value() else {
            return;
        };
        if Product::of(&name, &self.shared.blocks()).is_some() {
            let cell = Some(Cell { name, at });
            let shown = app.inside.cell.get_untracked() == cell;
            app.show_terms(cell.filter(|_| !shown));
        }
    }

    fn on_key(self, app: App, ev: &KeyboardEvent) {
        roving::keep_arrows(ev);
        let at = self.here_now().unwrap_or(0);
        let cells = self.cells.try_get_untracked().unwrap_or_default();
        let key = ev.key();
        if key == "Enter" || key == " " {
            ev.prevent_default();
            self.choose(app, at);
        } else if let Some(next) = cells.step(&key, at) {
            ev.prevent_default();
            self.look(Some(next));
        }
    }

    /// Draws the cells whenever they change; strong those that the cell under the pointer was computed from.
    fn draw(self) {
        // The cells of this box that the cell under the pointer was computed from.
        let lit = Memo::new(move |_| {
            self.shared.origin.with(|origin| {
                let own = |source: &&SourceCells| self.name.with_value(|name| source.name == name);
                let source = origin.as_ref()?.sources.iter().find(own)?;
                Some(source.cells.clone())
            })
        });
        Effect::new(move |_| {
            self.canvas.track();
            let (colours, lit, cells) = (self.shared.colours.get(), lit.get(), self.cells.get());
            self.vector.with(|v| {
                let Some(v) = v else { return };
                canvas::paint(self.canvas, cells.columns, cells.rows(), |x, y| {
                    let at = y * cells.columns + x;
                    let (colour, strong) = colours.cell(v.values.get(at).copied(), cells.most());
                    let dim = lit.as_ref().is_some_and(|lit| !lit.contains(&at));
                    (colour, if dim { DIM * strong } else { strong })
                });
            });
        });
    }

    /// The cell under the pointer in words; else the extremes.
    fn words(self) -> Option<String> {
        let cells = self.cells.get();
        let here = self.here();
        if here.is_none() && cells.broken > 0 {
            return Some(say().vector_broken(cells.broken as u64).to_string());
        }
        let Some(at) = here else {
            let (low, high) = (format::value(cells.low), format::value(cells.high));
            return Some(format!("{low} … {high}"));
        };
        let origin = self.shared.origin.get();
        let from = origin.map(|origin| format!(" = {}", origin.words));
        let place = self.place(at)?;
        let value = self.vector.with(|v| v.as_ref()?.values.get(at).copied())?;
        Some(format!(
            "[{place}] = {}{}",
            format::value(value),
            from.unwrap_or_default()
        ))
    }

    /// A cell's place: its head, too, in a matrix.
    fn place(self, at: usize) -> Option<String> {
        let columns = self.cells.get().columns;
        self.vector.with(|v| match v.as_ref()?.shape.len() {
            2 => {
                let (head, at) = (at / columns, at % columns);
                Some(
                    say()
                        .cell_of_head(head.to_string(), at.to_string())
                        .to_string(),
                )
            }
            _ => Some(at.to_string()),
        })
    }

    fn shape(self) -> String {
        let shape = self.vector.with(|v| {
            let sizes = v.iter().flat_map(|v| &v.shape);
            sizes.map(u32::to_string).collect::<Vec<_>>()
        });
        format!("[{}]", shape.join(", "))
    }

    /// What the picture is, read out.
    fn label(self) -> String {
        let cells = self.cells.get();
        let (name, n) = (self.name.get_value(), cells.n.to_string());
        let (low, high) = (format::value(cells.low), format::value(cells.high));
        say()
            .vector_label(name, self.shape(), n, low, high)
            .to_string()
    }
}

/// A box of the way.
#[component]
pub fn VectorBox(
    /// The intermediate's name.
    name: String,
    /// What the boxes share.
    shared: Shared,
    /// Saves it as a file.
    on_save: Callback<Vector>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let one = One::new(name.clone(), shared);
    one.draw();
    let point = move |ev: PointerEvent| one.look(one.under(&ev));
    let press = move |ev: MouseEvent| {
        if let Some(at) = one.under(&ev) {
            one.look(Some(at));
            one.choose(app, at);
        }
    };
    let leave = move |ev: PointerEvent| {
        // A step may move the box from under the mouse: who walks it by the keys stays there.
        if !canvas::is_finger(&ev) && !canvas::has_focus(one.canvas) {
            one.look_away();
        }
    };
    let focus = move |_| {
        // A finger that was put on a cell has chosen it already.
        if one.here_now().is_none() {
            one.look(Some(0));
        }
    };
    let save = move |_| {
        if let Some(Some(vector)) = one.vector.try_get_untracked() {
            on_save.run(vector);
        }
    };
    let blocks = shared.blocks();
    let of = name.clone();
    let explained = move || formula(&of, &shared.blocks(), shared.layer());
    let (product, product_name) = (Product::of(&name, &blocks), name.clone());
    let testid = format!("vector-{name}");
    let saved = say().vector_save(name.clone()).to_string();
    view! {
        <li class="vector" data-testid=testid>
            <div class="vector-head">
                <b class="mono">{name}</b>
                <span class="mono muted">{move || one.shape()}</span>
                <span class="muted">{explained}</span>
            </div>
            <canvas
                node_ref=one.canvas
                class="vector-cells"
                role="img"
                tabindex="0"
                aria-label=move || one.label()
                style:height=move || format!("{}px", one.cells.get().height_px())
                on:pointerdown=point
                on:pointermove=point
                on:pointerleave=leave
                on:click=press
                on:keydown=move |ev| one.on_key(app, &ev)
                on:focus=focus
                on:blur=move |_| one.look_away()
            ></canvas>
            <div class="vector-foot">
                <span class="num" data-testid="vector-words">{move || one.words()}</span>
                <button class="mini-text" title=saved.clone() aria-label=saved on:click=save>".npy"</button>
            </div>
            {product.map(|product| view! { <Terms name=product_name product colours=shared.colours /> })}
        </li>
    }
}
