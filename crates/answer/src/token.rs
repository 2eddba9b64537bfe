//! A token of an answer.

use logitscope_core::{TokenId, math};

/// From here on down, a server means that it does not say: OpenAI gives −9999 for a token outside its list, llama.cpp the least number of f32.
const UNSAID: f64 = -9_000.0;
/// What a log-probability may be above 0 by rounding.
const SLACK: f64 = 1e-4;

/// A token that could have been written.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// Its text, as the server decodes it.
    pub text: String,
    /// Its bytes, if the server gives them.
    pub bytes: Option<Vec<u8>>,
    /// Its id, if the server gives it.
    pub id: Option<TokenId>,
    /// ln p, at most 0; `None` where the server does not say.
    pub log_prob: Option<f64>,
}

/// A token that was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// It.
    pub own: Alternative,
    /// The most probable tokens in its place, the most probable first; it need not be among them.
    pub top: Vec<Alternative>,
}

impl Alternative {
    /// Its bytes, or its text as bytes.
    pub fn shown(&self) -> Vec<u8> {
        self.bytes
            .clone()
            .unwrap_or_else(|| self.text.clone().into_bytes())
    }

    /// Its probability, 0..=1.
    pub fn prob(&self) -> Option<f64> {
        self.log_prob.map(math::exp)
    }

    /// Whether it is the same token as `other`: by id, else by bytes, else by text.
    pub fn is(&self, other: &Alternative) -> bool {
        match (self.id, other.id, &self.bytes, &other.bytes) {
            (Some(a), Some(b), _, _) => a == b,
            (_, _, Some(a), Some(b)) => a == b,
            _ => self.text == other.text,
        }
    }

    /// A log-probability as a server sends it; `Err` with one that none can be.
    pub(crate) fn known(log_prob: f64) -> Result<Option<f64>, f64> {
        match log_prob {
            bad if bad.is_nan() || bad > SLACK => Err(bad),
            unsaid if unsaid <= UNSAID => Ok(None),
            log_prob => Ok(Some(log_prob.min(0.0))),
        }
    }
}

impl Rated {
    pub(crate) fn shown(&self) -> Vec<u8> {
        self.own.shown()
    }

    /// −log₂ p, 0 or more; `None` where p is not known.
    pub fn surprisal_bits(&self) -> Option<f64> {
        self.own
            .log_prob
            .map(|log_prob| math::bits(-log_prob).max(0.0) + 0.0)
    }

    /// Its place among the most probable tokens, 0 being the first; `None` if it is not among them.
    pub fn rank(&self) -> Option<usize> {
        self.top.iter().position(|other| other.is(&self.own))
    }

    /// What all tokens that are not listed have together, 0..=1: exact, for probabilities sum to 1. `None` without a list, or where
    /// the list has a token whose probability is not known.
    pub fn rest(&self) -> Option<f64> {
        let mut listed: Vec<f64> = self
            .top
            .iter()
            .map(Alternative::prob)
            .collect::<Option<_>>()?;
        if listed.is_empty() {
            return None;
        }
        if self.rank().is_none() {
            listed.push(self.own.prob()?);
        }
        Some((1.0 - listed.iter().sum::<f64>()).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str, log_prob: f64) -> Alternative {
        Alternative {
            text: text.into(),
            bytes: None,
            id: None,
            log_prob: Alternative::known(log_prob).expect("it is one"),
        }
    }

    #[test]
    fn the_rest_is_what_the_list_and_the_token_itself_leave() {
        let half = 0.5_f64.ln();
        let inside = Rated {
            own: token("a", half),
            top: vec![token("a", half), token("b", 0.25_f64.ln())],
        };
        assert!((inside.rest().expect("known") - 0.25).abs() < 1e-12);
        assert_eq!(inside.rank(), Some(0));
        let outside = Rated {
            own: token("c", 0.125_f64.ln()),
            ..inside.clone()
        };
        assert!((outside.rest().expect("known") - 0.125).abs() < 1e-12);
        assert_eq!(outside.rank(), None);
        let unsaid = Rated {
            own: token("c", -9999.0),
            ..inside.clone()
        };
        assert_eq!((unsaid.rest(), unsaid.surprisal_bits()), (None, None));
        let bare = Rated {
            own: token("a", half),
            top: Vec::new(),
        };
        assert_eq!((bare.rest(), bare.surprisal_bits()), (None, Some(1.0)));
    }

    #[test]
    fn what_is_no_log_probability_is_refused() {
        assert_eq!(Alternative::known(0.5), Err(0.5));
        assert!(Alternative::known(f64::NAN).is_err());
        assert_eq!(Alternative::known(1e-6), Ok(Some(0.0)));
    }
}
