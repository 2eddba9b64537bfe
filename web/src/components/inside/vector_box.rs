//! One intermediate: its name, its shape, its formula, its values as cells.

use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use super::origin::{Origin, Source};
use super::terms::Terms;
use super::vectors::formula;
use crate::canvas::{self, Colours};
use crate::components::format;
use crate::components::roving;
use crate::state::{App, Cell, Product, Vector};

/// The most cells side by side.
const MOST_COLUMNS: usize = 128;
/// Height of a row of cells on the screen, in CSS pixels.
const ROW_PX: usize = 7;

/// How much of its strength a cell keeps that the one under the pointer was not computed from.
const DIM: f64 = 0.25;

/// How many cells are side by side: a head's for a matrix, else as many as there is room for.
fn columns(vector: &Vector) -> usize {
    match vector.shape.as_slice() {
        [_, columns] => *columns as usize,
        _ => vector.values.len().min(MOST_COLUMNS),
    }
    .max(1)
}

/// The extremes of the finite values, and how many others there are.
fn summary(values: &[f32]) -> (f32, f32, usize) {
    let finite = || values.iter().copied().filter(|x| x.is_finite());
    let low = finite().fold(f32::INFINITY, f32::min);
    let high = finite().fold(f32::NEG_INFINITY, f32::max);
    (low, high, values.len() - finite().count())
}

/// A box of the way.
#[component]
pub fn VectorBox(
    /// What it shows.
    vector: Vector,
    /// The colours of its values.
    colours: Memo<Colours>,
    /// The cell under the pointer, of whichever box: the box's name and the place in it.
    pointed: RwSignal<Option<(String, usize)>>,
    /// Where that cell comes from.
    origin: Memo<Option<Origin>>,
    /// Saves it as a file.
    on_save: Callback<Vector>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let canvas = NodeRef::<Canvas>::new();
    let vector = StoredValue::new(vector);
    let (n_columns, n) = vector.with_value(|v| (columns(v), v.values.len()));
    let n_rows = n.div_ceil(n_columns);
    let (low, high, broken) = vector.with_value(|v| summary(&v.values));
    let most = low.abs().max(high.abs());
    // The cells of this box that the cell under the pointer was computed from.
    let lit = Memo::new(move |_| {
        origin.with(|origin| {
            let own = |source: &&Source| vector.with_value(|v| v.name == source.name);
            let source = origin.as_ref()?.sources.iter().find(own)?;
            Some(source.cells.clone())
        })
    });
    Effect::new(move |_| {
        canvas.track();
        let (colours, lit) = (colours.get(), lit.get());
        vector.with_value(|v| {
            canvas::paint(canvas, n_columns, n_rows, |x, y| {
                let at = y * n_columns + x;
                let (colour, strong) = colours.cell(v.values.get(at).copied(), most);
                let dim = lit.as_ref().is_some_and(|lit| !lit.contains(&at));
                (colour, if dim { DIM * strong } else { strong })
            });
        });
    });
    let here = move || {
        pointed.with(|p| {
            let (name, at) = p.as_ref()?;
            vector.with_value(|v| (v.name == *name).then_some(*at))
        })
    };
    let look = move |at: Option<usize>| {
        let name = vector.with_value(|v| v.name.clone());
        pointed.set(at.filter(|at| *at < n).map(|at| (name, at)));
    };
    let place_of = move |ev: &MouseEvent| {
        let element = canvas.get_untracked()?;
        let place = |at: i32, size: i32, count: usize| {
            (at.max(0) as usize * count / size.max(1) as usize).min(count - 1)
        };
        let x = place(ev.offset_x(), element.client_width(), n_columns);
        let y = place(ev.offset_y(), element.client_height(), n_rows.max(1));
        Some(y * n_columns + x)
    };
    let point = move |ev: PointerEvent| look(place_of(&ev));
    // A cell that is a product shows its terms; pressed again it hides them.
    let choose = move |at: usize| {
        let name = vector.with_value(|v| v.name.clone());
        if Product::of(&name).is_some() && at < n {
            let cell = Some(Cell { name, at });
            let shown = app.inside.cell.get_untracked() == cell;
            app.show_terms(cell.filter(|_| !shown));
        }
    };
    let press = move |ev: KeyboardEvent| {
        roving::keep_arrows(&ev);
        let at = here().unwrap_or(0);
        let next = match ev.key().as_str() {
            "ArrowRight" => at + 1,
            "ArrowLeft" => at.saturating_sub(1),
            "ArrowDown" => at + n_columns,
            "ArrowUp" => at.saturating_sub(n_columns),
            "Home" => 0,
            "End" => n.saturating_sub(1),
            "Enter" | " " => {
                ev.prevent_default();
                return choose(at);
            }
            _ => return,
        };
        ev.prevent_default();
        look(Some(next.min(n.saturating_sub(1))));
    };
    let words = move || match here() {
        Some(at) => vector.with_value(|v| {
            let place = match v.shape.as_slice() {
                [_, columns] if *columns > 0 => format!(
                    "head {}, {}",
                    at / *columns as usize,
                    at % *columns as usize
                ),
                _ => at.to_string(),
            };
            let from = origin.with(|o| o.as_ref().map(|o| format!(" = {}", o.words)));
            let value = v.values.get(at).copied().unwrap_or_default();
            format!(
                "[{place}] = {}{}",
                format::value(value),
                from.unwrap_or_default()
            )
        }),
        None if broken > 0 => format!(
            "{} not finite",
            format::counted(broken as u64, "value is", "values are")
        ),
        None => format!("{} … {}", format::value(low), format::value(high)),
    };
    let (name, shape) = vector.with_value(|v| {
        let shape: Vec<String> = v.shape.iter().map(u32::to_string).collect();
        (v.name.clone(), format!("[{}]", shape.join(", ")))
    });
    let explained = formula(&name);
    let label = format!(
        "{name}, {shape}: {n} values from {} to {}",
        format::value(low),
        format::value(high)
    );
    let (product, product_name) = (Product::of(&name), name.clone());
    let testid = format!("vector-{name}");
    let saved = format!("Save {name} (.npy)");
    view! {
        <li class="vector" data-testid=testid>
            <div class="vector-head">
                <b class="mono">{name}</b>
                <span class="mono muted">{shape}</span>
                <span class="muted">{explained}</span>
            </div>
            <canvas node_ref=canvas class="vector-cells" role="img" aria-label=label style:height=format!("{}px", ROW_PX * n_rows.clamp(2, 24))
                tabindex="0" on:pointermove=point on:click=move |ev| if let Some(at) = place_of(&ev) { choose(at) } on:pointerleave=move |_| look(None) on:keydown=press on:focus=move |_| if here().is_none() { look(Some(0)) } on:blur=move |_| look(None)></canvas>
            <div class="vector-foot">
                <span class="num" data-testid="vector-words">{words}</span>
                <button class="mini-text" title=saved.clone() aria-label=saved on:click=move |_| on_save.run(vector.get_value())>".npy"</button>
            </div>
            {product.map(|product| view! { <Terms name=product_name product colours /> })}
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_counted() {
        let values = [1.0, f32::NAN, -3.0, f32::INFINITY];
        assert_eq!(summary(&values), (-3.0, 1.0, 2));
    }

    #[test]
    fn a_matrix_has_a_row_a_head_and_a_vector_is_wrapped() {
        let vector = |shape: &[u32]| Vector {
            name: "z".into(),
            layer: None,
            shape: shape.to_vec(),
            values: vec![0.0; shape.iter().product::<u32>() as usize],
        };
        assert_eq!(
            (
                columns(&vector(&[4, 32])),
                columns(&vector(&[256])),
                columns(&vector(&[8]))
            ),
            (32, 128, 8)
        );
    }
}
