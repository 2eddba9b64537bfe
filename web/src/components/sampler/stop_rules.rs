//! What ends a run.

use leptos::prelude::*;
use logitscope_core::StopRules;

use crate::choices::Control;
use crate::components::kit::number_box::{NumberBox, Range};
use crate::components::kit::padlock::{Padlock, locked_title};
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// The stop rules, folded away until they are asked for.
#[component]
pub fn Stops() -> impl IntoView {
    let app = expect_context::<App>();
    let change = move |f: &dyn Fn(&mut StopRules)| {
        let mut rules = app.stop_rules.get_untracked();
        f(&mut rules);
        app.set_stop_rules(rules);
    };
    let most = Callback::new(move |n: f64| change(&|rules| rules.max_tokens = n as u32));
    let at_most = Signal::derive(move || app.stop_rules.with(|r| r.max_tokens.into()));
    let sequences = move |text: String| {
        let lines = text
            .lines()
            .filter(|l| !l.is_empty())
            .map(|l| l.replace("\\n", "\n"));
        let lines: Vec<String> = lines.collect();
        change(&|rules| rules.sequences.clone_from(&lines));
    };
    let lines = move || {
        app.stop_rules.with(|r| {
            r.sequences
                .iter()
                .map(|s| s.replace('\n', "\\n"))
                .collect::<Vec<_>>()
                .join("\n")
        })
    };
    view! {
        <details class="stops">
            <summary>{say().stops().to_string()}</summary>
            <div class="chain-top">
                <label for="max-tokens">{say().stops_most().to_string()}</label>
                <NumberBox id="max-tokens".to_owned() testid="max_tokens".to_owned() range=Range::whole_from(1) value=at_most on_change=most
                    locked=Signal::derive(move || app.locked(Control::MaxTokens)) />
                <Show when=move || app.locked(Control::MaxTokens)><Padlock says=say().locked_here().to_string() /></Show>
            </div>
            <label class="stops-label" for="stop-sequences">{say().stops_texts().to_string()}</label>
            <textarea
                id="stop-sequences"
                rows="2"
                data-testid="stop_sequences"
                title=locked_title(app, Control::Stop)
                disabled=move || app.locked(Control::Stop)
                prop:value=lines
                on:change:target=move |ev| sequences(ev.target().value())
            ></textarea>
            <p class="caption">{say().stops_also().to_string()}</p>
        </details>
    }
}
