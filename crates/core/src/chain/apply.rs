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

    /// Whether its parameters, or its own dice, have it do nothing.
    pub(super) fn is_idle(&self, context: &ChainContext) -> bool {
        use Sampler::*;
        match self {
            Quadratic { factor, .. } => *factor <= 0.0,
            TopP { p } | Typical { p } => *p >= 1.0,
            TailFree { z } => *z >= 1.0,
            TopH { h } => *h >= 1.0,
            MinP { p } => *p == 0.0,
            TopA { a } => *a == 0.0,
            Epsilon { epsilon } | Eta { epsilon } => *epsilon == 0.0,
            TopNSigma { n } => *n == 0.0,
            RepetitionPenalty { theta, .. } => *theta == 1.0,
            Xtc { probability, .. } => context.u_xtc >= *probability,
            _ => false,
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
            PresencePenalty { .. } | FrequencyPenalty { .. } | Dry { .. } | LogitBias { .. } => {
                penalty::shift(c, self, context)
            }
            NoRepeatNgram { .. } | Grammar { .. } | Banned { .. } => {
                penalty::remove(c, self, context)
            }
        }
    }
}
