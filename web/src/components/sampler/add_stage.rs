//! A menu of stages to add.

use leptos::prelude::*;
use logitscope_core::chain::Kind;
use web_sys::HtmlSelectElement;

use crate::components::sampler::sampler_words;
use crate::state::App;
use crate::words::say;

/// Adds a stage where the conventions have it, or switches one on that is off.
#[component]
pub fn AddStage(
    /// For the browser suite.
    testid: &'static str,
) -> impl IntoView {
    let app = expect_context::<App>();
    let add = move |select: HtmlSelectElement| {
        if let Some(kind) = Kind::named(&select.value()) {
            app.rebuild_chain(|chain| chain.add_or_switch_on(kind));
        }
        select.set_value("");
    };
    let option = |kind: &Kind| {
        view! { <option value=kind.name()>{sampler_words::words(*kind).label}</option> }
    };
    view! {
        <span class="flow-add">
            <span aria-hidden="true">{say().flow_add_stage().to_string()}</span>
            <select id=testid data-testid=testid aria-label=say().flow_add_a_stage().to_string()
                disabled=move || app.chain_locked() on:change:target=move |ev| add(ev.target())>
                <option value="" selected=true hidden=true></option>
                {Kind::ALL.iter().map(option).collect_view()}
            </select>
        </span>
    }
}
