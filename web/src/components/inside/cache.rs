//! The key-value cache: its slots, the texts that share them, and what it spares.

use logitscope_core::sorted;
use std::collections::HashSet;

use leptos::prelude::*;
use logitscope_core::inspection::{CacheMap, Cached};

use super::costs::Costs;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::kv_cache::CacheContents;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// Most branches that are drawn.
const MOST_BRANCHES: usize = 12;
/// Width of a token's cell, in units of the view box, which are CSS pixels.
const CELL: f64 = 11.0;
/// Height of a branch.
const ROW: f64 = 16.0;

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_slot),
    Heading::Number(Catalogue::col_position),
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_after_slot),
    Heading::Text(Catalogue::col_computed_with),
];
const OTHERS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_model),
    Heading::Text(Catalogue::col_shape),
    Heading::Number(Catalogue::col_a_token),
    Heading::Number(Catalogue::col_this_text),
    Heading::Number(Catalogue::col_whole_context),
];

/// The shape of a model as far as its cache goes, from its published configuration.
struct Shape {
    name: &'static str,
    n_layers: u64,
    n_kv_heads: u64,
    d_head: u64,
    n_ctx: u64,
}

/// Models to compare with.
const SHAPES: [Shape; 4] = [
    Shape {
        name: "GPT-2 small",
        n_layers: 12,
        n_kv_heads: 12,
        d_head: 64,
        n_ctx: 1024,
    },
    Shape {
        name: "GPT-2 XL",
        n_layers: 48,
        n_kv_heads: 25,
        d_head: 64,
        n_ctx: 1024,
    },
    Shape {
        name: "Llama 2 7B",
        n_layers: 32,
        n_kv_heads: 32,
        d_head: 128,
        n_ctx: 4096,
    },
    Shape {
        name: "Llama 3.1 8B",
        n_layers: 32,
        n_kv_heads: 8,
        d_head: 128,
        n_ctx: 131_072,
    },
];

impl Shape {
    /// Keys and values of one token in f16: 2 · layers · KV heads · d_head · 2 bytes.
    fn token_bytes(&self) -> u64 {
        2 * self.n_layers * self.n_kv_heads * self.d_head * 2
    }
}

/// A branch: the tokens that it has for itself, from a position on, in a row of the picture.
#[derive(Debug, Clone, PartialEq)]
struct Branch {
    /// In the order of the text.
    own: Vec<Cached>,
    /// The slot that it continues.
    from: Option<u32>,
}

/// The texts in the cache, the longest first; each has only what no text before it has.
fn branches(map: &CacheMap) -> Vec<Branch> {
    let at = |slot: u32| map.cached.iter().find(|c| c.slot == slot);
    let parents: HashSet<u32> = map.cached.iter().filter_map(|c| c.parent).collect();
    let mut ends: Vec<&Cached> = map
        .cached
        .iter()
        .filter(|c| !parents.contains(&c.slot))
        .collect();
    sorted::sort_by_key(&mut ends, |c| {
        (c.altered, std::cmp::Reverse(c.position), c.slot)
    });
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for end in ends {
        let mut own = Vec::new();
        let mut next = Some(end);
        while let Some(cached) = next.filter(|c| seen.insert(c.slot)) {
            own.push(*cached);
            next = cached.parent.and_then(at);
        }
        own.reverse();
        all.push(Branch {
            from: own.first().and_then(|first| first.parent),
            own,
        });
    }
    all
}

/// The view.
#[component]
pub fn Cache() -> impl IntoView {
    let app = expect_context::<App>();
    let map = Memo::new(move |_| app.kept::<CacheContents>(&()));
    let n = move || app.transcript.with(Vec::len) as u64;
    let summary = move || {
        let contents = map.get()?;
        let map = &contents.map;
        let n_ctx = app.model.with(|m| m.as_ref().map(|m| m.model.n_ctx))?;
        let used = map.cached.len() as u64;
        let off = app.inside.cache_off.get();
        let off = off.then(|| format!("{} ", say().cache_off_summary()));
        let summary = say().cache_summary(
            used,
            u64::from(map.n_slots),
            format::bytes(used * map.slot_bytes),
            format::bytes(u64::from(map.n_slots) * map.slot_bytes),
            format::bytes(map.slot_bytes),
            n(),
            u64::from(n_ctx),
        );
        Some(format!("{}{summary}", off.unwrap_or_default()))
    };
    let rows =
        Memo::new(move |_| map.with(|c| c.as_ref().map(|c| branches(&c.map)).unwrap_or_default()));
    let shown = move || rows.with(|rows| rows.len().min(MOST_BRANCHES));
    let width = move || {
        let longest = rows.with(|rows| {
            rows.iter()
                .filter_map(|b| b.own.last())
                .map(|c| c.position + 1)
                .max()
        });
        f64::from(longest.unwrap_or(1)) * CELL
    };
    let picture = move || {
        let rows = rows.get();
        let place = |slot: u32| {
            let in_row = |(y, b): (usize, &Branch)| {
                b.own
                    .iter()
                    .find(|c| c.slot == slot)
                    .map(|c| (c.position, y))
            };
            rows.iter().take(MOST_BRANCHES).enumerate().find_map(in_row)
        };
        let line = |(y, branch): (usize, &Branch)| {
            let first = branch.own.first()?;
            let (position, above) = place(branch.from?)?;
            let (x1, y1) = (
                (f64::from(position) + 0.5) * CELL,
                (above as f64 + 0.5) * ROW,
            );
            let (x2, y2) = (f64::from(first.position) * CELL, (y as f64 + 0.5) * ROW);
            Some(view! { <path class="branch-line" d=format!("M{x1} {y1} V{y2} H{x2}")></path> })
        };
        let lines: Vec<_> = rows
            .iter()
            .take(MOST_BRANCHES)
            .enumerate()
            .filter_map(line)
            .collect();
        let cells = |(y, branch): (usize, &Branch)| {
            let cell = move |cached: &Cached| {
                let name = format::token(&app.token_bytes(cached.token));
                let (position, slot) = (cached.position.to_string(), cached.slot.to_string());
                let words = say().cache_slot(name, position, slot).to_string();
                view! {
                    <rect class="cache-slot" class:altered=cached.altered data-testid="cache-slot" x=f64::from(cached.position) * CELL y=y as f64 * ROW + 2.0 width=CELL - 1.0 height=ROW - 4.0 rx="2">
                        <title>{words}</title>
                    </rect>
                }
            };
            branch.own.iter().map(cell).collect_view()
        };
        let cells: Vec<_> = rows
            .iter()
            .take(MOST_BRANCHES)
            .enumerate()
            .map(cells)
            .collect();
        view! { {lines}{cells} }
    };
    let more = move || {
        let n = rows.with(Vec::len).saturating_sub(MOST_BRANCHES);
        (n > 0).then(|| format!(" {}", say().cache_more(n as u64)))
    };
    let table = Signal::derive(move || {
        let row = |c: &Cached| {
            vec![
                c.slot.to_string(),
                c.position.to_string(),
                format::token(&app.token_bytes(c.token)),
                c.parent.map_or("–".into(), |slot| slot.to_string()),
                match (c.altered, c.long) {
                    (true, _) => say().cache_parts_off().to_string(),
                    (false, true) => say().cache_the_model_long().to_string(),
                    (false, false) => say().cache_the_model().to_string(),
                },
            ]
        };
        map.with(|c| c.iter().flat_map(|c| &c.map.cached).map(row).collect())
    });
    let others = move || {
        let n = n();
        let row = |shape: &Shape| {
            let heads = shape.n_kv_heads.to_string();
            // Where models differ in it, their names say how many heads have keys and values of their own.
            let name = match shape.name.starts_with("Llama") {
                true => say().kv_heads(shape.name, heads.clone()).to_string(),
                false => shape.name.to_owned(),
            };
            let (layers, width) = (shape.n_layers.to_string(), shape.d_head.to_string());
            view! {
                <tr>
                    <td class="text">{name}</td>
                    <td class="text">{say().cache_shape(layers, heads, width).to_string()}</td>
                    <td>{format::bytes(shape.token_bytes())}</td>
                    <td>{format::bytes(n * shape.token_bytes())}</td>
                    <td>{format::bytes(shape.n_ctx * shape.token_bytes())}</td>
                </tr>
            }
        };
        SHAPES.iter().map(row).collect_view()
    };
    view! {
        <Show when=move || map.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().being_computed().to_string()}</p> }>
            <p class="caption" data-testid="cache-summary">{summary}</p>
            <div class="arcs-scroll" tabindex="0" role="region" aria-label=say().cache_texts().to_string()>
                <svg class="arcs" data-testid="cache-map" viewBox=move || format!("0 0 {} {}", width(), shown() as f64 * ROW) width=width height=move || shown() as f64 * ROW role="img" aria-label=say().cache_texts_label().to_string()>
                    {picture}
                </svg>
            </div>
            <p class="caption">{say().cache_rows().to_string()}{more}</p>
            <TableTwin caption=say().cache_slots_table().to_string() testid="table-twin-cache" columns=COLUMNS rows=table />
        </Show>
        <Costs />
        <h3>{say().cache_others().to_string()} " " <span class="badge">{say().cache_others_badge().to_string()}</span></h3>
        <p class="caption">{say().cache_others_about().to_string()}</p>
        <Table label=say().cache_others_table().to_string() testid="cache-others" columns=OTHERS>{others}</Table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cached(slot: u32, position: u32, parent: Option<u32>) -> Cached {
        Cached {
            slot,
            token: 0,
            position,
            parent,
            altered: false,
            long: false,
        }
    }

    #[test]
    fn a_shared_beginning_is_drawn_once() {
        // 0─1─2─3, and 5 after 1.
        let all = [
            (0, None),
            (1, Some(0)),
            (2, Some(1)),
            (3, Some(2)),
            (2, Some(1)),
        ];
        let slots = [0, 1, 2, 3, 5];
        let map = CacheMap {
            n_slots: 8,
            slot_bytes: 1,
            cached: slots
                .iter()
                .zip(all)
                .map(|(s, (p, parent))| cached(*s, p, parent))
                .collect(),
        };
        let found = branches(&map);
        let slots = |b: &Branch| b.own.iter().map(|c| c.slot).collect::<Vec<_>>();
        assert_eq!(
            found.iter().map(slots).collect::<Vec<_>>(),
            [vec![0, 1, 2, 3], vec![5]]
        );
        assert_eq!((found[0].from, found[1].from), (None, Some(1)));
    }

    #[test]
    fn the_published_shapes_give_the_known_sizes() {
        // In f16: 36 KiB, and the 512 KiB a token of 32 × 32 × 128.
        assert_eq!(SHAPES[0].token_bytes(), 36 << 10);
        assert_eq!(SHAPES[2].token_bytes(), 512 << 10);
        assert_eq!(SHAPES[3].token_bytes(), 128 << 10);
    }
}
