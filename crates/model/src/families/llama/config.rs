//! What `config.json` says of a Llama, and of families that are built like it.

use logitscope_core::blocks::{Blocks, NormKind, NormPlace, Readout, Scores};
use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::ModelError;
use crate::config::{Config, Family};
use crate::families::fields::{
    activation, bad, end_tokens, epsilon, heads, layers, read, size, unsupported, width_of_heads,
};
use crate::families::rope;

/// The fields of `config.json` that matter here and in families that are built like this one; `null` counts as absent.
#[derive(Deserialize)]
pub(in crate::families) struct File {
    pub num_hidden_layers: Option<u64>,
    num_attention_heads: Option<u64>,
    num_key_value_heads: Option<u64>,
    hidden_size: Option<u64>,
    head_dim: Option<u64>,
    intermediate_size: Option<u64>,
    vocab_size: Option<u64>,
    pub max_position_embeddings: Option<u64>,
    rms_norm_eps: Option<f64>,
    pub hidden_act: Option<String>,
    pub hidden_activation: Option<String>,
    pub attention_bias: Option<bool>,
    mlp_bias: Option<bool>,
    tie_word_embeddings: Option<bool>,
    #[serde(flatten)]
    rope: rope::Fields,
    /// Absent and `null` are two things to Mistral.
    #[serde(default, deserialize_with = "said")]
    pub sliding_window: Option<Option<u64>>,
    pub use_sliding_window: Option<bool>,
    pub no_rope_layers: Option<Vec<u8>>,
    pub no_rope_layer_interval: Option<u32>,
    pub max_window_layers: Option<u32>,
    pub sliding_window_pattern: Option<u32>,
    pub query_pre_attn_scalar: Option<f64>,
    /// Absent and `null` are two things to Gemma 2.
    #[serde(default, deserialize_with = "said")]
    pub attn_logit_softcapping: Option<Option<f64>>,
    /// The same.
    #[serde(default, deserialize_with = "said")]
    pub final_logit_softcapping: Option<Option<f64>>,
    pub use_bidirectional_attention: Option<bool>,
    layer_types: Option<Vec<String>>,
    eos_token_id: Option<Value>,
}

impl File {
    /// The window of Qwen's files, which counts only where they say that it is used; by default in the blocks from the 29th on.
    pub fn window_if_used(&self) -> Option<Window> {
        let used = self.use_sliding_window == Some(true);
        let tokens = self.sliding_window.unwrap_or(Some(4096)).filter(|_| used);
        let from = self.max_window_layers.unwrap_or(28);
        tokens.map(|tokens| Window {
            tokens,
            of: Windowed::From(from),
        })
    }
}

/// What stands there, `null` too.
fn said<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// How far back tokens see in some blocks.
#[derive(Debug, Clone)]
pub(in crate::families) struct Window {
    /// Tokens, the own one included.
    pub tokens: u64,
    /// Which blocks have it, where the file does not say.
    pub of: Windowed,
}

/// Which blocks have a window.
#[derive(Debug, Clone)]
pub(in crate::families) enum Windowed {
    /// Those from this one on, 0-based.
    From(u32),
    /// All but the last of every so many.
    ButEvery(u32),
    /// Those that it says, block by block.
    Those(Vec<bool>),
}

impl Windowed {
    fn has(&self, layer: u32) -> bool {
        match self {
            Windowed::From(from) => layer >= *from,
            Windowed::ButEvery(every) => !(layer + 1).is_multiple_of(*every),
            Windowed::Those(blocks) => blocks.get(layer as usize) == Some(&true),
        }
    }
}

/// What a family has of its own that is built like Llama. Defaults are those of Transformers' configs.
pub(in crate::families) struct Own {
    pub family: Family,
    /// Heads of keys and values, where the file says nothing; `None` for as many as heads.
    pub n_kv_heads: Option<u64>,
    /// Width of a head, where the file says nothing; `None` for d_model in as many parts as there are heads.
    pub d_head: Option<u64>,
    pub n_positions: u64,
    /// Rotary positions.
    pub rope: rope::Usual,
    pub tied: bool,
    pub norm_eps: f64,
    pub norm_place: NormPlace,
    /// The key and the name of the MLP's activation, where it is not `hidden_act`.
    pub activation: Option<(&'static str, String)>,
    /// Whether queries, keys and values have biases, and the output projection of attention.
    pub biases: (bool, bool),
    /// Whether each head of queries and keys is normalised.
    pub qk_norm: bool,
    /// Whether they are normalised together.
    pub qk_norm_joint: bool,
    pub window: Option<Window>,
    /// Which blocks turn nothing; empty if all turn.
    pub unturned: Vec<bool>,
    pub scores: Scores,
    /// Whether embeddings are multiplied with √d_model.
    pub scaled_embedding: bool,
    /// What bounds the logits.
    pub logit_cap: Option<f32>,
}

impl Own {
    /// A family that differs from Llama in nothing.
    pub fn of(family: Family) -> Self {
        Own {
            family,
            n_kv_heads: None,
            d_head: None,
            n_positions: 2048,
            rope: rope::Usual::of(family),
            tied: false,
            norm_eps: 1e-6,
            norm_place: NormPlace::Before,
            activation: None,
            biases: (false, false),
            qk_norm: false,
            qk_norm_joint: false,
            window: None,
            unturned: Vec::new(),
            scores: Scores::default(),
            scaled_embedding: false,
            logit_cap: None,
        }
    }
}

/// Reads Llama's `config.json`; options that change the arithmetic are refused by name.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    if let Some(window) = file.sliding_window.flatten() {
        return Err(unsupported(Family::Llama, "sliding_window", window));
    }
    let bias = file.attention_bias.unwrap_or(false);
    let own = Own {
        biases: (bias, bias),
        ..Own::of(Family::Llama)
    };
    config_of(&file, &own)
}

/// The config of a family that is built like this one.
pub(in crate::families) fn config_of(file: &File, own: &Own) -> Result<Config, ModelError> {
    let d_model = size("hidden_size", file.hidden_size)?;
    let n_heads = heads("num_attention_heads", file.num_attention_heads)?;
    let groups = file.num_key_value_heads.or(own.n_kv_heads);
    let n_kv_heads = size("num_key_value_heads", groups.or(Some(n_heads.into())))?;
    let heads = ("num_attention_heads", n_heads);
    width_of_heads(heads, ("num_key_value_heads", n_kv_heads))?;
    // A width of its own need not divide anything.
    let usual = own.d_head.or(Some((d_model / n_heads).into()));
    let d_head = size("head_dim", file.head_dim.or(usual))?;
    if u64::from(n_heads) * u64::from(d_head) > 1 << 20 {
        return Err(bad(ConfigFault::Heads { n_heads, d_head }));
    }
    let n_positions = size(
        "max_position_embeddings",
        file.max_position_embeddings.or(Some(own.n_positions)),
    )?;
    let n_layers = layers("num_hidden_layers", file.num_hidden_layers)?;
    let (attention_bias, out_bias) = own.biases;
    let (key, named) = match &own.activation {
        Some((key, named)) => (*key, named.as_str()),
        None => ("hidden_act", file.hidden_act.as_deref().unwrap_or("silu")),
    };
    let activation = activation(own.family, (key, named), true)?;
    let rope = rope::read(&file.rope, &own.rope, d_head, n_positions)?;
    let blocks = Blocks {
        positions: rope.positions,
        norm: NormKind::Rms,
        norm_place: own.norm_place,
        gated_mlp: true,
        attention_bias,
        attention_out_bias: (out_bias != attention_bias).then_some(out_bias),
        mlp_bias: file.mlp_bias.unwrap_or(false),
        activation,
        qk_norm: own.qk_norm,
        qk_norm_joint: own.qk_norm_joint,
        scores: own.scores,
        embed_scale: own.scaled_embedding.then_some((d_model as f32).sqrt()),
        readout: Readout {
            cap: own.logit_cap,
            ..Readout::default()
        },
        ..Blocks::default()
    };
    Ok(Config {
        family: own.family,
        blocks,
        n_layers,
        n_heads,
        n_kv_heads,
        d_model,
        d_head,
        d_mlp: size("intermediate_size", file.intermediate_size)?,
        d_vocab: size("vocab_size", file.vocab_size)?,
        n_positions,
        n_ctx: n_positions,
        tied: file.tie_word_embeddings.unwrap_or(own.tied),
        norm_eps: epsilon("rms_norm_eps", file.rms_norm_eps.unwrap_or(own.norm_eps))?,
        windows: windows(file, own, n_layers)?,
        unturned: own.unturned.clone(),
        rope_divisors: rope.divisors,
        end_tokens: end_tokens(file.eos_token_id.as_ref()),
    })
}

/// How far back tokens see in each block. A list of the file goes before what is usual in the family.
fn windows(file: &File, own: &Own, n_layers: u32) -> Result<Vec<Option<u32>>, ModelError> {
    let types = file.layer_types.as_deref().unwrap_or_default();
    let window = own.window.as_ref();
    let known = |kind: &&String| {
        *kind == "full_attention" || window.is_some() && *kind == "sliding_attention"
    };
    if let Some(kind) = types.iter().find(|kind| !known(kind)) {
        return Err(bad(ConfigFault::OneOnly {
            key: "layer_types".into(),
            found: excerpt(kind),
            known: "full_attention".into(),
        }));
    }
    if file.layer_types.is_some() && types.len() != n_layers as usize {
        return Err(unsupported(
            own.family,
            "layer_types",
            format!("a list of {}", types.len()),
        ));
    }
    let Some(Window { tokens, of }) = window else {
        return Ok(Vec::new());
    };
    let tokens = size("sliding_window", Some(*tokens))?;
    let has_one = |layer: u32| match types.get(layer as usize) {
        Some(kind) => kind == "sliding_attention",
        None => of.has(layer),
    };
    let of_each = (0..n_layers).map(|layer| has_one(layer).then_some(tokens));
    Ok(of_each.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::blocks::Positions;

    fn parsed(more: &str) -> Config {
        let json = format!(
            r#"{{"num_hidden_layers":1,"num_attention_heads":6,"hidden_size":12,"intermediate_size":7,"vocab_size":5{more}}}"#
        );
        config(&json).expect("a usable config")
    }

    #[test]
    fn what_is_missing_is_what_transformers_takes_it_for() {
        let config = parsed("");
        assert_eq!(
            (config.n_kv_heads, config.d_head, config.n_ctx),
            (6, 2, 2048)
        );
        assert_eq!((config.norm_eps, config.end_tokens.len()), (1e-6, 0));
        let expected = Blocks {
            positions: Positions::rotary(10_000.0),
            norm: NormKind::Rms,
            gated_mlp: true,
            attention_bias: false,
            mlp_bias: false,
            ..Blocks::default()
        };
        assert_eq!((config.blocks, config.tied), (expected, false));
        let null = r#","num_key_value_heads":null,"head_dim":null,"rope_scaling":null,"sliding_window":null"#;
        assert_eq!(parsed(null), config);
    }

    #[test]
    fn theta_is_read_in_both_layouts_and_inside_goes_before_beside() {
        for (more, theta) in [
            (r#","rope_theta":500.0"#, 500.0),
            (
                r#","rope_theta":500,"rope_scaling":{"type":"default"}"#,
                500.0,
            ),
            (
                r#","rope_parameters":{"rope_type":"default","rope_theta":7e5}"#,
                7e5,
            ),
            (
                r#","rope_theta":2.0,"rope_parameters":{"rope_theta":3.0}"#,
                3.0,
            ),
        ] {
            assert_eq!(
                parsed(more).blocks.positions,
                Positions::rotary(theta),
                "{more}"
            );
        }
    }

    #[test]
    fn heads_have_a_width_of_their_own_and_a_text_may_end_in_several_ways() {
        let config = parsed(r#","head_dim":8,"num_key_value_heads":2,"eos_token_id":[3,4]"#);
        assert_eq!((config.d_q(), config.d_kv(), config.d_qkv()), (48, 16, 80));
        assert_eq!(config.end_tokens, [3, 4]);
    }
}
