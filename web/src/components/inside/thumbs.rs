//! All heads of all layers, small.

use leptos::html::Canvas;
use leptos::prelude::*;

use super::attention::{View, kind_name, title};
use super::heat::shade;
use crate::canvas;
use crate::components::format;
use crate::components::roving;
use crate::state::{App, LayerRows};

/// One row a layer, one picture a head.
#[component]
pub fn Thumbs(
    /// What is shared.
    view: View,
) -> impl IntoView {
    let app = expect_context::<App>();
    let sizes = Memo::new(move |_| {
        app.model
            .with(|m| m.as_ref().map(|m| (m.model.n_layers, m.model.n_heads)))
    });
    let rows = move || {
        let (n_layers, n_heads) = sizes.get().unwrap_or_default();
        let row = move |layer: u32| {
            let found = Memo::new(move |_| app.attention(layer));
            let thumb = move |head: u32| view! { <Thumb view layer head found /> };
            view! {
                <div class="thumb-row" role="group" aria-label=format!("Heads of layer {layer}") on:keydown=|ev| roving::on_keydown(&ev)>
                    <span class="thumb-label">{format!("L{layer}")}</span>
                    {(0..n_heads).map(thumb).collect_view()}
                </div>
            }
        };
        (0..n_layers).map(row).collect_view()
    };
    view! { <div class="thumbs" data-testid="thumbs">{rows}</div> }
}

/// One head.
#[component]
fn Thumb(
    /// What is shared.
    view: View,
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
            canvas::paint(canvas, n, n, |key, query| {
                let weight = found.rows[query].pattern(head).get(key);
                weight.map_or((colours.0, 0.0), |weight| shade(*weight, 1.0, colours))
            });
        });
    });
    let kind = Memo::new(move |_| found.with(|found| found.measures(head).kind()));
    let on = move || app.inside.layer.get() == layer && app.inside.head.get() == head;
    let words = move || {
        let named = kind
            .get()
            .map(|(kind, share)| format!(": {} {}", kind_name(kind).0, format::percent(share)));
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
