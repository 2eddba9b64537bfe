//! A model on a server: where it is, and what the server can give.

use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_protocol::{Endpoint, Lists, Meaning, Secret, Server};
use web_sys::SubmitEvent;

use crate::choices::Control;
use crate::components::frame::answer::AnswerBox;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::remembered;
use crate::state::App;
use crate::words::{Message, say};

/// Where llama.cpp's server is if nothing else is said.
const USUAL: &str = "http://127.0.0.1:8080";
/// What starts one.
const EXAMPLE: &str = "llama-server -m model.gguf";

/// The dialog that connects to a server; what it holds is loaded later.
#[component]
pub fn ServerDialog(
    /// The dialog, so that others can open it.
    dialog: NodeRef<Dialog>,
    /// Whether it is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    Effect::new(move |_| open.get().then(|| inside.want()));
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    view! {
        <dialog node_ref=dialog class="server-dialog" data-testid="server-dialog" aria-labelledby="server-title" on:close=move |_| open.set(false)>
            <div class="dialog-head">
                <h2 id="server-title">{say().server_title().to_string()}</h2>
                <button class="button small plain" data-testid="server-close" aria-label=say().server_close().to_string() on:click=close>
                    <Icon shape=Shape::Close />
                </button>
            </div>
            {inside.view_at_rest(|inside| inside())}
        </dialog>
    }
}

bundled!(stations, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());

/// The form, and below it what the server that is connected can give.
#[component]
fn Inside() -> impl IntoView {
    let app = expect_context::<App>();
    let named = untrack(|| app.server_named.get()).or_else(remembered::server);
    let address = RwSignal::new(named.unwrap_or_else(|| USUAL.into()));
    let key = RwSignal::new(String::new());
    let model = RwSignal::new(String::new());
    let fault = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let connect = move |event: SubmitEvent| {
        event.prevent_default();
        let endpoint = Endpoint {
            address: address.get_untracked().trim().to_owned(),
            key: some(key.get_untracked()).map(Secret),
            model: some(model.get_untracked().trim().to_owned()),
        };
        fault.set(None);
        busy.set(true);
        spawn_local(async move {
            let connected = app.connect(endpoint).await;
            // The dialog may be gone.
            let _ = busy.try_set(false);
            let _ = fault.try_set(connected.err());
        });
    };
    let locked = move || app.locked(Control::Model) || !app.may_connect();
    view! {
        <form class="server-form" data-testid="server-form" on:submit=connect>
            <p class="caption">{say().server_about().to_string()} {format::gap()} {say().server_example(EXAMPLE).to_string()}</p>
            <label>
                {say().server_address().to_string()}
                <input type="text" inputmode="url" data-testid="server-address" autocomplete="off" spellcheck="false" disabled=locked
                    prop:value=move || address.get() on:input:target=move |ev| address.set(ev.target().value()) />
            </label>
            <label>
                {say().server_key().to_string()}
                <input type="password" data-testid="server-key" autocomplete="off" aria-describedby="server-key-about" disabled=locked
                    prop:value=move || key.get() on:input:target=move |ev| key.set(ev.target().value()) />
                <span class="caption" id="server-key-about">{say().server_key_about().to_string()}</span>
            </label>
            <label>
                {say().server_model().to_string()}
                <input type="text" data-testid="server-model" autocomplete="off" spellcheck="false" list="server-models" disabled=locked
                    prop:value=move || model.get() on:input:target=move |ev| model.set(ev.target().value()) />
            </label>
            <datalist id="server-models">{move || models(app)}</datalist>
            <div class="menu-actions">
                <button class="button primary" type="submit" data-testid="server-connect" disabled=move || locked() || busy.get()>{say().server_connect().to_string()}</button>
                <Show when=move || busy.get()>
                    <button class="button" type="button" data-testid="server-cancel" on:click=move |_| app.cancel_load()>{say().keep_model_before().to_string()}</button>
                </Show>
            </div>
            <Show when=move || !app.may_connect()>
                <p class="caption">{say().server_off().to_string()}</p>
            </Show>
            <p class="server-fault" role="alert" data-testid="server-fault" hidden=move || fault.with(Option::is_none)>{move || fault.get()}</p>
        </form>
        {move || server(app).map(|server| view! { <ServerTable server /> })}
        <AnswerBox />
    }
}

/// The server that is connected; tracked.
fn server(app: App) -> Option<Server> {
    let server = |m: &std::sync::Arc<logitscope_protocol::Loaded>| m.server.as_deref().cloned();
    app.model.with(|m| server(m.as_ref()?))
}

/// The models that it names.
fn models(app: App) -> Option<impl IntoView> {
    let option = |name: String| view! { <option value=name></option> };
    server(app).map(|server| server.models.into_iter().map(option).collect_view())
}

/// What a probe found out.
#[component]
fn ServerTable(
    /// About which server.
    server: Server,
) -> impl IntoView {
    let say = say();
    let yes = |is: bool| match is {
        true => say.server_yes(),
        false => say.server_no(),
    };
    let d_vocab = server.d_vocab.unwrap_or_default() as u64;
    let lists = match server.lists {
        Lists::All => say.server_lists_all(format::count(d_vocab)),
        Lists::Top(n) => say.server_lists_top(format::count(n as u64)),
        Lists::None => say.server_lists_none(),
    };
    let meaning = match server.meaning {
        Meaning::Raw => say.server_meaning_raw(),
        Meaning::Unknown => say.server_meaning_unknown(),
    };
    let program = [
        server.kind.name(),
        server.version.as_deref().unwrap_or_default(),
    ];
    let rows = [
        (say.server_address(), server.address.clone()),
        (say.server_program(), program.join(" ").trim().to_owned()),
        (say.server_vocabulary(), format::count(d_vocab)),
        (
            say.server_context(),
            server
                .n_ctx
                .map(|n| format::count(n.into()))
                .unwrap_or_default(),
        ),
        (say.server_lists(), lists.to_string()),
        (say.server_meaning(), meaning.to_string()),
        (say.server_ids(), yes(server.ids).to_string()),
        (say.server_bytes(), yes(server.bytes).to_string()),
        (say.server_rates(), yes(server.prompt_log_probs).to_string()),
        (say.server_template(), yes(server.chat_template).to_string()),
    ];
    let row = |(name, value): (Message, String)| {
        view! { <div><dt>{name.to_string()}</dt><dd>{value}</dd></div> }
    };
    view! { <dl class="server-table" data-testid="server-table">{rows.map(row).collect_view()}</dl> }
}
