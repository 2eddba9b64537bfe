//! What each lane says to each text.

use super::Scores;
use crate::strategy::{Ask, Role};
use crate::{CoreError, Distribution, TokenId, math};

/// Model, prompt, generated tokens and their Σ ln p.
type Written = (Role, Vec<TokenId>, Vec<TokenId>, f64);

/// Reading under way: one forward pass for each text and each reader that has another model or another prompt.
#[derive(Debug, Clone)]
pub struct Scoring {
    lanes: Vec<Written>,
    scores: Scores,
    /// `(reader, writer)` that are still to be read.
    open: Vec<(usize, usize)>,
}

impl Scoring {
    /// A lane has read its own text already, and whatever model and prompt it shares with the writer.
    pub fn new(lanes: Vec<Written>, n_ctx: u32) -> Self {
        let n = lanes.len();
        let (mut scores, mut open) = (vec![vec![None; n]; n], Vec::new());
        for (reader, own) in lanes.iter().enumerate() {
            for (writer, text) in lanes.iter().enumerate() {
                let fits = own.1.len() + text.2.len() <= n_ctx as usize;
                match (own.0 == text.0 && own.1 == text.1, text.2.is_empty()) {
                    (_, true) => {}
                    (true, _) => scores[reader][writer] = Some(text.3),
                    (false, _) if fits => open.push((reader, writer)),
                    (false, _) => {}
                }
            }
        }
        open.reverse();
        Scoring {
            lanes,
            scores,
            open,
        }
    }

    /// All scores, once there is nothing left to read.
    pub fn all(&self) -> Option<&Scores> {
        self.open.is_empty().then_some(&self.scores)
    }

    pub fn ask(&self) -> Option<Ask> {
        let (reader, writer) = *self.open.last()?;
        let (of, prompt, ..) = &self.lanes[reader];
        let written = &self.lanes[writer].2;
        // Nothing is asked behind the last token.
        let read = &written[..written.len() - 1];
        Some(Ask::Along {
            of: *of,
            tokens: [&prompt[..], read].concat(),
            from: prompt.len() - 1,
        })
    }

    pub fn accept(&mut self, models: &[Distribution]) -> Result<(), CoreError> {
        let Some(&(reader, writer)) = self.open.last() else {
            return Ok(());
        };
        let mut sum = Some(0.0);
        for (model, token) in models.iter().zip(&self.lanes[writer].2) {
            let surprisal = model.surprisal_of(*token).ok_or(CoreError::UnknownToken {
                token: *token,
                d_vocab: model.d_vocab(),
            })?;
            // One that is not listed is known within a range: there is no sum then.
            let own = surprisal.exact().map(math::nats);
            sum = sum.zip(own).map(|(sum, own)| sum - own);
        }
        self.scores[reader][writer] = sum;
        self.open.pop();
        Ok(())
    }
}
