//! Attention: all heads small, one large, and what the token under inspection attends to.

use leptos::prelude::*;
use logitscope_core::heads::{self, HeadKind, HeadMeasures};

use super::arcs::Arcs;
use super::heat::Heat;
use super::strip::Strip;
use super::thumbs::Thumbs;
use crate::canvas::Colours;
use crate::components::format;
use crate::components::table::Column;
use crate::components::twin::Twin;
use crate::state::{App, LayerRows};

const COLUMNS: &[Column] = &[
    Column::Number("Position"),
    Column::Text("Key"),
    Column::Number("Score"),
    Column::Number("Pattern"),
];

/// What is drawn of a head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// The scaled dot products, of later keys, too.
    Scores,
    /// The same with what is masked.
    Masked,
    /// Their softmax.
    Pattern,
    /// The softmax without the first token.
    WithoutFirst,
}

impl Drawn {
    /// Whether values are scores, unbounded, rather than shares of 1.
    pub fn is_scores(self) -> bool {
        matches!(self, Drawn::Scores | Drawn::Masked)
    }
}

/// What the parts of this view share.
#[derive(Clone, Copy)]
pub struct View {
    /// The layer on screen.
    pub layer: Memo<LayerRows>,
    /// The head on screen.
    pub head: Memo<u32>,
    /// What is drawn.
    pub drawn: RwSignal<Drawn>,
    /// The query under the pointer.
    pub pointed: RwSignal<Option<usize>>,
    /// The key under the pointer.
    pub key: RwSignal<Option<usize>>,
    /// The query that is shown: the one under the pointer, else that of the step on screen.
    pub query: Memo<Option<usize>>,
    /// The colours of values.
    pub colours: Memo<Colours>,
}

impl View {
    /// The values of a query's row, as they are drawn.
    pub fn row(self, layer: &LayerRows, head: u32, query: usize) -> Vec<f32> {
        let Some(row) = layer.rows.get(query) else {
            return Vec::new();
        };
        match self.drawn.get() {
            Drawn::Scores => {
                let mut all = row.scores(head).to_vec();
                all.extend(layer.masked_scores(head, query));
                all
            }
            Drawn::Masked => row.scores(head).to_vec(),
            Drawn::Pattern => row.pattern(head).to_vec(),
            Drawn::WithoutFirst => heads::without_first(row.pattern(head)),
        }
    }
}

/// The whole view.
#[component]
pub fn Attention() -> impl IntoView {
    let app = expect_context::<App>();
    let layer = Memo::new(move |_| app.attention(app.inside.layer.get()));
    let head = Memo::new(move |_| app.inside.head.get());
    let pointed = RwSignal::new(None);
    let step = Memo::new(move |_| {
        app.step
            .with(|s| s.as_ref().map(|s| s.position as usize - 1))
    });
    let query = Memo::new(move |_| {
        let last = layer.with(|l| l.rows.len().checked_sub(1))?;
        Some(pointed.get().or(step.get()).unwrap_or(last).min(last))
    });
    let view = View {
        layer,
        head,
        drawn: RwSignal::new(Drawn::Pattern),
        pointed,
        key: RwSignal::new(None),
        query,
        colours: super::colours(app),
    };
    Effect::new(move |_| app.inside.unmasked.set(view.drawn.get() == Drawn::Scores));
    let measures =
        Memo::new(move |_| layer.with(|l| (l.measures(head.get()), l.entropy_bits(head.get()))));
    let cells = Signal::derive(move || {
        let query = query.get();
        layer.with(|l| {
            query
                .map(|q| cells(app, l, head.get(), q))
                .unwrap_or_default()
        })
    });
    let too_long = move || match app.layers_that_fit() {
        0 => {
            "This text is too long: the attention of one layer would not fit into the memory that the page sets aside."
        }
        _ => "Being computed …",
    };
    let waiting = move || layer.with(|l| l.rows.is_empty());
    view! {
        <p class="caption">
            "Every head of every layer lets a token gather from the tokens before it. Each row of a picture is a token that looks, each column one that it looks at; a token cannot look ahead."
        </p>
        <Thumbs view />
        <div class="attention">
            <div class="attention-main">
                <h3 data-testid="head-title">{move || title(app.inside.layer.get(), head.get())}</h3>
                <p class="caption" data-testid="head-measures">{move || measures.with(|(measures, entropy)| about(measures, *entropy))}</p>
                <Choice view />
                <Show when=move || !waiting() fallback=move || view! { <p class="muted waiting">{too_long}</p> }>
                    <Heat view />
                </Show>
            </div>
            <Show when=move || !waiting()>
                <Strip view />
            </Show>
        </div>
        <Show when=move || !waiting()>
            <Arcs view />
        </Show>
        <Twin caption="What this token attends to" testid="table-twin-attention" columns=COLUMNS rows=cells />
    }
}

/// Scores or pattern, with or without the first token.
#[component]
fn Choice(
    /// What is shared.
    view: View,
) -> impl IntoView {
    let option = move |drawn: Drawn, label: &'static str, testid: &'static str| {
        let on = move || view.drawn.get() == drawn;
        view! {
            <label>
                <input type="radio" name="drawn" data-testid=testid prop:checked=on on:change=move |_| view.drawn.set(drawn) />
                {label}
            </label>
        }
    };
    view! {
        <div class="attention-choice" role="radiogroup" aria-label="What is drawn">
            {option(Drawn::Scores, "scores q·k/√d", "drawn-scores")}
            {option(Drawn::Masked, "+ mask", "drawn-masked")}
            {option(Drawn::Pattern, "pattern = softmax", "drawn-pattern")}
            {option(Drawn::WithoutFirst, "without the first token", "drawn-rest")}
        </div>
    }
}

/// The name of a head, counted from 0 as in the literature.
pub fn title(layer: u32, head: u32) -> String {
    format!("Layer {layer}, head {head}")
}

/// What a kind of head is called, and its letter.
pub fn kind_name(kind: HeadKind) -> (&'static str, &'static str) {
    match kind {
        HeadKind::Previous => ("previous token", "P"),
        HeadKind::First => ("first token", "F"),
        HeadKind::Induction => ("induction", "I"),
    }
}

fn kind_sentence(kind: HeadKind) -> &'static str {
    match kind {
        HeadKind::Previous => "A previous-token head in this text. ",
        HeadKind::First => "A first-token head in this text. ",
        HeadKind::Induction => "An induction head in this text. ",
    }
}

/// What the run shows of a head.
fn about(measures: &HeadMeasures, entropy_bits: Option<f64>) -> String {
    let named = measures
        .kind()
        .map(|(kind, _)| kind_sentence(kind).to_owned());
    let part = |name: &str, share: Option<f64>| {
        share.map(|share| format!("{name} {}", format::percent(share)))
    };
    let parts = [
        part("on the token before", measures.previous),
        part("on the first token", measures.first),
        part("on what followed the same token before", measures.induction),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let entropy = entropy_bits.map(|bits| format!(" Entropy of a row: {}.", format::bits(bits)));
    if parts.is_empty() {
        return "The text is too short to say what this head does.".into();
    }
    format!(
        "{}Mean attention: {}.{}",
        named.unwrap_or_default(),
        parts.join(", "),
        entropy.unwrap_or_default()
    )
}

fn cells(app: App, layer: &LayerRows, head: u32, query: usize) -> Vec<Vec<String>> {
    let Some(row) = layer.rows.get(query) else {
        return Vec::new();
    };
    let pairs = row
        .scores(head)
        .iter()
        .zip(row.pattern(head))
        .zip(&layer.tokens);
    pairs
        .enumerate()
        .map(|(at, ((score, weight), token))| {
            vec![
                at.to_string(),
                format::token(&app.token_bytes(*token)),
                format::logit(*score),
                format::percent(f64::from(*weight)),
            ]
        })
        .collect()
}
