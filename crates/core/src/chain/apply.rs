//! What a stage does when its turn comes: each sampler to its rule.

use super::{ChainContext, LazyCandidates, Note, Sampler, cut, penalty, reshape};

impl Sampler {
    /// Whether it looks at the probabilities of what comes in, which therefore has to be normalised first.
    pub(crate) fn reads_probs(&self, context: &ChainContext) -> bool {
        match self {
            Sampler::Xtc { probability, .. } => context.u_xtc < *probability,
            other => other.reads().probs,
        }
    }

    /// Applies it. The probabilities may be stale afterwards.
    pub(crate) fn apply(&self, c: &mut LazyCandidates, context: &ChainContext) -> Note {
        use Sampler::*;
        if self.reads_probs(context) {
            c.normalise();
        }
        match self {
            Temperature { t } => reshape::temperature(c, *t),
            DynamicTemperature { t, range, exponent } => {
                reshape::dynamic_temperature(c, *t, *range, *exponent)
            }
            Quadratic { factor, curve } => reshape::quadratic(c, *factor, *curve),
            TopK { k } => cut::top_k(c, *k),
            TopP { p } => cut::top_p(c, *p),
            MinP { p } => cut::min_p(c, *p),
            TopA { a } => cut::top_a(c, *a),
            Typical { p } => cut::typical(c, *p),
            TailFree { z } => cut::tail_free(c, *z),
            Epsilon { epsilon } => cut::epsilon(c, *epsilon),
            Eta { epsilon } => cut::eta(c, *epsilon),
            TopNSigma { n } => cut::top_n_sigma(c, *n),
            TopH { h } => cut::top_h(c, *h),
            Xtc {
                probability,
                threshold,
            } => cut::xtc(c, *probability, *threshold, context.u_xtc),
            Mirostat { tau, .. } => cut::mirostat(c, context.mirostat, *tau),
            RepetitionPenalty { theta, last_n } => {
                penalty::repetition(c, *theta, context.last(*last_n))
            }
            PresencePenalty { alpha, last_n } => {
                penalty::presence(c, *alpha, context.last(*last_n))
            }
            FrequencyPenalty { alpha, last_n } => {
                penalty::frequency(c, *alpha, context.last(*last_n))
            }
            Dry { last_n, .. } => penalty::Dry::of(self)
                .map(|dry| dry.apply(c, context.last(*last_n), context.vocab))
                .unwrap_or_default(),
            NoRepeatNgram { n } => penalty::no_repeat_ngram(c, *n as usize, context.tokens),
            Grammar { grammar } => penalty::grammar(c, context.mask(grammar)),
            LogitBias { bias } => penalty::logit_bias(c, bias),
            Banned { tokens } => penalty::banned(c, tokens),
        }
    }
}
