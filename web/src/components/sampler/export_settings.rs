//! The settings for other programs, to copy.

use leptos::prelude::*;
use logitscope_core::chain::Kind;
use logitscope_core::chain::export::{Exported, Target};

use crate::components::kit::show::Show;
use crate::components::sampler::sampler_words;
use crate::state::App;

const TARGETS: [(Target, &str, &str); 3] = [
    (Target::OpenAi, "OpenAI-compatible request", "openai"),
    (Target::LlamaCpp, "llama.cpp", "llama"),
    (Target::Transformers, "Transformers", "transformers"),
];

/// The settings as three programs take them, folded away until they are asked for.
#[component]
pub fn ExportSettings() -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let block = move |(target, label, id): (Target, &'static str, &'static str)| {
        let exported = Memo::new(move |_| app.settings.with(|s| s.chain.export(target, s.seed)));
        let copy = move |_| app.copy_settings(label, exported.with_untracked(|e| e.text.clone()));
        view! {
            <div class="elsewhere-block">
                <p class="stage-top">
                    <span class="stage-label">{label}</span>
                    <button class="button small" data-testid=format!("copy-{id}") on:click=copy>"Copy"</button>
                </p>
                <pre class="formula" data-testid=format!("export-{id}")>{move || exported.with(|e| e.text.clone())}</pre>
                {move || exported.with(warning).map(|words| view! { <p class="caption">{words}</p> })}
            </div>
        }
    };
    view! {
        <details class="stops" data-testid="elsewhere" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>"Use these settings elsewhere"</summary>
            <Show when=move || open.get()>{TARGETS.map(block).collect_view()}</Show>
        </details>
    }
}

/// What the program cannot do, in words.
fn warning(exported: &Exported) -> Option<String> {
    let words = [
        about(
            "Left out, because it has no such stage, or only one",
            &exported.left_out,
        ),
        about(
            "It lacks a parameter of, or does not allow as much for",
            &exported.simplified,
        ),
        about(
            "It counts only what it has generated, not the prompt, for",
            &exported.counts_less,
        ),
        exported
            .reordered
            .then(|| "It applies them in its own order, so the numbers can differ.".to_owned()),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// `what` is said of the samplers `kinds`, if there are any.
fn about(what: &str, kinds: &[Kind]) -> Option<String> {
    let kinds = kinds.iter();
    let labels: Vec<_> = kinds
        .map(|kind| sampler_words::words(*kind).label)
        .collect();
    (!labels.is_empty()).then(|| format!("{what}: {}.", labels.join(", ")))
}
