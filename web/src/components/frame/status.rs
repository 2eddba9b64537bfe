//! What runs where, how fast, and in how much memory.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::state::App;
use crate::words::say;
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
            Some(format!(
                "weights {weights} ({}), KV cache {kv}, stored logits {used} of {most}",
                kept_as(m)
            ))
        })
    };
    let step = move || {
        let meters = app.meters.get();
        let rows = format::counted(meters.rows.into(), "position", "positions");
        let trip = meters
            .round_trip_ms
            .map(|ms| format!(", {} with messages", format::millis(ms)));
        meters.forward_ms.map(|ms| {
            format!(
                "{} for {rows}{}",
                format::millis(ms),
                trip.unwrap_or_default()
            )
        })
    };
    let speed = move || {
        app.meters
            .get()
            .tokens_per_second
            .map(|s| format!("{s:.1} tokens/s"))
    };
    view! {
        <dl class="status" data-testid="status">
            <div><dt>"Tokenizer and sampler"</dt><dd>"CPU"</dd></div>
            <div><dt>"Model"</dt><dd data-testid="adapter">{model}</dd></div>
            {move || why().map(|why| view! { <div><dt>"Why"</dt><dd>{why}</dd></div> })}
            {move || step().map(|ms| view! { <div><dt>"Last pass"</dt><dd data-testid="forward-ms">{ms}</dd></div> })}
            {move || speed().map(|s| view! {
                <div>
                    <dt>{if software() { "Speed, in software" } else { "Speed" }}</dt>
                    <dd data-testid="tokens-per-second">{s}</dd>
                </div>
            })}
            {move || memory().map(|m| view! { <div><dt>"Memory"</dt><dd data-testid="memory">{m}</dd></div> })}
        </dl>
    }
}

fn place(loaded: &Loaded) -> String {
    let kind = loaded.backend.kind.to_uppercase();
    let note = if is_software(loaded) {
        " (software adapter: no graphics card is used)"
    } else {
        ""
    };
    format!("{kind}, {}{note}", loaded.backend.adapter)
}

/// How the weights lie in memory.
fn kept_as(loaded: &Loaded) -> &str {
    match (loaded.backend.kind.as_str(), loaded.model.weights.as_str()) {
        ("cpu", "f16") => "f16 values, kept as f32",
        (_, weights) => weights,
    }
}

/// Whether the "GPU" is a program on the CPU. Its speed says nothing about a GPU's.
fn is_software(loaded: &Loaded) -> bool {
    loaded.software
}
