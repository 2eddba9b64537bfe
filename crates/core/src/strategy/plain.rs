//! Texts that one model writes token by token, beside those of a strategy: the greedy one and a sampled one.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Ask, Role, Sampling, Strategy, list_too_short, ranked, room};
use crate::dice::Stream;
use crate::{CoreError, Distribution, Timings, TokenId};

/// How the tokens of a text are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choosing {
    /// The most probable one that bans and penalties leave.
    #[default]
    Greedy,
    /// Drawn, behind the whole chain: the text that the run would have.
    Sampled,
}

/// A text that grows.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// How its tokens are chosen.
    pub choosing: Choosing,
    /// What was generated, `[n]`.
    pub tokens: Vec<TokenId>,
    /// Σ ln p under the model alone; at most 0.
    pub log_prob: f64,
    /// Whether it is at its end.
    pub ended: bool,
}

/// A greedy text and a sampled one.
#[derive(Debug, Clone)]
pub struct Plain {
    prompt: Vec<TokenId>,
    sampling: Sampling,
    most: usize,
    end_tokens: Vec<TokenId>,
    texts: Vec<Written>,
    steps: usize,
}

impl Plain {
    /// Both from the end of `prompt`, of at most `max_tokens`, in a context of `n_ctx`.
    pub fn new(
        prompt: Vec<TokenId>,
        sampling: Sampling,
        max_tokens: u32,
        end_tokens: Vec<TokenId>,
        n_ctx: u32,
    ) -> Result<Self, CoreError> {
        let most = room(&prompt, n_ctx)?.min(max_tokens) as usize;
        let text = |choosing| Written {
            choosing,
            tokens: Vec::new(),
            log_prob: 0.0,
            ended: most == 0,
        };
        Ok(Plain {
            sampling: sampling.generating_from(prompt.len()),
            prompt,
            most,
            end_tokens,
            texts: [Choosing::Greedy, Choosing::Sampled].map(text).into(),
            steps: 0,
        })
    }

    /// The texts.
    pub fn texts(&self) -> &[Written] {
        &self.texts
    }

    /// How many forward passes they took.
    pub fn steps(&self) -> usize {
        self.steps
    }

    fn open(&self) -> Vec<Vec<TokenId>> {
        let open = self.texts.iter().filter(|text| !text.ended);
        open.map(|text| [&self.prompt[..], &text.tokens].concat())
            .collect()
    }

    fn chosen(
        &self,
        choosing: Choosing,
        model: &Distribution,
        text: &[TokenId],
    ) -> Result<Option<TokenId>, CoreError> {
        let own = match choosing {
            Choosing::Greedy => self.sampling.without_a_draw(),
            Choosing::Sampled => self.sampling.clone(),
        };
        let Some(left) = own.behind(model, &own.context(text))? else {
            return Ok(None);
        };
        let one = match choosing {
            Choosing::Greedy => *left.first().ok_or_else(|| list_too_short(model))?,
            Choosing::Sampled => left.drawn(&own.draw(Stream::Token, text.len()), model)?.0,
        };
        Ok(Some(one.token))
    }
}

impl Strategy for Plain {
    fn ask(&self) -> Option<Ask> {
        let (of, texts) = (Role::Model, self.open());
        let masks = self.sampling.missing_masks(&texts);
        masks.or((!texts.is_empty()).then_some(Ask::Ends { of, texts }))
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if self.sampling.accept_masks(&self.open(), rows) {
            return Ok(());
        }
        self.accept_listed(&ranked(rows)?, timings)
    }

    fn accept_listed(&mut self, lists: &[Distribution], _: Timings) -> Result<(), CoreError> {
        let open = self.texts.iter().filter(|text| !text.ended);
        let each = open.zip(lists).zip(self.open());
        let chosen = each.map(|((own, model), text)| {
            let token = self.chosen(own.choosing, model, &text)?;
            let rank = token.and_then(|token| model.rank(token));
            let log_prob = rank.map(|rank| model.log_prob(rank));
            Ok(token.zip(log_prob))
        });
        let chosen = chosen.collect::<Result<Vec<_>, CoreError>>()?;
        let (most, ends) = (self.most, &self.end_tokens);
        let open = self.texts.iter_mut().filter(|text| !text.ended);
        for (text, chosen) in open.zip(chosen) {
            match chosen {
                Some((token, log_prob)) => {
                    text.tokens.push(token);
                    text.log_prob += log_prob;
                    text.ended = text.tokens.len() >= most || ends.contains(&token);
                }
                None => text.ended = true,
            }
        }
        self.steps += 1;
        Ok(())
    }
}

/// How much of a text repeats: 1 − distinct n-grams / n-grams, 0..=1; `None` if it has none.
///
/// Source: rep-n of Welleck et al. 2019, arXiv:1908.04319.
pub fn repetition(tokens: &[TokenId], n: usize) -> Option<f64> {
    let all = tokens.windows(n.max(1));
    let count = all.len();
    let distinct: BTreeSet<_> = all.collect();
    (count > 0).then(|| 1.0 - distinct.len() as f64 / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;
    use crate::chain::{Chain, Sampler};

    /// After a token the next one of four is the most probable, with 0.6; the one after it has 0.4.
    fn row(text: &[TokenId]) -> Vec<f32> {
        let last = *text.last().expect("a prompt") as usize;
        let mut row = vec![f32::NEG_INFINITY; 4];
        row[(last + 1) % 4] = 0.6_f32.ln();
        row[(last + 2) % 4] = 0.4_f32.ln();
        row
    }

    #[test]
    fn one_text_takes_the_most_probable_tokens_and_one_is_the_run_s() {
        let chain = Chain::new([Sampler::Temperature { t: 1.0 }]).expect("in range");
        let sampling = Sampling::new(chain, 3, Default::default()).expect("no memory");
        let mut plain = Plain::new(vec![0], sampling, 6, vec![3], 64).expect("a short prompt");
        while let Some(Ask::Ends { texts, .. }) = plain.ask() {
            let rows: Vec<_> = texts.iter().map(|text| row(text)).collect();
            plain.accept(&rows, Timings::default()).expect("finite");
        }
        let [greedy, sampled] = plain.texts() else {
            panic!("two texts")
        };
        assert_eq!(greedy.tokens, [1, 2, 3], "3 ends it");
        assert!((greedy.log_prob - 3.0 * 0.6_f64.ln()).abs() < 1e-6);
        let mut text = vec![0];
        while text.len() < 7 && text.last() != Some(&3) {
            let draw = Draw::new(3, text.len() as u32, Stream::Token, 0);
            let leap = if draw.u < 0.6 { 1 } else { 2 };
            text.push((text[text.len() - 1] + leap) % 4);
        }
        assert_eq!(sampled.tokens, text[1..]);
    }

    #[test]
    fn what_is_said_twice_repeats() {
        assert_eq!(repetition(&[1, 2, 3, 4], 2), Some(0.0));
        assert_eq!(repetition(&[1, 2, 1, 2, 1], 2), Some(0.5));
        assert_eq!(repetition(&[1], 2), None);
        assert_eq!(repetition(&[], 1), None);
    }
}
