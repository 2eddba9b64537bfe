//! Attention: all heads small, one large, and what the token under inspection attends to.

use leptos::prelude::*;
use logitscope_core::heads;

use super::arcs::Arcs;
use super::colour_key::ColourKey;
use super::head_words::{Kinds, about, title};
use super::heat::Heat;
use super::strip::Strip;
use super::thumbs::Thumbs;
use crate::components::kit::canvas::Colours;
use crate::components::kit::format;
use crate::components::kit::table::Column;
use crate::components::kit::table_twin::Twin;
use crate::state::{App, Drawn, LayerRows};

const COLUMNS: &[Column] = &[
    Column::Number("Position"),
    Column::Text("Key"),
    Column::Number("Score"),
    Column::Number("Pattern"),
];

/// What the parts of this view share.
#[derive(Clone, Copy)]
pub struct View {
    /// The layer on screen.
    pub layer: Memo<LayerRows>,
    /// The head on screen.
    pub head: Memo<u32>,
    /// What is drawn.
    pub drawn: RwSignal<Drawn>,
    /// It, a row a query.
    pub rows: Memo<Vec<Vec<f32>>>,
    /// Its largest magnitude.
    pub most: Memo<f32>,
    /// The query of the step on screen.
    pub step: Memo<Option<usize>>,
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
    fn new(app: App) -> Self {
        let layer = Memo::new(move |_| app.attention(app.inside.layer.get()));
        let head = Memo::new(move |_| app.inside.head.get());
        let drawn = app.inside.drawn;
        let rows = Memo::new(move |_| {
            let (drawn, head) = (drawn.get(), head.get());
            layer.with(|layer| {
                let row = |query: usize| row(drawn, layer, head, query);
                (0..layer.rows.len()).map(row).collect::<Vec<_>>()
            })
        });
        let most = Memo::new(move |_| rows.with(|rows| most(rows)));
        let (pointed, key) = (RwSignal::new(None), RwSignal::new(None));
        let step = Memo::new(move |_| {
            app.step
                .with(|s| s.as_ref().map(|s| s.position as usize - 1))
        });
        let query = Memo::new(move |_| {
            let last = layer.with(|l| l.rows.len().checked_sub(1))?;
            Some(pointed.get().or(step.get()).unwrap_or(last).min(last))
        });
        // What a finger pointed at stays until another step is on screen.
        Effect::new(move |_| {
            step.track();
            pointed.set(None);
            key.set(None);
        });
        View {
            layer,
            head,
            drawn,
            rows,
            most,
            step,
            pointed,
            key,
            query,
            colours: super::colours(app),
        }
    }

    /// The row of the query that is shown.
    pub fn shown_row(self) -> Vec<f32> {
        let query = self.query.get();
        self.rows.with(|rows| {
            query
                .and_then(|at| rows.get(at).cloned())
                .unwrap_or_default()
        })
    }
}

/// The values of a query's row, as they are drawn.
fn row(drawn: Drawn, layer: &LayerRows, head: u32, query: usize) -> Vec<f32> {
    let Some(row) = layer.rows.get(query) else {
        return Vec::new();
    };
    match drawn {
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

/// The largest magnitude of what is finite.
fn most(rows: &[Vec<f32>]) -> f32 {
    let finite = rows.iter().flatten().filter(|x| x.is_finite());
    finite.fold(0.0, |most, x| most.max(x.abs()))
}

/// The whole view.
#[component]
pub fn Attention() -> impl IntoView {
    let app = expect_context::<App>();
    let view = View::new(app);
    let View {
        layer, head, query, ..
    } = view;
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
        <Kinds />
        <div class="attention">
            <div class="attention-main">
                <h3 data-testid="head-title">{move || title(app.inside.layer.get(), head.get())}</h3>
                <p class="caption" data-testid="head-measures">{move || measures.with(|(measures, entropy)| about(measures, *entropy))}</p>
                <Choice view />
                <Show when=move || !waiting() fallback=move || view! { <p class="muted waiting">{too_long}</p> }>
                    <Heat view />
                    <ColourKey colours=view.colours most=view.most signed=Signal::derive(move || view.drawn.get().is_scores()) />
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
    let app = expect_context::<App>();
    let option = move |drawn: Drawn, label: &'static str, testid: &'static str| {
        let on = move || view.drawn.get() == drawn;
        view! {
            <label>
                <input type="radio" name="drawn" data-testid=testid prop:checked=on on:change=move |_| app.draw_attention(drawn) />
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
