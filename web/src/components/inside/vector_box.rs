//! One intermediate: its name, its shape, its formula, its values as cells.

use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::PointerEvent;

use super::vectors::formula;
use crate::canvas::{self, Colours};
use crate::components::format;
use crate::state::Vector;

/// The most cells side by side.
const MOST_COLUMNS: usize = 128;
/// Height of a row of cells on the screen, in CSS pixels.
const ROW_PX: usize = 7;

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
    /// Saves it as a file.
    on_save: Callback<Vector>,
) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let vector = StoredValue::new(vector);
    let (n_columns, n) = vector.with_value(|v| (columns(v), v.values.len()));
    let n_rows = n.div_ceil(n_columns);
    let (low, high, broken) = vector.with_value(|v| summary(&v.values));
    let most = low.abs().max(high.abs());
    let pointed = RwSignal::new(None::<usize>);
    Effect::new(move |_| {
        canvas.track();
        let colours = colours.get();
        vector.with_value(|v| {
            canvas::paint(canvas, n_columns, n_rows, |x, y| {
                colours.cell(v.values.get(y * n_columns + x).copied(), most)
            });
        });
    });
    let point = move |ev: PointerEvent| {
        let Some(element) = canvas.get_untracked() else {
            return;
        };
        let place = |at: i32, size: i32, count: usize| {
            (at.max(0) as usize * count / size.max(1) as usize).min(count - 1)
        };
        let x = place(ev.offset_x(), element.client_width(), n_columns);
        let y = place(ev.offset_y(), element.client_height(), n_rows.max(1));
        pointed.set(Some(y * n_columns + x).filter(|at| *at < n));
    };
    let words = move || match pointed.get() {
        Some(at) => vector.with_value(|v| {
            let place = match v.shape.as_slice() {
                [_, columns] if *columns > 0 => format!(
                    "head {}, {}",
                    at / *columns as usize,
                    at % *columns as usize
                ),
                _ => at.to_string(),
            };
            format!("[{place}] = {}", format::value(v.values[at]))
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
                on:pointermove=point on:pointerleave=move |_| pointed.set(None)></canvas>
            <div class="vector-foot">
                <span class="num" data-testid="vector-words">{words}</span>
                <button class="mini-text" title=saved.clone() aria-label=saved on:click=move |_| on_save.run(vector.get_value())>".npy"</button>
            </div>
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
