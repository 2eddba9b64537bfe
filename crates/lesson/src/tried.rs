//! What of the model and its strategies is tried beside the step: parts switched off, texts side by side, a draft, beams.

use logitscope_core::compare::{CompareStep, Standing};
use logitscope_core::speculative::Verdict;
use logitscope_core::speculative::experiment::{Experiment, Fit};
use logitscope_core::speculative::figures::Counts;
use logitscope_core::speculative::run::RoundRecord;
use logitscope_core::strategy::Strategy;
use logitscope_core::{Distribution, TokenId};

use crate::quantity::{Lane, Quantity};
use crate::value::{Unknown, Value};

/// What is open or switched off now; nothing by default.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tried<'a> {
    /// How many parts of the model are switched off or scaled.
    pub off: usize,
    /// What the model makes of the step with them; `None` while it is not known.
    pub altered: Option<&'a Distribution>,
    /// The step on screen of an open comparison.
    pub lanes: Option<&'a CompareStep>,
    /// The open speculative decoding.
    pub speculated: Option<Speculated<'a>>,
    /// The open beam search.
    pub beams: Option<Beams<'a>>,
}

/// What came of speculative decoding.
#[derive(Debug, Clone, Copy)]
pub struct Speculated<'a> {
    /// The round on screen.
    pub round: Option<&'a RoundRecord>,
    /// All rounds so far.
    pub counts: &'a Counts,
    /// The proof.
    pub proof: Option<&'a Experiment>,
}

/// What came of a beam search, once it has ended.
#[derive(Debug, Clone, Copy)]
pub struct Beams<'a> {
    /// The tokens of its best text, and Σ ln p of them under the model alone.
    pub best: Option<(&'a [TokenId], f64)>,
    /// Σ ln p of the greedy text beside it.
    pub greedy: Option<f64>,
}

impl<'a> Tried<'a> {
    /// What `quantity` is; `token` finds the token of a text. What is none of these is not seen here.
    pub(crate) fn value(
        self,
        quantity: &Quantity,
        token: impl Fn(&str) -> Result<TokenId, Unknown>,
    ) -> Result<Value, Unknown> {
        let number = match quantity {
            Quantity::Off => self.off as f64,
            Quantity::Altered(text) => self.altered(text, token(text)?)?.1,
            Quantity::AlteredRank(text) => (self.altered(text, token(text)?)?.0 + 1) as f64,
            Quantity::Lane(lane, text) => self.lane(*lane, text, token(text)?)?,
            Quantity::BeamFirst => {
                let (tokens, _) = self.best_beam()?;
                let first = tokens.first().copied();
                return Ok(Value::Token(first.ok_or(Unknown::NotPlayed)?));
            }
            Quantity::BestBeam => self.best_beam()?.1,
            Quantity::Greedy => {
                let beams = self.beams.ok_or(Unknown::NotSeen)?;
                beams.greedy.ok_or(Unknown::NotPlayed)?
            }
            _ => self.speculated.ok_or(Unknown::NotSeen)?.value(quantity)?,
        };
        Ok(Value::Number(number))
    }

    /// The rank of a token in the altered model, 0 being the first, and its probability.
    fn altered(self, text: &str, token: TokenId) -> Result<(usize, f64), Unknown> {
        if self.off == 0 {
            return Err(Unknown::NothingOff);
        }
        let altered = self.altered.ok_or(Unknown::NotSeen)?;
        let rank = altered.rank(token);
        let rank = rank.ok_or_else(|| Unknown::NotAToken(text.into()))?;
        Ok((rank, altered.prob(rank)))
    }

    fn best_beam(self) -> Result<(&'a [TokenId], f64), Unknown> {
        let beams = self.beams.ok_or(Unknown::NotSeen)?;
        beams.best.ok_or(Unknown::NotPlayed)
    }

    fn lane(self, lane: Lane, text: &str, token: TokenId) -> Result<f64, Unknown> {
        let step = self.lanes.ok_or(Unknown::NotSeen)?;
        let row = step.rows.iter().find(|row| row.token == token);
        let row = row.ok_or_else(|| Unknown::NotInTable(text.into()))?;
        let standing: Option<&Standing> = row.lanes.get(lane as usize).and_then(Option::as_ref);
        let known = standing.ok_or(Unknown::NotSeen)?.chain.exact();
        known.ok_or_else(|| Unknown::NotInTable(text.into()))
    }
}

impl Speculated<'_> {
    /// What `quantity` of it is; nothing is known of one that is not of it.
    fn value(self, quantity: &Quantity) -> Result<f64, Unknown> {
        let played = |x: Option<f64>| x.ok_or(Unknown::NotPlayed);
        let round = self.round.ok_or(Unknown::NotPlayed);
        // Both distributions are asked for once somebody wants it drawn.
        let proof = self.proof.filter(|proof| proof.ask().is_none());
        let fit = |of: fn(&Experiment) -> Option<Fit>| {
            let fit = proof.and_then(of).ok_or(Unknown::NotDrawn)?;
            Ok(fit.p_value)
        };
        match quantity {
            Quantity::Drafted => Ok(round?.drafted.len() as f64),
            Quantity::Kept => Ok(round?.round.accepted() as f64),
            Quantity::Ratio => played(round?.round.verdicts.last().map(ratio)),
            Quantity::Alpha => played(self.counts.accepted_of_judged()),
            Quantity::Passes => Ok(self.counts.rounds as f64),
            Quantity::TokensAPass => played(self.counts.tokens_a_pass()),
            Quantity::Beta => Ok(proof.ok_or(Unknown::NotDrawn)?.beta()),
            Quantity::Fit => fit(Experiment::fit),
            Quantity::FitDraft => fit(Experiment::fit_draft),
            _ => Err(Unknown::NotSeen),
        }
    }
}

/// min(1, p/q): how probable it was that the token is kept.
fn ratio(verdict: &Verdict) -> f64 {
    match verdict.q > 0.0 {
        true => (verdict.p / verdict.q).min(1.0),
        false => 1.0,
    }
}
