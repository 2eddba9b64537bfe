//! An answer that some server gave: its tokens, how sure the model was of each, and what it could have written instead.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_answer::{Alternative, Answer, Choice, Rated};

use crate::browser;
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::components::kit::token_text::TokenText;
use crate::state::MOST_BITS;
use crate::words::say;

/// How many tokens are shown; longer answers are cut.
const MOST_SHOWN: usize = 4_000;
/// How many of the least sure tokens are named.
const LEAST_SURE: usize = 5;

/// What opens an answer; it is loaded when it is asked for.
#[component]
pub fn AnswerBox() -> impl IntoView {
    let inside = Later::asked_for(fetch_inside);
    let open = RwSignal::new(false);
    view! {
        <details class="answer-box" data-testid="answer-box" on:toggle=move |_| { open.set(true); inside.want() }>
            <summary>{say().reply_open_it().to_string()}</summary>
            <Show when=move || open.get()>{inside.view(|inside| inside())}</Show>
        </details>
    }
}

bundled!(answer, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());

/// Where an answer is pasted or opened, and what it says.
#[component]
fn Inside() -> impl IntoView {
    let text = RwSignal::new(String::new());
    let read = RwSignal::new(None::<Result<Answer, String>>);
    let show = move |json: &str| {
        read.set(Some(
            Answer::read(json).map_err(|fault| fault.words(&say())),
        ))
    };
    let open = move |input: web_sys::HtmlInputElement| {
        let file = input.files().and_then(|files| files.get(0));
        let Some(file) = file else { return };
        spawn_local(async move {
            let found = match browser::text_of(&file).await {
                Some(json) => Answer::read(&json).map_err(|fault| fault.words(&say())),
                None => Err(say()
                    .file_unreadable(file.name(), String::new())
                    .to_string()),
            };
            // The page may have gone on.
            let _ = read.try_set(Some(found));
        });
    };
    let shown = move || {
        read.get().map(|read| match read {
            Ok(answer) => view! { <AnswerView answer /> }.into_any(),
            Err(fault) => view! { <p class="server-fault" role="alert" data-testid="answer-fault">{fault}</p> }.into_any(),
        })
    };
    view! {
        <div class="server-form">
            <p class="caption">{say().reply_about().to_string()}</p>
            <label>
                {say().reply_json().to_string()}
                <textarea class="answer-json" rows="4" spellcheck="false" data-testid="answer-json"
                    prop:value=move || text.get() on:input:target=move |ev| text.set(ev.target().value())></textarea>
            </label>
            <div class="menu-actions">
                <button class="button primary" type="button" data-testid="answer-show" disabled=move || text.with(String::is_empty)
                    on:click=move |_| text.with_untracked(|text| show(text))>{say().reply_show().to_string()}</button>
                <label>
                    {say().reply_file().to_string()}
                    <input type="file" accept=".json,.jsonl,.txt" data-testid="answer-file" on:change:target=move |ev| open(ev.target()) />
                </label>
            </div>
        </div>
        {shown}
    }
}

/// All texts of an answer.
#[component]
fn AnswerView(
    /// It.
    answer: Answer,
) -> impl IntoView {
    let several = answer.choices.len() > 1;
    let model = answer.model;
    let choice = move |(at, choice): (usize, Choice)| {
        let name = several.then(|| say().reply_nth((at + 1).to_string()).to_string());
        view! { {name.map(|name| view! { <h3>{name}</h3> })} <ChoiceView choice /> }
    };
    view! {
        <section class="reply" data-testid="answer" aria-label=say().reply_title().to_string()>
            {model.map(|model| view! { <p class="caption">{model}</p> })}
            {answer.choices.into_iter().enumerate().map(choice).collect_view()}
        </section>
    }
}

/// One text: its numbers, its tokens, and the alternatives of the one that is pressed.
#[component]
fn ChoiceView(
    /// It.
    choice: Choice,
) -> impl IntoView {
    let (bits, known) = choice.surprisal_bits();
    let mean = format::bits(bits / known.max(1) as f64);
    let least = choice.least_sure(LEAST_SURE);
    let all = choice.tokens.len();
    let rows = [
        (say().reply_tokens(), format::count(all as u64)),
        (
            say().reply_surprise(),
            say()
                .reply_surprise_says(format::bits(bits), mean)
                .to_string(),
        ),
        (
            say().reply_choices(),
            choice.perplexity().map_or_else(
                || say().reply_unsaid().to_string(),
                |n| format::decimals(n, 2),
            ),
        ),
        (
            say().reply_ended(),
            choice
                .finish
                .clone()
                .unwrap_or_else(|| say().reply_unsaid().to_string()),
        ),
    ];
    let row = |(name, value): (crate::words::Message, String)| {
        view! { <div><dt>{name.to_string()}</dt><dd>{value}</dd></div> }
    };
    let tokens = StoredValue::new(choice.tokens);
    let chosen = RwSignal::new(least.first().copied());
    let button = move |at: usize| {
        let (bytes, bits) =
            tokens.with_value(|all| (all[at].own.shown(), all[at].surprisal_bits()));
        let title = bits.map_or_else(|| say().reply_unsaid().to_string(), format::bits);
        let shade = bits.map_or(0.0, |bits| (bits / MOST_BITS).min(1.0));
        view! {
            <button type="button" class="answer-token" class:unsaid=bits.is_none() style=("--s", format!("{shade:.3}")) title=title
                data-testid="answer-token" aria-pressed=move || (chosen.get() == Some(at)).to_string() on:click=move |_| chosen.set(Some(at))>
                <TokenText bytes running=true />
            </button>
        }
    };
    let spot = move |at: usize| {
        let (bytes, bits) =
            tokens.with_value(|all| (all[at].own.shown(), all[at].surprisal_bits()));
        view! {
            <button type="button" class="chip" data-testid="answer-spot" on:click=move |_| chosen.set(Some(at))>
                <TokenText bytes /> " " {bits.map(format::bits)}
            </button>
        }
    };
    let alternatives = move || {
        let at = chosen.get()?;
        let token = tokens.with_value(|all| all.get(at).cloned())?;
        Some(view! { <Alternatives token /> })
    };
    view! {
        <dl class="server-table" data-testid="answer-numbers">{rows.map(row).collect_view()}</dl>
        <p class="caption">{say().reply_press().to_string()}</p>
        <p class="answer-text" data-testid="answer-text">{(0..all.min(MOST_SHOWN)).map(button).collect_view()}</p>
        <Show when=move || { all > MOST_SHOWN }>
            <p class="caption">{say().reply_more(format::count(MOST_SHOWN as u64), format::count(all as u64)).to_string()}</p>
        </Show>
        <p class="answer-spots">{say().reply_least().to_string()} " " {least.into_iter().map(spot).collect_view()}</p>
        {alternatives}
    }
}

/// What could have stood in the place of a token.
#[component]
fn Alternatives(
    /// The token.
    token: Rated,
) -> impl IntoView {
    let own = token.own.clone();
    let outside = token.rank().is_none();
    let name = format::in_quotes(format::word(&own.shown()));
    let bar = |p: f64| view! { <span class="answer-bar" style=("--p", format!("{p:.4}"))></span> };
    let row = |other: Alternative, is_own: bool, listed: bool| {
        let p = other.prob();
        view! {
            <tr class:chosen=is_own>
                <th scope="row"><TokenText bytes=other.shown() /></th>
                <td>{p.map(bar)}</td>
                <td class="num">{p.map_or_else(|| say().reply_unsaid().to_string(), format::percent)}</td>
                <td class="muted">{(!listed).then(|| say().reply_unlisted().to_string())}</td>
            </tr>
        }
    };
    let rows = token
        .top
        .iter()
        .map(|other| row(other.clone(), other.is(&own), true))
        .collect_view();
    let outside = outside.then(|| row(own.clone(), true, false));
    let rest = token.rest().map(|rest| {
        view! {
            <tr class="answer-rest">
                <th scope="row">{say().reply_rest().to_string()}</th>
                <td><span class="answer-bar rest" style=("--p", format!("{rest:.4}"))></span></td>
                <td class="num">{format::percent(rest)}</td>
                <td></td>
            </tr>
        }
    });
    view! {
        <table class="answer-alternatives" data-testid="answer-alternatives">
            <caption>{say().reply_instead(name).to_string()}</caption>
            <thead class="visually-hidden"><tr><th scope="col">{say().reply_listed().to_string()}</th><th></th><th scope="col">{say().reply_p().to_string()}</th><th></th></tr></thead>
            <tbody>{rows} {outside} {rest}</tbody>
        </table>
    }
}
