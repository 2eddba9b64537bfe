//! Attention: all heads small, one large, and what the token under inspection attends to.

use leptos::prelude::*;
use logitscope_core::heads;

use super::arcs::Arcs;
use super::averages::Averages;
use super::bridge::Bridge;
use super::colour_key::ColourKey;
use super::head_view::HeadView;
use super::head_words::{Kinds, about, look_words, title};
use super::heat::Heat;
use super::strip::Strip;
use super::thumbs::Thumbs;
use crate::choices::Drawn;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::attention::LayerRows;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_position),
    Heading::Text(Catalogue::col_key),
    Heading::Number(Catalogue::col_score),
    Heading::Number(Catalogue::col_pattern),
];

/// The whole view.
#[component]
pub fn Attention() -> impl IntoView {
    let app = expect_context::<App>();
    let view = HeadView::new(app);
    let HeadView {
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
        0 => say().attention_too_long().to_string(),
        _ => say().being_computed().to_string(),
    };
    let waiting = move || layer.with(|l| l.rows.is_empty());
    let sentence = move || {
        let (at, layer_at) = (query.get()?, app.inside.layer.get());
        layer.with(|l| look_sentence(app, l, (layer_at, head.get()), at))
    };
    let heads = move || {
        let (n_layers, n_heads) = app.layers_and_heads().unwrap_or_default();
        say().head_all(u64::from(n_layers * n_heads)).to_string()
    };
    view! {
        <p class="look"><span data-testid="head-look">{sentence}</span> " " <Bridge /></p>
        <div class="attention">
            <div class="attention-main">
                <Show when=move || !waiting() fallback=move || view! { <p class="muted waiting">{too_long}</p> }>
                    <Heat view />
                    <ColourKey colours=view.colours most=view.most signed=Signal::derive(move || view.drawn.get().is_scores()) />
                </Show>
                <Choice view />
            </div>
            <div class="attention-side">
                <h3>{heads}</h3>
                <Thumbs view />
                <h3 data-testid="head-title">{move || title(app.inside.layer.get(), head.get())}</h3>
                <Averages view />
                <details class="caption">
                    <summary>{say().head_compared().to_string()}</summary>
                    <p data-testid="head-measures">{move || measures.with(|(measures, entropy)| about(measures, *entropy))}</p>
                    <Kinds />
                </details>
            </div>
        </div>
        <Show when=move || !waiting()>
            <Strip view />
        </Show>
        <Show when=move || !waiting()>
            <Arcs view />
        </Show>
        <TableTwin caption=say().attention_table().to_string() testid="table-twin-attention" columns=COLUMNS rows=cells />
    }
}

/// Scores or pattern, with or without the first token.
#[component]
fn Choice(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let app = expect_context::<App>();
    let option = move |drawn: Drawn, label: String, testid: &'static str| {
        let on = move || view.drawn.get() == drawn;
        view! {
            <label>
                <input type="radio" name="drawn" data-testid=testid prop:checked=on on:change=move |_| app.draw_attention(drawn) />
                {label}
            </label>
        }
    };
    view! {
        <div class="attention-choice" role="radiogroup" aria-label=say().attention_drawn().to_string()>
            {option(Drawn::Scores, say().attention_scores().to_string(), "drawn-scores")}
            {option(Drawn::Masked, say().attention_masked().to_string(), "drawn-masked")}
            {option(Drawn::Pattern, say().attention_pattern().to_string(), "drawn-pattern")}
            {option(Drawn::WithoutFirst, say().attention_without_first().to_string(), "drawn-rest")}
        </div>
    }
}

/// Where the head on screen looks from a token, in a sentence.
fn look_sentence(
    app: App,
    layer: &LayerRows,
    (at_layer, head): (u32, u32),
    query: usize,
) -> Option<String> {
    let tokens = layer.tokens.get(..=query)?;
    let look = heads::look(tokens, layer.rows.get(query)?.pattern(head))?;
    let name = |place: usize| app.token_text(tokens[place]).trim().to_owned();
    let (from, to) = (name(query), name(look.place));
    Some(look_words((at_layer, head), look, query, from, to).to_string())
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
                format::percent_exact(f64::from(*weight)),
            ]
        })
        .collect()
}
