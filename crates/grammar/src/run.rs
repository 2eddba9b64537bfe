//! The masks of a run in the same process.

use logitscope_core::error::GrammarError;
use logitscope_core::{Run, Vocab};

use crate::{Grammar, Parser, Vocabulary};

/// How many grammars are kept ready.
const MOST_PARSERS: usize = 4;

/// Gives a run the masks that its next step needs.
pub struct Masks {
    vocabulary: Vocabulary,
    parsers: Vec<(Grammar, Result<Parser, GrammarError>)>,
}

impl Masks {
    /// For runs over `vocab`.
    pub fn new(vocab: &Vocab) -> Self {
        Masks {
            vocabulary: Vocabulary::new(vocab),
            parsers: Vec::new(),
        }
    }

    /// Has the run know what the grammars of its chain allow at its cursor. Why one does not say is for the run's next step to tell.
    pub fn ensure(&mut self, run: &mut Run) {
        let Some(node) = run.cursor() else { return };
        let chain = run.settings().chain.clone();
        while let Some((grammar, generated)) = run.missing_mask(node, &chain) {
            let mask = match self.parser(&grammar) {
                Ok(parser) => parser.mask(&generated),
                Err(error) => Err(error),
            };
            run.accept_mask(node, grammar, mask);
        }
    }

    fn parser(&mut self, grammar: &Grammar) -> Result<&mut Parser, GrammarError> {
        let known = self.parsers.iter().position(|(own, _)| own == grammar);
        let at = known.unwrap_or_else(|| {
            if self.parsers.len() >= MOST_PARSERS {
                drop(self.parsers.remove(0));
            }
            let parser = Parser::new(&self.vocabulary, grammar);
            self.parsers.push((grammar.clone(), parser));
            self.parsers.len() - 1
        });
        self.parsers[at].1.as_mut().map_err(|error| error.clone())
    }
}
