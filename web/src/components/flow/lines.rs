//! What the pointer is on, in one line: the value, and its formula.

use leptos::prelude::With;
use logitscope_core::chain::{Sampler, StageRecord};
use logitscope_core::{TokenId, stream};

use crate::components::kit::format;
use crate::components::picture::{Candidate, Step, TokenRow, What};
use crate::components::sampler::sampler_words;
use crate::inspect::flow::Row;
use crate::state::App;
use crate::words::say;

/// The line while nothing is pointed at.
pub fn resting() -> String {
    say().line_resting().to_string()
}

/// What becomes of what is typed.
pub fn private(app: App) -> String {
    match app.server_address() {
        Some(address) => say().server_private(address).to_string(),
        None => say().line_private().to_string(),
    }
}

/// The line of `what`.
pub fn line(app: App, step: &Step, what: What) -> Option<String> {
    let name = |token: TokenId| app.token_text(token).trim_start().to_owned();
    Some(match what {
        What::Token(place) => token(app, step, place)?,
        What::Stripe(place, column, cell) => stripe(app, step, place, column, cell)?,
        What::Ribbon(layer, place) => ribbon(app, step, layer, place)?,
        What::Change(layer, which) => {
            let change = step
                .rows
                .last()?
                .stream
                .as_ref()?
                .changes
                .get(layer as usize)?;
            let part = |x: f64| format::percent(x);
            let (at, own) = (layer.to_string(), current(step)?);
            match which {
                0 => say()
                    .line_attention_adds(at, own, part(change.attention))
                    .to_string(),
                1 => say().line_mlp_adds(at, own, part(change.mlp)).to_string(),
                _ => say()
                    .line_length(at, format::decimals(change.length, 1))
                    .to_string(),
            }
        }
        What::Word(layer) => {
            let cell = cell(step, layer)?;
            say()
                .line_word(
                    layer.to_string(),
                    name(cell.token),
                    format::percent(cell.prob),
                )
                .to_string()
        }
        What::Rank(layer) => {
            let words = step.layers.as_ref()?.words.as_ref()?;
            let at = words.watch.iter().position(|token| *token == step.chosen)?;
            let place = cell(step, layer)?.watched.get(at)?;
            let rank = format::count(u64::from(place.rank) + 1);
            say()
                .line_rank(
                    layer.to_string(),
                    name(step.chosen),
                    rank,
                    format::percent(place.prob),
                )
                .to_string()
        }
        What::Logit(rank) => {
            let c = candidate(step, rank)?;
            let leader = step.candidates.first()?;
            let score = format::logit(c.logit as f32);
            match c.gap == 0.0 {
                true => say()
                    .line_leader(format::bare(&c.text).to_owned(), score)
                    .to_string(),
                false => {
                    let gap = format::logit((-c.gap) as f32);
                    say()
                        .line_score(
                            format::bare(&c.text).to_owned(),
                            score,
                            gap,
                            format::bare(&leader.text).to_owned(),
                        )
                        .to_string()
                }
            }
        }
        What::Exp(rank) => {
            let c = candidate(step, rank)?;
            let (name, gap) = (format::bare(&c.text), format::logit(c.gap as f32));
            say()
                .line_exp(name.to_owned(), gap, format::decimals(c.exp, 3))
                .to_string()
        }
        What::Sum => {
            let count = u64::from(step.d_vocab);
            say()
                .line_sum(format::decimals(step.exp_total, 3), count)
                .to_string()
        }
        What::Share(rank) => {
            let followed = step.followed.iter().find(|f| f.rank == rank)?;
            let exp = followed.probs[0] * step.exp_total;
            let total = format::decimals(step.exp_total, 3);
            let text = format::bare(&followed.text).to_owned();
            say()
                .line_share(
                    text,
                    format::decimals(exp, 3),
                    total,
                    format::percent(followed.probs[0]),
                )
                .to_string()
        }
        What::Band(rank) => {
            let followed = step.followed.iter().find(|f| f.rank == rank)?;
            let shares: Vec<String> = step.shares(followed).collect();
            say()
                .line_band(format::bare(&followed.text).to_owned(), shares.join(" → "))
                .to_string()
        }
        What::Cut(stage) | What::Gate(stage) => gate(step.stages.get(stage as usize)?),
        What::Others => say().line_others().to_string(),
        What::Segment(rank) => {
            let followed = step.followed.iter().find(|f| f.rank == rank);
            let token = followed.map_or(step.drawn, |f| f.token);
            let (low, high) = match followed {
                Some(_) => crate::components::picture::segment(step, token)?,
                None => step.segment,
            };
            let from = format::known(step.on_dice(low), |x| format::draw(x, 3));
            let to = format::known(step.on_dice(high), |x| format::decimals(x, 3));
            let share = format::known(step.on_dice(high - low), format::percent);
            say().line_segment(name(token), from, to, share).to_string()
        }
        What::Pin => {
            let draw = step.draw;
            let number = format::draw(draw.u, 6);
            match draw.by_hand {
                true => say().line_pin_by_hand(number).to_string(),
                false => {
                    let (seed, position) = (draw.seed.to_string(), draw.position.to_string());
                    say()
                        .line_pin(number, seed, position, (draw.roll + 1).to_string())
                        .to_string()
                }
            }
        }
        What::Round => say().line_round().to_string(),
    })
}

/// The current token.
fn current(step: &Step) -> Option<String> {
    Some(format::bare(&step.rows.last()?.text).to_owned())
}

fn candidate(step: &Step, rank: u32) -> Option<&Candidate> {
    step.candidates.iter().find(|c| c.rank == rank)
}

fn cell(step: &Step, layer: u32) -> Option<&logitscope_core::lens::LensCell> {
    step.layers
        .as_ref()?
        .words
        .as_ref()?
        .cells
        .get(layer as usize + 1)
}

/// The row of a place of the text; of the folded ones, if it is none.
fn row_at(step: &Step, place: u32) -> Option<&TokenRow> {
    step.rows.iter().find(|row| match row.row {
        Row::Token(own) => own == place as usize,
        Row::Folded(_) => place == u32::MAX,
    })
}

fn token(app: App, step: &Step, place: u32) -> Option<String> {
    let row = row_at(step, place)?;
    let id = format::count(row.token?.into());
    let text = format::bare(&row.text).to_owned();
    Some(match row.node.and_then(|node| app.surprisal_of(node)) {
        Some(bits) => say()
            .line_token_rated(text, id, format::decimals(bits, 1), format::odds(bits))
            .to_string(),
        None => say().line_token(text, id).to_string(),
    })
}

fn stripe(app: App, step: &Step, place: u32, column: u32, cell: u32) -> Option<String> {
    let row = row_at(step, place)?;
    let stream = row.stream.as_ref()?;
    let layer = column.saturating_sub(1) / 2;
    let (after, values) = match column {
        0 => (say().line_before_layers().to_string(), &stream.embed),
        odd if odd % 2 == 1 => (
            say().line_after_attention(layer.to_string()).to_string(),
            &stream.blocks.get(layer as usize)?.0,
        ),
        _ => (
            say().line_after_layer(layer.to_string()).to_string(),
            &stream.blocks.get(layer as usize)?.1,
        ),
    };
    let current = step.rows.last().is_some_and(|last| last.node == row.node);
    let cells = if current { &values.cells } else { &values.few };
    let value = *cells.get(cell as usize)?;
    let d_model = app.model.with(|m| m.as_ref().map(|m| m.model.d_model))?;
    let numbers = stream::numbers_of(cell as usize, cells.len(), d_model as usize);
    // In a model narrower than the stripes have cells, some stand for nothing.
    if numbers.is_empty() {
        return None;
    }
    let (from, to) = (numbers.start, numbers.end - 1);
    let sign = if value < 0.0 { "−" } else { "+" };
    let size = format::decimals(value.abs().into(), 2);
    let vector = match row.row {
        Row::Token(_) => say().line_vector_of(format::bare(&row.text).to_owned()),
        Row::Folded(n) => say().line_mean_of(n as u64),
    };
    Some(
        say()
            .line_stripe(
                vector.to_string(),
                after,
                from.to_string(),
                to.to_string(),
                size,
                sign,
            )
            .to_string(),
    )
}

fn ribbon(app: App, step: &Step, layer: u32, place: u32) -> Option<String> {
    let current = current(step)?;
    let attention = &step.layers.as_ref()?.attention;
    let heads = app.layers_and_heads()?.1;
    if place == u32::MAX {
        return Some(say().line_ribbons(layer.to_string(), current).to_string());
    }
    let share = *attention.means.get(layer as usize)?.get(place as usize)?;
    let (head, most) = *attention.most.get(layer as usize)?.get(place as usize)?;
    let row = row_at(step, place)?;
    let text = format::bare(&row.text).to_owned();
    let (share, most) = (format::percent(share), format::percent(f64::from(most)));
    let line = say().line_ribbon(
        layer.to_string(),
        current,
        text,
        share,
        heads.to_string(),
        head.to_string(),
        most,
    );
    Some(match place {
        0 => format::sentences([line.to_string(), say().line_first_token().to_string()]),
        _ => line.to_string(),
    })
}

/// What a stage did.
fn gate(record: &StageRecord) -> String {
    let label = sampler_words::words(record.stage.sampler.kind()).label;
    let cut = format::known(record.mass_removed, format::percent);
    let stays = u64::from(record.tokens_out);
    match &record.stage.sampler {
        Sampler::Temperature { t } if *t > 0.0 => {
            let set = format::setting(*t);
            match *t {
                t if t < 1.0 => say().line_temperature_low(set),
                t if t > 1.0 => say().line_temperature_high(set),
                _ => say().line_temperature_one(),
            }
            .to_string()
        }
        Sampler::Temperature { .. } => say().line_temperature_zero().to_string(),
        _ if record.tokens_removed() == 0 => say().line_gate_cuts_nothing(label, stays).to_string(),
        _ => {
            let grows = format::known(
                record
                    .mass_kept()
                    .falling(|kept| 1.0 / kept.max(f64::MIN_POSITIVE)),
                |grows| format::decimals(grows, 3),
            );
            say().line_gate(label, stays, cut, grows).to_string()
        }
    }
}
