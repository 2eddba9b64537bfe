//! The key-value cache: its slots, the texts that share them, and what it spares.

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

/// Most branches that are drawn.
const MOST_BRANCHES: usize = 12;
/// Width of a token's cell, in units of the view box, which are CSS pixels.
const CELL: f64 = 11.0;
/// Height of a branch.
const ROW: f64 = 16.0;

const COLUMNS: &[Heading] = &[
    Heading::Number("Slot"),
    Heading::Number("Position"),
    Heading::Text("Token"),
    Heading::Number("After slot"),
    Heading::Text("Computed with"),
];
const OTHERS: &[Heading] = &[
    Heading::Text("Model"),
    Heading::Text("Shape"),
    Heading::Number("A token"),
    Heading::Number("This text"),
    Heading::Number("Its whole context"),
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
        name: "Llama 2 7B (32 KV heads)",
        n_layers: 32,
        n_kv_heads: 32,
        d_head: 128,
        n_ctx: 4096,
    },
    Shape {
        name: "Llama 3.1 8B (8 KV heads)",
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
    ends.sort_by_key(|c| (c.altered, std::cmp::Reverse(c.position), c.slot));
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
        let off = match app.inside.cache_off.get() {
            true => {
                "The cache is switched off: every step computes the whole text again and fills its slots anew. "
            }
            false => "",
        };
        Some(format!(
            "{off}{} of {} slots are in use: {} of {}, {} a token (keys and values of every layer, f32). The text has {} of at most {n_ctx}; when the context is full, the run stops. When the slots are, the texts that were not looked at for longest are dropped and computed again if you return to them.",
            format::count(used),
            format::count(u64::from(map.n_slots)),
            format::bytes(used * map.slot_bytes),
            format::bytes(u64::from(map.n_slots) * map.slot_bytes),
            format::bytes(map.slot_bytes),
            format::counted(n(), "token", "tokens"),
        ))
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
                let words = format!(
                    "“{name}”, position {}, slot {}",
                    cached.position, cached.slot
                );
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
        (n > 0).then(|| {
            format!(
                " {} not drawn: the table has them.",
                format::counted(n as u64, "text is", "texts are")
            )
        })
    };
    let table = Signal::derive(move || {
        let row = |c: &Cached| {
            vec![
                c.slot.to_string(),
                c.position.to_string(),
                format::token(&app.token_bytes(c.token)),
                c.parent.map_or("–".into(), |slot| slot.to_string()),
                if c.altered { "parts off" } else { "the model" }.into(),
            ]
        };
        map.with(|c| c.iter().flat_map(|c| &c.map.cached).map(row).collect())
    });
    let others = move || {
        let n = n();
        let row = |shape: &Shape| {
            view! {
                <tr>
                    <td class="text">{shape.name}</td>
                    <td class="text">{format!("2 × {} layers × {} heads × {} × 2 bytes", shape.n_layers, shape.n_kv_heads, shape.d_head)}</td>
                    <td>{format::bytes(shape.token_bytes())}</td>
                    <td>{format::bytes(n * shape.token_bytes())}</td>
                    <td>{format::bytes(shape.n_ctx * shape.token_bytes())}</td>
                </tr>
            }
        };
        SHAPES.iter().map(row).collect_view()
    };
    view! {
        <p class="caption">
            "Attention needs the keys and values of every token before. They do not change any more, so they are kept: a step computes one token instead of the whole text. Texts with the same beginning share its slots."
        </p>
        <Show when=move || map.with(Option::is_some) fallback=|| view! { <p class="muted waiting">"Being computed …"</p> }>
            <p class="caption" data-testid="cache-summary">{summary}</p>
            <div class="arcs-scroll" tabindex="0" role="region" aria-label="The texts in the cache">
                <svg class="arcs" data-testid="cache-map" viewBox=move || format!("0 0 {} {}", width(), shown() as f64 * ROW) width=width height=move || shown() as f64 * ROW role="img" aria-label="The texts in the cache: a cell a token, a row a text; what is shared is drawn once.">
                    {picture}
                </svg>
            </div>
            <p class="caption">"A cell is a token with its slot in every layer; a row begins where its text leaves another one."{more}</p>
            <TableTwin caption="The slots of the cache" testid="table-twin-cache" columns=COLUMNS rows=table />
        </Show>
        <Costs />
        <h3>"The same text in other models "<span class="badge">"extrapolated"</span></h3>
        <p class="caption">"2 (keys and values) × layers × KV heads × d_head × bytes a number, for every token: computed from the published shapes in f16, not measured here."</p>
        <Table label="The cache of other models" testid="cache-others" columns=OTHERS>{others}</Table>
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
