//! Grammars as options, and strategies whose sampler has one.

use clap::Args;
use logitscope_core::chain::{Chain, Grammar, Language, Sampler};
use logitscope_core::strategy::{Ask, Strategy};
use logitscope_core::{CoreError, Timings, TokenId, Vocab};
use logitscope_grammar::Parsers;
use logitscope_model::{Lane, strategy};

use crate::CliError;

/// A grammar that what is generated has to follow.
#[derive(Args)]
pub struct GrammarArgs {
    /// A grammar that what is generated has to follow, as a regular expression, e.g. `(yes|no)`
    #[arg(long, value_name = "REGEX", group = "grammar")]
    regex: Option<String>,
    /// The same as a JSON Schema
    #[arg(long, value_name = "SCHEMA", group = "grammar")]
    json_schema: Option<String>,
    /// The same as rules and terminals in the manner of Lark
    #[arg(long, value_name = "RULES", group = "grammar")]
    lark: Option<String>,
}

impl GrammarArgs {
    /// Has `chain` keep to it.
    pub fn set_in(&self, chain: &mut Chain) {
        let given = [
            (Language::Regex, &self.regex),
            (Language::JsonSchema, &self.json_schema),
            (Language::Lark, &self.lark),
        ];
        for (language, text) in given {
            if let Some(text) = text.clone() {
                let grammar = Grammar { language, text };
                chain.set(Sampler::Grammar { grammar });
            }
        }
    }
}

/// Answers for grammars over `vocab`.
pub struct Masks<'a> {
    vocab: &'a Vocab,
    parsers: Option<Parsers>,
}

impl<'a> Masks<'a> {
    /// Nothing is read before it is asked for.
    pub fn new(vocab: &'a Vocab) -> Self {
        let parsers = None;
        Masks { vocab, parsers }
    }

    /// A row of 1 and 0 for each text.
    pub fn rows(
        &mut self,
        grammar: &Grammar,
        generated: &[Vec<TokenId>],
    ) -> Result<Vec<Vec<f32>>, CoreError> {
        let parsers = &mut self.parsers;
        let parsers = parsers.get_or_insert_with(|| Parsers::new(self.vocab));
        let row = |text: &Vec<TokenId>| Ok(parsers.mask(grammar, text)?.row());
        let rows: Result<Vec<_>, _> = generated.iter().map(row).collect();
        rows.map_err(CoreError::Grammar)
    }
}

/// Takes `strategy` to its end; see [`strategy::advance`].
pub async fn drive(
    strategy: &mut dyn Strategy,
    model: &mut Lane<'_>,
    mut draft: Option<&mut Lane<'_>>,
    vocab: &Vocab,
) -> Result<(), CliError> {
    let mut masks = Masks::new(vocab);
    loop {
        if let Some(Ask::Masks { grammar, generated }) = strategy.ask() {
            let rows = masks.rows(&grammar, &generated)?;
            strategy.accept(&rows, Timings::default())?;
        } else if !strategy::advance(strategy, model, draft.as_deref_mut()).await? {
            return Ok(());
        }
    }
}
