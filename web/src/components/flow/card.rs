//! A station that is open: all there is to it, in its place; the others are strips beside it.

use leptos::prelude::*;

use super::heads::title;
use super::save::SavePicture;
use super::shared::Shared;
use super::sight::OPENED;
use super::tables::{Numbers, tables};
use super::worked::Worked;
use crate::browser;
use crate::choices::{PagePart, Station};
use crate::components::dice::card::Dice;
use crate::components::glossary::opening::Opening;
use crate::components::inside::Views;
use crate::components::kit::focus;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::components::kit::table::{Table, body};
use crate::components::picture::STATIONS;
use crate::components::sampler::chain_editor::{ChainEditor, ChainTools};
use crate::components::step::candidates::Candidates;
use crate::components::step::compare::Compare;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::components::step::token_search::TokenSearch;
use crate::components::step::uncertainty::Uncertainty;
use crate::components::text::token_list::TokenList;
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
    let inside = Later::new(app, fetch_inside);
    // A head is hidden while its station is open: the keyboard goes on inside it.
    Effect::new(move |before: Option<Option<Station>>| {
        let now = open.get();
        if before.is_some() && now.is_some() {
            browser::after_frame(|| browser::focus_if_lost(OPENED));
        }
        now
    });
    let table = RwSignal::new(false);
    let at = move |station: Station| shared.layout.with(|l| l.opened(station));
    let side = move |station, f: fn((f64, f64)) -> f64| {
        move || at(station).map(|span| format!("{}px", f(span)))
    };
    move || {
        open.get().map(|station| {
            view! {
                <section
                    class="station-card"
                    id=OPENED
                    tabindex="-1"
                    data-testid="station-card"
                    data-station=station.name()
                    aria-label=move || title(app, station)
                    style=("--x", side(station, |(x, _)| x))
                    style=("--w", side(station, |(_, w)| w))
                    on:keydown=move |ev| if ev.key() == "Escape" && !ev.default_prevented() {
                        ev.prevent_default();
                        focus::close_opened(app);
                    }
                >
                    <div class="station-card-head">
                        <h2>{move || title(app, station)}</h2>
                        {move || (station == Station::Sampler).then(|| inside.get().map(|inside| (inside.tools)()))}
                        <Show when=move || !app.hidden(PagePart::Table)>
                            <button class="button small plain" data-testid="station-table" aria-pressed=move || table.get().to_string()
                                aria-label=say().flow_table().to_string() title=say().flow_table().to_string() on:click=move |_| table.update(|t| *t = !*t)>
                                <Icon shape=Shape::Table />
                            </button>
                        </Show>
                        {move || inside.get().map(|inside| (inside.save)())}
                        <button class="button small plain" data-testid="close-station" aria-label=say().flow_close().to_string()
                            title=say().flow_close().to_string() on:click=move |_| { focus::close_opened(app); }>
                            <Icon shape=Shape::Close />
                        </button>
                    </div>
                    {move || table.get().then(|| inside.view(move |inside| (inside.tables)(station, shared)))}
                    {inside.view(move |inside| (inside.contents)(app, station, shared, shown))}
                </section>
            }
        })
    }
}

/// The numbers that the station draws while it is closed.
#[component]
fn StationTables(
    /// Whose.
    station: Station,
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let one = |numbers: Numbers| {
        let Numbers {
            caption,
            columns,
            rows,
        } = numbers;
        let cells = body(&columns, rows);
        view! { <h3>{caption.clone()}</h3> <Table label=caption columns>{cells}</Table> }
    };
    let all = move || {
        let step = shared.step.get();
        step.map(|step| {
            tables(app, &step, station)
                .into_iter()
                .map(one)
                .collect_view()
        })
    };
    view! { <div class="station-tables" data-testid="station-tables">{all}</div> }
}

/// What an open station holds.
#[derive(Debug, Clone, Copy)]
struct Inside {
    /// Its place in the card.
    contents: fn(App, Station, Shared, Signal<Option<StepOnScreen>>) -> AnyView,
    /// The numbers that it draws while it is closed.
    tables: fn(Station, Shared) -> AnyView,
    /// The sampler's tools, in the card's head.
    tools: fn() -> AnyView,
    /// Saves the picture, in the card's head.
    save: fn() -> AnyView,
}

bundled!(stations, fetch_inside, inside: Inside = Inside {
    contents,
    tables: |station, shared| view! { <StationTables station shared /> }.into_any(),
    tools: || view! { <ChainTools /> }.into_any(),
    save: || view! { <SavePicture /> }.into_any(),
});

fn contents(
    app: App,
    station: Station,
    shared: Shared,
    shown: Signal<Option<StepOnScreen>>,
) -> AnyView {
    match station {
        Station::Tokens => view! {
            <Opening look=say().look_tokens() tries=say().try_tokens() />
            <TokenList />
        }
        .into_any(),
        Station::Embed | Station::Layers => view! { <Views station /> }.into_any(),
        Station::Logits | Station::Softmax => view! {
            {match station {
                Station::Softmax => view! { <Worked step=shared.step /> }.into_any(),
                _ => view! { <Opening look=say().look_logits() tries=say().try_logits() /> }.into_any(),
            }}
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
        // These have their own places.
        Station::Machine
        | Station::Tree
        | Station::Beams
        | Station::Speculative
        | Station::Guided
        | Station::Compare
        | Station::Context => ().into_any(),
    }
}
