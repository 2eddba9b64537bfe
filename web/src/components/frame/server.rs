//! A model on a server: where it is, and what the server can give.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_protocol::{Endpoint, Lists, Meaning, Secret, Server};
use web_sys::SubmitEvent;

use crate::choices::Control;
use crate::components::frame::answer::AnswerBox;
use crate::components::frame::write::WriteBox;
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::{Modal, ModalHandle};
use crate::components::kit::show::Show;
use crate::remembered;
use crate::state::App;
use crate::words::{Message, say};

/// Where llama.cpp's server is if nothing else is said.
const USUAL: &str = "http://127.0.0.1:8080";
/// How many tokens can be listed, besides all.
const SHORTER: [u32; 2] = [20, 1000];
/// What starts one.
const EXAMPLE: &str = "llama-server -m model.gguf";

/// The dialog that connects to a server; what it holds is loaded later.
#[component]
pub fn ServerDialog(
    /// Whoever opens it has it, too.
    handle: ModalHandle,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    Effect::new(move |_| handle.open.get().then(|| inside.want()));
    // An answer that was dropped on the page is looked at here.
    Effect::new(move |_| {
        if app.opened_answer.with(Option::is_some) {
            handle.show();
        }
    });
    view! {
        <Modal handle name="server" title=say().server_title() close=say().server_close()>
            {inside.view_at_rest(|inside| inside())}
        </Modal>
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
    let endpoint = Signal::derive(move || Endpoint {
        address: address.get().trim().to_owned(),
        key: some(key.get()).map(Secret),
        model: some(model.get().trim().to_owned()),
    });
    let connect = move |event: SubmitEvent| {
        event.prevent_default();
        let endpoint = endpoint.get_untracked();
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
            <Show when=move || busy.get()>
                <p class="caption" role="status">{move || say().server_asking(address.get()).to_string()}</p>
            </Show>
            <Show when=move || !app.may_connect()>
                <p class="caption">{say().server_off().to_string()}</p>
            </Show>
            <p class="server-fault" role="alert" data-testid="server-fault" hidden=move || fault.with(Option::is_none)>{move || fault.get()}</p>
        </form>
        // Beside a refusal it would look like what was found out there.
        {move || fault.with(Option::is_none).then(|| server(app)).flatten().map(|server| view! { <ServerTable server /> })}
        <WriteBox endpoint locked=Signal::derive(locked) />
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
        Lists::All => view! { <ListLength server=server.clone() /> }.into_any(),
        Lists::Top(n) => say
            .server_lists_top(format::count(n as u64))
            .to_string()
            .into_any(),
        Lists::None => say.server_lists_none().to_string().into_any(),
    };
    let meaning = match server.meaning {
        Meaning::Raw => say.server_meaning_raw(),
        Meaning::Unknown => say.server_meaning_unknown(),
    };
    let program = [
        server.kind.name(),
        server.version.as_deref().unwrap_or_default(),
    ];
    let context = server.n_ctx.map(|n| format::count(n.into()));
    let before = [
        (say.server_address(), server.address.clone()),
        (say.server_program(), program.join(" ").trim().to_owned()),
        (say.server_vocabulary(), format::count(d_vocab)),
        (say.server_context(), context.unwrap_or_default()),
    ];
    let after = [
        (say.server_meaning(), meaning.to_string()),
        (say.server_ids(), yes(server.ids).to_string()),
        (say.server_bytes(), yes(server.bytes).to_string()),
        (say.server_rates(), yes(server.prompt_log_probs).to_string()),
        (say.server_template(), yes(server.chat_template).to_string()),
    ];
    let row = |(name, value): (Message, String)| {
        view! { <div><dt>{name.to_string()}</dt><dd>{value}</dd></div> }
    };
    view! {
        <dl class="server-table" data-testid="server-table">
            {before.map(row).collect_view()}
            <div><dt>{say.server_lists().to_string()}</dt><dd>{lists}</dd></div>
            {after.map(row).collect_view()}
        </dl>
    }
}

/// How many tokens of a step are to be listed, and what each choice costs.
#[component]
fn ListLength(
    /// By which server.
    server: Server,
) -> impl IntoView {
    let app = expect_context::<App>();
    let d_vocab = server.d_vocab.unwrap_or_default();
    let shorter = SHORTER.into_iter().filter(|n| (*n as usize) < d_vocab);
    let choices: Vec<Option<u32>> = shorter.map(Some).chain([None]).collect();
    let option = |choice: Option<u32>| {
        let n = choice.map_or(d_vocab, |n| n as usize);
        let size = server.bytes_of(n).map(format::bytes).unwrap_or_default();
        let words = match choice {
            Some(_) => say().server_list_top(format::count(n as u64), size),
            None => say().server_list_all(format::count(n as u64), size),
        };
        let selected = move || app.list_length.get() == choice;
        view! { <option selected=selected>{words.to_string()}</option> }
    };
    let options = choices.iter().copied().map(option).collect_view();
    let choose = move |at: i32| {
        if let Some(choice) = usize::try_from(at).ok().and_then(|at| choices.get(at)) {
            app.set_list_length(*choice);
        }
    };
    view! {
        <select data-testid="server-list" aria-label=say().server_lists().to_string()
            on:change:target=move |ev| choose(ev.target().selected_index())>
            {options}
        </select>
    }
}
