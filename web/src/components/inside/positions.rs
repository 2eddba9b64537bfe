//! The rows of the position embedding under the text.

use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::PointerEvent;

use super::colour_key::ColourKey;
use crate::components::kit::canvas;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::inspect::embeddings::places;
use crate::state::App;
use crate::words::say;

/// A row a position, a column a dimension.
#[component]
pub fn Positions() -> impl IntoView {
    let app = expect_context::<App>();
    let canvas = NodeRef::<Canvas>::new();
    let colours = super::colours(app);
    let places = Memo::new(move |_| app.read_inside(places));
    let some =
        move || places.with(|places| places.iter().any(|(_, place)| !place.position.is_empty()));
    let width = Memo::new(move |_| {
        places.with(|places| places.first().map_or(0, |(_, place)| place.position.len()))
    });
    let most = Memo::new(move |_| {
        places.with(|places| {
            let values = places.iter().flat_map(|(_, place)| &place.position);
            values.fold(0.0f32, |most, x| most.max(x.abs()))
        })
    });
    Effect::new(move |_| {
        canvas.track();
        let (colours, most) = (colours.get(), most.get());
        places.with(|places| {
            canvas::paint(canvas, width.get(), places.len(), |x, y| {
                colours.cell(places[y].1.position.get(x).copied(), most)
            });
        });
    });
    let pointed = RwSignal::new(None::<(usize, usize)>);
    let point = move |ev: PointerEvent| {
        let rows = places.try_with_untracked(Vec::len).unwrap_or(0);
        let columns = width.try_get_untracked().unwrap_or(0);
        pointed.set(canvas::cell_under(canvas, &ev, columns, rows));
    };
    let leave = move |ev: PointerEvent| {
        if !canvas::is_finger(&ev) {
            pointed.set(None);
        }
    };
    let words = move || {
        let Some((dimension, position)) = pointed.get() else {
            return Some(say().point_at_a_cell().to_string());
        };
        places.with(|places| {
            let (_, place) = places.get(position)?;
            let value = format::value(*place.position.get(dimension)?);
            Some(format!("W_pos[{position}, {dimension}] = {value}"))
        })
    };
    view! {
        <Show when=some>
            <h3>{say().positions_title().to_string()}</h3>
            <canvas
                node_ref=canvas
                class="positions"
                data-testid="positions"
                role="img"
                aria-label=say().positions_label().to_string()
                on:pointerdown=point
                on:pointermove=point
                on:pointerleave=leave
            ></canvas>
            <p class="caption num" data-testid="positions-words">{words}</p>
            <ColourKey colours most signed=true />
            <p class="caption">
                {say().positions_about().to_string()}
            </p>
        </Show>
    }
}
