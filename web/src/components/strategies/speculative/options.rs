//! Who drafts, how many tokens, and by which rule they are kept.

use leptos::prelude::*;
use logitscope_core::speculative::Rule;

use super::super::draft::DraftModel;
use crate::choices::{DraftBy, MOST_TOKENS, SpeculateChoices};
use crate::components::strategies::slider::Slider;
use crate::state::App;
use crate::words::{Message, say};

/// The most drafted tokens that the slider offers.
const MOST_DRAFTED: u32 = 8;

fn rules() -> [(Rule, Message); 3] {
    let say = say();
    [
        (Rule::Ratio, say.speculate_ratio()),
        (Rule::ExactMatch, say.speculate_exact()),
        (Rule::Everything, say.speculate_everything()),
    ]
}

/// Who can draft: the small model, the first layers of this one, the text itself.
fn drafters(app: App) -> Vec<(DraftBy, String)> {
    let n_layers = app.layers_and_heads().map_or(0, |(n, _)| n);
    let half = (n_layers / 2).max(1);
    vec![
        (DraftBy::Model, app.draft_name()),
        (DraftBy::Layers(half), say().draft_by_layers().to_string()),
        (DraftBy::Lookup, say().draft_by_lookup().to_string()),
    ]
}

/// The most layers that draft: all but the last.
fn most_layers(app: App) -> u32 {
    let n_layers = app.layers_and_heads().map_or(0, |(n, _)| n);
    n_layers.saturating_sub(1).max(1)
}

/// The choices.
#[component]
pub fn Options(
    /// What is asked for.
    choices: RwSignal<SpeculateChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let drafter = move |(by, name): (DraftBy, String)| {
        let kind = std::mem::discriminant(&by);
        let chosen = move || std::mem::discriminant(&choices.get().by) == kind;
        view! { <option selected=chosen>{name}</option> }
    };
    let rule = move |(rule, name): (Rule, Message)| {
        let chosen = move || choices.get().rule == rule;
        view! { <option selected=chosen>{name.to_string()}</option> }
    };
    let set_drafter = move |at: i32| {
        if let Some((by, _)) = drafters(app).into_iter().nth(at.max(0) as usize) {
            choices.update(|all| all.by = by);
        }
    };
    let set_rule = move |at: i32| {
        if let Some((rule, _)) = rules().into_iter().nth(at.max(0) as usize) {
            choices.update(|all| all.rule = rule);
        }
    };
    let slide = move |text: String, set: fn(&mut SpeculateChoices, u32)| {
        if let Ok(value) = text.parse() {
            choices.update(|all| set(all, value));
        }
    };
    let layers = move || match choices.get().by {
        DraftBy::Layers(layers) => layers,
        _ => 0,
    };
    let by_layers = Memo::new(move |_| layers() > 0);
    let by_model = Memo::new(move |_| choices.get().by == DraftBy::Model);
    view! {
        <div class="strategy-options" data-testid="speculate-options">
            <label class="field">{say().speculate_by().to_string()}
                <select data-testid="speculate-by" on:change:target=move |ev| set_drafter(ev.target().selected_index())>
                    {move || drafters(app).into_iter().map(drafter).collect_view()}
                </select>
            </label>
            {move || by_layers.get().then(|| view! {
                <label class="field">{say().draft_layers().to_string()}
                    <Slider low=1.0 high=Signal::derive(move || f64::from(most_layers(app))) testid="speculate-layers" value=move || f64::from(layers())
                        on_slide=move |text: String| slide(text, |all, n| all.by = DraftBy::Layers(n.max(1))) />
                    <span class="num">{move || say().draft_layers_of(u64::from(layers()), u64::from(most_layers(app) + 1)).to_string()}</span>
                </label>
            })}
            <label class="field">{say().speculate_drafted().to_string()}
                <Slider low=0.0 high=f64::from(MOST_DRAFTED) testid="speculate-drafted" value=move || f64::from(choices.get().drafted)
                    on_slide=move |text: String| slide(text, |all, n| all.drafted = n) />
                <span class="num">{move || choices.get().drafted.to_string()}</span>
            </label>
            <label class="field">{say().speculate_rule().to_string()}
                <select data-testid="speculate-rule" on:change:target=move |ev| set_rule(ev.target().selected_index())>
                    {rules().map(rule).into_iter().collect_view()}
                </select>
            </label>
            <label class="field">{say().beams_tokens().to_string()}
                <Slider low=1.0 high=60.0 testid="speculate-tokens" value=move || f64::from(choices.get().max_tokens)
                    on_slide=move |text: String| slide(text, |all, n| all.max_tokens = n.clamp(1, MOST_TOKENS)) />
                <span class="num">{move || choices.get().max_tokens.to_string()}</span>
            </label>
            <label class="field">
                <input type="checkbox" data-testid="speculate-adapts" prop:checked=move || choices.get().adapts
                    on:change:target=move |ev| { let adapts = ev.target().checked(); choices.update(|all| all.adapts = adapts) } />
                {say().speculate_adapts().to_string()}
            </label>
            {move || by_model.get().then(|| view! { <DraftModel /> })}
        </div>
    }
}
