//! All heads of all layers, small.

use leptos::html::Canvas;
use leptos::prelude::*;

use super::head_view::{HeadView, layer_rows};
use super::head_words::{kind_name, title};
use crate::components::kit::canvas;
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::inspect::attention::LayerRows;
use crate::state::App;
use crate::words::say;

/// The most cells side by side in a picture: as many as it has pixels.
const MOST_CELLS: usize = 44;

/// One row a layer, one picture a head.
#[component]
pub fn Thumbs(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let app = expect_context::<App>();
    let sizes = Memo::new(move |_| app.layers_and_heads());
    let rows = move || {
        let (n_layers, n_heads) = sizes.get().unwrap_or_default();
        let row = move |layer: u32| {
            let found = layer_rows(app, move || layer);
            let thumb = move |head: u32| view! { <Thumb view layer head found /> };
            view! {
                <div class="thumb-row" role="group" aria-label=say().thumbs_layer(layer.to_string()).to_string() on:keydown=|ev| roving::on_keydown(&ev)>
                    <span class="thumb-label">{format!("L{layer}")}</span>
                    {(0..n_heads).map(thumb).collect_view()}
                </div>
            }
        };
        (0..n_layers).map(row).collect_view()
    };
    let some = move || {
        let (n_layers, _) = sizes.get().unwrap_or_default();
        let fit = app.layers_that_fit();
        (0 < fit && fit < n_layers as usize).then(|| {
            view! { <p class="caption">{say().thumbs_fit(fit as u64).to_string()}</p> }
        })
    };
    view! {
        <div class="thumbs" data-testid="thumbs">{rows}</div>
        {some}
    }
}

/// One head.
#[component]
fn Thumb(
    /// What is shared.
    view: HeadView,
    /// Its layer.
    layer: u32,
    /// Its place in the layer.
    head: u32,
    /// The attention of its layer.
    found: Memo<LayerRows>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        canvas.track();
        let colours = view.colours.get();
        found.with(|found| {
            let n = found.rows.len();
            // Of a long text the strongest of neighbours stands for them.
            let size = n.min(MOST_CELLS);
            let part = |at: usize| at * n / size.max(1)..(at + 1) * n / size.max(1);
            canvas::paint(canvas, size, size, |x, y| {
                let rows = part(y).map(|query| found.rows[query].pattern(head));
                let weights = rows.flat_map(|row| part(x).filter_map(|key| row.get(key).copied()));
                colours.cell(weights.reduce(f32::max), 1.0)
            });
        });
    });
    let kind = Memo::new(move |_| found.with(|found| found.measures(head).kind()));
    let on = move || app.inside.layer.get() == layer && app.inside.head.get() == head;
    let words = move || {
        let named = kind.get().map(|(kind, measure)| {
            format!(
                ": {} {}",
                kind_name(kind).0,
                format::percent_exact(measure.share)
            )
        });
        format!("{}{}", title(layer, head), named.unwrap_or_default())
    };
    view! {
        <button
            class="thumb"
            class:on=on
            tabindex=move || if on() || (head == 0 && app.inside.layer.get() != layer) { "0" } else { "-1" }
            title=words
            aria-label=words
            aria-pressed=move || on().to_string()
            data-testid="thumb"
            on:click=move |_| app.show_head(layer, head)
        >
            <canvas node_ref=canvas></canvas>
            {move || kind.get().map(|(kind, _)| view! { <span class="thumb-kind">{kind_name(kind).1}</span> })}
        </button>
    }
}
