//! The place of the strategy that is open.

use leptos::prelude::*;

use super::beams::Beams;
use super::context::Context;
use super::guided::Guided;
use super::lanes::Lanes;
use super::speculative::Speculative;
use super::tree::Tree;
use crate::choices::Station;
use crate::components::flow;
use crate::components::kit::focus;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::state::App;
use crate::words::say;

/// Whether a strategy is in the place of the picture; tracked.
pub fn is_open(app: App) -> bool {
    opened(app).is_some()
}

fn opened(app: App) -> Option<Station> {
    let shown = |station: &Station| station.is_strategy() && !app.embed.with(|e| e.is_lesson());
    app.open.get().filter(shown)
}

/// The strategy that is open, if one is.
#[component]
pub fn StrategyCard() -> impl IntoView {
    let app = expect_context::<App>();
    let open = Memo::new(move |_| opened(app));
    let inside = Later::asked_for(fetch_inside);
    move || {
        open.get().map(|station| {
            let title = flow::title(app, station);
            let name = title.clone();
            view! {
                <section
                    class="card strategy"
                    id=flow::OPENED
                    tabindex="-1"
                    data-testid="strategy-card"
                    data-strategy=station.name()
                    aria-label=name
                    on:keydown=move |ev| if ev.key() == "Escape" && !ev.default_prevented() {
                        ev.prevent_default();
                        focus::close_opened(app);
                    }
                >
                    <div class="card-head">
                        <h2>{title}</h2>
                        {move || inside.get().map(|inside| (inside.save)())}
                        <button class="button small plain strategy-close" data-testid="close-strategy" aria-label=say().strategy_close().to_string()
                            title=say().strategy_close().to_string() on:click=move |_| { focus::close_opened(app); }>
                            <Icon shape=Shape::Close />
                        </button>
                    </div>
                    {inside.view(move |inside| (inside.contents)(station))}
                </section>
            }
        })
    }
}

/// What an open strategy holds.
#[derive(Debug, Clone, Copy)]
struct Inside {
    /// Its place in the card.
    contents: fn(Station) -> AnyView,
    /// Saves its picture, in the card's head.
    save: fn() -> AnyView,
}

bundled!(strategies, fetch_inside, inside: Inside = Inside {
    contents,
    save: || view! { <flow::SavePicture /> }.into_any(),
});

fn contents(station: Station) -> AnyView {
    match station {
        Station::Tree => view! { <Tree /> }.into_any(),
        Station::Beams => view! { <Beams /> }.into_any(),
        Station::Guided => view! { <Guided /> }.into_any(),
        Station::Compare => view! { <Lanes /> }.into_any(),
        Station::Context => view! { <Context /> }.into_any(),
        _ => view! { <Speculative /> }.into_any(),
    }
}
