//! The terms, with their names and what they mean.

use logitscope_core::chain::Kind;

use crate::components::sampler::sampler_words;
use crate::words::{Catalogue, Word, say};

/// A term of the field.
#[allow(missing_docs, reason = "the glossary says what they mean")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    Token,
    Byte,
    Vocabulary,
    Context,
    Embedding,
    Stream,
    Layer,
    Attention,
    Head,
    Mlp,
    Neuron,
    Lens,
    Pass,
    Logit,
    Softmax,
    Probability,
    Rank,
    Entropy,
    Surprisal,
    Perplexity,
    Kl,
    Sampler,
    Greedy,
    Seed,
    Draw,
    Cache,
    /// A kind of stage of the sampler.
    Stage(Kind),
}

/// A term, its key in messages, its name, and what it means.
type Entry = (Term, &'static str, Word, Word);

/// Every term but the stages of the sampler, in the order of the way through the model.
const TERMS: [Entry; 26] = {
    use Term::*;
    type C = Catalogue;
    [
        (Token, "token", C::term_token, C::about_token),
        (Byte, "byte", C::term_byte, C::about_byte),
        (
            Vocabulary,
            "vocabulary",
            C::term_vocabulary,
            C::about_vocabulary,
        ),
        (Context, "context", C::term_context, C::about_context),
        (
            Embedding,
            "embedding",
            C::term_embedding,
            C::about_embedding,
        ),
        (Stream, "stream", C::term_stream, C::about_stream),
        (Layer, "layer", C::term_layer, C::about_layer),
        (
            Attention,
            "attention",
            C::term_attention,
            C::about_attention,
        ),
        (Head, "head", C::term_head, C::about_head),
        (Mlp, "mlp", C::term_mlp, C::about_mlp),
        (Neuron, "neuron", C::term_neuron, C::about_neuron),
        (Lens, "lens", C::term_lens, C::about_lens),
        (Pass, "pass", C::term_pass, C::about_pass),
        (Logit, "logit", C::term_logit, C::about_logit),
        (Softmax, "softmax", C::term_softmax, C::about_softmax),
        (
            Probability,
            "probability",
            C::term_probability,
            C::about_probability,
        ),
        (Rank, "rank", C::term_rank, C::about_rank),
        (Entropy, "entropy", C::term_entropy, C::about_entropy),
        (
            Surprisal,
            "surprisal",
            C::term_surprisal,
            C::about_surprisal,
        ),
        (
            Perplexity,
            "perplexity",
            C::term_perplexity,
            C::about_perplexity,
        ),
        (Kl, "kl", C::term_kl, C::about_kl),
        (Sampler, "sampler", C::term_sampler, C::about_sampler),
        (Greedy, "greedy", C::term_greedy, C::about_greedy),
        (Seed, "seed", C::term_seed, C::about_seed),
        (Draw, "draw", C::term_draw, C::about_draw),
        (Cache, "cache", C::term_cache, C::about_cache),
    ]
};

/// The terms with their keys alone: what only looks for a term needs no words.
const KEYS: [(Term, &str); TERMS.len()] = {
    let mut keys = [(Term::Token, ""); TERMS.len()];
    let mut at = 0;
    while at < TERMS.len() {
        keys[at] = (TERMS[at].0, TERMS[at].1);
        at += 1;
    }
    keys
};

impl Term {
    /// Every term, the stages of the sampler last.
    pub fn all() -> impl Iterator<Item = Term> {
        let stages = Kind::ALL.iter().map(|kind| Term::Stage(*kind));
        TERMS.iter().map(|entry| entry.0).chain(stages)
    }

    /// The term of a key.
    pub fn of_key(key: &str) -> Option<Term> {
        let entry = KEYS.iter().find(|entry| entry.1 == key);
        let stage = || Kind::named(key).map(Term::Stage);
        entry.map(|entry| entry.0).or_else(stage)
    }

    /// Its key, as messages write it.
    pub fn key(self) -> &'static str {
        match self {
            Term::Stage(kind) => kind.name(),
            _ => KEYS
                .iter()
                .find(|entry| entry.0 == self)
                .map_or("", |entry| entry.1),
        }
    }

    /// What it is called.
    pub fn name(self) -> String {
        match self {
            Term::Stage(kind) => sampler_words::words(kind).label.to_owned(),
            _ => self.entry().2(&say()).to_string(),
        }
    }

    /// What it means, in a line.
    pub fn about(self) -> String {
        match self {
            Term::Stage(kind) => sampler_words::words(kind).about.to_owned(),
            _ => self.entry().3(&say()).to_string(),
        }
    }

    fn entry(self) -> &'static Entry {
        let own = TERMS.iter().find(|entry| entry.0 == self);
        own.expect("every term but the stages has an entry")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_is_found_by_its_key_and_means_something_in_a_line() {
        for term in Term::all() {
            assert_eq!(Term::of_key(term.key()), Some(term));
            let (name, about) = (term.name(), term.about());
            assert!(!name.is_empty() && about.ends_with('.'), "{name}: {about}");
            assert!(about.chars().count() <= 120, "more than a line: {about}");
        }
        assert_eq!(Term::all().count(), TERMS.len() + Kind::ALL.len());
    }
}
