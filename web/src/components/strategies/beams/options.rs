//! What a beam search is asked for.

use leptos::prelude::*;
use logitscope_core::beam::EarlyStopping;

use crate::choices::{BeamChoices, BeamWay, MOST_TOKENS};
use crate::components::kit::format;
use crate::components::strategies::slider::Slider;
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

/// Which candidates go on; groups only of beams that can be halved.
fn ways(app: App, width: u32) -> Vec<(BeamWay, String)> {
    let say = say();
    let seed = app.settings.with(|settings| settings.seed.to_string());
    let mut all = vec![
        (BeamWay::Best, say.beams_way_best().to_string()),
        (BeamWay::Drawn, say.beams_drawn(seed.clone()).to_string()),
        (
            BeamWay::Stochastic,
            say.beams_way_stochastic(seed).to_string(),
        ),
    ];
    if width.is_multiple_of(2) {
        let diverse = BeamWay::Diverse {
            groups: width / 2,
            strength: 0.5,
        };
        let name = say.beams_way_diverse(u64::from(width / 2)).to_string();
        all.push((diverse, name));
    }
    all
}

/// Groups are pairs of beams: with another width there are others, or none.
fn set_width(all: &mut BeamChoices, width: f64) {
    all.width = width as u32;
    all.way = match all.way {
        BeamWay::Diverse { strength, .. } if all.width.is_multiple_of(2) => BeamWay::Diverse {
            groups: all.width / 2,
            strength,
        },
        BeamWay::Diverse { .. } => BeamWay::Best,
        other => other,
    };
}

/// Width, length penalty, when it ends, most tokens, and which candidates go on.
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
    let way = move |(way, name): (BeamWay, String)| {
        let kind = std::mem::discriminant(&way);
        let chosen = move || std::mem::discriminant(&choices.get().way) == kind;
        view! { <option selected=chosen>{name}</option> }
    };
    let pick = move |at: i32| {
        let found = ways(app, width()).into_iter().nth(at.max(0) as usize);
        if let Some((way, _)) = found {
            choices.update(|all| all.way = way);
        }
    };
    let strength = move || match choices.get().way {
        BeamWay::Diverse { strength, .. } => Some(strength),
        _ => None,
    };
    // The luck of texts knows no length, and ends by itself.
    let by_score = Memo::new(move |_| choices.get().way != BeamWay::Stochastic);
    // By itself, so that the slider is not made anew while it is dragged.
    let diverse = Memo::new(move |_| strength().is_some());
    view! {
        <div class="strategy-options" data-testid="beam-options">
            <label class="field">{say().beams_width().to_string()}
                <Slider low=1.0 high=f64::from(MOST_WIDE) testid="beam-width" value=move || f64::from(width())
                    on_slide=move |text: String| slide(text, set_width) />
                <span class="num">{move || width().to_string()}</span>
            </label>
            <label class="field" hidden=move || !by_score.get()>{say().beams_penalty().to_string()}
                <Slider low=-2.0 high=2.0 step=0.1 testid="beam-penalty" value=move || choices.get().length_penalty
                    on_slide=move |text: String| slide(text, |all, x| all.length_penalty = x) />
                <span class="num">{move || format::setting(choices.get().length_penalty)}</span>
            </label>
            <label class="field">{say().beams_tokens().to_string()}
                <Slider low=1.0 high=40.0 testid="beam-tokens" value=move || f64::from(choices.get().max_tokens)
                    on_slide=move |text: String| slide(text, |all, x| all.max_tokens = (x as u32).clamp(1, MOST_TOKENS)) />
                <span class="num">{move || choices.get().max_tokens.to_string()}</span>
            </label>
            <label class="field" hidden=move || !by_score.get()>{say().beams_stopping().to_string()}
                <select data-testid="beam-stopping" on:change:target=move |ev| stop(ev.target().selected_index())>
                    {stoppings().map(option).into_iter().collect_view()}
                </select>
            </label>
            <label class="field">{say().beams_way().to_string()}
                <select data-testid="beam-way" on:change:target=move |ev| pick(ev.target().selected_index())>
                    {move || ways(app, width()).into_iter().map(way).collect_view()}
                </select>
            </label>
            {move || diverse.get().then(|| view! {
                <label class="field">{say().beams_diversity().to_string()}
                    <Slider low=0.0 high=4.0 step=0.1 testid="beam-diversity" value=move || strength().unwrap_or(0.0)
                        on_slide=move |text: String| slide(text, |all, x| if let BeamWay::Diverse { strength, .. } = &mut all.way { *strength = x }) />
                    <span class="num">{move || strength().map(format::setting)}</span>
                </label>
            })}
            {move || (!by_score.get()).then(|| view! { <p class="caption" data-testid="beam-luck">{say().beams_luck_about(u64::from(width())).to_string()}</p> })}
        </div>
    }
}
