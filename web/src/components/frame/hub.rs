//! Models from the Hugging Face hub: which there are, which are here, and how one comes.

mod plans;
mod question;
mod row;

use leptos::prelude::*;
use logitscope_protocol::{Repository, SCHEME, Secret, StoredModel};
use web_sys::SubmitEvent;

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::{Modal, ModalHandle};
use crate::components::kit::show::Show;
use crate::models::PUBLISHED;
use crate::state::{App, hub_address};
use crate::words::say;
use plans::{Plans, plan_words};
use question::Ask;
use row::Row;

/// How much of a commit is shown, as Git shows it.
const COMMIT_DIGITS: usize = 7;

/// The dialog; what it holds is loaded later.
#[component]
pub fn HubDialog(
    /// Whoever opens it has it, too.
    handle: ModalHandle,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    Effect::new(move |_| {
        app.downloads.shown.set(handle.open.get());
        match handle.open.get() {
            true => {
                inside.want();
                app.look_at_store();
            }
            // What was not answered is not asked again.
            false => {
                app.downloads.question.set(None);
                app.downloads.stopped.set(None);
            }
        }
    });
    // What is to be decided is asked here, wherever the download was begun.
    Effect::new(move |_| {
        if app.downloads.question.with(Option::is_some) && !handle.open.get_untracked() {
            handle.show();
        }
    });
    view! {
        <Modal handle name="hub" title=say().hub_title() close=say().server_close()>
            {inside.view_at_rest(move |inside| inside(handle))}
        </Modal>
    }
}

bundled!(answer, fetch_inside, inside: fn(ModalHandle) -> AnyView = |handle| view! { <Inside open=handle.open /> }.into_any());

/// Whether nothing may be begun: a model comes already, or a lesson holds the model.
fn busy(app: App) -> bool {
    app.downloads.coming.with(Option::is_some) || app.locked(Control::Model)
}

/// What is kept of a model, at its commit or at whatever one where none is named; tracked.
fn kept(app: App, asked: &Repository) -> Option<StoredModel> {
    let is = |model: &&StoredModel| asked.is_met_by(&model.repository);
    app.downloads
        .stored
        .with(|stored| stored.as_ref()?.models.iter().find(is).cloned())
}

/// Whether `own` is kept beside another commit of the same model, which has the row of the model; tracked.
fn is_beside(app: App, own: &Repository) -> bool {
    let found = kept(app, own);
    found.is_some() && found != kept(app, &own.newest())
}

/// What a model is called, with its commit where it is kept beside another one; tracked.
fn title(app: App, own: &Repository) -> String {
    let name = own.short();
    match own.revision.as_ref().filter(|_| is_beside(app, own)) {
        Some(commit) => format!("{name}@{}", commit.get(..COMMIT_DIGITS).unwrap_or(commit)),
        None => name.to_owned(),
    }
}

/// Whether the model that runs is one that the browser keeps; tracked.
pub fn stored_is_current(app: App) -> bool {
    runs(app).is_some_and(|own| kept(app, &own).is_some())
}

/// The model of the hub that runs; tracked.
fn runs(app: App) -> Option<Repository> {
    app.model.track();
    let named = app.link_model()?;
    named.strip_prefix(SCHEME)?.parse().ok()
}

/// The address of the page of the model that runs, if it is one that the browser keeps; tracked.
pub fn card_of_stored(app: App) -> Option<String> {
    let own = runs(app)?;
    let (hub, name) = (hub_address(), &own.name);
    let path = own.path().unwrap_or_default();
    Some(match (&own.revision, &own.file) {
        (Some(commit), Some(_)) => format!("{hub}/{name}/blob/{commit}/{path}"),
        (Some(commit), None) => format!("{hub}/{name}/tree/{commit}/{path}"),
        (None, _) => format!("{hub}/{name}"),
    })
}

/// Bytes that are not known exactly.
fn rough(bytes: u64) -> String {
    match bytes as f64 {
        x if x >= 1e9 => format!("{}\u{202f}GB", format::decimals(x / 1e9, 1)),
        x => format!("{}\u{202f}MB", format::decimals(x / 1e6, 0)),
    }
}

/// The models that the browser keeps, for a list of all; tracked.
pub fn stored_options(app: App) -> impl IntoView {
    move || {
        let models = app.downloads.stored.with(|stored| {
            let all = stored.iter().flat_map(|stored| &stored.models);
            all.filter(|model| model.whole).cloned().collect::<Vec<_>>()
        });
        let option = |model: StoredModel| {
            let value = format!("{SCHEME}{}", model.repository);
            let name = title(app, &model.repository);
            let is_current = move || {
                app.phase.track();
                runs(app).is_some_and(|own| own == model.repository)
            };
            view! { <option value=value prop:selected=is_current>{name}</option> }
        };
        models.into_iter().map(option).collect_view()
    }
}

/// One press to the model that everybody compares with.
#[component]
pub fn QuickDownload(
    /// Hears that it is pressed.
    #[prop(optional, into)]
    begun: Option<Callback<()>>,
    /// What tests find it by.
    testid: &'static str,
    /// Whether there is room for the name and the size alone.
    #[prop(optional)]
    brief: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let [first, ..] = &PUBLISHED;
    let own = first.repository.parse::<Repository>().ok();
    let here = move || {
        let found = own.as_ref().and_then(|own| kept(app, own));
        found.is_some_and(|model| model.whole)
    };
    let size = rough(first.about_bytes);
    let get = move |_| {
        if let Ok(repository) = first.repository.parse() {
            if let Some(begun) = begun {
                begun.run(());
            }
            app.download(repository, None);
        }
    };
    let words = StoredValue::new(say().hub_quick(first.name, size.clone()).to_string());
    let shown = move || match brief {
        true => view! { <Icon shape=Shape::Save /> {first.name} " " {size.clone()} }.into_any(),
        false => words.get_value().into_any(),
    };
    view! {
        <Show when=move || !here()>
            <button class="button small" class:plain=brief data-testid=testid title=words.get_value() disabled=move || busy(app) on:click=get>
                {shown()}
            </button>
        </Show>
    }
}

/// The models, and the form for another one.
#[component]
fn Inside(
    /// Whether the dialog is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let plans = Plans::new(app, open);
    let token = RwSignal::new(String::new());
    let other = RwSignal::new(String::new());
    let fault = RwSignal::new(None::<String>);
    let secret = move || Some(Secret(token.get_untracked())).filter(|own| !own.0.is_empty());
    let get = Callback::new(move |repository: Repository| {
        fault.set(None);
        app.download(repository, secret());
    });
    let ask = move |event: SubmitEvent| {
        event.prevent_default();
        match other.get_untracked().parse::<Repository>() {
            Ok(repository) => get.run(repository),
            Err(why) => fault.set(Some(why.words(&say()))),
        }
    };
    let published: Vec<Repository> = PUBLISHED
        .iter()
        .filter_map(|one| one.repository.parse().ok())
        .collect();
    let known = published.clone();
    // Those that are kept and not among the published ones, and each commit beside another one.
    let others = move || {
        let stored = app.downloads.stored.get().unwrap_or_default();
        let own = stored.models.into_iter().map(|one| one.repository);
        let row = |own: Repository| match is_beside(app, &own) {
            true => Some(own),
            false if known.iter().any(|one| one.is_same_model(&own)) => None,
            false => Some(own.newest()),
        };
        own.filter_map(row).collect::<Vec<_>>()
    };
    let why = move || fault.get().or_else(|| app.downloads.fault.get());
    let rows = published.into_iter().zip(&PUBLISHED).enumerate().map(|(nth, (repository, one))| {
        let plan = Signal::derive(move || plans.of(nth));
        let suits = Signal::derive(move || plans.suits(nth));
        view! { <Row repository title=one.name.to_owned() about_bytes=one.about_bytes plan suits get /> }
    });
    // Of what comes and has no row of its own.
    let coming = move || {
        let coming = app.downloads.coming.get()?;
        let words = plan_words(&coming.plan?);
        Some(format!("{}: {words}", coming.repository.short()))
    };
    view! {
        <p class="caption">{say().hub_about().to_string()}</p>
        <ul class="hub-list" data-testid="hub-list">
            {rows.collect_view()}
            <For each=others key=Clone::clone children=move |repository: Repository| {
                let title = untrack(|| title(app, &repository));
                view! { <Row repository title about_bytes=0 get /> }
            } />
        </ul>
        <p class="caption" data-testid="hub-room">{move || room(app)}</p>
        <form class="server-form" on:submit=ask>
            <label>
                {say().hub_other().to_string()}
                <input type="text" data-testid="hub-other" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="hub-other-about"
                    placeholder="owner/name" prop:value=move || other.get() on:input:target=move |ev| other.set(ev.target().value()) />
                <span class="caption" id="hub-other-about">{say().hub_other_about().to_string()}</span>
            </label>
            <details>
                <summary>{say().hub_token().to_string()}</summary>
                <label>
                    <input type="password" data-testid="hub-token" autocomplete="off" aria-label=say().hub_token().to_string() aria-describedby="hub-token-about"
                        prop:value=move || token.get() on:input:target=move |ev| token.set(ev.target().value()) />
                    <span class="caption" id="hub-token-about">{say().hub_token_about().to_string()}</span>
                </label>
            </details>
            <div class="menu-actions">
                <button class="button primary" type="submit" data-testid="hub-get-other" disabled=move || busy(app)>{say().hub_get().to_string()}</button>
            </div>
        </form>
        <p class="caption hub-plan" data-testid="hub-plan" hidden=move || coming().is_none()>{coming}</p>
        <Ask token=secret />
        <p class="server-fault" role="alert" data-testid="hub-fault" hidden=move || why().is_none()>{why}</p>
        <p role="status" data-testid="hub-stopped">{move || app.downloads.stopped.get()}</p>
    }
}

/// What is kept, how much more fits, and for how long.
fn room(app: App) -> Option<String> {
    let stored = app.downloads.stored.get()?;
    let bytes = stored.models.iter().map(|model| model.bytes).sum();
    if !stored.lasts {
        let held = (bytes > 0).then(|| say().hub_in_memory(format::bytes(bytes)));
        let all = [Some(say().hub_not_kept()), held].into_iter().flatten();
        return Some(format::sentences(all.map(|words| words.to_string())));
    }
    let free = stored.free.map(format::bytes);
    let lasts = app.downloads.persists.get().map(|lasts| match lasts {
        true => say().hub_kept_for_good(),
        false => say().hub_kept_for_now(),
    });
    let kept = match free {
        Some(free) => say().hub_kept(format::bytes(bytes), free),
        None => say().hub_kept_only(format::bytes(bytes)),
    };
    let all = [Some(kept), lasts].into_iter().flatten();
    Some(format::sentences(all.map(|words| words.to_string())))
}
