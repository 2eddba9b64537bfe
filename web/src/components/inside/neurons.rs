//! The most active neurons of a layer's MLP, and the tokens that each one promotes.

use leptos::prelude::*;
use logitscope_core::blocks::bounded;
use logitscope_core::inspection::{Neuron, Weighed};

use super::parts::LayerChoice;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_neuron),
    Heading::Number(Catalogue::col_activation),
    Heading::Text(Catalogue::col_adds_most),
    Heading::Text(Catalogue::col_takes_most),
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
                <b class="mono">{say().neuron_number(neuron.neuron.to_string()).to_string()}</b>
                <span class="neuron-bar" class:negative=neuron.activation < 0.0 style=("--w", wide)></span>
                <span class="num">{format::value(neuron.activation)}</span>
                <span class="neuron-tokens"><span class="muted">{say().neuron_adds().to_string()}</span>{chips(neuron.promoted)}</span>
                <span class="neuron-tokens"><span class="muted">{say().neuron_takes().to_string()}</span>{chips(neuron.suppressed)}</span>
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
    // What a neuron adds is linear only before a bound.
    let before = move || {
        let cap = app.model.with(|m| m.as_ref()?.model.blocks.readout.cap)?;
        let words = say().neurons_bounded(bounded("z", " / ", cap)).to_string();
        Some(view! { <p class="caption" data-testid="neurons-bounded">{words}</p> })
    };
    view! {
        <div class="attention-choice"><LayerChoice testid="neurons-layer" /></div>
        <Show when=move || found.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().being_computed().to_string()}</p> }>
            <ol class="neurons">{rows}</ol>
            {before}
        </Show>
        <TableTwin caption=say().neurons_table().to_string() testid="table-twin-neurons" columns=COLUMNS rows=table />
    }
}
