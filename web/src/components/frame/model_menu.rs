//! Which model runs, and on what.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::frame::current_model::current;
use crate::components::frame::files;
use crate::components::frame::hub::{
    HubDialog, QuickDownload, card_of_stored, stored_is_current, stored_options,
};
use crate::components::frame::own_folder::OwnFolder;
use crate::components::frame::price::PriceDialog;
use crate::components::frame::server::ServerDialog;
use crate::components::frame::site_models::SiteModels;
use crate::components::kit::checkpoint::ACCEPT;
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::menu::Menu;
use crate::components::kit::modal::ModalHandle;
use crate::components::kit::padlock::locked_title;
use crate::components::kit::picker;
use crate::components::kit::replays::ReplaysBadge;
use crate::components::kit::show::Show;
use crate::models;
use crate::models::{BUNDLED, Bundled};
use crate::state::App;
use crate::words::say;
use logitscope_core::Precision;
use logitscope_protocol::BackendChoice;

/// The models that come with the page, backend, precision, and the visitor's own checkpoint.
#[component]
pub fn ModelMenu() -> impl IntoView {
    let app = expect_context::<App>();
    let label = move || {
        app.model.with(|m| match m {
            Some(m) => {
                let kind = format::computes(&m.backend);
                // There is no room for a server's size.
                let size = match m.server.is_some() {
                    true => kind,
                    false => format!("{} · {kind}", format::short(m.model.n_params)),
                };
                let name = m.model.name.clone();
                // There is room for one of the two.
                let beside = match app.replays.get() {
                    true => view! { <ReplaysBadge /> }.into_any(),
                    false => view! { <span class="muted model-size">{size}</span> }.into_any(),
                };
                view! { <b data-testid="model-name">{name}</b> {beside} }.into_any()
            }
            None => say().model().to_string().into_any(),
        })
    };
    let inside = Later::new(app, fetch_inside);
    let [dialog, hub, price] = std::array::from_fn(|_| ModalHandle::default());
    let open = RwSignal::new(false);
    // What the browser keeps is listed, once it is known.
    let stored = app.downloads.stored;
    Effect::new(move |_| {
        if open.get() && stored.with_untracked(Option::is_none) {
            app.look_at_store();
        }
    });
    // What it leads to is not to be under it.
    let show = move |dialog: ModalHandle| {
        Callback::new(move |()| {
            open.set(false);
            dialog.show();
        })
    };
    let ways = Ways {
        connect: show(dialog),
        hub: show(hub),
        price: show(price),
        downloads: Callback::new(move |()| open.set(false)),
    };
    view! {
        <Menu label=move || view! { {label} } open testid="model-menu">
            {inside.view_at_rest(move |inside| inside(ways))}
        </Menu>
        <ServerDialog handle=dialog />
        <HubDialog handle=hub />
        <PriceDialog handle=price />
    }
}

bundled!(stations, fetch_inside, inside: fn(Ways) -> AnyView = |ways| view! { <Inside ways /> }.into_any());

/// Where the menu leads.
#[derive(Clone, Copy)]
struct Ways {
    /// Opens the dialog that connects to a server.
    connect: Callback<()>,
    /// Opens the dialog of the models of the hub.
    hub: Callback<()>,
    /// Opens the dialog that says what fewer bits cost.
    price: Callback<()>,
    /// A download begins.
    downloads: Callback<()>,
}

/// What the menu holds.
#[component]
fn Inside(
    /// Where it leads.
    ways: Ways,
) -> impl IntoView {
    let app = expect_context::<App>();
    let about = move || {
        current(app).map(|model| view! { <b>{model.name}</b> " " {model.about().to_string()} })
    };
    let backend = move |value: String| {
        app.set_backend(match value.as_str() {
            "gpu" => BackendChoice::Gpu,
            "cpu" => BackendChoice::Cpu,
            _ => BackendChoice::Auto,
        });
    };
    let backend_is = move |choice| move || app.backend.get() == choice;
    let precision_is = move |choice| move || app.precision.get() == choice;
    let precision = move |value: String| {
        app.set_precision(Precision::named(&value).unwrap_or_default());
    };
    let option = move |model: &'static Bundled| {
        let is_current = move || {
            // A load that failed leaves the model as it was, and the menu must show it again.
            app.phase.track();
            current(app) == Some(model)
        };
        view! { <option value=model.name prop:selected=is_current>{say().model_option(model.name).to_string()}</option> }
    };
    let open = move |name: &str| {
        // What cannot be read is none of the options.
        if let Ok((name, source)) = models::model(Some(name)) {
            app.load_model(name, source);
        }
    };
    let name = move || app.model.with(|m| m.as_ref().map(|m| m.model.name.clone()));
    let beside = SiteModels::fetch();
    let is_listed =
        move || current(app).is_some() || beside.is_current(app) || stored_is_current(app);
    let card = move || {
        let own = current(app).and_then(Bundled::card);
        own.or_else(|| card_of_stored(app))
            .map(|card| view! { <a href=card target="_blank" rel="noopener">{say().model_card().to_string()}</a> })
    };
    let sizes = move || {
        app.model.with(|m| {
            let m = &m.as_ref()?.model;
            if m.n_layers == 0 {
                return Some(say().server_inside().to_string());
            }
            let count = u64::from;
            let sizes = say().model_sizes(
                count(m.n_layers),
                count(m.n_heads),
                count(m.d_model),
                count(m.d_mlp),
                count(m.d_vocab),
                count(m.n_ctx),
            );
            Some(sizes.to_string())
        })
    };
    view! {
        <p class="about-model" data-testid="about-model">{about}</p>
        <label>
            {say().model().to_string()}
            <select data-testid="bundled-model" title=locked_title(app, Control::Model) disabled=move || app.locked(Control::Model)
                on:keydown=|ev| picker::open_instead(&ev)
                on:change:target=move |ev| open(&ev.target().value())>
                {BUNDLED.iter().map(option).collect_view()}
                {beside.options(app)}
                {stored_options(app)}
                <Show when=move || !is_listed()>
                    <option value="" prop:selected=true disabled=true>{name}</option>
                </Show>
            </select>
        </label>
        <p class="caption">{sizes} {format::gap()} {card}</p>
        <div class="menu-actions">
            <QuickDownload testid="quick-download" begun=ways.downloads />
            <button class="button small" data-testid="open-hub" disabled=move || app.locked(Control::Model) on:click=move |_| ways.hub.run(())>
                {say().hub_open().to_string()}
            </button>
        </div>
        <Show when=move || !app.runs_elsewhere()>
        <label>
            {say().runs_on().to_string()}
            <select data-testid="backend" title=locked_title(app, Control::Backend) disabled=move || app.locked(Control::Backend)
                on:keydown=|ev| picker::open_instead(&ev)
                on:change:target=move |ev| backend(ev.target().value())>
                <option value="auto" selected=backend_is(BackendChoice::Auto)>{say().runs_on_auto().to_string()}</option>
                <option value="gpu" selected=backend_is(BackendChoice::Gpu)>{say().runs_on_gpu().to_string()}</option>
                <option value="cpu" selected=backend_is(BackendChoice::Cpu)>{say().runs_on_cpu().to_string()}</option>
            </select>
        </label>
        <label>
            {say().weights_kept_as().to_string()}
            <select data-testid="precision" title=locked_title(app, Control::Precision) disabled=move || app.locked(Control::Precision)
                on:keydown=|ev| picker::open_instead(&ev)
                on:change:target=move |ev| precision(ev.target().value())>
                <option value="f16" selected=precision_is(Precision::F16)>{say().weights_half().to_string()}</option>
                <option value="f32" selected=precision_is(Precision::F32)>{say().weights_full().to_string()}</option>
                <option value="q8" selected=precision_is(Precision::Q8)>{say().weights_eight().to_string()}</option>
                <option value="q4" selected=precision_is(Precision::Q4)>{say().weights_four().to_string()}</option>
            </select>
        </label>
        <div class="menu-actions">
            <button class="button small" data-testid="open-price" disabled=move || app.locked(Control::Precision) on:click=move |_| ways.price.run(())>
                {say().price_open().to_string()}
            </button>
        </div>
        </Show>
        <label>
            {say().own_checkpoint().to_string()}
            <input type="file" multiple=true accept=ACCEPT data-testid="model-files"
                disabled=move || app.locked(Control::Model)
                on:change:target=move |ev| files::open(app, ev.target().files()) />
        </label>
        <OwnFolder />
        <p class="caption">{say().own_files().to_string()}</p>
        <div class="menu-actions">
            <button class="button small" data-testid="open-server" disabled=move || app.locked(Control::Model) on:click=move |_| ways.connect.run(())>
                {say().server_open().to_string()}
            </button>
        </div>
    }
}
