//! Parts of a model switched off, or scaled: what happens without a head, an MLP, a block.
//!
//! A factor of 0 is zero ablation (Michel et al. 2019, *Are Sixteen Heads Really Better than One?*): the part still computes, and what
//! it would have written into the residual stream is multiplied by the factor.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::CoreError;
use crate::error::Expected;

/// The largest factor.
pub const MOST: f32 = 10.0;

/// A part of a model that writes into the residual stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// One attention head: its `z`. The bias of the output projection stays.
    Head {
        /// 0-based.
        layer: u32,
        /// 0-based.
        head: u32,
    },
    /// A layer's attention: `attn_out`, its bias included.
    Attention {
        /// 0-based.
        layer: u32,
    },
    /// A layer's MLP: `mlp_out`, its bias included.
    Mlp {
        /// 0-based.
        layer: u32,
    },
}

/// `L3H5`, `L3A` for a layer's attention, `L3M` for its MLP.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Head { layer, head } => write!(f, "L{layer}H{head}"),
            Part::Attention { layer } => write!(f, "L{layer}A"),
            Part::Mlp { layer } => write!(f, "L{layer}M"),
        }
    }
}

impl FromStr for Part {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let parse = || {
            let rest = text.strip_prefix('L')?;
            let kind = rest.find(|c: char| !c.is_ascii_digit())?;
            let layer = rest[..kind].parse().ok()?;
            let mut tail = rest[kind..].chars();
            match (tail.next()?, tail.as_str()) {
                ('A', "") => Some(Part::Attention { layer }),
                ('M', "") => Some(Part::Mlp { layer }),
                ('H', head) if head.bytes().all(|b| b.is_ascii_digit()) => Some(Part::Head {
                    layer,
                    head: head.parse().ok()?,
                }),
                _ => None,
            }
        };
        parse().ok_or_else(|| CoreError::Part { text: text.into() })
    }
}

/// The factors of the parts that are not left as they are. Nothing in it is the model itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interventions {
    factors: BTreeMap<Part, f32>,
}

impl Interventions {
    /// Whether the model is left as it is.
    pub fn is_empty(&self) -> bool {
        self.factors.is_empty()
    }

    /// The parts with their factors, each other than 1, in the order of the layers within a kind.
    pub fn iter(&self) -> impl Iterator<Item = (Part, f32)> + '_ {
        self.factors.iter().map(|(part, factor)| (*part, *factor))
    }

    /// The factor of a part, 1 being the model's own.
    pub fn factor(&self, part: Part) -> f32 {
        self.factors.get(&part).copied().unwrap_or(1.0)
    }

    /// Sets the factor of a part, 0..=[`MOST`]; 1 leaves it as it is.
    pub fn set(&mut self, part: Part, factor: f32) -> Result<(), CoreError> {
        if !(0.0..=MOST).contains(&factor) {
            return Err(CoreError::Setting {
                name: part.to_string(),
                value: f64::from(factor),
                expected: Expected::Factor(MOST),
            });
        }
        if factor == 1.0 {
            self.factors.remove(&part);
        } else {
            self.factors.insert(part, factor);
        }
        Ok(())
    }

    /// The parts of this that `other` leaves as they are.
    pub fn without(&self, other: &Self) -> Self {
        let rest = self.iter().filter(|(part, _)| other.factor(*part) == 1.0);
        Interventions {
            factors: rest.collect(),
        }
    }

    /// The same without the parts that a model of this shape does not have.
    pub fn within(&self, n_layers: u32, n_heads: u32) -> Self {
        let has = |part: &Part| match part {
            Part::Head { layer, head } => *layer < n_layers && *head < n_heads,
            Part::Attention { layer } | Part::Mlp { layer } => *layer < n_layers,
        };
        let own = self.factors.iter().filter(|(part, _)| has(part));
        Interventions {
            factors: own.map(|(part, factor)| (*part, *factor)).collect(),
        }
    }
}

/// `L3H5,L4M~0.5`: a part alone is off.
impl fmt::Display for Interventions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (part, factor)) in self.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            match factor {
                0.0 => write!(f, "{comma}{part}")?,
                _ => write!(f, "{comma}{part}~{factor}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Interventions {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let mut all = Interventions::default();
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let (part, factor) = word.split_once('~').unwrap_or((word, "0"));
            let factor: f32 = factor
                .parse()
                .map_err(|_| CoreError::Part { text: word.into() })?;
            all.set(part.parse()?, factor)?;
        }
        Ok(all)
    }
}

impl Serialize for Interventions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Interventions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_interventions_is_read_back() {
        let text = "L0H1,L11H0~0.5,L2A,L3M~2";
        let all: Interventions = text.parse().expect("all of it is right");
        assert_eq!(all.to_string(), text);
        assert_eq!(all.factor(Part::Head { layer: 11, head: 0 }), 0.5);
        assert_eq!(all.factor(Part::Mlp { layer: 0 }), 1.0);
        assert_eq!(
            "".parse::<Interventions>().expect("none"),
            Interventions::default()
        );
        assert!("L1H1~1".parse::<Interventions>().expect("own").is_empty());
    }

    #[test]
    fn what_is_no_part_or_no_factor_is_refused() {
        for bad in [
            "H1",
            "L",
            "L1",
            "L1H",
            "L1X",
            "L1A2",
            "L-1M",
            "L1H1~x",
            "L1M~-1",
            "L1M~11",
            "L1M~NaN",
            "L1H99999999999",
            "Lé",
            "L1é",
            "L3×0.5",
        ] {
            assert!(bad.parse::<Interventions>().is_err(), "{bad}");
        }
    }

    #[test]
    fn parts_of_another_model_are_left_out() {
        let all: Interventions = "L0H7,L0H8,L5M,L6M,L6A".parse().expect("right");
        let own = all.within(6, 8);
        assert_eq!(own.to_string(), "L0H7,L5M");
        assert_eq!(all.without(&own).to_string(), "L0H8,L6A,L6M");
    }
}
