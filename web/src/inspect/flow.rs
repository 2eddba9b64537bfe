//! What the flow shows of the inside: the residual stream of its rows, the attention of the current one, and what the model would say
//! after each block. It is always the model of the run, whatever is switched off in the opened views.

use logitscope_core::lens::LensCell;
use logitscope_core::sorted;
use logitscope_core::stream::{self, Change};
use logitscope_core::{Interventions, NodeId, TokenId, heads};
use logitscope_protocol::{Answer, Command, TapArray};
use logitscope_recording::STREAM;

pub use super::focus::{FlowFocus, MOST_ROWS, Room};
use super::taps::values;
use super::{Focus, Record, Request, Store, Unusable};

/// Cells of the current row's stripes.
pub const CELLS: usize = 64;
/// Cells of the stripes of the rows above it.
pub const FEW_CELLS: usize = 16;
/// The most rows of one request.
const AT_ONCE: usize = 16;
/// In longer texts the folded tokens have no stripes: they would have to be computed one after another.
const MOST_TOKENS: usize = 256;

/// A row of the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// The token at this place of the text.
    Token(usize),
    /// So many tokens that have no row of their own, between the first one and the next row.
    Folded(usize),
}

/// How many rows a text of `n` tokens has.
pub fn row_count(n: usize, room: Room) -> usize {
    rows(n, &[], room).len()
}

/// The rows of a text of `n` tokens: all where they are few; else the first one, the rest as one row, the most read of them, and the last
/// ones, in the order of the text. `attention`, `[n]` or empty, is what the current row gives to each.
pub fn rows(n: usize, attention: &[f64], room: Room) -> Vec<Row> {
    let (most_rows, last_rows, most_read) = room.limits();
    if n <= most_rows {
        return (0..n).map(Row::Token).collect();
    }
    let last = n - last_rows;
    let given = |place: usize| attention.get(place).copied().unwrap_or(0.0);
    let mut read: Vec<usize> = (1..last).collect();
    sorted::sort_by(&mut read, |a, b| {
        given(*b).total_cmp(&given(*a)).then(a.cmp(b))
    });
    read.truncate(most_read);
    sorted::sort(&mut read);
    let mut rows = vec![Row::Token(0), Row::Folded(last - 1 - read.len())];
    rows.extend(read.into_iter().chain(last..n).map(Row::Token));
    rows
}

/// The places of a text of `n` tokens that `rows` fold.
pub fn folded(n: usize, rows: &[Row]) -> Vec<usize> {
    let mut own = vec![true; n];
    for row in rows {
        if let Row::Token(place) = row {
            own[*place] = false;
        }
    }
    (0..n).filter(|place| own[*place]).collect()
}

/// The current row first, then the words of the blocks, then the rows above, then what is folded.
pub fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let flow = focus.flow.as_ref()?;
    let (node, at) = focus.step()?;
    let Some(attention) = store.get::<RowAttention>(&node) else {
        return Some(attention(focus, at, at));
    };
    // A slider may make the dice fall on a token that is not followed: it has no ranks then, for a slider asks the engine nothing.
    if !store.has::<Words>(&node) {
        return Some(words(focus, node, at, &flow.watch));
    }
    let lacks = |place: &usize| {
        let node = focus.path.get(*place);
        node.is_some_and(|node| !store.has::<StreamRow>(node))
    };
    let rows = rows(at + 1, &attention.total, flow.room);
    let shown = rows.iter().filter_map(|row| match row {
        Row::Token(place) => Some(*place),
        Row::Folded(_) => None,
    });
    let mut missing: Vec<usize> = shown.filter(lacks).collect();
    if missing.is_empty() && at < MOST_TOKENS {
        missing = folded(at + 1, &rows).into_iter().filter(lacks).collect();
    }
    let mut missing = missing.into_iter();
    let first = missing.next()?;
    // Neighbours come with it.
    let last = missing
        .scan(first, |before, next| {
            let joins = next == *before + 1;
            *before = next;
            joins.then_some(next)
        })
        .take(AT_ONCE - 1)
        .last();
    Some(streams(focus, first, last.unwrap_or(first)))
}

/// The attention of some tokens of the text, and what comes with it.
pub(super) fn attention(focus: &Focus, from: usize, to: usize) -> Request {
    inspect(focus, from, to, &[&STREAM[..], &["pattern"]].concat())
}

fn streams(focus: &Focus, from: usize, to: usize) -> Request {
    inspect(focus, from, to, &STREAM)
}

fn inspect(focus: &Focus, from: usize, to: usize, names: &[&str]) -> Request {
    let (path, n_layers) = (focus.path.clone(), focus.model.n_layers);
    let command = Command::Inspect {
        tokens: focus.up_to(to),
        from: from as u32,
        layers: Vec::new(),
        names: names.iter().map(ToString::to_string).collect(),
    };
    let keep = move |store: &mut Store, answer: Answer, budget: usize| {
        let Answer::Taps(taps) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let mut streams = Vec::new();
        let mut attentions = Vec::new();
        for place in from..=to {
            let own = |tap: &&TapArray| tap.position as usize == place;
            let own: Vec<&TapArray> = taps.iter().filter(own).collect();
            if let Some(node) = path.get(place) {
                streams.extend(StreamRow::of(&own, n_layers).map(|row| (*node, row)));
                attentions.extend(RowAttention::of(&own, n_layers).map(|row| (*node, row)));
            }
        }
        if streams.len() != to + 1 - from {
            return Err(Unusable::OtherAnswer);
        }
        store.keep(streams, budget);
        store.keep(attentions, budget);
        Ok(())
    };
    Request::new(focus, command, keep).of(Interventions::default())
}

fn words(focus: &Focus, node: NodeId, at: usize, watch: &[TokenId]) -> Request {
    let watch = watch.to_vec();
    let command = Command::Lens {
        tokens: focus.up_to(at),
        from: at as u32,
        count: 1,
        watch: watch.clone(),
    };
    let keep = move |store: &mut Store, answer: Answer, budget: usize| {
        let Answer::Lens(columns) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let cells = columns.into_iter().next().ok_or(Unusable::OtherAnswer)?;
        store.keep(vec![(node, Words { watch, cells })], budget);
        Ok(())
    };
    Request::new(focus, command, keep).of(Interventions::default())
}

/// A column of stripes: signed sizes, and the size that counts as strong.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// `[CELLS]`; empty of a mean.
    pub cells: Vec<f32>,
    /// `[FEW_CELLS]`.
    pub few: Vec<f32>,
    /// See [`stream::strong`].
    pub strong: f32,
    /// The same of the few.
    pub strong_few: f32,
}

impl Column {
    fn of(values: &[f32]) -> Self {
        let (cells, few) = (
            stream::cells(values, CELLS),
            stream::cells(values, FEW_CELLS),
        );
        Column {
            strong: stream::strong(&cells),
            strong_few: stream::strong(&few),
            cells,
            few,
        }
    }

    /// The mean of the few cells of several columns.
    fn mean(all: &[&Column]) -> Self {
        let mut few = vec![0.0; FEW_CELLS];
        for column in all {
            few.iter_mut()
                .zip(&column.few)
                .for_each(|(sum, x)| *sum += x);
        }
        few.iter_mut()
            .for_each(|sum| *sum /= all.len().max(1) as f32);
        Column {
            cells: Vec::new(),
            strong: 0.0,
            strong_few: stream::strong(&few),
            few,
        }
    }
}

/// The residual stream of one token, through all blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamRow {
    /// Before the first block.
    pub embed: Column,
    /// After the attention of each block, and after the block.
    pub blocks: Vec<(Column, Column)>,
    /// What each block changes.
    pub changes: Vec<Change>,
}

impl StreamRow {
    /// From the intermediates of one token; `None` if one is missing.
    fn of(taps: &[&TapArray], n_layers: u32) -> Option<Self> {
        let find = |name: &str, layer: u32| {
            let own = |tap: &&&TapArray| tap.name == name && tap.layer == Some(layer);
            taps.iter().find(own).map(|tap| values(tap))
        };
        let mut row = StreamRow {
            embed: Column::of(&find(STREAM[0], 0)?),
            blocks: Vec::new(),
            changes: Vec::new(),
        };
        for layer in 0..n_layers {
            let [pre, mid, post] = STREAM.map(|name| find(name, layer));
            let (pre, mid, post) = (pre?, mid?, post?);
            row.changes.push(Change::of(&pre, &mid, &post));
            row.blocks.push((Column::of(&mid), Column::of(&post)));
        }
        Some(row)
    }

    /// The mean of several, column by column, in few cells; `None` of none.
    pub fn mean(all: &[&StreamRow]) -> Option<Self> {
        let first = all.first()?;
        let mean = |of: &dyn Fn(&StreamRow) -> Option<&Column>| {
            let columns: Vec<&Column> = all.iter().filter_map(|row| of(row)).collect();
            Column::mean(&columns)
        };
        let block = |layer: usize| {
            let mid = mean(&|row| row.blocks.get(layer).map(|(mid, _)| mid));
            let post = mean(&|row| row.blocks.get(layer).map(|(_, post)| post));
            (mid, post)
        };
        Some(StreamRow {
            embed: mean(&|row| Some(&row.embed)),
            blocks: (0..first.blocks.len()).map(block).collect(),
            changes: Vec::new(),
        })
    }
}

impl Record for StreamRow {
    type Key = NodeId;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        (2 * self.blocks.len() + 1) * (4 * (CELLS + FEW_CELLS) + 56)
    }
}

/// The attention of one token, in all blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct RowAttention {
    /// `[n_heads, n]` for each block: the pattern.
    pub patterns: Vec<Vec<f32>>,
    /// `[n]` for each block: the mean of its heads.
    pub means: Vec<Vec<f64>>,
    /// `[n]` for each block: the head that gives most to a place, and how much.
    pub most: Vec<Vec<(u32, f32)>>,
    /// `[n]`: the sum of the means over the blocks.
    pub total: Vec<f64>,
}

impl RowAttention {
    fn of(taps: &[&TapArray], n_layers: u32) -> Option<Self> {
        let mut all = RowAttention {
            patterns: Vec::new(),
            means: Vec::new(),
            most: Vec::new(),
            total: Vec::new(),
        };
        for layer in 0..n_layers {
            let own = |tap: &&&TapArray| tap.name == "pattern" && tap.layer == Some(layer);
            let tap = taps.iter().find(own)?;
            let pattern = values(tap);
            let n_heads = tap.shape.first().copied().unwrap_or(1);
            let (mean, most) = heads::mean_and_most(&pattern, n_heads);
            all.total.resize(mean.len(), 0.0);
            all.total.iter_mut().zip(&mean).for_each(|(t, m)| *t += m);
            all.means.push(mean);
            all.most.push(most);
            all.patterns.push(pattern);
        }
        Some(all)
    }

    /// The place that gets most, but the token itself, and how much of all heads' attention that is, 0..=1.
    pub fn most_read(&self) -> Option<(usize, f64)> {
        let others = self.total.split_last()?.1.iter().enumerate();
        let (place, sum) = others.max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((place, sum / self.means.len().max(1) as f64))
    }
}

impl Record for RowAttention {
    type Key = NodeId;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        let patterns: usize = self.patterns.iter().map(Vec::len).sum();
        4 * patterns + self.means.len() * self.total.len() * 16
    }
}

/// What the model would say after each block, at one token.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    /// The tokens whose place each cell tells.
    pub watch: Vec<TokenId>,
    /// From depth 0 to the output.
    pub cells: Vec<LensCell>,
}

impl Record for Words {
    type Key = NodeId;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        self.cells.len() * (64 + 16 * self.watch.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_has_a_row_for_each_token_and_a_long_one_folds() {
        assert_eq!(rows(2, &[], Room::Wide), [Row::Token(0), Row::Token(1)]);
        assert_eq!(rows(12, &[], Room::Wide).len(), 12);
        let mut attention = vec![0.0; 20];
        attention[0] = 9.0;
        attention[5] = 0.5;
        attention[11] = 0.75;
        attention[16] = 0.9;
        let shown = rows(20, &attention, Room::Wide);
        let tokens = [0, 5, 11, 14, 15, 16, 17, 18, 19];
        let mut expected: Vec<Row> = tokens.map(Row::Token).to_vec();
        // 0, two that are read, six last ones: eleven are left.
        expected.insert(1, Row::Folded(11));
        assert_eq!(shown, expected);
        // Before attention is known there are as many.
        for n in [1, 5, 6, 12, 13, 20] {
            for room in [Room::Wide, Room::Narrow] {
                let shown = rows(n, &attention[..n], room);
                assert_eq!(shown.len(), row_count(n, room), "{n} {room:?}");
                let tokens = shown.iter().map(|row| match row {
                    Row::Token(_) => 1,
                    Row::Folded(folded) => *folded,
                });
                assert_eq!(tokens.sum::<usize>(), n, "{n} {room:?}");
            }
        }
        assert_eq!(rows(40, &attention, Room::Narrow).len(), 5);
        let left = [1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13];
        assert_eq!(folded(20, &rows(20, &attention, Room::Wide)), left);
        assert_eq!(folded(5, &rows(5, &[], Room::Wide)), [0; 0]);
    }

    #[test]
    fn the_most_read_place_is_another_one_than_that_of_the_step() {
        let row = |total: &[f64]| RowAttention {
            patterns: Vec::new(),
            means: vec![Vec::new(); 2],
            most: Vec::new(),
            total: total.to_vec(),
        };
        let most = |total: &[f64]| row(total).most_read();
        assert_eq!(most(&[0.5, 0.75, 0.75, 1.5]), Some((2, 0.375)));
        assert_eq!(most(&[2.0]), None, "nothing is before it");
    }

    #[test]
    fn the_mean_of_rows_is_that_of_their_cells() {
        let column = |x: f32| Column::of(&[x; 128]);
        let row = |x: f32| StreamRow {
            embed: column(x),
            blocks: vec![(column(2.0 * x), column(-x))],
            changes: Vec::new(),
        };
        let mean = StreamRow::mean(&[&row(1.0), &row(4.0)]).expect("two rows");
        assert_eq!(mean.embed.few, [2.5; FEW_CELLS]);
        assert_eq!(mean.blocks[0].0.few, [5.0; FEW_CELLS]);
        assert_eq!(mean.blocks[0].1.few, [-2.5; FEW_CELLS]);
        assert_eq!(mean.embed.strong_few, 2.5);
        assert!(StreamRow::mean(&[]).is_none());
    }
}
