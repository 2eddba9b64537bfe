//! What a beam search is asked for.

use leptos::prelude::*;
use logitscope_core::beam::EarlyStopping;

use crate::choices::{BeamChoices, MOST_TOKENS};
use crate::components::kit::format;
use crate::state::App;
use crate::words::{Message, say};

/// The most beams that the slider offers.
const MOST_WIDE: u32 = 16;

fn stoppings() -> [(EarlyStopping, Message); 3] {
    let say = say();
    [
        (EarlyStopping::Likely, say.beams_likely()),
        (EarlyStopping::Always, say.beams_always()),
        (EarlyStopping::Never, say.beams_never()),
    ]
}

/// Width, length penalty, when it ends, most tokens, and whether it draws.
#[component]
pub fn Options(
    /// The choices.
    choices: RwSignal<BeamChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let width = move || choices.get().width;
    let slide = move |text: String, set: fn(&mut BeamChoices, f64)| {
        if let Ok(value) = text.parse::<f64>() {
            choices.update(|all| set(all, value));
        }
    };
    let option = move |(stopping, name): (EarlyStopping, Message)| {
        let chosen = move || choices.get().early_stopping == stopping;
        view! { <option selected=chosen>{name.to_string()}</option> }
    };
    let stop = move |at: i32| {
        let found = stoppings().into_iter().nth(at.max(0) as usize);
        if let Some((stopping, _)) = found {
            choices.update(|all| all.early_stopping = stopping);
        }
    };
    view! {
        <div class="strategy-options" data-testid="beam-options">
            <label class="field">{say().beams_width().to_string()}
                <input type="range" min="1" max=MOST_WIDE.to_string() data-testid="beam-width" prop:value=move || width().to_string()
                    on:input:target=move |ev| slide(ev.target().value(), |all, x| all.width = x as u32) />
                <span class="num">{move || width().to_string()}</span>
            </label>
            <label class="field">{say().beams_penalty().to_string()}
                <input type="range" min="-2" max="2" step="0.1" data-testid="beam-penalty" prop:value=move || choices.get().length_penalty.to_string()
                    on:input:target=move |ev| slide(ev.target().value(), |all, x| all.length_penalty = x) />
                <span class="num">{move || format::setting(choices.get().length_penalty)}</span>
            </label>
            <label class="field">{say().beams_tokens().to_string()}
                <input type="range" min="1" max="40" data-testid="beam-tokens" prop:value=move || choices.get().max_tokens.to_string()
                    on:input:target=move |ev| slide(ev.target().value(), |all, x| all.max_tokens = (x as u32).clamp(1, MOST_TOKENS)) />
                <span class="num">{move || choices.get().max_tokens.to_string()}</span>
            </label>
            <label class="field">{say().beams_stopping().to_string()}
                <select data-testid="beam-stopping" on:change:target=move |ev| stop(ev.target().selected_index())>
                    {stoppings().map(option).into_iter().collect_view()}
                </select>
            </label>
            <label class="field">
                <input type="checkbox" data-testid="beam-drawn" prop:checked=move || choices.get().drawn
                    on:change:target=move |ev| { let drawn = ev.target().checked(); choices.update(|all| all.drawn = drawn) } />
                {move || say().beams_drawn(app.settings.get().seed.to_string()).to_string()}
            </label>
        </div>
    }
}
