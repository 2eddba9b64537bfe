//! The tokens of the text, one a row: what the model reads instead of letters and words.

use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use crate::components::kit::format;
use crate::components::kit::roving;
use crate::components::kit::token_text::TokenText;
use crate::components::text::run_chart::{label, words};
use crate::components::text::token::origin;
use crate::state::{App, Entry, Metric, Origin, Piece};
use crate::words::say;

/// What a row shows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    position: u32,
    token: TokenId,
    origin: Origin,
    /// Its node; `None` of what is typed and does not run yet.
    node: Option<NodeId>,
    /// The node whose distribution it was chosen from.
    context: Option<NodeId>,
    /// What colours the text.
    metric: Metric,
    /// That of this token.
    value: Option<f64>,
}

impl Row {
    fn of(entry: &Entry, metric: Metric) -> Self {
        Row {
            position: entry.position,
            token: entry.token,
            origin: entry.origin,
            node: Some(entry.node),
            context: entry.context,
            metric,
            value: metric.of(entry),
        }
    }

    fn typed(at: usize, piece: &Piece, metric: Metric) -> Self {
        Row {
            position: at as u32,
            token: piece.token,
            origin: Origin::Prompt,
            node: None,
            context: None,
            metric,
            value: None,
        }
    }

    /// Other rows have other keys.
    fn key(&self) -> impl Eq + std::hash::Hash + use<> {
        let (origin, metric) = (self.origin as u8, self.metric as u8);
        let value = self.value.map(f64::to_bits);
        let who = (self.position, self.token, self.node, self.context);
        (who, origin, metric, value)
    }
}

/// The rows: of the run, or of a draft as far as its tokens are known.
fn rows(app: App) -> Vec<Row> {
    let metric = app.metric.get();
    match app.draft.get() {
        true => app.pieces.with(|pieces| {
            let all = pieces.iter().enumerate();
            all.map(|(at, piece)| Row::typed(at, piece, metric))
                .collect()
        }),
        false => app
            .transcript
            .with(|entries| entries.iter().map(|e| Row::of(e, metric)).collect()),
    }
}

/// All tokens of the text with their ids, how surprised the model was, and where they come from. Pressing one shows the step that chose it.
#[component]
pub fn TokenList() -> impl IntoView {
    let app = expect_context::<App>();
    let rows = Memo::new(move |_| rows(app));
    // One tab stop for all: the row that had the focus last, or the last one.
    let stop = RwSignal::new(None::<u32>);
    let is_stop = move |position: u32| {
        let last = rows.with(|rows| rows.last().map_or(0, |row| row.position));
        stop.get().filter(|at| *at <= last).unwrap_or(last) == position
    };
    let counts = move || {
        let characters = |row: &Row| app.token_bytes(row.token);
        let text: Vec<u8> = rows.with(|rows| rows.iter().flat_map(characters).collect());
        let characters = String::from_utf8_lossy(&text).chars().count();
        let vocabulary = app.vocab.with(|v| v.as_ref().map(|v| v.len()))?;
        let tokens = rows.with(Vec::len);
        let words = say().tokens_of_text(characters as u64, tokens as u64, vocabulary as u64);
        (tokens > 0).then(|| words.to_string())
    };
    on_cleanup(move || app.point_at(None));
    view! {
        <p class="caption" data-testid="tokens-of-text">{counts}</p>
        <div class="token-list" on:pointerleave=move |_| app.point_at(None)>
            <p class="token-row token-head" aria-hidden="true">
                <span class="num">{say().col_position().to_string()}</span>
                <span>{say().col_token().to_string()}</span>
                <span class="num">{say().col_id().to_string()}</span>
                <span class="num">{move || label(app.metric.get())}</span>
                <span>{say().col_origin().to_string()}</span>
            </p>
            <ol data-testid="prompt-tokens" aria-label=say().table_tokens().to_string() on:keydown=|ev| roving::walk(&ev, ".token-list")>
                <For each=move || rows.get() key=Row::key let:row>
                    <TokenRow row stop is_stop=Signal::derive(move || is_stop(row.position)) />
                </For>
            </ol>
        </div>
    }
}

/// One token.
#[component]
fn TokenRow(
    /// What it shows.
    row: Row,
    /// The row that is the tab stop.
    stop: RwSignal<Option<u32>>,
    /// Whether this one is.
    is_stop: Signal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let bytes = untrack(|| app.token_bytes(row.token));
    let codes = codes(&bytes).map(|codes| {
        let codes = say().token_bytes(codes).to_string();
        view! { <span class="token-bytes">{codes}</span> }
    });
    let shade = row.value.map_or(0.0, |value| row.metric.shade(value));
    let value = match row.value {
        Some(value) => words(row.metric, value),
        None if row.position == 0 => say().token_first().to_string(),
        None => "–".to_owned(),
    };
    let odds = row.value.filter(|_| row.metric == Metric::Surprisal);
    let shown = Memo::new(move |_| {
        let past = app.selected.with(Option::is_some);
        let context = app.step.with(|s| s.as_ref().map(|s| s.context));
        past && row.context.is_some() && context == row.context
    });
    let press = move |_| {
        if row.context.is_some() {
            app.select(row.context);
        }
    };
    view! {
        <li>
            <button
                class="token-row"
                class:prompt=row.origin == Origin::Prompt
                class:forced=row.origin == Origin::Forced
                class:pointed=move || row.node.is_some() && app.pointed.get() == row.node
                style=("--s", format!("{shade:.3}"))
                data-testid="prompt-token"
                data-token=row.token.to_string()
                tabindex=move || if is_stop.get() { "0" } else { "-1" }
                aria-current=move || shown.get().then_some("true")
                on:click=press
                on:pointerenter=move |_| app.point_at(row.node)
                on:focus=move |_| {
                    stop.set(Some(row.position));
                    app.point_at(row.node);
                }
                on:blur=move |_| app.point_at(None)
            >
                <span class="num">{row.position}</span>
                <span class="token-piece"><span class="tok"><TokenText bytes /></span>{codes}</span>
                <span class="num token-id">{format::count(row.token.into())}</span>
                <span class="num token-value" title=odds.map(format::odds)>{value}</span>
                <span class="token-origin">{origin(row.origin).to_string()}</span>
            </button>
        </li>
    }
}

/// The bytes of a token, unless they are plain text: `E2 80 99`.
fn codes(bytes: &[u8]) -> Option<String> {
    let plain = |byte: &u8| (0x20..0x7f).contains(byte);
    let codes = bytes.iter().map(|byte| format!("{byte:02X}"));
    (!bytes.iter().all(plain)).then(|| codes.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_of_where_they_are_not_plain_text() {
        assert_eq!(codes(b" wolf"), None);
        assert_eq!(codes(b""), None);
        assert_eq!(codes(&[0xe6, 0x97]), Some("E6 97".into()));
        assert_eq!(codes("’s".as_bytes()), Some("E2 80 99 73".into()));
        assert_eq!(codes(b"\n"), Some("0A".into()));
    }
}
