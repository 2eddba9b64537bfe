//! Speculative decoding.

use serde::Serialize;

use super::{Found, Models};
use crate::TokenId;
use crate::chain::Chain;
use crate::speculative::figures::{Counts, best_drafted, expected_tokens, speed_up};
use crate::speculative::run::{RoundRecord, SpeculateOptions, Speculation};
use crate::trace::ModelInfo;

/// A speculation, as far as it has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeculateRecord {
    format: &'static str,
    model: ModelInfo,
    draft: Option<ModelInfo>,
    prompt: Vec<TokenId>,
    options: Options,
    rounds: Vec<RoundRecord>,
    /// What was generated.
    #[serde(flatten)]
    pub found: Found,
    /// What it brought.
    pub figures: Figures,
}

/// How.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Options {
    chain: Chain,
    seed: u32,
    #[serde(flatten)]
    own: SpeculateOptions,
}

/// What it brought.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// What was counted.
    pub counts: Counts,
    /// Kept by looked at.
    pub alpha: Option<f64>,
    /// Kept by drafted.
    pub accepted_of_drafted: Option<f64>,
    /// Counted, the bonus token with them.
    pub tokens_a_pass: Option<f64>,
    /// By the formula, from α and γ.
    pub expected_tokens_a_pass: Option<f64>,
    /// What a token of the plain run takes, in milliseconds, where that was measured.
    pub plain_ms_a_token: Option<f64>,
    /// The cost of a drafted token, in passes of the model.
    pub cost: Option<f64>,
    /// The cost of a round's pass, over the drafted tokens and the one before them, in passes over a single token.
    pub pass_cost: Option<f64>,
    /// By the formula, from α, γ and the cost of a drafted token; the round's pass counts as one.
    pub expected_speed_up: Option<f64>,
    /// The same with what the round's pass costs.
    pub expected_speed_up_with_passes: Option<f64>,
    /// Plain time by time, for the same tokens.
    pub speed_up: Option<f64>,
    /// The best γ of the formula and its gain.
    pub best: Option<(u32, f64)>,
}

impl SpeculateRecord {
    /// What `run` has written so far; a token of the plain run takes `plain_ms` milliseconds.
    pub fn of(run: &Speculation, models: Models, plain_ms: Option<f64>) -> Self {
        let sampling = run.sampling();
        let (prompt, written) = run.tokens().split_at(run.prompt_len());
        SpeculateRecord {
            format: "logitscope-speculate-1",
            model: models.model,
            draft: models.draft,
            prompt: prompt.to_vec(),
            options: Options {
                chain: sampling.chain().clone(),
                seed: sampling.seed(),
                own: run.options().clone(),
            },
            rounds: run.rounds().to_vec(),
            found: Found::new(written, sampling.vocab()),
            figures: Figures::of(run, plain_ms),
        }
    }
}

impl Figures {
    /// What `run` has brought so far; a token of the plain run takes `plain_ms` milliseconds.
    pub fn of(run: &Speculation, plain_ms: Option<f64>) -> Self {
        let (counts, options) = (run.counts(), run.options());
        let drafted = match options.adapts && counts.rounds > 0 {
            // What it was on average.
            true => (counts.drafted as f64 / counts.rounds as f64).round() as u32,
            false => options.drafted,
        };
        let draft_ms: f64 = run.rounds().iter().map(|round| round.draft_ms).sum();
        let target_ms: f64 = run.rounds().iter().map(|round| round.target_ms).sum();
        let alpha = counts.accepted_of_judged();
        let any = plain_ms.filter(|_| counts.drafted > 0);
        let cost = any.map(|plain| draft_ms / counts.drafted as f64 / plain);
        let pass_cost = any.map(|plain| target_ms / counts.rounds as f64 / plain);
        let both = alpha.zip(cost);
        let gain = |pass| both.map(|(alpha, cost)| speed_up(alpha, drafted, cost, pass));
        Figures {
            alpha,
            accepted_of_drafted: counts.accepted_of_drafted(),
            tokens_a_pass: counts.tokens_a_pass(),
            expected_tokens_a_pass: alpha.map(|alpha| expected_tokens(alpha, drafted)),
            plain_ms_a_token: plain_ms,
            cost,
            pass_cost,
            expected_speed_up: gain(1.0),
            expected_speed_up_with_passes: pass_cost.and_then(gain),
            speed_up: plain_ms.map(|ms| ms * counts.tokens as f64 / (draft_ms + target_ms)),
            best: both.map(|(alpha, cost)| best_drafted(alpha, cost)),
            counts: counts.clone(),
        }
    }
}
