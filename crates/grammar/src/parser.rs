//! A grammar for a vocabulary, and where it is after some tokens.

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::InferenceCapabilities;
use llguidance::{Matcher, ParserFactory};
use logitscope_core::TokenId;
use logitscope_core::chain::{Grammar, Language, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::excerpt::excerpt;

use crate::{Vocabulary, limits};

/// How many places of texts are remembered, so that the next token, a step back and a branch need not begin anew.
const MOST_PLACES: usize = 64;

/// A grammar, ready to be followed.
pub struct Parser {
    vocabulary: Vocabulary,
    /// Where it is after some tokens; the first one is the beginning, the latest used one the last.
    places: Vec<(Vec<TokenId>, Matcher)>,
}

fn tag(language: Language) -> &'static str {
    match language {
        Language::Regex => "regex",
        Language::JsonSchema => "json_schema",
        Language::Lark => "lark",
    }
}

/// The line of what the parser says that names the error, cut.
fn refused(why: impl std::fmt::Display) -> GrammarError {
    let all = why.to_string();
    let lines = || all.lines().map(str::trim).filter(|line| !line.is_empty());
    let named = lines().find_map(|line| line.strip_prefix("error: "));
    GrammarError::Refused {
        why: excerpt(named.or(lines().next()).unwrap_or_default()),
    }
}

impl Parser {
    /// Reads `grammar`, which is not idle.
    pub fn new(vocabulary: &Vocabulary, grammar: &Grammar) -> Result<Self, GrammarError> {
        limits::check(grammar)?;
        let capabilities = InferenceCapabilities::default();
        let mut factory =
            ParserFactory::new(&vocabulary.env, capabilities, &[]).map_err(refused)?;
        factory.quiet();
        factory.limits_mut().verbose_errors = false;
        let read = TopLevelGrammar::from_tagged_str(tag(grammar.language), &grammar.text);
        let parser = factory.create_parser(read.map_err(refused)?);
        let matcher = Matcher::new(parser);
        match matcher.get_error() {
            Some(why) => Err(refused(why)),
            None => Ok(Parser {
                vocabulary: vocabulary.clone(),
                places: vec![(Vec::new(), matcher)],
            }),
        }
    }

    /// The tokens that may follow `generated`. The one that ends a text is among them where the text is complete, and nothing is after it.
    pub fn mask(&mut self, generated: &[TokenId]) -> Result<Mask, GrammarError> {
        let Vocabulary { d_vocab, end, .. } = self.vocabulary;
        if generated.contains(&end) {
            return Ok(Mask::new(Vec::new(), d_vocab));
        }
        let mut matcher = self.at(generated)?;
        let mask = matcher.compute_mask_or_eos().map_err(refused)?;
        Ok(Mask::new(mask.as_slice().to_vec(), d_vocab))
    }

    /// Whether `generated` is complete.
    pub fn accepts(&mut self, generated: &[TokenId]) -> Result<bool, GrammarError> {
        self.at(generated)?.is_accepting().map_err(refused)
    }

    /// The bytes that must follow `generated`, whatever the model says: none where there is a choice.
    pub fn forced(&mut self, generated: &[TokenId]) -> Result<Vec<u8>, GrammarError> {
        let mut matcher = self.at(generated)?;
        match matcher.is_accepting().map_err(refused)? {
            true => Ok(Vec::new()),
            false => Ok(matcher.compute_ff_bytes()),
        }
    }

    /// A copy of where it is after `generated`; an error leaves what is remembered as it was, for a matcher that has failed once fails for good.
    fn at(&mut self, generated: &[TokenId]) -> Result<Matcher, GrammarError> {
        let is_before = |(tokens, _): &(Vec<TokenId>, Matcher)| generated.starts_with(tokens);
        let known = self.places.iter().enumerate().filter(|(_, p)| is_before(p));
        let nearest = known.max_by_key(|(_, (tokens, _))| tokens.len());
        let Some((at, (tokens, matcher))) = nearest else {
            return Err(GrammarError::Crashed);
        };
        let (known, mut matcher) = (tokens.len(), matcher.deep_clone());
        if known == generated.len() {
            // The beginning stays where it is.
            if at > 0 {
                let used = self.places.remove(at);
                self.places.push(used);
            }
            return Ok(matcher);
        }
        for (place, token) in generated.iter().enumerate().skip(known) {
            let fits = matcher.validate_tokens(&[*token]).map_err(refused)?;
            if fits == 0 {
                let place = place as u64 + 1;
                return Err(GrammarError::Left { place });
            }
            matcher.consume_token(*token).map_err(refused)?;
        }
        if self.places.len() >= MOST_PLACES {
            self.places.remove(1);
        }
        self.places.push((generated.to_vec(), matcher.deep_clone()));
        Ok(matcher)
    }
}
