//! What beams buy, and what they cost: the best of them beside the greedy text and a sampled one.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::strategy::plain::{Choosing, Plain, Written, repetition};

use super::shown::Shown;
use crate::components::kit::format;
use crate::state::App;
use crate::strategies::Kind;
use crate::words::say;

/// A text with what is measured of it.
#[derive(Clone, PartialEq)]
struct Row {
    name: String,
    tokens: Vec<TokenId>,
    /// Σ ln p under the model alone.
    log_prob: f64,
}

/// The three texts, once the search has ended.
#[component]
pub fn Beside(
    /// The step on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let rows = Memo::new(move |_| {
        let best = shown.with(|shown| {
            let shown = shown.as_ref().filter(|s| s.is_last())?;
            let (text, alone) = shown.pool.first()?;
            Some(Row {
                name: say().beams_best().to_string(),
                tokens: text.tokens.clone(),
                log_prob: (*alone)?,
            })
        })?;
        let others = app.read_work(Kind::Beside, |plain: &Plain| plain.texts().to_vec());
        let others = others.unwrap_or_default();
        let other = |text: Written| Row {
            name: match text.choosing {
                Choosing::Greedy => say().beams_greedy(),
                Choosing::Sampled => say().beams_sampled(),
            }
            .to_string(),
            tokens: text.tokens,
            log_prob: text.log_prob,
        };
        let ended = others.into_iter().filter(|text| text.ended).map(other);
        Some(std::iter::once(best).chain(ended).collect::<Vec<_>>())
    });
    let row = move |row: Row| {
        let n = row.tokens.len().max(1) as f64;
        let words = app.vocab.with(|v| v.as_ref().map(|v| v.text(&row.tokens)));
        let repeats = repetition(&row.tokens, 2).map_or("–".to_owned(), format::percent);
        let tokens = row.tokens.clone();
        view! {
            <tr>
                <th scope="row" class="text">{row.name}</th>
                <td class="num"><b>{format::signed(row.log_prob)}</b></td>
                <td class="num">{format::signed(row.log_prob / n)}</td>
                <td class="num">{row.tokens.len().to_string()}</td>
                <td class="num">{repeats}</td>
                <td class="text">{words}</td>
                <td><button class="button small plain" on:click=move |_| { app.open_station(None); app.adopt(tokens.clone()) }>{say().strategy_use().to_string()}</button></td>
            </tr>
        }
    };
    let table = move |all: Vec<Row>| {
        view! {
            <section class="beam-beside" aria-labelledby="beam-beside">
                <h3 id="beam-beside">{say().beams_beside().to_string()}</h3>
                <table data-testid="beam-beside">
                    <thead><tr>
                        <th scope="col"><span class="visually-hidden">{say().beams_text().to_string()}</span></th>
                        <th scope="col">{say().beams_alone().to_string()}</th>
                        <th scope="col">{say().beams_a_token().to_string()}</th>
                        <th scope="col">{say().beams_length().to_string()}</th>
                        <th scope="col">{say().beams_repeats().to_string()}</th>
                        <th scope="col" class="text">{say().beams_text().to_string()}</th>
                        <th scope="col"><span class="visually-hidden">{say().strategy_use().to_string()}</span></th>
                    </tr></thead>
                    <tbody>{all.into_iter().map(row).collect_view()}</tbody>
                </table>
                <p class="caption">{say().beams_beside_about().to_string()}</p>
            </section>
        }
    };
    move || rows.get().map(table)
}
