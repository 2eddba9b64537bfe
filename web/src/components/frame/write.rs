//! A server writes by itself: it draws, and its tokens come with their log-probabilities.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_answer::Growing;
use logitscope_protocol::{Endpoint, EngineError, Kind, Prepared, Prompt, PromptToken, Write};

use crate::components::frame::reply::{Growth, Reply};
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::number_box::{NumberBox, Range};
use crate::components::kit::show::Show;
use crate::components::kit::token_text::TokenText;
use crate::sources::Writer;
use crate::state::App;
use crate::words::say;

/// The most answers beside each other.
const MOST_ANSWERS: f64 = 6.0;
/// The most alternatives that servers of OpenAI's kind list.
const MOST_LISTED: f64 = 20.0;

/// What opens the form; it is loaded when it is asked for.
#[component]
pub fn WriteBox(
    /// The server, as it stands in the form above.
    endpoint: Signal<Endpoint>,
    /// Whether nothing may be asked.
    #[prop(into)]
    locked: Signal<bool>,
) -> impl IntoView {
    let inside = Later::asked_for(fetch_inside);
    let open = RwSignal::new(false);
    view! {
        <details class="answer-box" data-testid="write-box" on:toggle=move |_| { open.set(true); inside.want() }>
            <summary>{say().write_open().to_string()}</summary>
            <Show when=move || open.get()>{inside.view(move |inside| inside(endpoint, locked))}</Show>
        </details>
    }
}

type InsideOf = fn(Signal<Endpoint>, Signal<bool>) -> AnyView;

bundled!(answer, fetch_inside, inside: InsideOf = |endpoint, locked| view! { <Inside endpoint locked /> }.into_any());

/// What the visitor asks for.
#[derive(Clone, Copy)]
struct Form {
    chat: RwSignal<bool>,
    text: RwSignal<String>,
    temperature: RwSignal<f64>,
    top_p: RwSignal<f64>,
    max_tokens: RwSignal<f64>,
    seed: RwSignal<f64>,
    top: RwSignal<f64>,
    answers: RwSignal<f64>,
    stop: RwSignal<String>,
}

impl Form {
    fn new(app: App) -> Self {
        let value = |sampler, param, otherwise| {
            let own = app
                .settings
                .with_untracked(|s| s.chain.value(sampler, param));
            RwSignal::new(own.unwrap_or(otherwise))
        };
        Form {
            chat: RwSignal::new(false),
            text: RwSignal::new(app.ran.get_untracked()),
            temperature: value("temperature", "t", 1.0),
            top_p: value("top_p", "p", 1.0),
            max_tokens: RwSignal::new(64.0),
            seed: RwSignal::new(app.settings.with_untracked(|s| s.seed).into()),
            top: RwSignal::new(5.0),
            answers: RwSignal::new(1.0),
            stop: RwSignal::new(String::new()),
        }
    }

    fn prompt(self) -> Prompt {
        let text = self.text.get_untracked();
        match self.chat.get_untracked() {
            true => Prompt::Chat(text),
            false => Prompt::Text(text),
        }
    }

    /// What is asked for now, of a server about which nothing else is known.
    fn asks(self, endpoint: Endpoint) -> Write {
        let stop = self.stop.get_untracked();
        Write {
            endpoint,
            kind: Kind::Other,
            prompt: self.prompt(),
            max_tokens: self.max_tokens.get_untracked() as u32,
            temperature: self.temperature.get_untracked(),
            top_p: self.top_p.get_untracked(),
            seed: self.seed.get_untracked() as u32,
            top: self.top.get_untracked() as u32,
            stop: Some(stop).filter(|s| !s.is_empty()).into_iter().collect(),
        }
    }
}

/// What is on screen of what is being written.
#[derive(Clone, Copy)]
struct Shown {
    prepared: RwSignal<Option<Prepared>>,
    texts: RwSignal<Vec<Growth>>,
    /// What the servers counted, answer by answer.
    counted: RwSignal<Vec<String>>,
    fault: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    /// Whether the visitor gave it up.
    stopped: RwSignal<bool>,
}

#[component]
fn Inside(
    /// The server.
    endpoint: Signal<Endpoint>,
    /// Whether nothing may be asked.
    locked: Signal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let form = Form::new(app);
    let shown = Shown {
        prepared: RwSignal::new(None),
        texts: RwSignal::new(Vec::new()),
        counted: RwSignal::new(Vec::new()),
        fault: RwSignal::new(None),
        busy: RwSignal::new(false),
        stopped: RwSignal::new(false),
    };
    let writer = StoredValue::new_local(Rc::new(Writer::default()));
    let start = move |_| {
        let writer = writer.get_value();
        let asks = form.asks(endpoint.get_untracked());
        let answers = form.answers.get_untracked() as u32;
        spawn_local(run(writer, shown, asks, answers));
    };
    let give_up = move || {
        let _ = shown.stopped.try_set(true);
        writer.with_value(|writer| writer.stop());
    };
    on_cleanup(move || {
        let _ = writer.try_with_value(|writer| writer.stop());
    });
    let empty = move || form.text.with(|text| text.trim().is_empty());
    let about = move || shown.prepared.get().map(|p| view! { <About prepared=p /> });
    let reply = move || {
        let texts = shown.texts.get();
        let model = shown.prepared.get_untracked().map(|p| p.model);
        (!texts.is_empty()).then(|| view! { <Reply model texts /> })
    };
    view! {
        <div class="server-form" data-testid="write-form">
            <p class="caption">{say().write_about().to_string()}</p>
            <div class="write-kinds" role="radiogroup" aria-label=say().write_kind().to_string()>
                <Kinds chat=form.chat />
            </div>
            <label>
                {move || if form.chat.get() { say().write_message().to_string() } else { say().write_text().to_string() }}
                <textarea class="write-prompt" rows="3" data-testid="write-prompt"
                    prop:value=move || form.text.get() on:input:target=move |ev| form.text.set(ev.target().value())></textarea>
            </label>
            <div class="write-numbers"><Numbers form /></div>
            <div class="menu-actions">
                <button class="button primary" type="button" data-testid="write-start" disabled=move || locked.get() || shown.busy.get() || empty() on:click=start>
                    {say().write_start().to_string()}
                </button>
                <Show when=move || shown.busy.get()>
                    <button class="button" type="button" data-testid="write-stop" on:click=move |_| give_up()>{say().write_stop().to_string()}</button>
                </Show>
            </div>
            <p class="server-fault" role="alert" data-testid="write-fault" hidden=move || shown.fault.with(Option::is_none)>{move || shown.fault.get()}</p>
        </div>
        {about}
        {reply}
        <p class="caption" role="status" data-testid="write-counted">{move || shown.counted.get().join(" · ")}</p>
    }
}

/// Has so many answers written, one after the other. What the visitor changes meanwhile is for the next time.
async fn run(writer: Rc<Writer>, shown: Shown, asks: Write, answers: u32) {
    shown.fault.set(None);
    shown.stopped.set(false);
    shown.texts.set(Vec::new());
    shown.counted.set(Vec::new());
    shown.busy.set(true);
    let written = write_all(&writer, shown, asks, answers).await;
    // The dialog may be gone.
    let stopped = shown.stopped.try_get_untracked().unwrap_or(true);
    let _ = shown.busy.try_set(false);
    if let Err(fault) = written
        && !stopped
    {
        let _ = shown.fault.try_set(Some(fault));
    }
}

async fn write_all(
    writer: &Writer,
    shown: Shown,
    mut asks: Write,
    answers: u32,
) -> Result<(), String> {
    let words = |error: EngineError| error.words(&say());
    let prepared = writer.prepare(asks.endpoint.clone(), asks.prompt.clone());
    let prepared = prepared.await.map_err(words)?;
    asks.kind = prepared.kind;
    asks.endpoint.model = Some(prepared.model.clone());
    let _ = shown.prepared.try_set(Some(prepared));
    for _ in 0..answers {
        let text = Growth::begun();
        let _ = shown.texts.try_update(|texts| texts.push(text));
        let growing = Rc::new(RefCell::new(Growing::default()));
        let wrong = Rc::new(RefCell::new(None::<String>));
        let on_events = {
            let (growing, wrong) = (Rc::clone(&growing), Rc::clone(&wrong));
            Rc::new(move |events: Vec<String>| {
                let mut growing = growing.borrow_mut();
                for event in events {
                    if let Err(fault) = growing.take(&event) {
                        wrong.borrow_mut().get_or_insert(fault.words(&say()));
                    }
                }
                text.add(growing.tokens(text.come()));
            })
        };
        let written = writer.write(asks.clone(), on_events).await;
        // The next answer is another one.
        asks.seed = asks.seed.wrapping_add(1);
        let growing = growing.borrow();
        text.end(growing.finish());
        if let Some(usage) = growing.usage() {
            let words = say().write_counted(usage.prompt, usage.answer).to_string();
            let _ = shown.counted.try_update(|all| all.push(words));
        }
        if let Some(wrong) = wrong.borrow_mut().take() {
            return Err(wrong);
        }
        written.map_err(words)?;
        if growing.is_bare() {
            return Err(say().endpoint_no_log_probs().to_string());
        }
    }
    Ok(())
}

/// A text that goes on, or a message that is answered.
#[component]
fn Kinds(
    /// Whether it is a message.
    chat: RwSignal<bool>,
) -> impl IntoView {
    let one = move |is_chat: bool| {
        let words = match is_chat {
            true => say().write_chat(),
            false => say().write_goes_on(),
        };
        let testid = format!("write-kind-{}", u8::from(is_chat));
        view! {
            <label class="choice">
                <input type="radio" name="write-kind" data-testid=testid prop:checked=move || chat.get() == is_chat on:change=move |_| chat.set(is_chat) />
                {words.to_string()}
            </label>
        }
    };
    [one(false), one(true)].collect_view()
}

/// What the server's sampler is told.
#[component]
fn Numbers(
    /// What is asked for.
    form: Form,
) -> impl IntoView {
    let real = |min, max, step| Range {
        min,
        max,
        step,
        whole: false,
    };
    let whole = |min, max| Range {
        whole: true,
        ..real(min, max, 1.0)
    };
    let one = |id: &str, name: String, range: Range, value: RwSignal<f64>| {
        let (id, testid) = (format!("write-{id}-box"), format!("write-{id}"));
        view! {
            <div class="field">
                <label for=id.clone()>{name}</label>
                <NumberBox id testid range value on_change=Callback::new(move |x| value.set(x)) locked=false />
            </div>
        }
    };
    let seeds = whole(0.0, f64::from(u32::MAX) - 1.0);
    let numbers = [
        one(
            "temperature",
            say().write_temperature().to_string(),
            real(0.0, 2.0, 0.1),
            form.temperature,
        ),
        one(
            "top-p",
            say().write_top_p().to_string(),
            real(0.0, 1.0, 0.05),
            form.top_p,
        ),
        one("seed", say().write_seed().to_string(), seeds, form.seed),
        one(
            "most",
            say().write_most().to_string(),
            whole(1.0, 4096.0),
            form.max_tokens,
        ),
        one(
            "listed",
            say().write_listed().to_string(),
            whole(1.0, MOST_LISTED),
            form.top,
        ),
        one(
            "answers",
            say().write_answers().to_string(),
            whole(1.0, MOST_ANSWERS),
            form.answers,
        ),
    ];
    view! {
        {numbers.collect_view()}
        <div class="field">
            <label for="write-stop-at-box">{say().write_stop_at().to_string()}</label>
            <input id="write-stop-at-box" type="text" data-testid="write-stop-at" autocomplete="off"
                prop:value=move || form.stop.get() on:input:target=move |ev| form.stop.set(ev.target().value()) />
        </div>
    }
}

/// What is known of how it writes, and the prompt as the model reads it.
#[component]
fn About(
    /// What is known.
    prepared: Prepared,
) -> impl IntoView {
    let order = match prepared.kind {
        Kind::LlamaCpp => say().write_order_llama(),
        Kind::Vllm => say().write_order_vllm(),
        Kind::Other => say().write_order_other(),
    };
    let n = prepared.tokens.len() as u64;
    let token = |PromptToken { bytes, added }: PromptToken| {
        view! { <span class="tok" class:added=added><TokenText bytes /></span> }
    };
    let tokens = prepared.tokens.into_iter().map(token).collect_view();
    view! {
        <div class="write-known">
            <p class="caption" data-testid="write-order">{order.to_string()}</p>
            {(n > 0).then(|| view! {
                <div class="write-tokens" data-testid="write-tokens">
                    <p class="caption">{say().write_tokens(format::tokens(n)).to_string()}</p>
                    <p>{tokens}</p>
                </div>
            })}
        </div>
    }
}
