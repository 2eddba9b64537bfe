//! The texts of an answer, whole or as they grow: their tokens, how sure the model was of each, and what it could have written instead.

use leptos::prelude::*;
use logitscope_answer::{Alternative, Choice, Rated};

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::token_text::TokenText;
use crate::state::MOST_BITS;
use crate::words::{Message, say};

/// How many tokens are shown; longer answers are cut.
const MOST_SHOWN: usize = 4_000;
/// How many of the least sure tokens are named.
const LEAST_SURE: usize = 5;

/// A text of an answer, as far as it has come.
#[derive(Clone, Copy)]
pub struct Growth {
    choice: StoredValue<Choice>,
    /// How many tokens there are.
    len: RwSignal<usize>,
    /// Whether nothing more comes.
    ended: RwSignal<bool>,
}

impl Growth {
    /// Nothing yet.
    pub fn begun() -> Self {
        Growth {
            choice: StoredValue::new(Choice::default()),
            len: RwSignal::new(0),
            ended: RwSignal::new(false),
        }
    }

    /// A text that is whole.
    pub fn of(choice: Choice) -> Self {
        let len = choice.tokens.len();
        Growth {
            choice: StoredValue::new(choice),
            len: RwSignal::new(len),
            ended: RwSignal::new(true),
        }
    }

    /// How many tokens have come.
    pub fn come(self) -> usize {
        self.choice.with_value(|choice| choice.tokens.len())
    }

    /// Adds tokens at its end.
    pub fn add(self, tokens: &[Rated]) {
        self.choice
            .update_value(|choice| choice.tokens.extend_from_slice(tokens));
        self.len.set(self.come());
    }

    /// Nothing more comes, for this reason if the server said one.
    pub fn end(self, finish: Option<&str>) {
        self.choice
            .update_value(|choice| choice.finish = finish.map(str::to_owned));
        self.ended.set(true);
    }

    /// What `f` makes of it; tracked.
    fn with<T>(self, f: impl FnOnce(&Choice) -> T) -> T {
        self.len.track();
        self.ended.track();
        self.choice.with_value(f)
    }

    fn token(self, at: usize) -> Option<Rated> {
        self.choice
            .with_value(|choice| choice.tokens.get(at).cloned())
    }
}

/// All texts of an answer, side by side.
#[component]
pub fn Reply(
    /// Who wrote it, if that is known.
    model: Option<String>,
    /// The texts.
    texts: Vec<Growth>,
) -> impl IntoView {
    let several = texts.len() > 1;
    let text = move |(at, text): (usize, Growth)| {
        let name = several.then(|| say().reply_nth((at + 1).to_string()).to_string());
        view! {
            <div class="reply-text">
                {name.map(|name| view! { <h3>{name}</h3> })}
                <Text text />
            </div>
        }
    };
    view! {
        <section class="reply" class:several=several data-testid="answer" aria-label=say().reply_title().to_string()>
            {model.map(|model| view! { <p class="caption">{model}</p> })}
            <p class="caption">{say().reply_press().to_string()}</p>
            <div class="reply-texts">{texts.into_iter().enumerate().map(text).collect_view()}</div>
        </section>
    }
}

/// One text: its numbers, its tokens, and the alternatives of the one that is pressed.
#[component]
fn Text(
    /// It.
    text: Growth,
) -> impl IntoView {
    let pressed = RwSignal::new(None::<usize>);
    let least = Memo::new(move |_| text.with(|choice| choice.least_sure(LEAST_SURE)));
    let chosen = move || {
        let first = || least.get().first().copied();
        pressed
            .get()
            .or_else(|| first().filter(|_| text.ended.get()))
    };
    let button = move |at: usize| {
        let token = text.token(at);
        let bits = token.as_ref().and_then(Rated::surprisal_bits);
        let bytes = token.map(|token| token.own.shown()).unwrap_or_default();
        let title = bits.map_or_else(|| say().reply_unsaid().to_string(), format::bits);
        let shade = bits.map_or(0.0, |bits| (bits / MOST_BITS).min(1.0));
        view! {
            <button type="button" class="answer-token" class:unsaid=bits.is_none() style=("--s", format!("{shade:.3}")) title=title
                data-testid="answer-token" aria-pressed=move || (chosen() == Some(at)).to_string() on:click=move |_| pressed.set(Some(at))>
                <TokenText bytes running=true />
            </button>
        }
    };
    let spot = move |at: usize| {
        let token = text.token(at)?;
        let (bytes, bits) = (token.own.shown(), token.surprisal_bits());
        Some(view! {
            <button type="button" class="chip" data-testid="answer-spot" on:click=move |_| pressed.set(Some(at))>
                <TokenText bytes /> " " {bits.map(format::bits)}
            </button>
        })
    };
    let alternatives = move || {
        let token = text.token(chosen()?)?;
        Some(view! { <Alternatives token /> })
    };
    let all = move || text.len.get();
    view! {
        <dl class="server-table" data-testid="answer-numbers">{move || numbers(text)}</dl>
        <p class="answer-text" data-testid="answer-text" aria-busy=move || (!text.ended.get()).to_string()>
            <For each=move || 0..all().min(MOST_SHOWN) key=|at| *at children=button />
        </p>
        <Show when=move || { all() > MOST_SHOWN }>
            <p class="caption">{move || say().reply_more(format::count(MOST_SHOWN as u64), format::count(all() as u64)).to_string()}</p>
        </Show>
        <p class="answer-spots">{say().reply_least().to_string()} " " {move || least.get().into_iter().map(spot).collect_view()}</p>
        {alternatives}
    }
}

/// What is said of a text in numbers.
fn numbers(text: Growth) -> impl IntoView {
    let unsaid = || say().reply_unsaid().to_string();
    let rows = text.with(|choice| {
        let (bits, known) = choice.surprisal_bits();
        let mean = format::bits(bits / known.max(1) as f64);
        let surprise = say().reply_surprise_says(format::bits(bits), mean);
        let among = choice
            .perplexity()
            .map_or_else(unsaid, |n| format::decimals(n, 2));
        let finish = choice.finish.clone().unwrap_or_else(unsaid);
        [
            (
                say().reply_tokens(),
                format::count(choice.tokens.len() as u64),
            ),
            (say().reply_surprise(), surprise.to_string()),
            (say().reply_choices(), among),
            (say().reply_ended(), finish),
        ]
    });
    let row = |(name, value): (Message, String)| {
        view! { <div><dt>{name.to_string()}</dt><dd>{value}</dd></div> }
    };
    rows.map(row).collect_view()
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
