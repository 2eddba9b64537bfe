//! The heads of the stations: what each is called and has read. Pressing one opens the station.

use leptos::prelude::*;
use logitscope_core::chain::StageRecord;

use super::shared::Shared;
use crate::choices::Station;
use crate::components::glossary::term::Term;
use crate::components::kit::format;
use crate::components::picture::{STATIONS, Step};
use crate::inspect::flow::Row;
use crate::state::App;
use crate::words::say;

/// All heads.
#[component]
pub fn Heads(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    STATIONS.map(|station| view! { <Head station shared /> })
}

#[component]
fn Head(
    /// Whose.
    station: Station,
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let area = Memo::new(move |_| {
        shared
            .step
            .with(|step| shared.layout.with(|l| l.head(station, step.as_deref())))
    });
    let side = move |i: usize| move || area.get().map(|area| format!("{}px", area[i]));
    let open = move || app.open.get() == Some(station);
    let slim = move || shared.layout.with(|l| l.is_slim(station));
    let tall = move || shared.layout.with(|l| l.is_tall());
    let tab = move || shared.layout.with(|l| l.is_hidden());
    // In a row of heads, and where chips or sliders follow at once, there is no room for more than the name.
    let close = matches!(
        station,
        Station::Tokens | Station::Layers | Station::Sampler
    );
    let bare = move || tab() || tall() && (close || station == Station::Embed);
    let about = move || match bare() {
        true => None,
        false => about(app, shared, station, slim()),
    };
    let press = move |_| app.open_station((!open()).then_some(station));
    let maker = match station {
        Station::Sampler => "chain",
        Station::Dice => "luck",
        Station::Tokens => "text",
        _ => "model",
    };
    let name = station.name();
    let there = Memo::new(move |_| area.with(Option::is_some));
    let hidden = move || station == Station::Layers && app.runs_elsewhere();
    // There is nothing to open.
    let box_head = move || {
        view! {
            <p class="station-head by-model" data-testid="station-elsewhere"
                style=("--x", side(0))
                style=("--y", side(1))
                style=("--w", side(2))
                style=("--h", side(3))
            >
                <span class="station-name">{say().server_model_head().to_string()}</span>
                <span class="station-about">{say().server_inside().to_string()}</span>
            </p>
        }
    };
    let head = move || {
        view! {
            <button
                class=format!("station-head by-{maker}")
                class:slim=slim
                class:tab=tab
                class:open=open
                id=format!("station-{name}")
                data-testid=format!("station-{name}")
                aria-expanded=move || open().to_string()
                style=("--x", side(0))
                style=("--y", side(1))
                style=("--w", side(2))
                style=("--h", side(3))
                on:click=press
            >
                <span class="station-name"><span data-term=term(station).map(Term::key)>{move || title(app, station)}</span><span class="station-open" aria-hidden="true">"⤢"</span></span>
                <span class="station-about">{move || about().map(|text| {
                    text.lines().map(|line| view! { <span class="about-line">{line.to_owned()}</span> }).collect_view()
                })}</span>
            </button>
        }
    };
    move || {
        there.get().then(|| match hidden() {
            true => box_head().into_any(),
            false => head().into_any(),
        })
    }
}

/// The term that its name is.
fn term(station: Station) -> Option<Term> {
    Some(match station {
        Station::Tokens => Term::Token,
        Station::Embed => Term::Embedding,
        Station::Layers => Term::Layer,
        Station::Logits => Term::Logit,
        Station::Softmax => Term::Softmax,
        Station::Sampler => Term::Sampler,
        Station::Dice => Term::Draw,
        Station::Machine => return None,
        Station::Tree
        | Station::Beams
        | Station::Speculative
        | Station::Guided
        | Station::Compare
        | Station::Context => return None,
    })
}

/// What a station is called.
pub fn title(app: App, station: Station) -> String {
    let layers = || app.layers_and_heads().map_or(0, |(n, _)| n);
    match station {
        Station::Tokens => say().flow_tokens().to_string(),
        Station::Embed => say().flow_embed().to_string(),
        Station::Layers => say().flow_layers(u64::from(layers())).to_string(),
        Station::Logits => say().flow_logits().to_string(),
        Station::Softmax => say().flow_softmax().to_string(),
        Station::Sampler => say().flow_sampler().to_string(),
        Station::Dice => say().flow_dice().to_string(),
        Station::Machine => say().flow_machine().to_string(),
        Station::Tree => say().strategy_tree().to_string(),
        Station::Beams => say().strategy_beams().to_string(),
        Station::Speculative => say().strategy_speculative().to_string(),
        Station::Guided => say().strategy_guided().to_string(),
        Station::Compare => say().strategy_compare().to_string(),
        Station::Context => say().strategy_context().to_string(),
    }
}

fn about(app: App, shared: Shared, station: Station, slim: bool) -> Option<String> {
    let line = shared
        .step
        .with(|step| about_step(app, step.as_deref()?, station, slim));
    line.filter(|text| !text.is_empty())
}

fn about_step(app: App, step: &Step, station: Station, slim: bool) -> Option<String> {
    let model = || app.model.with(|m| m.as_ref().map(|m| m.model.clone()));
    Some(match station {
        Station::Tokens => {
            let folded = step.rows.iter().find_map(|row| match row.row {
                Row::Folded(n) => Some(n as u64),
                Row::Token(_) => None,
            });
            let n = u64::from(step.position);
            match folded {
                Some(folded) if !slim => say().flow_folded(n, folded).to_string(),
                _ => say().flow_so_far(n).to_string(),
            }
        }
        _ if slim && station != Station::Dice && station != Station::Sampler => return None,
        Station::Embed => say().flow_numbers(u64::from(model()?.d_model)).to_string(),
        Station::Layers => {
            let heads = u64::from(model()?.n_heads);
            format!("{}\n{}", say().flow_ribbons(heads), say().flow_stripes())
        }
        Station::Logits => {
            let all = u64::from(step.d_vocab);
            match step.listed {
                Some(listed) => say().flow_scores_listed(u64::from(listed), all).to_string(),
                None => say().flow_scores(all).to_string(),
            }
        }
        Station::Softmax => say().flow_shares().to_string(),
        Station::Sampler if slim => {
            let value = |record: &StageRecord| Some(record.stage.sampler.params().first()?.value);
            let values = step.stages.iter().filter_map(value).map(format::setting);
            values.collect::<Vec<_>>().join(" · ")
        }
        Station::Dice => {
            let draw = step.draw;
            let from = match draw.by_hand {
                true => say().flow_by_hand().to_string(),
                false => say()
                    .flow_seed_and_roll(draw.seed.to_string(), (draw.roll + 1).to_string())
                    .to_string(),
            };
            let number = format::draw(draw.u, 3);
            format!(
                "{}\n{number}\n{}",
                say().flow_random_number(),
                if slim { String::new() } else { from }
            )
        }
        _ => return None,
    })
}
