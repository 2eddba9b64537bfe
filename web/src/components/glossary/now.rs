//! The number that a term has at the step on screen.

use logitscope_core::chain::Kind;
use logitscope_core::lens::LensCell;

use super::term::Term;
use crate::components::kit::format;
use crate::inspect::flow::{RowAttention, StreamRow, Words};
use crate::state::{App, StepView, Totals};
use crate::words::say;

use leptos::prelude::*;

/// It in words; `None` where there is no step, or no such number.
pub fn now(app: App, term: Term) -> Option<String> {
    let step = || app.step.get();
    let sizes = || app.model.with(|m| m.as_ref().map(|m| m.model.clone()));
    let token = |step: &StepView| step.next.unwrap_or(step.sampling.choice.token);
    let shown = |step: &StepView| app.token_text(token(step)).trim().to_owned();
    let rank = |step: &StepView| step.sampling.distribution.rank(token(step));
    let said = match term {
        Term::Token => {
            let step = step()?;
            say().now_token(shown(&step), token(&step).to_string())
        }
        Term::Byte => {
            let step = step()?;
            say().now_bytes(shown(&step), app.token_bytes(token(&step)).len() as u64)
        }
        Term::Vocabulary => {
            let n = app.vocab.with(|v| v.as_ref().map(|v| v.len()))?;
            say().now_vocabulary(n as u64)
        }
        Term::Context => {
            let n = app.transcript.with(Vec::len) as u64;
            say().now_context(n, u64::from(sizes()?.n_ctx))
        }
        Term::Embedding | Term::Stream => say().now_numbers(u64::from(sizes()?.d_model)),
        Term::Layer => say().now_layers(u64::from(sizes()?.n_layers)),
        Term::Head => say().now_heads(u64::from(sizes()?.n_heads)),
        Term::Neuron => say().now_neurons(u64::from(sizes()?.d_mlp)),
        Term::Logit => {
            let step = step()?;
            let z = step.sampling.distribution.logit(rank(&step)?);
            say().now_of_token(shown(&step), format::logit(z))
        }
        Term::Softmax => {
            let step = step()?;
            let at = rank(&step)?;
            let z = format::logit(step.sampling.distribution.logit(at));
            let share = format::percent_exact(step.sampling.distribution.prob(at));
            say().now_softmax(shown(&step), z, share)
        }
        Term::Probability => {
            let step = step()?;
            let p = step.sampling.distribution.prob(rank(&step)?);
            say().now_of_token(shown(&step), format::percent_exact(p))
        }
        Term::Rank => {
            let step = step()?;
            let all = step.sampling.distribution.d_vocab() as u64;
            say().now_rank(shown(&step), rank(&step)? as u64 + 1, all)
        }
        Term::Entropy => {
            let entropy = step()?.sampling.distribution.entropy_bits();
            return Some(format::known(entropy, format::bits));
        }
        Term::Surprisal => {
            let step = step()?;
            let bits = step.sampling.distribution.surprisal_bits(rank(&step)?);
            say().now_of_token(shown(&step), format::bits(bits))
        }
        Term::Perplexity => {
            let totals = app.transcript.with(|t| Totals::of(t))?;
            return Some(format::times(totals.model.perplexity));
        }
        Term::Sampler => {
            let step = step()?;
            let acting = app.settings.with(|s| s.chain.acting().count()) as u64;
            let stay = step.sampling.processed.len() as u64;
            say().now_stages(acting, stay, step.sampling.distribution.d_vocab() as u64)
        }
        Term::Greedy => {
            let first = step()?.sampling.distribution.token(0);
            say().now_greedy(app.token_text(first).trim().to_owned())
        }
        Term::Seed => return Some(app.settings.with(|s| s.seed.to_string())),
        Term::Draw => return Some(format::draw(step()?.sampling.draw.u, 4)),
        Term::Stage(kind) => return Some(setting(app, kind)),
        Term::Attention => {
            let row = app.of_step::<RowAttention>(|node| node)?;
            let (place, share) = row.most_read()?;
            let looked_at = app
                .transcript
                .with(|t| t.get(place).map(|e| e.text.clone()))?;
            say().now_attention(looked_at.trim(), format::percent(share))
        }
        Term::Mlp => {
            let stream = app.of_step::<StreamRow>(|node| node)?;
            let change = stream.changes.last()?;
            let layer = stream.changes.len() - 1;
            say().now_mlp(layer.to_string(), format::percent(change.mlp))
        }
        Term::Lens => {
            let (layer, cell) = halfway(app)?;
            let token = app.token_text(cell.token).trim().to_owned();
            say().now_lens(layer, token, format::percent(cell.prob))
        }
        Term::Kl => {
            let (layer, cell) = halfway(app)?;
            say().now_kl(layer, format::bits(cell.kl_bits))
        }
        Term::Cache => {
            let bytes = app.model.with(|m| m.as_ref().map(|m| m.kv_bytes))?;
            say().now_cache(format::bytes(bytes))
        }
        Term::Pass => {
            let meters = app.meters.get();
            let rows = u64::from(meters.rows);
            say().status_pass_for(format::millis(meters.forward_ms?), rows)
        }
    };
    Some(said.to_string())
}

/// What the model would say after half of its layers: the name of the last of them, and its reading.
fn halfway(app: App) -> Option<(String, LensCell)> {
    let words = app.of_step::<Words>(|node| node)?;
    let layers = words.cells.len().checked_sub(1)?;
    let depth = layers.div_ceil(2);
    let cell = words.cells.get(depth)?.clone();
    Some((format!("L{}", depth.checked_sub(1)?), cell))
}

/// What a stage of the sampler is set to.
fn setting(app: App, kind: Kind) -> String {
    let first = app.settings.with(|s| {
        let own = s.chain.acting().find(|sampler| sampler.kind() == kind)?;
        own.params().first().map(|param| param.value)
    });
    match first {
        Some(value) => say().now_setting(format::setting(value)).to_string(),
        None => say().now_off().to_string(),
    }
}
