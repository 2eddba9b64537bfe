//! Every intermediate of one layer, for the step on screen, in the order in which the model computes them.

use std::sync::Arc;

use leptos::prelude::*;

use super::parts::LayerChoice;
use super::provenance;
use super::vector_box::{Shared, VectorBox};
use crate::components::kit::format;
use crate::state::{App, Vector, Vectors};
use crate::{arrays, browser};

/// What a file's name says of the model that it is of: nothing, or what is switched off.
fn off(app: App) -> String {
    let lane = app.lane();
    match lane.is_empty() {
        true => String::new(),
        false => format!("-off-{}", lane.to_string().replace(',', "-")),
    }
}

/// What an intermediate is, in a formula of the others.
pub fn formula(name: &str) -> &'static str {
    match name {
        "embed" => "the token’s row of the embedding W_E",
        "pos_embed" => "the position’s row of W_pos",
        "resid_pre" => {
            "the residual stream that enters the block: resid_post of the block before; in layer 0 embed + pos_embed"
        }
        "ln1" => "(resid_pre − mean) / √(variance + ε) · γ + β",
        "q" => "ln1 · W_Q + b_Q, a row a head",
        "k" => "ln1 · W_K + b_K",
        "v" => "ln1 · W_V + b_V",
        "attn_scores" => "q · kᵀ / √d_head, a column a token up to this one",
        "pattern" => "softmax(attn_scores), each row sums to 1",
        "z" => "pattern · v: the values, mixed by the pattern",
        "attn_out" => "z · W_O + b_O: what attention writes into the stream",
        "resid_mid" => "resid_pre + attn_out",
        "ln2" => "layer norm of resid_mid",
        "mlp_pre" => "ln2 · W_in + b_in, a cell a neuron",
        "mlp_post" => "gelu(mlp_pre)",
        "mlp_out" => "mlp_post · W_out + b_out: what the MLP writes into the stream",
        "resid_post" => "resid_mid + mlp_out: what the next block gets",
        "ln_final" => {
            "layer norm of the last resid_post; times W_E’s transpose it gives the logits"
        }
        _ => "",
    }
}

/// The boxes' names, in the order of the way: those outside the blocks go where they belong, before the first block and after the last.
fn names(vectors: &Vectors) -> Vec<String> {
    let order = |name: &String| match name.as_str() {
        "embed" | "pos_embed" => 0,
        "ln_final" => 2,
        _ => 1,
    };
    let mut names: Vec<String> = vectors.all.iter().map(|v| v.name.clone()).collect();
    names.sort_by_key(order);
    names
}

/// The boxes of the layer on screen.
#[component]
pub fn AllVectors() -> impl IntoView {
    let app = expect_context::<App>();
    let fresh = Memo::new(move |_| app.vectors(app.inside.layer.get()));
    // While the next step is computed the boxes stay, and with them the focus.
    let found = Memo::new(move |old: Option<&Option<Arc<Vectors>>>| {
        fresh.get().or_else(|| old.cloned().flatten())
    });
    let last = Memo::new(move |_| app.last_vectors());
    let pointed = RwSignal::new(None::<(String, usize)>);
    let origin = Memo::new(move |_| {
        let (name, at) = pointed.get()?;
        let stream = last.get();
        let stream = stream.as_ref().and_then(|last| last.get("resid_post"));
        found.with(|f| provenance::of(&f.as_ref()?.all, stream, &name, at))
    });
    let shared = Shared {
        found,
        colours: super::colours(app),
        pointed,
        origin,
    };
    let waiting = move || fresh.with(Option::is_none);
    let about = move || {
        let Some(position) = fresh.with(|f| f.as_ref().map(|f| f.position)) else {
            return Some("Being computed …".to_owned());
        };
        let (_, token) = *app.shown_text().get(position as usize)?;
        Some(format!(
            "The token “{}” at position {position}, on its way through:",
            format::token(&app.token_bytes(token))
        ))
    };
    let save = move |_| {
        let file =
            fresh.with_untracked(|f| f.as_ref().map(|f| (arrays::safetensors(f), f.position)));
        if let Some((Ok(bytes), position)) = file {
            let layer = app.inside.layer.get_untracked();
            let name = format!("layer{layer}-position{position}{}.safetensors", off(app));
            // A browser that refuses downloads says so itself.
            let _ = browser::download(&name, "application/octet-stream", &bytes);
        }
    };
    let save_one = Callback::new(move |vector: Vector| {
        let position = found.with_untracked(|f| f.as_ref().map_or(0, |f| f.position));
        let name = format!("{}{}.npy", arrays::key(&vector, position), off(app));
        let _ = browser::download(&name, "application/octet-stream", &arrays::npy(&vector));
    });
    let names = Memo::new(move |_| found.with(|f| f.as_deref().map(names).unwrap_or_default()));
    view! {
        <p class="caption">
            "Every number that a layer computes for this token, as cells: one colour for positive values, one for negative ones, red for what is no number. Point at a cell (or reach it by Tab and the arrow keys) for its value, its formula, and the cells that it was computed from; press a cell that is a product (or Enter) for its terms."
        </p>
        <div class="attention-choice">
            <LayerChoice testid="vectors-layer" />
            <span data-testid="vectors-about">{about}</span>
            <button class="button small" data-testid="save-vectors" disabled=waiting on:click=save>"Save all (.safetensors)"</button>
        </div>
        <ol class="vectors" class:waiting=waiting aria-busy=move || waiting().to_string() data-testid="vectors">
            <For each=move || names.get() key=String::clone let:name>
                <VectorBox name shared on_save=save_one />
            </For>
        </ol>
    }
}
