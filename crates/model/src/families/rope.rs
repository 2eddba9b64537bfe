//! Rotary positions: what files say of them in either layout, and the table of cosines and sines.
//!
//! Formulas as in Transformers' `modeling_rope_utils.py` (5.24).

use std::borrow::Cow;
use std::collections::HashMap;
use std::f64::consts::PI;

use logitscope_core::blocks::{Positions, RopeScaling};
use logitscope_core::error::ConfigFault;
use logitscope_core::excerpt;
use logitscope_core::excerpt::json_error;
use serde::Deserialize;
use serde_json::Value;

use super::fields::{bad, unsupported};
use crate::ModelError;
use crate::backend::{Backend, pad4};
use crate::config::{Config, Family, Reach};

/// The fields of `config.json`.
#[derive(Deserialize)]
pub(super) struct Fields {
    rope_theta: Option<f64>,
    rope_scaling: Option<Rope>,
    rope_parameters: Option<Rope>,
    /// GPT-NeoX's name of `rope_theta`.
    rotary_emb_base: Option<f64>,
    partial_rotary_factor: Option<f64>,
    /// GPT-NeoX's name of `partial_rotary_factor`.
    rotary_pct: Option<f64>,
    /// θ of the blocks that have a window, in Gemma 3's files.
    rope_local_base_freq: Option<f64>,
    original_max_position_embeddings: Option<u32>,
}

/// What a family takes where its file says nothing.
pub(super) struct Usual {
    pub family: Family,
    /// θ.
    pub theta: f64,
    /// The part of a head that turns; `None` where all of it has to.
    pub partial: Option<f64>,
    /// θ of the blocks that have a window, where they have one of their own.
    pub local_theta: Option<f64>,
    /// The context of the first training.
    pub original: Option<u32>,
}

impl Usual {
    /// What most families take: all of a head turns, in every block alike.
    pub fn of(family: Family) -> Self {
        Usual {
            family,
            theta: 10_000.0,
            partial: None,
            local_theta: None,
            original: None,
        }
    }
}

/// What a file says of rotary positions.
pub(super) struct Found {
    pub positions: Positions,
    /// See [`Config::rope_divisors`].
    pub divisors: [Vec<f64>; 2],
}

/// Those of blocks that see everything, and of blocks that have a window.
const LAYER_TYPES: [&str; 2] = ["full_attention", "sliding_attention"];

/// `rope_scaling` (until Transformers 4) or `rope_parameters` (from 5 on).
#[derive(Deserialize, Default, Clone)]
struct Rope {
    rope_type: Option<String>,
    /// An older name of `rope_type`.
    r#type: Option<String>,
    rope_theta: Option<f64>,
    partial_rotary_factor: Option<f64>,
    original_max_position_embeddings: Option<u32>,
    truncate: Option<bool>,
    /// Numbers of scalings, or parameters of layer types.
    #[serde(flatten)]
    others: HashMap<String, Value>,
}

impl Rope {
    /// A number, if it is there. A text of digits is none.
    fn number(&self, key: &str) -> Result<Option<f64>, ModelError> {
        match self.others.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_f64().map(Some).ok_or_else(|| {
                bad(ConfigFault::Impossible {
                    key: key.into(),
                    value: excerpt(&value.to_string()),
                })
            }),
        }
    }

    /// The kind of scaling, by either name.
    fn kind(&self) -> Option<&str> {
        self.rope_type.as_deref().or(self.r#type.as_deref())
    }

    /// The type of layer that it has parameters of, if it has them by type.
    fn nested(&self) -> Option<&str> {
        let mut all = self.others.iter();
        all.find(|(_, value)| value.is_object())
            .map(|(key, _)| key.as_str())
    }

    /// The parameters of both [`LAYER_TYPES`], where they stand by type; `name` is the key of this dictionary.
    fn by_type(&self, name: &str) -> Result<[Rope; 2], ModelError> {
        if let Some(other) = self
            .others
            .keys()
            .find(|k| !LAYER_TYPES.contains(&k.as_str()))
        {
            return Err(bad(ConfigFault::RopeByLayer {
                key: name.into(),
                found: excerpt(other),
            }));
        }
        let of = |kind: &str| match self.others.get(kind) {
            None | Some(Value::Null) => Ok(Rope::default()),
            Some(value) => serde_json::from_value(value.clone()).map_err(|e| {
                bad(ConfigFault::Unreadable {
                    why: json_error(&e),
                })
            }),
        };
        let [full, sliding] = LAYER_TYPES;
        Ok([of(full)?, of(sliding)?])
    }

    /// A list of `len` numbers that has to be there, 0.001 to a million.
    fn list(&self, key: &str, len: usize) -> Result<Vec<f64>, ModelError> {
        let missing = || bad(ConfigFault::Missing { key: key.into() });
        let values = self.others.get(key).ok_or_else(missing)?;
        let numbers = values.as_array().map(Vec::as_slice).unwrap_or_default();
        if numbers.len() != len {
            return Err(bad(ConfigFault::Impossible {
                key: key.into(),
                value: excerpt(&values.to_string()),
            }));
        }
        let number = |value: &Value| {
            let number = value.as_f64().unwrap_or(f64::NAN);
            possible(key, number, (1e-3..=1e6).contains(&number))
        };
        numbers.iter().map(number).collect()
    }

    /// A number that has to be there, `low` at least.
    fn needed(&self, key: &str, low: f64) -> Result<f64, ModelError> {
        let value = self
            .number(key)?
            .ok_or_else(|| bad(ConfigFault::Missing { key: key.into() }))?;
        possible(key, value, value >= low)
    }
}

fn possible(key: &str, value: f64, is: bool) -> Result<f64, ModelError> {
    match value.is_finite() && is {
        true => Ok(value),
        false => Err(bad(ConfigFault::Impossible {
            key: key.into(),
            value: value.to_string(),
        })),
    }
}

/// The rotary positions. What is said inside a dictionary goes before what is said beside it.
pub(super) fn read(
    file: &Fields,
    usual: &Usual,
    d_head: u32,
    n_positions: u32,
) -> Result<Found, ModelError> {
    let mut local = usual.local_theta;
    if local.is_some() {
        local = file.rope_local_base_freq.or(local);
    }
    let mut theta = file.rope_theta.or(file.rotary_emb_base);
    let mut partial = file.partial_rotary_factor.or(file.rotary_pct);
    let mut scaled = None;
    for (name, rope) in [
        ("rope_scaling", &file.rope_scaling),
        ("rope_parameters", &file.rope_parameters),
    ] {
        let Some(rope) = rope else { continue };
        let mut rope = Cow::Borrowed(rope);
        if let Some(nested) = rope.nested() {
            if local.is_none() {
                return Err(bad(ConfigFault::RopeByLayer {
                    key: name.into(),
                    found: excerpt(nested),
                }));
            }
            let [full, sliding] = rope.by_type(name)?;
            let kind = sliding.kind().filter(|kind| *kind != "default");
            if let Some(kind) = kind {
                return Err(bad(ConfigFault::RopeType {
                    key: format!("{name}.{}", LAYER_TYPES[1]),
                    found: excerpt(kind),
                }));
            }
            local = sliding.rope_theta.or(local);
            rope = Cow::Owned(full);
        }
        theta = rope.rope_theta.or(theta);
        partial = rope.partial_rotary_factor.or(partial);
        if rope.kind().is_some() {
            scaled = Some((name, rope));
        }
    }
    let d_turned = d_turned(partial, usual, d_head)?;
    let theta = theta.unwrap_or(usual.theta);
    let theta = possible("rope_theta", theta, theta > 1.0)?;
    if let Some(local) = local {
        possible("rope_local_base_freq", local, local > 1.0)?;
    }
    let mut divisors = [Vec::new(), Vec::new()];
    let scaling = match &scaled {
        Some((name, rope)) => {
            let context = (original(file, rope, usual, n_positions), n_positions);
            let scaling = scaling((name, rope), usual, (theta, d_turned), context)?;
            if let Some(RopeScaling::Longrope { original, .. }) = scaling {
                let list = |key| rope.list(key, d_turned as usize / 2);
                divisors[0] = list("short_factor")?;
                if n_positions > original {
                    divisors[1] = list("long_factor")?;
                }
            }
            scaling
        }
        None => None,
    };
    let positions = Positions::Rotary {
        theta,
        scaling,
        turned: (d_turned != d_head).then_some(d_turned),
        local_theta: local,
    };
    Ok(Found {
        positions,
        divisors,
    })
}

/// The context of the first training.
fn original(file: &Fields, rope: &Rope, usual: &Usual, n_positions: u32) -> u32 {
    let beside = file.original_max_position_embeddings.or(usual.original);
    let original = beside.or(rope.original_max_position_embeddings);
    original.unwrap_or(n_positions).max(1)
}

/// How many components of a head turn.
fn d_turned(partial: Option<f64>, usual: &Usual, d_head: u32) -> Result<u32, ModelError> {
    let key = "partial_rotary_factor";
    let part = partial.or(usual.partial).unwrap_or(1.0);
    if usual.partial.is_none() && part != 1.0 {
        return Err(unsupported(usual.family, key, part));
    }
    let part = possible(key, part, part > 0.0 && part <= 1.0)?;
    match (f64::from(d_head) * part) as u32 {
        d_turned if d_turned > 0 && d_turned.is_multiple_of(2) => Ok(d_turned),
        _ if part == 1.0 => Err(bad(ConfigFault::OddHead { d_head })),
        _ => Err(unsupported(usual.family, key, part)),
    }
}

fn scaling(
    (name, rope): (&str, &Rope),
    usual: &Usual,
    (theta, d_turned): (f64, u32),
    (original, n_positions): (u32, u32),
) -> Result<Option<RopeScaling>, ModelError> {
    let kind = match rope.kind().unwrap_or_default() {
        // Earlier names in Phi-3's files.
        "su" | "yarn" if usual.family == Family::Phi3 => "longrope",
        kind => kind,
    };
    Ok(match kind {
        "default" => None,
        "dynamic" => Some(RopeScaling::Dynamic {
            factor: rope.needed("factor", 1.0)?,
            original: n_positions,
        }),
        "linear" => Some(RopeScaling::Linear {
            factor: rope.needed("factor", 1.0)?,
        }),
        "llama3" => {
            let low = rope.needed("low_freq_factor", f64::MIN_POSITIVE)?;
            let high = rope.needed("high_freq_factor", f64::MIN_POSITIVE)?;
            Some(RopeScaling::Llama3 {
                factor: rope.needed("factor", 1.0)?,
                low,
                high: possible("high_freq_factor", high, high > low)?,
                original,
            })
        }
        "longrope" => Some(longrope(rope, original, n_positions)?),
        "yarn" => Some(yarn(rope, (theta, d_turned), original, n_positions)?),
        other => {
            return Err(bad(ConfigFault::RopeType {
                key: name.into(),
                found: excerpt(other),
            }));
        }
    })
}

fn longrope(rope: &Rope, original: u32, n_positions: u32) -> Result<RopeScaling, ModelError> {
    let longer = f64::from(n_positions) / f64::from(original);
    let factor = rope.number("factor")?.unwrap_or(longer);
    let factor = possible("factor", factor, factor > 0.0)?;
    let usual = match factor > 1.0 {
        true => (1.0 + factor.ln() / f64::from(original).ln()).sqrt(),
        false => 1.0,
    };
    let attention = rope.number("attention_factor")?.unwrap_or(usual);
    let in_range = (1e-3..=1e3).contains(&attention);
    let attention = possible("attention_factor", attention, in_range)?;
    Ok(RopeScaling::Longrope {
        attention,
        original,
    })
}

fn yarn(
    rope: &Rope,
    (theta, d_turned): (f64, u32),
    original: u32,
    n_positions: u32,
) -> Result<RopeScaling, ModelError> {
    let longer = f64::from(n_positions) / f64::from(original);
    let factor = rope.number("factor")?.unwrap_or(longer);
    let factor = possible("factor", factor, factor >= 1.0)?;
    let m = |scale: f64| match factor > 1.0 {
        true => 0.1 * scale * factor.ln() + 1.0,
        false => 1.0,
    };
    let of_file = rope.number("attention_factor")?;
    let attention = match (rope.number("mscale")?, rope.number("mscale_all_dim")?) {
        _ if of_file.is_some() => of_file.unwrap_or(1.0),
        (Some(scale), Some(all)) if scale != 0.0 && all != 0.0 => m(scale) / m(all),
        _ => m(1.0),
    };
    let in_range = (1e-3..=1e3).contains(&attention);
    let attention = possible("attention_factor", attention, in_range)?;
    let d = f64::from(d_turned);
    let pair =
        |turns: f64| d * (f64::from(original) / (turns * 2.0 * PI)).ln() / (2.0 * theta.ln());
    let turns = |key, usual: f64| {
        let turns = rope.number(key)?.unwrap_or(usual);
        possible(key, turns, turns > 0.0)
    };
    let (mut from, mut to) = (
        pair(turns("beta_fast", 32.0)?),
        pair(turns("beta_slow", 1.0)?),
    );
    if rope.truncate != Some(false) {
        (from, to) = (from.floor(), to.ceil());
    }
    let (from, mut to) = (from.max(0.0), to.min(d - 1.0));
    if from == to {
        to += 0.001;
    }
    Ok(RopeScaling::Yarn {
        factor,
        from,
        to,
        attention,
    })
}

/// The tensor that holds what frequencies are divided by, `[d_turned / 2]`.
pub(crate) const DIVISORS: &str = "rope_freqs.weight";
/// That of longrope, for texts of the first training's length.
pub(crate) const SHORT_FACTORS: &str = "rope_factors_short.weight";
/// For longer ones.
pub(crate) const LONG_FACTORS: &str = "rope_factors_long.weight";

/// Which of these the model needs, for texts within the first context and beyond it: none where nothing is divided, or the config has the numbers.
pub(crate) fn divisors_tensors(config: &Config) -> &'static [&'static str] {
    match config.scaling() {
        Some(RopeScaling::Divided) => &[DIVISORS],
        Some(RopeScaling::Longrope { original, .. }) if config.rope_divisors[0].is_empty() => {
            match config.n_positions > original {
                true => &[SHORT_FACTORS, LONG_FACTORS],
                false => &[SHORT_FACTORS],
            }
        }
        _ => &[],
    }
}

/// By how much each pair of a head turns from a position to the next, in radians, `[d_turned / 2]`; and what cosines and sines are multiplied
/// with. `divisors` are those of [`RopeScaling::Divided`] and [`RopeScaling::Longrope`].
fn frequencies(
    d_turned: u32,
    theta: f64,
    scaling: Option<&RopeScaling>,
    divisors: &[f64],
    reach: Reach,
) -> (Vec<f32>, f32) {
    let half = d_turned / 2;
    let d = f64::from(d_turned);
    let theta = match (scaling, reach) {
        (Some(RopeScaling::Dynamic { factor, original }), Reach::To(n_tokens)) => {
            let longer = f64::from(n_tokens) / f64::from(*original);
            theta * (factor * longer - (factor - 1.0)).powf(d / (d - 2.0))
        }
        _ => theta,
    };
    let plain = |j: u32| 1.0 / theta.powf(2.0 * f64::from(j) / d);
    let scaled = |j: u32| {
        let f = plain(j) / divisors.get(j as usize).unwrap_or(&1.0);
        match scaling {
            None
            | Some(
                RopeScaling::Divided | RopeScaling::Longrope { .. } | RopeScaling::Dynamic { .. },
            ) => f,
            Some(RopeScaling::Linear { factor }) => f / factor,
            Some(RopeScaling::Llama3 {
                factor,
                low,
                high,
                original,
            }) => {
                let turns = f64::from(*original) * f / (2.0 * PI);
                let part = ((turns - low) / (high - low)).clamp(0.0, 1.0);
                (1.0 - part) * f / factor + part * f
            }
            Some(RopeScaling::Yarn {
                factor, from, to, ..
            }) => {
                let part = ((f64::from(j) - from) / (to - from)).clamp(0.0, 1.0);
                part * f / factor + (1.0 - part) * f
            }
        }
    };
    let attention = match scaling {
        Some(RopeScaling::Yarn { attention, .. } | RopeScaling::Longrope { attention, .. }) => {
            *attention as f32
        }
        _ => 1.0,
    };
    ((0..half).map(|j| scaled(j) as f32).collect(), attention)
}

/// The tables of a model: cosines and sines by position.
pub(super) struct Tables<B: Backend> {
    turns: B::Tensor,
    /// With the divisors of the file.
    config: Config,
    /// Those of some blocks, where these have others, and which blocks have them.
    others: Option<(B::Tensor, Vec<bool>)>,
}

/// How many tables of turns a model has.
pub fn n_tables(config: &Config) -> u64 {
    match config.blocks.positions {
        Positions::Rotary {
            local_theta: Some(_),
            ..
        } => 2,
        Positions::Rotary { .. } if config.unturned.contains(&true) => 2,
        Positions::Rotary { .. } => 1,
        _ => 0,
    }
}

impl<B: Backend> Tables<B> {
    /// Makes them on `backend`, for texts within the first context. Without rotary positions they turn nothing. `divisors`, each `[d_turned / 2]`,
    /// are those of [`divisors_tensors`]; none where the config has them.
    pub fn new(
        config: &Config,
        backend: &mut B,
        divisors: Vec<Vec<f32>>,
    ) -> Result<Self, ModelError> {
        let config = with_divisors(config, divisors);
        let (n_ctx, d_turned) = (config.n_ctx, config.d_turned());
        let mut tables = Tables {
            turns: backend.tensor("rotary", n_ctx, d_turned)?,
            others: None,
            config,
        };
        tables.turn(backend, Reach::Within)?;
        if let Some((values, which)) = others(&tables.config) {
            let table = backend.tensor("other rotary", n_ctx, d_turned)?;
            backend.write(&table, &values)?;
            tables.others = Some((table, which));
        }
        Ok(tables)
    }

    /// Writes those of texts that reach so far. Blocks with tables of their own keep them.
    pub fn turn(&self, backend: &mut B, reach: Reach) -> Result<(), ModelError> {
        match turns(&self.config, reach) {
            Some(table) => backend.write(&self.turns, &table),
            None => Ok(()),
        }
    }

    /// Those of block `layer`, 0-based.
    pub fn of(&self, layer: usize) -> &B::Tensor {
        match &self.others {
            Some((table, others)) if others.get(layer) == Some(&true) => table,
            _ => &self.turns,
        }
    }
}

/// The same with the divisors that the file has, if it has some.
fn with_divisors(config: &Config, of_file: Vec<Vec<f32>>) -> Config {
    let mut config = config.clone();
    for (own, of_file) in config.rope_divisors.iter_mut().zip(of_file) {
        *own = of_file.into_iter().map(f64::from).collect();
    }
    config
}

/// Those of texts that reach so far; `None` without rotary positions.
fn turns(config: &Config, reach: Reach) -> Option<Vec<f32>> {
    match config.blocks.positions {
        Positions::Rotary { theta, scaling, .. } => {
            Some(table(config, theta, scaling.as_ref(), reach))
        }
        Positions::Learned => None,
    }
}

/// The cosines and the sines that turn the pairs of a head, `[n_ctx, d_turned]`, for texts of one length `[tokens, d_turned]`; rows padded to four.
/// As Transformers does, angles are rounded to f32. Where nothing is scaled, nothing is divided.
fn table(config: &Config, theta: f64, scaling: Option<&RopeScaling>, reach: Reach) -> Vec<f32> {
    let half = config.d_turned() as usize / 2;
    let stride = pad4(config.d_turned()) as usize;
    let [within, beyond] = &config.rope_divisors;
    let divisors: &[f64] = match (scaling, reach) {
        (None, _) => &[],
        (_, Reach::Beyond) => beyond,
        _ => within,
    };
    let (frequencies, attention) = frequencies(config.d_turned(), theta, scaling, divisors, reach);
    let rows = match reach {
        Reach::To(n_tokens) => n_tokens.min(config.n_ctx),
        _ => config.n_ctx,
    };
    let mut table = vec![0.0; rows as usize * stride];
    for (position, row) in table.chunks_exact_mut(stride).enumerate() {
        for (j, frequency) in frequencies.iter().enumerate() {
            let angle = f64::from(position as f32 * frequency);
            row[j] = angle.cos() as f32 * attention;
            row[half + j] = angle.sin() as f32 * attention;
        }
    }
    table
}

/// The table of the blocks that have their own, whatever the text, and which these are.
fn others(config: &Config) -> Option<(Vec<f32>, Vec<bool>)> {
    match config.blocks.positions {
        Positions::Rotary { .. } if config.unturned.contains(&true) => {
            Some((still(config), config.unturned.clone()))
        }
        Positions::Rotary {
            local_theta: Some(theta),
            ..
        } => {
            let windowed = config.windows.iter().map(Option::is_some);
            let table = table(config, theta, None, Reach::Within);
            Some((table, windowed.collect()))
        }
        _ => None,
    }
}

/// A table that turns nothing.
fn still(config: &Config) -> Vec<f32> {
    let half = config.d_turned() as usize / 2;
    let stride = pad4(config.d_turned()) as usize;
    let mut table = vec![0.0; config.n_ctx as usize * stride];
    for row in table.chunks_exact_mut(stride) {
        row[..half].fill(1.0);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pair_turns_by_a_radian_a_position() {
        let json = r#"{"model_type":"llama","num_hidden_layers":1,"num_attention_heads":6,"hidden_size":12,"intermediate_size":7,
            "vocab_size":5,"head_dim":4,"max_position_embeddings":3}"#;
        let config = Config::from_json(json).expect("a usable config");
        let table = table(&config, 10_000.0, None, Reach::Within);
        // Pair 1 turns by 10,000^(−2/4) = 0.01.
        for (position, row) in table.chunks_exact(4).enumerate() {
            let (first, second) = (position as f64, position as f64 * 0.01);
            let want = [first.cos(), second.cos(), first.sin(), second.sin()];
            for (got, want) in row.iter().zip(want) {
                assert!((f64::from(*got) - want).abs() < 1e-7, "{position}: {row:?}");
            }
        }
    }

    #[test]
    fn the_scaling_of_llama_3_leaves_fast_pairs_and_slows_slow_ones() {
        let scaling = RopeScaling::Llama3 {
            factor: 8.0,
            low: 1.0,
            high: 4.0,
            original: 8192,
        };
        let of = |scaling| frequencies(128, 500_000.0, scaling, &[], Reach::Within);
        let (scaled, attention) = of(Some(&scaling));
        let (plain, _) = of(None);
        assert_eq!((scaled[0], attention), (plain[0], 1.0));
        assert!((plain[63] / scaled[63] - 8.0).abs() < 1e-5);
        // Between them: λ = 2π·500,000^(2·30/128) = 2,953 is 2.774 turns of 8,192.
        let part = (8192.0 / (2.0 * PI * 500_000f64.powf(60.0 / 128.0)) - 1.0) / 3.0;
        let want = f64::from(plain[30]) * ((1.0 - part) / 8.0 + part);
        assert!((f64::from(scaled[30]) / want - 1.0).abs() < 1e-6);
    }
}
