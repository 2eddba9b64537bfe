//! What a `.gguf` file says of rotary positions.

use logitscope_core::blocks::RopeScaling;
use logitscope_core::error::GgufFault;
use serde_json::{Value, json};

use super::Said;
use crate::checkpoint::gguf::architecture::Architecture;
use crate::families::{DIVISORS, SHORT_FACTORS};

/// What cosines and sines are multiplied with.
const ATTENTION: &str = "rope.scaling.attn_factor";
/// θ of the blocks that have a window.
const LOCAL: &str = "rope.freq_base_swa";
/// θ where nothing is said.
const THETA: f64 = 10_000.0;

impl Said<'_> {
    /// Scalings that would change the turns, and are not computed.
    pub(super) fn refuse_other_turns(&self) -> Result<(), GgufFault> {
        for rest in [
            ATTENTION,
            "rope.scaling.yarn_attn_factor",
            "rope.scaling.yarn_ext_factor",
        ] {
            if let Some(value) = self.float(rest)?
                && value != 1.0
                && !(rest == ATTENTION && self.has_factors())
            {
                return Err(self.unsupported(rest, value));
            }
        }
        match self.float(LOCAL)? {
            Some(local)
                if self.architecture != Architecture::Gemma3 && local != self.theta()? =>
            {
                Err(self.unsupported(LOCAL, local))
            }
            _ => Ok(()),
        }
    }

    /// What divides the frequency of each pair, where tensors hold it: divisors by themselves, or the factors of longrope.
    pub fn divided(&self) -> Result<Option<RopeScaling>, GgufFault> {
        if !self.has_factors() {
            let divided = self.architecture.has_pairs() && (self.has_tensor)(DIVISORS);
            return Ok(divided.then_some(RopeScaling::Divided));
        }
        let attention = self.float(ATTENTION)?.unwrap_or(1.0);
        if !(1e-3..=1e3).contains(&attention) {
            return Err(self.unsupported(ATTENTION, attention));
        }
        let rest = "rope.scaling.original_context_length";
        let original = match self.integer(rest)? {
            None => self.needed("context_length")?,
            Some(original) => original,
        };
        match u32::try_from(original) {
            Ok(original) if original > 0 => Ok(Some(RopeScaling::Longrope {
                attention,
                original,
            })),
            _ => Err(self.unsupported(rest, original)),
        }
    }

    /// Whether there are factors of longrope.
    fn has_factors(&self) -> bool {
        self.architecture == Architecture::Phi3 && (self.has_tensor)(SHORT_FACTORS)
    }

    /// θ.
    pub(super) fn theta(&self) -> Result<f64, GgufFault> {
        Ok(self.float("rope.freq_base")?.unwrap_or(THETA))
    }

    /// θ of the blocks that have a window.
    pub(super) fn local_theta(&self) -> Result<f64, GgufFault> {
        Ok(self.float(LOCAL)?.unwrap_or(THETA))
    }

    /// The part of a head that turns.
    pub(super) fn turned(&self, d_head: u64) -> Result<f64, GgufFault> {
        let turned = self.integer("rope.dimension_count")?.unwrap_or(d_head);
        if turned == d_head {
            return Ok(1.0);
        }
        let part = turned as f64 / d_head.max(1) as f64;
        // A quotient that was rounded down must not lose a component.
        let whole = (part * d_head as f64) as u64 == turned;
        Ok(if whole { part } else { part.next_up() })
    }

    /// The `rope_scaling`; nothing said of its type is linear, and nothing said of a factor is none.
    pub(super) fn scaling(&self) -> Result<Value, GgufFault> {
        let key = self.key("rope.scaling.type");
        let kind = self.metadata.text(&key)?.unwrap_or("linear");
        let factor = match self.float("rope.scaling.factor")? {
            None => self.float("rope.scale_linear")?,
            factor => factor,
        };
        let factor = factor.filter(|factor| *factor != 0.0);
        match (kind, factor) {
            ("none", _) | ("linear", None) => Ok(Value::Null),
            ("linear", Some(factor)) => Ok(json!({"rope_type": "linear", "factor": factor})),
            ("yarn", _) => Ok(json!({
                "rope_type": "yarn",
                "factor": factor,
                "original_max_position_embeddings": self.integer("rope.scaling.original_context_length")?,
                "beta_fast": self.float("rope.scaling.yarn_beta_fast")?.unwrap_or(32.0),
                "beta_slow": self.float("rope.scaling.yarn_beta_slow")?.unwrap_or(1.0),
            })),
            // Its factors lie in tensors, and nothing else is slower.
            ("longrope", None | Some(1.0)) if self.has_factors() => Ok(Value::Null),
            ("longrope", _) => Err(self.unsupported("rope.scaling.type", "longrope")),
            (other, _) => Ok(json!({"rope_type": other})),
        }
    }
}
