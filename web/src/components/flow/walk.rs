//! The layers for the keyboard: one tab stop, on which the arrow keys walk from layer to layer and from value to value.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::lines;
use super::press;
use super::shared::Shared;
use crate::choices::Station;
use crate::components::picture::What;
use crate::state::App;
use crate::words::say;

/// What there is of each layer, from top to bottom.
const VALUES: [fn(u32) -> What; 5] = [
    |layer| What::Change(layer, 0),
    |layer| What::Change(layer, 1),
    |layer| What::Change(layer, 2),
    What::Word,
    What::Rank,
];

/// Begins at the last layer, at what the model would say.
const FIRST_VALUE: usize = 3;

/// The place of the layers, as something that can have the focus; what it stands on is named in the line under the picture.
#[component]
pub fn LayerWalk(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let area = Memo::new(move |_| shared.layout.with(|l| l.layers()));
    let n_layers = Memo::new(move |_| app.layers_and_heads().map_or(1, |(n, _)| n.max(1)));
    let at = RwSignal::new((u32::MAX, FIRST_VALUE));
    let what = move || {
        let (layer, value) = at.get();
        VALUES[value](layer.min(n_layers.get() - 1))
    };
    let point = move || shared.point(Some((untrack(what), None)));
    let walk = move |ev: KeyboardEvent| {
        let ((layer, value), n) = (at.get_untracked(), n_layers.get_untracked());
        let layer = layer.min(n - 1);
        let to = match ev.key().as_str() {
            "ArrowRight" => (layer + 1, value),
            "ArrowLeft" => (layer.saturating_sub(1), value),
            "ArrowDown" => (layer, (value + 1).min(VALUES.len() - 1)),
            "ArrowUp" => (layer, value.saturating_sub(1)),
            "Home" => (0, value),
            "End" => (n - 1, value),
            "Enter" => {
                press::open(app, untrack(what));
                return ev.prevent_default();
            }
            _ => return,
        };
        ev.prevent_default();
        ev.stop_propagation();
        at.set((to.0.min(n - 1), to.1));
        point();
    };
    let says = move || {
        let step = shared.step.get();
        step.and_then(|step| lines::line(app, &step, what()))
    };
    let side = move |i: usize| move || area.get().map(|area| format!("{}px", area[i]));
    // Made anew only where it appears: it has the focus while the layout changes.
    let there = Memo::new(move |_| {
        area.with(Option::is_some) && shared.layout.with(|l| l.draws(Station::Layers))
    });
    view! {
        {move || there.get().then(|| view! {
            <div
                class="flow-walk"
                data-testid="flow-walk"
                role="slider"
                tabindex="0"
                aria-label=say().flow_walk().to_string()
                aria-valuemin="0"
                aria-valuemax=move || n_layers.get() - 1
                aria-valuenow=move || at.get().0.min(n_layers.get() - 1)
                aria-valuetext=says
                style=("--x", side(0))
                style=("--y", side(1))
                style=("--w", side(2))
                style=("--h", side(3))
                on:keydown=walk
                on:focus=move |_| point()
                on:blur=move |_| shared.point(None)
            ></div>
        })}
    }
}
