//! What runs where, how fast, and in how much memory.

use leptos::prelude::*;

use crate::components::glossary::explained::Explained;
use crate::components::kit::format;
use crate::state::App;
use crate::words::{Message, say};
use logitscope_protocol::Loaded;

/// The status line.
#[component]
pub fn Status() -> impl IntoView {
    let app = expect_context::<App>();
    let software = move || {
        app.model
            .with(|m| m.as_ref().is_some_and(|m| is_software(m)))
    };
    let model = move || app.model.with(|m| m.as_ref().map(|m| place(m)));
    let why = move || {
        app.model.with(|m| {
            let why = m.as_ref().and_then(|m| m.why.as_ref());
            why.map(|why| why.words(&say()))
        })
    };
    let memory = move || {
        let logits = app
            .meters
            .with(|m| (m.logits_bytes as u64, m.logits_budget_bytes as u64));
        app.model.with(|m| {
            let m = m.as_ref()?;
            let (weights, kv) = (format::bytes(m.weight_bytes), format::bytes(m.kv_bytes));
            let (used, most) = (format::bytes(logits.0), format::bytes(logits.1));
            let parts = say().status_memory_parts(weights, m.model.weights.clone(), kv, used, most);
            Some(parts.to_string())
        })
    };
    let step = move || {
        let meters = app.meters.get();
        let rows = u64::from(meters.rows);
        let pass = say().status_pass_for(format::millis(meters.forward_ms?), rows);
        Some(match meters.round_trip_ms {
            Some(trip) => say()
                .status_pass_with_messages(pass.to_string(), format::millis(trip))
                .to_string(),
            None => pass.to_string(),
        })
    };
    let speed = move || {
        let tokens = app.meters.get().tokens_per_second?;
        Some(
            say()
                .status_tokens_a_second(format::decimals(tokens, 1))
                .to_string(),
        )
    };
    view! {
        <dl class="status" data-testid="status">
            <div><dt>{say().status_tokenizer().to_string()}</dt><dd>"CPU"</dd></div>
            <div><dt>{say().model().to_string()}</dt><dd data-testid="adapter">{model}</dd></div>
            {move || why().map(|why| view! { <div><dt>{say().status_why().to_string()}</dt><dd>{why}</dd></div> })}
            {move || step().map(|ms| view! { <div><dt><Explained text=say().status_pass().to_string() /></dt><dd data-testid="forward-ms">{ms}</dd></div> })}
            {move || speed().map(|s| view! {
                <div>
                    <dt>{speed_of(software()).to_string()}</dt>
                    <dd data-testid="tokens-per-second">{s}</dd>
                </div>
            })}
            {move || memory().map(|m| view! { <div><dt>{say().status_memory().to_string()}</dt><dd data-testid="memory">{m}</dd></div> })}
        </dl>
    }
}

fn place(loaded: &Loaded) -> String {
    let kind = format::computes(&loaded.backend);
    let adapter = &loaded.backend.adapter;
    let place = match adapter.starts_with(&kind) {
        true => adapter.clone(),
        false => format!("{kind}, {adapter}"),
    };
    match is_software(loaded) {
        true => say().status_software(place).to_string(),
        false => place,
    }
}

fn speed_of(software: bool) -> Message {
    match software {
        true => say().status_speed_software(),
        false => say().status_speed(),
    }
}

/// Whether the "GPU" is a program on the CPU. Its speed says nothing about a GPU's.
fn is_software(loaded: &Loaded) -> bool {
    loaded.software
}
