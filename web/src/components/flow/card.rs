//! A station that is open: all there is to it, in its place; the others are strips beside it.

use leptos::prelude::*;

use super::heads::title;
use super::shared::Shared;
use crate::browser;
use crate::choices::{PagePart, Station};
use crate::components::dice::card::Dice;
use crate::components::glossary::opening::Opening;
use crate::components::inside::Views;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::picture::STATIONS;
use crate::components::sampler::chain_editor::{ChainEditor, ChainTools};
use crate::components::step::candidates::Candidates;
use crate::components::step::compare::Compare;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::components::step::token_search::TokenSearch;
use crate::components::step::uncertainty::Uncertainty;
use crate::components::text::prompt_tokens::PromptTokens;
use crate::state::App;
use crate::words::say;

/// The station that is open, if one is.
#[component]
pub fn OpenedStation(
    /// What the parts of the picture share.
    shared: Shared,
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let open = Memo::new(move |_| app.open.get().filter(|open| STATIONS.contains(open)));
    let close = move || {
        let was = open.get_untracked();
        app.open_station(None);
        if let Some(was) = was {
            browser::focus_soon(format!("station-{}", was.name()));
        }
    };
    let at = move |station: Station| shared.layout.with(|l| l.opened(station));
    let side = move |station, f: fn((f64, f64)) -> f64| {
        move || at(station).map(|span| format!("{}px", f(span)))
    };
    move || {
        open.get().map(|station| {
            view! {
                <section
                    class="station-card"
                    data-testid="station-card"
                    data-station=station.name()
                    aria-label=move || title(app, station)
                    style=("--x", side(station, |(x, _)| x))
                    style=("--w", side(station, |(_, w)| w))
                    on:keydown=move |ev| if ev.key() == "Escape" && !ev.default_prevented() {
                        ev.prevent_default();
                        close();
                    }
                >
                    <div class="station-card-head">
                        <h2>{move || title(app, station)}</h2>
                        {(station == Station::Sampler).then(|| view! { <ChainTools /> })}
                        <button class="button small plain" data-testid="close-station" aria-label=say().flow_close().to_string()
                            title=say().flow_close().to_string() on:click=move |_| close()>
                            <Icon shape=Shape::Close />
                        </button>
                    </div>
                    {contents(app, station, shared, shown)}
                </section>
            }
        })
    }
}

fn contents(
    app: App,
    station: Station,
    shared: Shared,
    shown: Signal<Option<StepOnScreen>>,
) -> AnyView {
    match station {
        Station::Tokens => view! { <PromptTokens /> }.into_any(),
        Station::Embed | Station::Layers => view! { <Views station /> }.into_any(),
        Station::Logits | Station::Softmax => view! {
            <Opening look=say().look_logits() tries=say().try_logits() />
            <TokenSearch shown />
            {move || (!app.hidden(PagePart::Candidates)).then(|| view! { <Candidates shown /> })}
            {move || (!app.hidden(PagePart::Facts)).then(|| view! { <Uncertainty shown /> })}
        }
        .into_any(),
        Station::Sampler => view! {
            <ChainEditor step=shared.step layout=shared.layout shown />
            <Compare shown />
        }
        .into_any(),
        Station::Dice => view! { <Dice shown /> }.into_any(),
        Station::Machine => ().into_any(),
    }
}
