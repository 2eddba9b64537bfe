//! The numbers that a station draws, as tables.

use leptos::prelude::With;
use logitscope_core::chain::StageRecord;
use logitscope_core::sorted;
use logitscope_core::{TokenId, stream};

use crate::choices::Station;
use crate::components::kit::format;
use crate::components::kit::table::{Columns, Heading};
use crate::components::picture::{Step, TokenRow, segment};
use crate::components::sampler::sampler_words;
use crate::components::text::transcript_table::origin;
use crate::inspect::flow::{Column, Row};

use crate::state::{App, Entry};
use crate::words::{Catalogue, Word, say};

/// A table with its numbers.
pub struct Numbers {
    /// What it shows.
    pub caption: String,
    /// Its columns.
    pub columns: Columns,
    /// Its cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// The tables of a station; tracked.
pub fn tables(app: App, step: &Step, station: Station) -> Vec<Numbers> {
    match station {
        Station::Tokens => vec![tokens(app, step)],
        Station::Embed => vec![stripes(app, step, false)],
        Station::Layers => vec![blocks(app, step), attention(step), stripes(app, step, true)],
        Station::Logits | Station::Softmax => vec![scores(step)],
        Station::Sampler => vec![stages(step), shares(step)],
        Station::Dice => vec![segments(app, step)],
        Station::Machine
        | Station::Tree
        | Station::Beams
        | Station::Speculative
        | Station::Guided
        | Station::Compare
        | Station::Context => Vec::new(),
    }
}

fn numbers(caption: Word, columns: &[Heading<Word>], rows: Vec<Vec<String>>) -> Numbers {
    Numbers {
        caption: caption(&say()).to_string(),
        columns: columns.into(),
        rows,
    }
}

fn tokens(app: App, step: &Step) -> Numbers {
    let row = |entry: &Entry| {
        vec![
            entry.position.to_string(),
            format::token(&app.token_bytes(entry.token)),
            entry.token.to_string(),
            entry.surprisal_bits.map_or(dash(), format::bits),
            origin(entry.origin),
        ]
    };
    let rows = app.transcript.with(|all| {
        let so_far = all
            .iter()
            .take_while(|entry| entry.position < step.position);
        so_far.map(row).collect()
    });
    let columns = [
        Heading::Number(Catalogue::col_position as Word),
        Heading::Text(Catalogue::col_token),
        Heading::Number(Catalogue::col_id),
        Heading::Number(Catalogue::col_surprisal),
        Heading::Text(Catalogue::col_origin),
    ];
    numbers(Catalogue::table_tokens, &columns, rows)
}

/// The stripes: a row for each column of them, with its cells and the length of the vector that they stand for.
fn stripes(app: App, step: &Step, layers: bool) -> Numbers {
    let d_model = app
        .model
        .with(|m| m.as_ref().map_or(0, |m| m.model.d_model)) as usize;
    let last = step.rows.last().map(|row| row.row);
    let mut rows = Vec::new();
    for row in &step.rows {
        let Some(stream) = &row.stream else { continue };
        let current = Some(row.row) == last;
        let mut add = |after: String, column: &Column| {
            let cells = if current { &column.cells } else { &column.few };
            let mut all = vec![
                name(row),
                after,
                format::decimals(length(cells, d_model), 1),
            ];
            all.extend(cells.iter().map(|x| format::value(*x)));
            rows.push(all);
        };
        add(say().line_before_layers().to_string(), &stream.embed);
        let blocks = stream
            .blocks
            .iter()
            .enumerate()
            .take(if layers { usize::MAX } else { 0 });
        for (layer, (mid, post)) in blocks {
            add(
                say().line_after_attention(layer.to_string()).to_string(),
                mid,
            );
            add(say().line_after_layer(layer.to_string()).to_string(), post);
        }
    }
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut columns: Vec<Heading<String>> = vec![
        Heading::Text(say().col_token().to_string()),
        Heading::Text(say().col_place().to_string()),
        Heading::Number(say().col_length().to_string()),
    ];
    columns.extend((1..=most.saturating_sub(3)).map(|cell| Heading::Number(cell.to_string())));
    Numbers {
        caption: say().table_stripes().to_string(),
        columns: columns.into(),
        rows,
    }
}

/// The length of the vector that `cells` stand for: each is the root mean square of its numbers.
fn length(cells: &[f32], d_model: usize) -> f64 {
    let own = |(at, cell): (usize, &f32)| {
        let many = stream::numbers_of(at, cells.len(), d_model).len();
        f64::from(*cell).powi(2) * many as f64
    };
    cells.iter().enumerate().map(own).sum::<f64>().sqrt()
}

fn name(row: &TokenRow) -> String {
    match row.row {
        Row::Token(_) => row.text.clone(),
        Row::Folded(n) => say().line_mean_of(n as u64).to_string(),
    }
}

/// What each layer changes, and what the model would say after it.
fn blocks(app: App, step: &Step) -> Numbers {
    let changes = step
        .rows
        .last()
        .and_then(|row| row.stream.as_ref())
        .map(|s| &s.changes);
    let words = step.layers.as_ref().and_then(|l| l.words.as_ref());
    let row = |layer: u32| {
        let change = changes.and_then(|all| all.get(layer as usize));
        let cell = words.and_then(|words| words.cells.get(layer as usize + 1));
        let rank = words.zip(cell).and_then(|(words, cell)| {
            let at = words.watch.iter().position(|token| *token == step.chosen)?;
            Some(cell.watched.get(at)?.rank)
        });
        vec![
            format!("L{layer}"),
            change.map_or(dash(), |c| format::percent(c.attention)),
            change.map_or(dash(), |c| format::percent(c.mlp)),
            change.map_or(dash(), |c| format::decimals(c.length, 1)),
            cell.map_or(dash(), |c| app.token_text(c.token)),
            cell.map_or(dash(), |c| format::percent(c.prob)),
            rank.map_or(dash(), |rank| format::count(u64::from(rank) + 1)),
        ]
    };
    let columns = [
        Heading::Text(Catalogue::col_layer as Word),
        Heading::Number(Catalogue::flow_attention),
        Heading::Number(Catalogue::flow_mlp),
        Heading::Number(Catalogue::col_length),
        Heading::Text(Catalogue::flow_would_say),
        Heading::Number(Catalogue::col_probability),
        Heading::Number(Catalogue::col_rank_of_chosen),
    ];
    numbers(
        Catalogue::table_blocks,
        &columns,
        (0..step.n_layers).map(row).collect(),
    )
}

/// What the current token reads of each token with a row, layer by layer: the mean of the heads, and each head.
fn attention(step: &Step) -> Numbers {
    let mut rows = Vec::new();
    let mut n_heads = 0;
    if let Some(layers) = &step.layers {
        let attention = &layers.attention;
        for (layer, (mean, pattern)) in attention.means.iter().zip(&attention.patterns).enumerate()
        {
            n_heads = pattern.len() / mean.len().max(1);
            for row in &step.rows {
                let Row::Token(place) = row.row else { continue };
                let Some(share) = mean.get(place) else {
                    continue;
                };
                let mut cells = vec![
                    format!("L{layer}"),
                    place.to_string(),
                    row.text.clone(),
                    format::percent(*share),
                ];
                let heads = pattern.chunks_exact(mean.len().max(1));
                cells.extend(heads.map(|head| format::percent(f64::from(head[place]))));
                rows.push(cells);
            }
        }
    }
    let mut columns: Vec<Heading<String>> = vec![
        Heading::Text(say().col_layer().to_string()),
        Heading::Number(say().col_position().to_string()),
        Heading::Text(say().col_token().to_string()),
        Heading::Number(say().col_mean().to_string()),
    ];
    let head = |head: usize| Heading::Number(say().col_head(head.to_string()).to_string());
    columns.extend((0..n_heads).map(head));
    Numbers {
        caption: say().table_attention().to_string(),
        columns: columns.into(),
        rows,
    }
}

/// Logits and softmax: from the score to the share.
fn scores(step: &Step) -> Numbers {
    let candidates = step.candidates.iter().map(|c| {
        vec![
            format::count(u64::from(c.rank) + 1),
            c.text.clone(),
            c.token.to_string(),
            format::logit(c.logit as f32),
            format::logit(c.gap as f32),
            format::decimals(c.exp, 3),
            format::percent(c.prob),
        ]
    });
    let own: f64 = step.candidates.iter().map(|c| c.exp).sum();
    let rest = (step.exp_total - own).max(0.0);
    let others = u64::from(step.d_vocab).saturating_sub(step.candidates.len() as u64);
    let sum = |name: String, exp: f64| {
        let mut cells = vec![dash(), name, dash(), dash(), dash()];
        cells.extend([
            format::decimals(exp, 3),
            format::percent(exp / step.exp_total),
        ]);
        cells
    };
    let sums = [
        sum(say().flow_others(others).to_string(), rest),
        sum(say().flow_sum().to_string(), step.exp_total),
    ];
    let columns = [
        Heading::Number(Catalogue::col_rank as Word),
        Heading::Text(Catalogue::col_token),
        Heading::Number(Catalogue::col_id),
        Heading::Number(Catalogue::col_score),
        Heading::Number(Catalogue::flow_gap),
        Heading::Number(Catalogue::flow_exp),
        Heading::Number(Catalogue::col_probability),
    ];
    numbers(
        Catalogue::table_scores,
        &columns,
        candidates.chain(sums).collect(),
    )
}

/// What each stage did.
fn stages(step: &Step) -> Numbers {
    let row = |record: &StageRecord| {
        vec![
            sampler_words::short(&record.stage.sampler),
            format::count(record.tokens_in.into()),
            format::count(record.tokens_out.into()),
            format::known(record.mass_removed, format::percent),
            format::known(record.entropy_in, format::bits),
            format::known(record.entropy_out, format::bits),
        ]
    };
    let columns = [
        Heading::Text(Catalogue::col_stage as Word),
        Heading::Number(Catalogue::col_tokens_in),
        Heading::Number(Catalogue::col_tokens_out),
        Heading::Number(Catalogue::col_cut),
        Heading::Number(Catalogue::col_entropy_before),
        Heading::Number(Catalogue::col_entropy_after),
    ];
    numbers(
        Catalogue::table_stages,
        &columns,
        step.stages.iter().map(row).collect(),
    )
}

/// The share of each followed token after each stage.
fn shares(step: &Step) -> Numbers {
    let mut columns: Vec<Heading<String>> = vec![
        Heading::Text(say().col_token().to_string()),
        Heading::Number(say().col_model().to_string()),
    ];
    let after = |record: &StageRecord| Heading::Number(sampler_words::short(&record.stage.sampler));
    columns.extend(step.stages.iter().map(after));
    let rows = step.followed.iter().map(|followed| {
        let shares = step.shares(followed);
        [followed.text.clone()].into_iter().chain(shares).collect()
    });
    Numbers {
        caption: say().table_shares().to_string(),
        columns: columns.into(),
        rows: rows.collect(),
    }
}

/// Where each token lies on the dice.
fn segments(app: App, step: &Step) -> Numbers {
    let own = step.followed.iter().filter_map(|followed| {
        let (from, to) = segment(step, followed.token)?;
        Some((followed.token, from, to))
    });
    let mut all: Vec<(TokenId, f64, f64)> = own.collect();
    if !all.iter().any(|(token, ..)| *token == step.drawn) {
        all.push((step.drawn, step.segment.0, step.segment.1));
    }
    sorted::sort_by(&mut all, |a, b| a.1.total_cmp(&b.1));
    let row = |(token, from, to): (TokenId, f64, f64)| {
        let pin = if token == step.drawn {
            format::draw(step.draw.u, 6)
        } else {
            String::new()
        };
        vec![
            app.token_text(token),
            format::known(step.on_dice(from), |x| format::decimals(x, 6)),
            format::known(step.on_dice(to), |x| format::decimals(x, 6)),
            pin,
        ]
    };
    let columns = [
        Heading::Text(Catalogue::col_token as Word),
        Heading::Number(Catalogue::col_begins),
        Heading::Number(Catalogue::col_ends),
        Heading::Number(Catalogue::col_pin),
    ];
    numbers(
        Catalogue::table_segments,
        &columns,
        all.into_iter().map(row).collect(),
    )
}

fn dash() -> String {
    "–".into()
}
