//! Parsers for the grammars of a vocabulary, and the masks of a run in the same process.

use logitscope_core::error::GrammarError;
use logitscope_core::{Run, TokenId, Vocab};

use crate::{Grammar, Mask, Parser, Vocabulary};

/// How many grammars are kept ready.
const MOST_PARSERS: usize = 4;

/// The grammars used last, ready to be followed.
pub struct Parsers {
    vocabulary: Vocabulary,
    parsers: Vec<(Grammar, Result<Parser, GrammarError>)>,
}

impl Parsers {
    /// For texts over `vocab`.
    pub fn new(vocab: &Vocab) -> Self {
        Parsers {
            vocabulary: Vocabulary::new(vocab),
            parsers: Vec::new(),
        }
    }

    /// The tokens that `grammar` allows after `generated`.
    pub fn mask(&mut self, grammar: &Grammar, generated: &[TokenId]) -> Result<Mask, GrammarError> {
        let known = self.parsers.iter().position(|(own, _)| own == grammar);
        let at = known.unwrap_or_else(|| {
            if self.parsers.len() >= MOST_PARSERS {
                drop(self.parsers.remove(0));
            }
            let parser = Parser::new(&self.vocabulary, grammar);
            self.parsers.push((grammar.clone(), parser));
            self.parsers.len() - 1
        });
        match &mut self.parsers[at].1 {
            Ok(parser) => parser.mask(generated),
            Err(error) => Err(error.clone()),
        }
    }

    /// Has `run` know what the grammars of its chain allow at its cursor. Why one does not say is for the run's next step to tell.
    pub fn ensure(&mut self, run: &mut Run) {
        let Some(node) = run.cursor() else { return };
        let chain = run.settings().chain.clone();
        while let Some((grammar, generated)) = run.missing_mask(node, &chain) {
            let mask = self.mask(&grammar, &generated);
            run.accept_mask(node, grammar, mask);
        }
    }
}
