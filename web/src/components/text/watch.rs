//! Tokens followed over the text: where each stood at every step.

use leptos::prelude::*;
use logitscope_core::TokenId;

use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::components::kit::token_text::TokenText;
use crate::state::{App, Seen};
use crate::words::{Catalogue, Word, say};

/// Height of a chart, in units of its view box; a bar is one unit wide.
const HEIGHT: f64 = 24.0;

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_position),
    Heading::Number(Catalogue::col_rank),
    Heading::Number(Catalogue::col_model),
];

/// How tall a bar is, 0..=1: 1 for the most probable token, 0 for the least probable one of `d_vocab`, evenly by the logarithm of
/// the rank.
fn tall(rank: u32, d_vocab: usize) -> f64 {
    let last = f64::from(d_vocab.max(2) as u32).log2();
    (1.0 - f64::from(rank + 1).log2() / last).clamp(0.0, 1.0)
}

/// One row a token; nothing while none is followed.
#[component]
pub fn Watch() -> impl IntoView {
    let app = expect_context::<App>();
    let cells = move || {
        let row = |token: TokenId, seen: Seen| {
            let (rank, prob) = match seen.standing {
                Some((rank, prob)) => (
                    format::count(u64::from(rank) + 1),
                    format::percent_exact(prob),
                ),
                None => ("–".to_owned(), "–".to_owned()),
            };
            vec![
                format::token(&app.token_bytes(token)),
                seen.position.to_string(),
                rank,
                prob,
            ]
        };
        app.watched
            .get()
            .into_iter()
            .flat_map(|token| {
                app.seen(token)
                    .into_iter()
                    .map(move |seen| row(token, seen))
            })
            .collect()
    };
    view! {
        <Show when=move || !app.watched.with(Vec::is_empty)>
            <div class="watch" data-testid="watch">
                <p class="caption">{say().watch_about().to_string()}</p>
                <For each=move || app.watched.get() key=|token| *token let:token>
                    <Watched token />
                </For>
                <TableTwin caption=say().watch_table().to_string() testid="table-twin-watch" columns=COLUMNS rows=Signal::derive(cells) />
            </div>
        </Show>
    }
}

/// One token and its bars.
#[component]
fn Watched(
    /// The token.
    token: TokenId,
) -> impl IntoView {
    let app = expect_context::<App>();
    let seen = Memo::new(move |_| app.seen(token));
    let width = move || seen.with(|s| s.len().max(16));
    let bars = move || {
        let d_vocab = app.vocab.with(|v| v.as_ref().map_or(0, |v| v.len()));
        let shown = app.step.with(|s| s.as_ref().map(|s| s.context));
        let bar = move |seen: Seen| {
            let (rank, prob) = seen.standing?;
            let height = (HEIGHT * tall(rank, d_vocab)).max(0.6);
            let (position, rank_at) = (seen.position.to_string(), u64::from(rank) + 1);
            let title = say()
                .watch_bar(position, rank_at, format::percent_exact(prob))
                .to_string();
            let x = f64::from(seen.position - 1) + 0.1;
            let context = Some(seen.context);
            Some(view! {
                <g on:click=move |_| app.select(context)>
                    <title>{title}</title>
                    <rect class="hit" x=x.to_string() y="0" width="0.8" height=HEIGHT.to_string() />
                    <rect class="bar-before" class:current=context == shown x=x.to_string()
                        y=format!("{:.2}", HEIGHT - height) width="0.8" height=format!("{height:.2}") />
                </g>
            })
        };
        seen.get().into_iter().filter_map(bar).collect_view()
    };
    let name = app.token_text_untracked(token);
    view! {
        <div class="watched">
            <span class="tok"><TokenText bytes=app.token_bytes(token) /></span>
            <svg class="run-chart" viewBox=move || format!("0 0 {} {HEIGHT}", width()) preserveAspectRatio="none" role="img"
                aria-label=say().watch_chart(name.clone()).to_string()>
                {bars}
            </svg>
            <button class="mini" aria-label=say().watch_stop_of(name).to_string() title=say().watch_stop().to_string() on:click=move |_| app.watch(token, false)>
                <Icon shape=Shape::Close />
            </button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rank_fills_the_chart_and_the_last_one_empties_it() {
        assert_eq!((tall(0, 4096), tall(4095, 4096)), (1.0, 0.0));
        assert_eq!(tall(63, 4096), 0.5);
        assert_eq!(tall(0, 0), 1.0);
    }
}
