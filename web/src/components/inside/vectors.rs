//! Every intermediate of one layer, for the step on screen, in the order in which the model computes them.

use logitscope_core::sorted;
use std::sync::Arc;

use leptos::prelude::*;

use super::parts::LayerChoice;
use super::vector_box::{Shared, VectorBox};
use super::{export_arrays, provenance};
use crate::browser;
use crate::components::kit::format;
use crate::inspect::vectors::{Vector, Vectors};
use crate::state::App;
use crate::words::say;

/// What a file's name says of the model that it is of: nothing, or what is switched off.
fn off(app: App) -> String {
    let lane = app.lane();
    match lane.is_empty() {
        true => String::new(),
        false => format!("-off-{}", lane.to_string().replace(',', "-")),
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
    sorted::sort_by_key(&mut names, order);
    names
}

/// The boxes of the layer on screen.
#[component]
pub fn AllVectors() -> impl IntoView {
    let app = expect_context::<App>();
    let fresh = Memo::new(move |_| app.of_step::<Vectors>(|node| (node, app.inside.layer.get())));
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
        found.with(|f| provenance::of(f.as_ref()?, stream, &name, at))
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
            return Some(say().being_computed().to_string());
        };
        let (_, token) = *app.shown_text().get(position as usize)?;
        let token = format::token(&app.token_bytes(token));
        Some(say().vectors_about(token, position.to_string()).to_string())
    };
    let save = move |_| {
        let file = fresh.with_untracked(|f| {
            f.as_ref()
                .map(|f| (export_arrays::safetensors(f), f.position))
        });
        if let Some((Ok(bytes), position)) = file {
            let layer = app.inside.layer.get_untracked();
            let name = format!("layer{layer}-position{position}{}.safetensors", off(app));
            // A browser that refuses downloads says so itself.
            let _ = browser::download(&name, "application/octet-stream", &bytes);
        }
    };
    let save_one = Callback::new(move |vector: Vector| {
        let position = found.with_untracked(|f| f.as_ref().map_or(0, |f| f.position));
        let name = format!("{}{}.npy", export_arrays::key(&vector, position), off(app));
        let _ = browser::download(
            &name,
            "application/octet-stream",
            &export_arrays::npy(&vector),
        );
    });
    let names = Memo::new(move |_| found.with(|f| f.as_deref().map(names).unwrap_or_default()));
    view! {
        <p class="caption">
            {say().vectors_colours().to_string()}
        </p>
        <div class="attention-choice">
            <LayerChoice testid="vectors-layer" />
            <span data-testid="vectors-about">{about}</span>
            <button class="button small" data-testid="save-vectors" disabled=waiting on:click=save>{say().vectors_save().to_string()}</button>
        </div>
        <ol class="vectors" class:waiting=waiting aria-busy=move || waiting().to_string() data-testid="vectors">
            <For each=move || names.get() key=String::clone let:name>
                <VectorBox name shared on_save=save_one />
            </For>
        </ol>
    }
}
