//! The settings for other programs, to copy.

use leptos::prelude::*;
use logitscope_core::chain::Kind;
use logitscope_core::chain::export::{Exported, Target};

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::sampler::sampler_words;
use crate::state::App;
use crate::words::say;

const TARGETS: [(Target, &str, &str); 3] = [
    (Target::OpenAi, "OpenAI", "openai"),
    (Target::LlamaCpp, "llama.cpp", "llama"),
    (Target::Transformers, "Transformers", "transformers"),
];

/// The settings as three programs take them, folded away until they are asked for.
#[component]
pub fn ExportSettings() -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let block = move |(target, program, id): (Target, &'static str, &'static str)| {
        let name = match target {
            Target::OpenAi => say().elsewhere_openai(program).to_string(),
            _ => program.to_owned(),
        };
        let exported = Memo::new(move |_| app.settings.with(|s| s.chain.export(target, s.seed)));
        let copy = move |_| app.copy_settings(program, exported.with_untracked(|e| e.text.clone()));
        view! {
            <div class="elsewhere-block">
                <p class="stage-top">
                    <span class="stage-label">{name}</span>
                    <button class="button small" data-testid=format!("copy-{id}") on:click=copy>{say().elsewhere_copy().to_string()}</button>
                </p>
                <pre class="formula" data-testid=format!("export-{id}")>{move || exported.with(|e| e.text.clone())}</pre>
                {move || exported.with(warning).map(|words| view! { <p class="caption">{words}</p> })}
            </div>
        }
    };
    view! {
        <details class="stops" data-testid="elsewhere" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>{say().elsewhere().to_string()}</summary>
            <Show when=move || open.get()>{TARGETS.map(block).collect_view()}</Show>
        </details>
    }
}

/// What the program cannot do, in words.
fn warning(exported: &Exported) -> Option<String> {
    let words = [
        stages(&exported.left_out).map(|all| say().elsewhere_left_out(all).to_string()),
        stages(&exported.simplified).map(|all| say().elsewhere_simplified(all).to_string()),
        stages(&exported.counts_less).map(|all| say().elsewhere_counts_less(all).to_string()),
        exported
            .reordered
            .then(|| say().elsewhere_reordered().to_string()),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| format::sentences(words))
}

/// The names of the samplers `kinds`, if there are any.
fn stages(kinds: &[Kind]) -> Option<String> {
    let kinds = kinds.iter();
    let labels: Vec<_> = kinds
        .map(|kind| sampler_words::words(*kind).label)
        .collect();
    (!labels.is_empty()).then(|| labels.join(", "))
}
