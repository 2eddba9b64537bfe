//! Tokens as vectors: the nearest ones, a map of the text's tokens, and the positions.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::blocks::bounded;
use logitscope_core::pca::{self, Map};
use logitscope_core::sorted;
use web_sys::KeyboardEvent;

use logitscope_core::inspection::Weighed;

use super::labels;
use super::positions::Positions;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::embeddings::places;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// Half the width of the map, in units of its view box.
const HALF: f64 = 100.0;

const NEAR: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_cosine),
    Heading::Buttons(Catalogue::col_look),
];
const PLACES: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_first_axis),
    Heading::Number(Catalogue::col_second_axis),
];

/// The distinct tokens of the text and their map.
#[derive(Debug, Clone, PartialEq, Default)]
struct Places {
    tokens: Vec<TokenId>,
    map: Map,
}

impl Places {
    /// The largest coordinate, more than 0.
    fn most(&self) -> f64 {
        let all = self.map.points.iter().flatten();
        all.fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()))
    }
}

/// The view.
#[component]
pub fn Embeddings() -> impl IntoView {
    let app = expect_context::<App>();
    let token = Memo::new(move |_| app.near_token());
    let near = Memo::new(move |_| {
        token
            .get()
            .and_then(|token| app.kept::<Vec<Weighed>>(&token))
    });
    let shown = move |id: TokenId| format::token(&app.token_bytes(id));
    let rows = move || {
        let near = near.get()?;
        let row = |weighed: &Weighed| {
            let id = weighed.token;
            let look = move |_| app.look_near(Some(id));
            view! {
                <tr>
                    <td class="text"><span class="tok">{shown(id)}</span></td>
                    <td>{format::decimals(weighed.value.into(), 3).replace('-', "−")}</td>
                    <td><button class="mini-text" on:click=look>{say().near_it().to_string()}</button></td>
                </tr>
            }
        };
        Some(near.iter().map(row).collect_view())
    };
    let tied = move || {
        let id = token.get()?;
        let logit = app
            .step
            .with(|step| step.as_ref()?.logits.get(id as usize).copied())?;
        let blocks = app.model.with(|m| Some(m.as_ref()?.model.blocks))?;
        let readout = blocks.readout;
        if readout.untied || readout.bias {
            return None;
        }
        let (row, token, logit) = (id.to_string(), shown(id), format::logit(logit));
        let factor = format::value(blocks.embed_scale.unwrap_or(1.0));
        Some(match (readout.cap, blocks.embed_scale) {
            (None, None) => say().tied(row, token, logit).to_string(),
            (None, Some(_)) => say().tied_scaled(row, factor, token, logit).to_string(),
            (Some(cap), _) => say()
                .tied_bounded(row, factor, token, bounded("z", " / ", cap), logit)
                .to_string(),
        })
    };
    view! {
        <div class="embeddings">
            <div>
                <h3 data-testid="near-title">{move || token.get().map(|id| say().nearest_to(shown(id)).to_string())}</h3>
                <Show when=move || near.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().being_computed().to_string()}</p> }>
                    <Table label=say().nearest_table().to_string() testid="nearest" whole=true columns=NEAR>{rows}</Table>
                </Show>
                <Show when=move || app.inside.near.get().is_some()>
                    <button class="button small" data-testid="near-own" on:click=move |_| app.look_near(None)>{say().near_own().to_string()}</button>
                </Show>
                <p class="caption" data-testid="tied">{tied}</p>
            </div>
            <TokenMap token />
        </div>
        <Positions />
    }
}

/// The tokens of the text along their two widest directions.
#[component]
fn TokenMap(
    /// The token on screen.
    token: Memo<Option<TokenId>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    // The map is made anew only when another token joins.
    let distinct = Memo::new_with_compare(
        move |_| {
            let mut all = app.read_inside(places);
            sorted::sort_by_key(&mut all, |(token, _)| *token);
            all.dedup_by_key(|(token, _)| *token);
            all
        },
        |old, new| match (old, new) {
            (Some(old), Some(new)) => !old.iter().map(|(t, _)| t).eq(new.iter().map(|(t, _)| t)),
            _ => true,
        },
    );
    let places = Memo::new(move |_| {
        distinct.with(|all| {
            let vectors = all.iter().map(|(_, place)| place.embed.as_slice());
            Places {
                map: pca::map(&vectors.collect::<Vec<_>>()),
                tokens: all.iter().map(|(token, _)| *token).collect(),
            }
        })
    });
    let points = move || {
        let places = places.get();
        let scale = 0.9 * HALF / places.most();
        let names = places
            .tokens
            .iter()
            .map(|id| format::token(&app.token_bytes(*id)));
        let names: Vec<String> = names.collect();
        let spots = places.map.points.iter().zip(&names);
        let spots = spots.map(|([x, y], name)| ([x * scale, -y * scale], name.chars().count()));
        let spots: Vec<([f64; 2], usize)> = spots.collect();
        let labels = labels::place(&spots, HALF);
        let point = |at: usize| {
            let (id, name, label) = (places.tokens[at], names[at].clone(), labels[at]);
            let ([x, y], _) = spots[at];
            let press = move |ev: KeyboardEvent| {
                if ev.key() == "Enter" || ev.key() == " " {
                    ev.prevent_default();
                    ev.stop_propagation();
                    app.look_near(Some(id));
                }
            };
            view! {
                <g class="map-point" class:on=move || token.get() == Some(id) role="button" tabindex="0" aria-label=say().near_to(name.clone()).to_string()
                    on:click=move |_| app.look_near(Some(id)) on:keydown=press>
                    <circle cx=format!("{x:.1}") cy=format!("{y:.1}") r="2"></circle>
                    <text x=format!("{:.1}", label.x) y=format!("{:.1}", label.y) text-anchor=label.anchor>{name.clone()}</text>
                </g>
            }
        };
        (0..spots.len()).map(point).collect_view()
    };
    let explained = move || {
        let [first, second] = places.with(|places| places.map.explained);
        say()
            .map_about(format::percent_exact(first), format::percent_exact(second))
            .to_string()
    };
    let table = Signal::derive(move || {
        places.with(|places| {
            let row = |(id, [x, y]): (&TokenId, &[f64; 2])| {
                let number = |x: f64| format::value(x as f32);
                vec![format::token(&app.token_bytes(*id)), number(*x), number(*y)]
            };
            places
                .tokens
                .iter()
                .zip(&places.map.points)
                .map(row)
                .collect()
        })
    });
    let some = move || places.with(|places| places.tokens.len() > 2);
    view! {
        <Show when=some>
            <div>
                <h3>{say().map_title().to_string()}</h3>
                <svg class="token-map" data-testid="token-map" viewBox=format!("{0} {0} {1} {1}", -HALF, 2.0 * HALF) role="group" aria-label=say().map_label().to_string()>
                    <line class="axis" x1=-HALF x2=HALF y1="0" y2="0"></line>
                    <line class="axis" x1="0" x2="0" y1=-HALF y2=HALF></line>
                    {points}
                </svg>
                <p class="caption">{explained}</p>
                <TableTwin caption=say().map_table().to_string() testid="table-twin-map" columns=PLACES rows=table />
            </div>
        </Show>
    }
}
