//! What is other in each lane.

use leptos::prelude::*;
use logitscope_core::chain::{Chain, Sampler};
use logitscope_core::compare::Writing;
use logitscope_core::compare::spelling::LaneSpec;
use logitscope_core::strategy::Role;

use super::super::draft::DraftModel;
use super::letter;
use crate::choices::CompareChoices;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::strategies::slider::Slider;
use crate::state::{App, Level};
use crate::words::{Message, say};

/// How wide a beam search of a lane is.
const WIDTH: u32 = 4;
/// The temperature that a lane begins with once it has its own.
const HOTTER: f64 = 1.5;

fn ways() -> [(Writing, Message); 3] {
    let say = say();
    [
        (Writing::Sampled, say.compare_sampled()),
        (Writing::Greedy, say.compare_greedy()),
        (Writing::Beams(WIDTH), say.compare_beams(u64::from(WIDTH))),
    ]
}

/// The models that a lane can have. That with parts off is there once parts are off.
fn models(app: App) -> Vec<(Role, String)> {
    let say = say();
    let mut all = vec![
        (Role::Model, say.compare_model_same().to_string()),
        (
            Role::Draft,
            say.compare_model_draft(app.draft_name()).to_string(),
        ),
    ];
    if !app.inside.interventions.with(|off| off.is_empty()) {
        all.push((Role::Altered, say.compare_model_altered().to_string()));
    }
    all
}

/// What a lane has of its own in its sampler.
#[derive(Clone, Copy, PartialEq)]
enum LaneSampler {
    AsFirst,
    Temperature,
    Chain,
}

/// Whether a chain is nothing but a temperature that the slider can show.
fn is_a_temperature(chain: &Chain) -> bool {
    let stages = chain.stages();
    let shown = |sampler: &Sampler| matches!(sampler, Sampler::Temperature { t } if (0.0..=2.0).contains(t));
    stages.len() == 1 && stages.iter().all(|stage| stage.on && shown(&stage.sampler))
}

/// The temperature of a lane's own chain.
fn temperature(chain: &Chain) -> f64 {
    let own = chain.acting().find_map(|sampler| match sampler {
        Sampler::Temperature { t } => Some(*t),
        _ => None,
    });
    own.unwrap_or(1.0)
}

fn at_temperature(t: f64) -> Option<Chain> {
    Chain::new([Sampler::Temperature { t }]).ok()
}

/// The lanes, each with its choices; the first is the page's own.
#[component]
pub fn Editor(
    /// What is asked for.
    choices: RwSignal<CompareChoices>,
) -> impl IntoView {
    let count = Memo::new(move |_| choices.with(|all| all.lanes.len()));
    let add = move |_| {
        choices.update(|all| {
            let next = match all.lanes.iter().any(|lane| lane.writing == Writing::Greedy) {
                true => LaneSpec {
                    of: Role::Draft,
                    ..LaneSpec::default()
                },
                false => LaneSpec {
                    writing: Writing::Greedy,
                    ..LaneSpec::default()
                },
            };
            all.lanes.push(next);
        })
    };
    let is_full = move || count.get() >= CompareChoices::MOST;
    let most = move |text: String| {
        if let Some(most) = CompareChoices::read_most(&text) {
            choices.update(|all| all.max_tokens = most);
        }
    };
    let drafts =
        Memo::new(move |_| choices.with(|all| all.lanes.iter().any(|lane| lane.of == Role::Draft)));
    view! {
        <div class="lane-editor" data-testid="lanes">
            <div class="lane-choices">
                <span class="lane-letter" data-lane="0" aria-hidden="true">{letter(0)}</span>
                <span>{say().compare_first().to_string()}</span>
            </div>
            {move || (0..count.get()).map(|at| view! { <Lane at choices /> }).collect_view()}
            <div class="strategy-options">
                <button class="button small" data-testid="lane-add" disabled=is_full on:click=add>
                    {say().compare_add().to_string()}
                </button>
                <label class="field">{say().beams_tokens().to_string()}
                    <Slider low=1.0 high=60.0 testid="compare-tokens" value=move || f64::from(choices.with(|c| c.max_tokens))
                        on_slide=most />
                    <span class="num">{move || choices.with(|c| c.max_tokens).to_string()}</span>
                </label>
                {move || drafts.get().then(|| view! { <DraftModel /> })}
            </div>
        </div>
    }
}

/// A lane beside the first one.
#[component]
fn Lane(
    /// Its place among the others.
    at: usize,
    /// What is asked for.
    choices: RwSignal<CompareChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let spec = Memo::new(move |_| choices.with(|all| all.lanes.get(at).cloned()));
    let read =
        move |f: fn(&LaneSpec) -> String| spec.with(|s| s.as_ref().map(f).unwrap_or_default());
    let set = move |change: &dyn Fn(&mut LaneSpec)| {
        choices.update(|all| {
            if let Some(lane) = all.lanes.get_mut(at) {
                change(lane);
            }
        });
    };
    let way = move |(writing, name): (Writing, Message)| {
        let kind = std::mem::discriminant(&writing);
        let chosen = move || {
            spec.with(|s| s.as_ref().map(|s| std::mem::discriminant(&s.writing)) == Some(kind))
        };
        view! { <option selected=chosen>{name.to_string()}</option> }
    };
    let model = move |(of, name): (Role, String)| {
        let chosen = move || spec.with(|s| s.as_ref().map(|s| s.of) == Some(of));
        view! { <option selected=chosen>{name}</option> }
    };
    let set_way = move |index: i32| {
        if let Some((writing, _)) = ways().into_iter().nth(index.max(0) as usize) {
            set(&|lane| lane.writing = writing.clone());
        }
    };
    let set_model = move |index: i32| {
        if let Some((of, _)) = untrack(|| models(app))
            .into_iter()
            .nth(index.max(0) as usize)
        {
            set(&|lane| lane.of = of);
        }
    };
    let sampler = Memo::new(move |_| {
        let chain = spec.with(|s| s.as_ref().and_then(|s| s.chain.clone()));
        match chain {
            None => LaneSampler::AsFirst,
            Some(chain) if is_a_temperature(&chain) => LaneSampler::Temperature,
            Some(_) => LaneSampler::Chain,
        }
    });
    let set_chain = move |index: i32| {
        let now = app.settings.get_untracked().chain;
        set(&|lane| {
            lane.chain = match index {
                0 => None,
                1 => at_temperature(HOTTER),
                _ => Some(now.clone()),
            }
        });
    };
    let spell_chain = move |text: String| match text.parse::<Chain>() {
        Ok(chain) => set(&|lane| lane.chain = Some(chain.clone())),
        Err(error) => app.notify(Level::Error, error.to_string()),
    };
    let set_t = move |text: String| {
        if let Some(t) = text.parse().ok().filter(|t| (0.0..=2.0).contains(t)) {
            set(&|lane| lane.chain = at_temperature(t));
        }
    };
    let t = move || {
        let own = spec.with(|s| s.as_ref().and_then(|s| s.chain.as_ref().map(temperature)));
        own.unwrap_or(1.0)
    };
    let set_prompt = move |text: String| {
        set(&|lane| lane.prompt = Some(text.clone()).filter(|text| !text.is_empty()));
    };
    let remove = move |_| {
        choices.update(|all| {
            all.lanes.remove(at);
        })
    };
    let alone = move || choices.with(|all| all.lanes.len() < 2);
    let name = letter(at + 1);
    let group = say().compare_lane(name.clone()).to_string();
    view! {
        <div class="lane-choices" role="group" aria-label=group data-testid="lane">
            <span class="lane-letter" data-lane=(at + 1).to_string() aria-hidden="true">{name}</span>
            <label class="field">{say().compare_way().to_string()}
                <select data-testid="lane-way" on:change:target=move |ev| set_way(ev.target().selected_index())>
                    {ways().map(way).into_iter().collect_view()}
                </select>
            </label>
            <label class="field">{say().compare_sampler().to_string()}
                <select data-testid="lane-sampler" on:change:target=move |ev| set_chain(ev.target().selected_index())>
                    <option selected=move || sampler.get() == LaneSampler::AsFirst>{say().compare_as_first().to_string()}</option>
                    <option selected=move || sampler.get() == LaneSampler::Temperature>{say().compare_temperature().to_string()}</option>
                    <option selected=move || sampler.get() == LaneSampler::Chain>{say().compare_chain_now().to_string()}</option>
                </select>
            </label>
            {move || (sampler.get() == LaneSampler::Chain).then(|| view! {
                <label class="field lane-chain"><span class="visually-hidden">{say().compare_chain().to_string()}</span>
                    <input type="text" data-testid="lane-chain" spellcheck="false" title=say().compare_chain().to_string()
                        prop:value=move || read(|s| s.chain.as_ref().map(ToString::to_string).unwrap_or_default())
                        on:change:target=move |ev| spell_chain(ev.target().value()) />
                </label>
            })}
            {move || (sampler.get() == LaneSampler::Temperature).then(|| view! {
                <label class="field"><span class="visually-hidden">{say().compare_temperature().to_string()}</span>
                    <Slider low=0.0 high=2.0 step=0.1 testid="lane-temperature" value=move || t()
                        on_slide=set_t />
                    <span class="num">{move || format::decimals(t(), 1)}</span>
                </label>
            })}
            <label class="field">{say().compare_model().to_string()}
                <select data-testid="lane-model" on:change:target=move |ev| set_model(ev.target().selected_index())>
                    {move || models(app).into_iter().map(model).collect_view()}
                </select>
            </label>
            <label class="field lane-prompt">{say().compare_prompt().to_string()}
                <input type="text" data-testid="lane-prompt" placeholder=say().compare_as_first().to_string()
                    prop:value=move || read(|s| s.prompt.clone().unwrap_or_default())
                    on:change:target=move |ev| set_prompt(ev.target().value()) />
            </label>
            <button class="button small plain" data-testid="lane-remove" aria-label=say().compare_remove(letter(at + 1)).to_string() disabled=alone on:click=remove>
                <Icon shape=Shape::Close />
            </button>
        </div>
    }
}
