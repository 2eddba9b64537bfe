//! Models from the Hugging Face hub: which there are, which are here, and how one comes.

use leptos::prelude::*;
use logitscope_protocol::{Repository, SCHEME, Secret, StoredModel};
use web_sys::SubmitEvent;

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::{Modal, ModalHandle};
use crate::components::kit::show::Show;
use crate::models::{PUBLISHED, Published};
use crate::state::{App, hub_address};
use crate::words::say;

/// The dialog; what it holds is loaded later.
#[component]
pub fn HubDialog(
    /// Whoever opens it has it, too.
    handle: ModalHandle,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    Effect::new(move |_| {
        if handle.open.get() {
            inside.want();
            app.look_at_store();
        }
    });
    view! {
        <Modal handle name="hub" title=say().hub_title() close=say().server_close()>
            {inside.view_at_rest(|inside| inside())}
        </Modal>
    }
}

bundled!(answer, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());

/// Whether nothing may be begun: a model comes already, or a lesson holds the model.
fn busy(app: App) -> bool {
    app.downloads.coming.with(Option::is_some) || app.locked(Control::Model)
}

/// What is kept of the repository `name`; tracked.
fn kept(app: App, name: &str) -> Option<StoredModel> {
    let is = |model: &&StoredModel| model.repository.name.eq_ignore_ascii_case(name);
    app.downloads
        .stored
        .with(|stored| stored.as_ref()?.models.iter().find(is).cloned())
}

/// Whether the model that runs is one that the browser keeps; tracked.
pub fn stored_is_current(app: App) -> bool {
    runs(app).is_some_and(|own| kept(app, &own.name).is_some())
}

/// The model of the hub that runs; tracked.
fn runs(app: App) -> Option<Repository> {
    app.model.track();
    let named = app.link_model()?;
    named.strip_prefix(SCHEME)?.parse().ok()
}

/// The address of the page of the model that runs, if it is one that the browser keeps; tracked.
pub fn card_of_stored(app: App) -> Option<String> {
    let Repository { name, revision } = runs(app)?;
    let hub = hub_address();
    Some(match revision {
        Some(commit) => format!("{hub}/{name}/tree/{commit}"),
        None => format!("{hub}/{name}"),
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
            let name = model.repository.short().to_owned();
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
    begun: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let [first, ..] = &PUBLISHED;
    let here = move || kept(app, first.repository).is_some_and(|model| model.whole);
    let size = rough(first.about_bytes);
    let get = move |_| {
        if let Ok(repository) = first.repository.parse() {
            begun.run(());
            app.download(repository, None);
        }
    };
    view! {
        <Show when=move || !here()>
            <button class="button small" data-testid="quick-download" disabled=move || busy(app) on:click=get>
                {say().hub_quick(first.name, size.clone()).to_string()}
            </button>
        </Show>
    }
}

/// The models, and the form for another one.
#[component]
fn Inside() -> impl IntoView {
    let app = expect_context::<App>();
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
    // Those that are kept and not among the published ones.
    let others = move || {
        let stored = app.downloads.stored.get().unwrap_or_default();
        let unknown = |model: &StoredModel| {
            let own = &model.repository.name;
            !PUBLISHED
                .iter()
                .any(|one| one.repository.eq_ignore_ascii_case(own))
        };
        let names = stored.models.into_iter().filter(unknown);
        names.map(|model| model.repository.name).collect::<Vec<_>>()
    };
    let why = move || fault.get().or_else(|| app.downloads.fault.get());
    let published = |one: &'static Published| {
        view! { <Row repository=one.repository.to_owned() title=one.name.to_owned() about_bytes=one.about_bytes get /> }
    };
    view! {
        <p class="caption">{say().hub_about().to_string()}</p>
        <ul class="hub-list" data-testid="hub-list">
            {PUBLISHED.iter().map(published).collect_view()}
            <For each=others key=Clone::clone children=move |name| {
                let short = name.rsplit('/').next().unwrap_or(&name).to_owned();
                view! { <Row repository=name title=short about_bytes=0 get /> }
            } />
        </ul>
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
        <p class="server-fault" role="alert" data-testid="hub-fault" hidden=move || why().is_none()>{why}</p>
        <p class="caption" data-testid="hub-room">{move || room(app)}</p>
    }
}

/// What is kept, how much more fits, and for how long.
fn room(app: App) -> Option<String> {
    let stored = app.downloads.stored.get()?;
    let bytes = stored.models.iter().map(|model| model.bytes).sum();
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

/// One model: its name, how much of it is here, and what can be done with it.
#[component]
fn Row(
    /// `owner/name`.
    repository: String,
    /// What it is called.
    title: String,
    /// Its bytes, roughly; 0 where they are not known.
    about_bytes: u64,
    /// Downloads one.
    get: Callback<Repository>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let name = StoredValue::new(repository.clone());
    let own = Memo::new(move |_| name.with_value(|name| kept(app, name)));
    let comes = move || {
        let is = |own: &Repository| name.with_value(|name| own.name.eq_ignore_ascii_case(name));
        app.downloads
            .coming
            .with(|coming| coming.as_ref().is_some_and(|c| is(&c.repository)))
    };
    let is_running = move || {
        name.with_value(|name| runs(app).is_some_and(|own| own.name.eq_ignore_ascii_case(name)))
    };
    let size = move || match own.get() {
        Some(model) if model.whole => format::bytes(model.total),
        Some(model) => say()
            .hub_part(format::bytes(model.bytes), format::bytes(model.total))
            .to_string(),
        None if about_bytes > 0 => say().hub_size_about(rough(about_bytes)).to_string(),
        None => String::new(),
    };
    let whole = move || own.with(|own| own.as_ref().is_some_and(|model| model.whole));
    let begun = move || own.with(|own| own.as_ref().is_some_and(|model| !model.whole));
    let fetch = move |_| {
        let asked = own.get_untracked().map(|model| model.repository);
        let named = || name.with_value(|name| name.parse().ok());
        if let Some(repository) = asked.or_else(named) {
            get.run(repository);
        }
    };
    let open = move |_| {
        if let Some(model) = own.get_untracked() {
            app.open_stored(model.repository);
        }
    };
    let delete = move |_| {
        if let Some(model) = own.get_untracked() {
            app.delete_stored(model.repository);
        }
    };
    let label = |what: crate::words::Message, title: &str| format!("{what}: {title}");
    let (get_label, delete_label) = (
        label(say().hub_get(), &title),
        label(say().hub_delete(), &title),
    );
    let (go_on_label, open_label) = (
        label(say().hub_go_on(), &title),
        label(say().hub_run(), &title),
    );
    view! {
        <li class="hub-model" data-testid="hub-model" data-repository=repository.clone()>
            <span class="hub-name"><b>{title}</b> <span class="muted">{repository.clone()}</span></span>
            <span class="muted num" data-testid="hub-size">{size}</span>
            <span class="hub-actions">
                <Show when=comes>
                    <button class="button small" data-testid="hub-stop" on:click=move |_| app.cancel_download()>{say().hub_stop().to_string()}</button>
                </Show>
                <Show when=move || !whole() && !begun() && !comes()>
                    <button class="button small" data-testid="hub-get" aria-label=get_label.clone() disabled=move || busy(app) on:click=fetch>{say().hub_get().to_string()}</button>
                </Show>
                <Show when=move || begun() && !comes()>
                    <button class="button small" data-testid="hub-go-on" aria-label=go_on_label.clone() disabled=move || busy(app) on:click=fetch>{say().hub_go_on().to_string()}</button>
                </Show>
                <Show when=move || whole() && !is_running()>
                    <button class="button small" data-testid="hub-open" aria-label=open_label.clone() disabled=move || app.locked(Control::Model) on:click=open>{say().hub_run().to_string()}</button>
                </Show>
                <Show when=is_running>
                    <span class="muted" data-testid="hub-runs">{say().hub_runs().to_string()}</span>
                </Show>
                <Show when=move || own.with(Option::is_some) && !is_running() && !comes()>
                    <button class="button small plain" data-testid="hub-delete" aria-label=delete_label.clone() on:click=delete>{say().hub_delete().to_string()}</button>
                </Show>
            </span>
        </li>
    }
}
