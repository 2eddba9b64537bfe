//! The outline on the page: a row a stretch, with the width of its probability.

use leptos::prelude::*;
use logitscope_core::TokenId;

use super::outline::Row;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The most characters of a stretch that are shown.
const MOST_CHARS: usize = 60;

/// All texts of the run, and the ways on that were looked ahead.
#[component]
pub fn Texts(
    /// The rows of the outline.
    rows: Memo<Vec<(usize, Row)>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let row = move |(depth, row): (usize, Row)| match row {
        Row::Stretch { .. } => stretch(app, depth, row).into_any(),
        Row::Ahead { tokens, prob, mass } => ahead(app, depth, tokens, prob, mass).into_any(),
    };
    view! {
        <details class="twin" data-testid="tree-table">
        <summary>{say().tree_outline().to_string()}</summary>
        <div class="tree-scroll" tabindex="0" role="region" aria-label=say().about_tree().to_string()>
            <table class="tree" data-testid="tree">
                <thead><tr>
                    <th scope="col" class="text">{say().tree_text().to_string()}</th>
                    <th scope="col" class="text">{say().tree_prob().to_string()}</th>
                    <th scope="col">{say().tree_mass().to_string()}</th>
                    <th scope="col">{say().tree_log_prob().to_string()}</th>
                </tr></thead>
                <tbody>{move || rows.get().into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
        </details>
    }
}

fn indent(depth: usize) -> String {
    format!("{}px", 20 * depth)
}

/// p as a bar of its own width, and as a number.
fn bar(prob: Option<f64>) -> impl IntoView {
    prob.map(|prob| {
        let width = format!("{:.2}%", 100.0 * prob);
        view! {
            <span class="tree-bar" aria-hidden="true"><i style=("--w", width)></i></span>
            <span class="num">{format::percent(prob)}</span>
        }
    })
}

/// A stretch of the run: a press leads there.
fn stretch(app: App, depth: usize, row: Row) -> impl IntoView {
    let Row::Stretch {
        first,
        last,
        tokens,
        prob,
        log_prob,
        forced,
        on_path,
    } = row
    else {
        return None;
    };
    let text = app
        .vocab
        .with(|v| v.as_ref().map(|v| v.text(&tokens)))
        .unwrap_or_default();
    let go = move |_| match on_path {
        true => app.select(Some(last)),
        false => app.go_to_branch(first),
    };
    let title = match (forced, prob.is_some()) {
        (true, _) => say().tree_forced(text.clone()),
        (false, true) => say().tree_drawn(text.clone()),
        (false, false) => say().tree_given(text.clone()),
    };
    let kind = match (forced, prob.is_some()) {
        (true, _) => "forced",
        (false, true) => "drawn",
        (false, false) => "given",
    };
    Some(view! {
        <tr class:on-path=on_path data-kind=kind>
            <th scope="row" style=("--indent", indent(depth))>
                <button class="tree-node" data-testid="tree-node" title=title.to_string() aria-current=on_path.then_some("true") on:click=go>{format::cut(&text, MOST_CHARS)}</button>
            </th>
            <td>{bar(prob)}</td>
            <td></td>
            <td class="num">{log_prob.map(format::signed)}</td>
        </tr>
    })
}

/// A way on that is not in the text yet: a press writes it.
fn ahead(app: App, depth: usize, tokens: Vec<TokenId>, prob: f64, mass: f64) -> impl IntoView {
    let word = tokens
        .last()
        .map(|token| format::token(&app.token_bytes(*token)));
    let log_prob = format::signed(logitscope_core::math::ln(mass));
    let text = app
        .vocab
        .with(|v| v.as_ref().map(|v| v.text(&tokens)))
        .unwrap_or_default();
    let adopt = move |_| app.adopt(tokens.clone());
    view! {
        <tr data-kind="ahead">
            <th scope="row" style=("--indent", indent(depth))>
                <button class="tree-node" data-testid="tree-ahead" title=say().tree_take(text).to_string() on:click=adopt>{word}</button>
            </th>
            <td>{bar(Some(prob))}</td>
            <td class="num">{format::percent(mass)}</td>
            <td class="num">{log_prob}</td>
        </tr>
    }
}
