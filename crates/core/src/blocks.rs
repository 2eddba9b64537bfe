//! What a model's blocks are made of, where families differ.

use serde::{Deserialize, Serialize};

/// How a model knows the order of its tokens.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Positions {
    /// A position has an embedding, which is added to the token's.
    #[default]
    Learned,
    /// Pair j of each head of queries and keys turns by position · θ^(−2j / d_head). Source: Su et al. 2021, arXiv:2104.09864.
    Rotary {
        /// θ, above 1.
        theta: f64,
        /// How the turns are made slower for texts longer than those of the training, if they are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scaling: Option<RopeScaling>,
        /// How many components of a head turn, the first ones, in the place of d_head; `None` if all do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turned: Option<u32>,
        /// θ of the blocks that have a window, where that is another one; their turns are not scaled. `None` where all blocks have the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        local_theta: Option<f64>,
    },
}

impl Positions {
    /// Rotary positions with `theta` in every block, as they were first described.
    pub fn rotary(theta: f64) -> Self {
        Positions::Rotary {
            theta,
            scaling: None,
            turned: None,
            local_theta: None,
        }
    }

    /// Whether they are rotary with changed frequencies.
    pub fn is_scaled(&self) -> bool {
        matches!(
            self,
            Positions::Rotary {
                scaling: Some(_),
                ..
            }
        )
    }

    /// The same with frequencies that are changed so.
    pub fn scaled_by(mut self, change: RopeScaling) -> Self {
        if let Positions::Rotary { scaling, .. } = &mut self {
            *scaling = Some(change);
        }
        self
    }
}

/// A change of the frequencies f of rotary positions, with the wavelength λ = 2π / f.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RopeScaling {
    /// f / factor. Source: Chen et al. 2023, arXiv:2306.15595.
    Linear {
        /// At least 1.
        factor: f64,
    },
    /// f / factor where λ > L / low, f where λ < L / high, between the two a mixture. Source: Llama 3.1's reference code.
    Llama3 {
        /// At least 1.
        factor: f64,
        /// Pairs that turn less often than this in L are made slower.
        low: f64,
        /// Pairs that turn more often than this in L stay as they are.
        high: f64,
        /// L: the context of the training.
        original: u32,
    },
    /// f / factor for slow pairs, f for fast ones, between them a ramp over the pairs; cosines and sines times `attention`. Source: Peng et al.
    /// 2023, arXiv:2309.00071.
    Yarn {
        /// At least 1.
        factor: f64,
        /// The first pair of the ramp, which may lie before the first one.
        from: f64,
        /// The last pair of the ramp.
        to: f64,
        /// What cosines and sines are multiplied with.
        attention: f64,
    },
    /// f of each pair divided by a number of its own, which the file of the weights holds.
    Divided,
    /// f of each pair over a number of its own, which the model's file has, or that of the weights; cosines and sines times `attention`. Texts of more than
    /// `original` tokens have other numbers than shorter ones, from their first token on. Source: Ding et al. 2024, arXiv:2402.13753.
    Longrope {
        /// What cosines and sines are multiplied with.
        attention: f64,
        /// The context of the training before it was made longer.
        original: u32,
    },
    /// f in texts of up to M = `original` tokens; in one of L tokens, more than M, that of θ · (factor · L / M − (factor − 1))^(d / (d − 2)), d being how
    /// many components turn, from its first token on. Source: Transformers' `modeling_rope_utils.py`.
    Dynamic {
        /// At least 1.
        factor: f64,
        /// The context of the training.
        original: u32,
    },
}

/// What a norm does to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NormKind {
    /// Takes off the mean and divides by the standard deviation. Source: Ba et al. 2016, arXiv:1607.06450.
    #[default]
    Layer,
    /// Divides by the root of the mean square. Source: Zhang and Sennrich 2019, arXiv:1910.07467.
    Rms,
}

/// Where the norms of a block stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NormPlace {
    /// Before attention and before the MLP. Source: Xiong et al. 2020, arXiv:2002.04745.
    #[default]
    Before,
    /// Only behind them: what they write is normalised before it is added. Source: OLMo et al. 2024, arXiv:2501.00656.
    Behind,
    /// Before and behind them. Source: Gemma Team 2024, arXiv:2408.00118.
    Around,
}

impl NormPlace {
    /// Whether what attention and MLP read is normalised, and nothing else.
    pub fn is_before(&self) -> bool {
        *self == NormPlace::Before
    }
}

/// What becomes of a neuron of the MLP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// x·Φ(x), Φ being the normal distribution's, by a tanh that is near it. Source: Hendrycks and Gimpel 2016, arXiv:1606.08415.
    GeluTanh,
    /// x·Φ(x) itself.
    Gelu,
    /// x / (1 + e^−x). Source: Elfwing et al. 2017, arXiv:1702.03118.
    Silu,
    /// x where it is above 0, else 0. Source: Nair and Hinton 2010.
    Relu,
}

impl Activation {
    /// That of most MLPs, with and without a gate.
    pub fn usual(gated_mlp: bool) -> Self {
        match gated_mlp {
            true => Activation::Silu,
            false => Activation::GeluTanh,
        }
    }

    /// Its name in a formula.
    pub fn name(self) -> &'static str {
        match self {
            Activation::GeluTanh | Activation::Gelu => "gelu",
            Activation::Silu => "silu",
            Activation::Relu => "relu",
        }
    }
}

/// How scores come of the products of queries and keys.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Scores {
    /// A number above 0; `None` for √d_head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divisor: Option<f32>,
    /// Whether block l, 0-based, also divides by l + 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_depth: bool,
    /// What bounds them after that, by [`capped`]; above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<f32>,
}

/// cap · tanh(x / cap), which is near x where that is small and never beyond the cap; x itself without one. Source: Bello et al. 2016,
/// arXiv:1611.09940.
pub fn capped(x: f32, cap: Option<f32>) -> f32 {
    match cap {
        Some(cap) => cap * (x / cap).tanh(),
        None => x,
    }
}

/// [`capped`] as a formula; `over` divides.
pub fn bounded(x: &str, over: &str, cap: f32) -> String {
    format!("{cap} · tanh({x}{over}{cap})")
}

/// How logits come of what the final norm gives.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Readout {
    /// Whether the unembedding is a table of its own, not the embedding.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untied: bool,
    /// Whether a bias is added to the products.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bias: bool,
    /// What bounds the logits after that, by [`capped`]; above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<f32>,
}

impl Readout {
    /// Whether they are products with the embedding, and nothing else.
    pub fn is_usual(&self) -> bool {
        *self == Readout::default()
    }
}

impl Scores {
    /// What they are divided by in block `layer`, 0-based.
    pub fn divisor(&self, d_head: u32, layer: u32) -> f32 {
        let divisor = self.divisor.unwrap_or((d_head as f32).sqrt());
        match self.by_depth {
            true => divisor * (layer + 1) as f32,
            false => divisor,
        }
    }

    /// The same as a formula.
    pub fn formula(&self, layer: u32) -> String {
        let times = match (self.by_depth, self.divisor) {
            (true, None) if layer > 0 => (layer + 1).to_string(),
            _ => String::new(),
        };
        match self.divisor {
            None => format!("{times}√d_head"),
            Some(_) => {
                let divisor = self.divisor(1, layer);
                let square = (divisor * divisor).round();
                // What is the root of a whole number is written as one.
                match divisor.fract() != 0.0 && divisor == square.sqrt() {
                    true => format!("√{square}"),
                    false => divisor.to_string(),
                }
            }
        }
    }

    /// What becomes of the product `product` in block `layer`, 0-based, as a formula; `over` divides.
    pub fn formula_of(&self, product: &str, over: &str, layer: u32) -> String {
        let divided = format!("{product}{over}{}", self.formula(layer));
        match self.cap {
            Some(cap) => bounded(&divided, over, cap),
            None => divided,
        }
    }

    /// Whether they are divided by √d_head and that is all.
    pub fn are_usual(&self) -> bool {
        *self == Scores::default()
    }
}

/// How attention and the MLP of a block follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Branches {
    /// The MLP reads what attention has added to.
    #[default]
    InTurn,
    /// Both read the residual stream before the block, each by its own norm. Source: Black et al. 2022, arXiv:2204.06745.
    Parallel,
    /// Both read the residual stream before the block by one norm, the first. Source: Wang and Komatsuzaki 2021, GPT-J-6B.
    OneNorm,
}

impl Branches {
    /// Whether the MLP reads what attention has added to.
    pub fn are_in_turn(&self) -> bool {
        *self == Branches::InTurn
    }
}

/// The parts of a model's blocks; by default GPT-2's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Blocks {
    /// How they know the order of the tokens.
    pub positions: Positions,
    /// Their norms, and the one after the last of them.
    pub norm: NormKind,
    /// Where their norms stand.
    #[serde(default, skip_serializing_if = "NormPlace::is_before")]
    pub norm_place: NormPlace,
    /// Whether a second, linear branch of the MLP is multiplied with its activation. Source: Shazeer 2020, arXiv:2002.05202.
    pub gated_mlp: bool,
    /// Whether queries, keys and values have biases, and the output projection of attention, unless `attention_out_bias` says otherwise.
    pub attention_bias: bool,
    /// Whether the output projection of attention has a bias, where that is another matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention_out_bias: Option<bool>,
    /// Whether the matrices of the MLP have biases.
    pub mlp_bias: bool,
    /// What becomes of a neuron, where that is not the usual: SiLU where the MLP is gated, GELU by tanh where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activation: Option<Activation>,
    /// Whether each head of queries and keys has a norm of the kind of `norm` before it turns. Source: Henry et al. 2020, arXiv:2010.04245.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub qk_norm: bool,
    /// Whether that norm is not of each head but of all heads side by side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub qk_norm_joint: bool,
    /// How attention and MLP follow each other.
    #[serde(default, skip_serializing_if = "Branches::are_in_turn")]
    pub branches: Branches,
    /// How scores come of the products of queries and keys.
    #[serde(default, skip_serializing_if = "Scores::are_usual")]
    pub scores: Scores,
    /// What the rows of the embedding are multiplied with; `None` where they are taken as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embed_scale: Option<f32>,
    /// How logits come of what the final norm gives.
    #[serde(default, skip_serializing_if = "Readout::is_usual")]
    pub readout: Readout,
}

impl Default for Blocks {
    fn default() -> Self {
        Blocks {
            positions: Positions::Learned,
            norm: NormKind::Layer,
            norm_place: NormPlace::Before,
            gated_mlp: false,
            attention_bias: true,
            attention_out_bias: None,
            mlp_bias: true,
            activation: None,
            qk_norm: false,
            qk_norm_joint: false,
            branches: Branches::InTurn,
            scores: Scores::default(),
            embed_scale: None,
            readout: Readout::default(),
        }
    }
}

impl Blocks {
    /// Whether they are GPT-2's.
    pub(crate) fn are_default(&self) -> bool {
        *self == Blocks::default()
    }

    /// Whether the output projection of attention has a bias.
    pub fn has_out_bias(&self) -> bool {
        self.attention_out_bias.unwrap_or(self.attention_bias)
    }

    /// Whether what attention reads is normalised.
    pub fn has_first_norm(&self) -> bool {
        self.norm_place != NormPlace::Behind
    }

    /// Whether what the MLP reads is normalised by a norm of its own.
    pub fn has_second_norm(&self) -> bool {
        self.has_first_norm() && self.branches != Branches::OneNorm
    }

    /// Whether what attention and MLP write is normalised before it is added.
    pub fn has_norms_behind(&self) -> bool {
        !self.norm_place.is_before()
    }

    /// The intermediate that queries, keys and values are made of.
    pub fn read_by_attention(&self) -> &'static str {
        match self.has_first_norm() {
            true => "ln1",
            false => "resid_pre",
        }
    }

    /// The intermediate that the MLP reads.
    pub fn read_by_mlp(&self) -> &'static str {
        match (self.has_first_norm(), self.has_second_norm()) {
            (_, true) => "ln2",
            (true, false) => "ln1",
            (false, _) => "resid_mid",
        }
    }

    /// What becomes of a neuron.
    pub fn activation(&self) -> Activation {
        self.activation.unwrap_or(Activation::usual(self.gated_mlp))
    }

    /// How many components of a head turn, where not all do.
    pub fn turned(&self) -> Option<u32> {
        match self.positions {
            Positions::Rotary { turned, .. } => turned,
            Positions::Learned => None,
        }
    }

    /// Whether queries and keys are turned by their positions.
    pub fn is_rotary(&self) -> bool {
        matches!(self.positions, Positions::Rotary { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::ModelInfo;

    #[test]
    fn a_divisor_of_its_own_is_written_as_a_root_if_it_is_one() {
        let formula = |divisor: f32| {
            let scores = Scores {
                divisor: Some(divisor),
                ..Scores::default()
            };
            scores.formula(0)
        };
        assert_eq!(formula(12f32.sqrt()), "√12");
        assert_eq!(formula(16.0), "16");
        assert_eq!(formula(2.5), "2.5");
    }

    #[test]
    fn a_trace_says_what_blocks_are_made_of_only_where_that_is_not_gpt_2s() {
        let json = |info: &ModelInfo| serde_json::to_value(info).expect("plain data");
        let gpt2 = ModelInfo::default();
        assert!(json(&gpt2).get("blocks").is_none());
        let llama = ModelInfo {
            blocks: Blocks {
                positions: Positions::rotary(5e5),
                norm: NormKind::Rms,
                gated_mlp: true,
                attention_bias: true,
                attention_out_bias: Some(false),
                mlp_bias: false,
                ..Blocks::default()
            },
            ..ModelInfo::default()
        };
        assert_eq!(json(&llama)["blocks"]["positions"]["rotary"]["theta"], 5e5);
        for info in [gpt2, llama] {
            let again: ModelInfo = serde_json::from_value(json(&info)).expect("just written");
            assert_eq!(again, info);
        }
    }

    #[test]
    fn what_scores_are_divided_by_is_said_as_it_is_computed() {
        let scores = |divisor, by_depth| Scores {
            divisor,
            by_depth,
            cap: None,
        };
        for (scores, layer, number, words) in [
            (scores(None, false), 2, 4.0, "√d_head"),
            (scores(None, true), 0, 4.0, "√d_head"),
            (scores(None, true), 2, 12.0, "3√d_head"),
            (scores(Some(1.0), false), 2, 1.0, "1"),
            (scores(Some(1.5), true), 1, 3.0, "3"),
        ] {
            let found = (scores.divisor(16, layer), scores.formula(layer));
            assert_eq!(found, (number, words.to_owned()), "{scores:?}, {layer}");
        }
        let gemma = Scores {
            cap: Some(50.0),
            ..scores(Some(16.0), false)
        };
        let words = gemma.formula_of("q·k", " ÷ ", 0);
        assert_eq!(words, "50 · tanh(q·k ÷ 16 ÷ 50)");
    }

    #[test]
    fn a_bound_is_never_passed_and_hardly_felt_far_below_it() {
        assert_eq!(capped(1e9, Some(30.0)), 30.0);
        assert!((capped(0.5, Some(30.0)) - 0.5).abs() < 1e-4);
        assert_eq!(capped(-7.5, None), -7.5);
    }

    #[test]
    fn what_is_read_is_named_by_where_norms_stand() {
        let blocks = |norm_place, branches| Blocks {
            norm_place,
            branches,
            ..Blocks::default()
        };
        for (place, branches, attention, mlp) in [
            (NormPlace::Before, Branches::InTurn, "ln1", "ln2"),
            (NormPlace::Around, Branches::InTurn, "ln1", "ln2"),
            (NormPlace::Before, Branches::OneNorm, "ln1", "ln1"),
            (
                NormPlace::Behind,
                Branches::InTurn,
                "resid_pre",
                "resid_mid",
            ),
        ] {
            let blocks = blocks(place, branches);
            let found = (blocks.read_by_attention(), blocks.read_by_mlp());
            assert_eq!(found, (attention, mlp), "{blocks:?}");
        }
    }
}
