//! The most active neurons of a layer's MLP, and the tokens that each one promotes.

use leptos::prelude::*;
use logitscope_core::inspection::{Neuron, Weighed};

use super::parts::LayerChoice;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;

const COLUMNS: &[Heading] = &[
    Heading::Number("Neuron"),
    Heading::Number("Activation"),
    Heading::Text("Adds most to"),
    Heading::Text("Takes most from"),
];

/// The view.
#[component]
pub fn Neurons() -> impl IntoView {
    let app = expect_context::<App>();
    let found =
        Memo::new(move |_| app.of_step::<Vec<Neuron>>(|node| (node, app.inside.layer.get())));
    let most = move || {
        found.with(|f| {
            let sizes = f.iter().flat_map(|f| f.iter()).map(|n| n.activation.abs());
            sizes.fold(f32::MIN_POSITIVE, f32::max)
        })
    };
    let chips = move |tokens: Vec<Weighed>| {
        let chip = |weighed: Weighed| {
            let shown = format::token(&app.token_bytes(weighed.token));
            let value = format::signed(f64::from(weighed.value));
            view! { <span class="chip"><span class="mono">{shown}</span><span class="num muted">{value}</span></span> }
        };
        tokens.into_iter().map(chip).collect_view()
    };
    let row = move |neuron: Neuron| {
        let wide = format!("{:.3}", neuron.activation.abs() / most());
        view! {
            <li class="neuron" data-testid="neuron">
                <b class="mono">{format!("neuron {}", neuron.neuron)}</b>
                <span class="neuron-bar" class:negative=neuron.activation < 0.0 style=("--w", wide)></span>
                <span class="num">{format::value(neuron.activation)}</span>
                <span class="neuron-tokens"><span class="muted">"adds to"</span>{chips(neuron.promoted)}</span>
                <span class="neuron-tokens"><span class="muted">"takes from"</span>{chips(neuron.suppressed)}</span>
            </li>
        }
    };
    let rows = move || {
        let found = found.get()?;
        Some(found.iter().cloned().map(row).collect_view())
    };
    let words = move |tokens: &[Weighed]| {
        let one = |w: &Weighed| {
            let value = format::signed(f64::from(w.value));
            format!("{} {value}", format::token(&app.token_bytes(w.token)))
        };
        tokens.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let table = Signal::derive(move || {
        let row = |n: &Neuron| {
            vec![
                n.neuron.to_string(),
                format::value(n.activation),
                words(&n.promoted),
                words(&n.suppressed),
            ]
        };
        found.with(|f| f.iter().flat_map(|f| f.iter()).map(row).collect())
    });
    view! {
        <p class="caption">
            "The MLP of a layer has a row of neurons; at each token a few are active. A neuron writes its own vector into the residual stream, as strongly as it is active: these are the logits that it adds here, by way of the final norm and the unembedding."
        </p>
        <div class="attention-choice"><LayerChoice testid="neurons-layer" /></div>
        <Show when=move || found.with(Option::is_some) fallback=|| view! { <p class="muted waiting">"Being computed …"</p> }>
            <ol class="neurons">{rows}</ol>
        </Show>
        <TableTwin caption="The most active neurons" testid="table-twin-neurons" columns=COLUMNS rows=table />
    }
}
