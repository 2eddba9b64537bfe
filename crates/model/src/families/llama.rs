//! Llama (Touvron et al. 2023, arXiv:2302.13971): config, weights, block, model.
//!
//! Unlike GPT-2: RMS norms, rotary positions, heads that share keys and values (Ainslie et al. 2023, arXiv:2305.13245), a gated MLP,
//! biases that are mostly absent, and a head that may have weights of its own.

pub(super) mod config;

use logitscope_core::blocks::{Blocks, NormPlace};
use logitscope_core::inspection::Matrix;

use super::embeddings::{self, Embeddings};
use super::network::{Kept, Network, Table};
use super::parts::Parts;
use super::rope;
use crate::ModelError;
use crate::backend::{Backend, HeadNorm, Linear};
use crate::checkpoint::weight_spec::{HostCopy, Order, WeightSpec};
use crate::config::{Config, Family, Reach};
use crate::plan::{Plan, Width, Workspace};

/// The embedding and the unembedding in the checkpoint.
const EMBEDDINGS: [&str; 2] = ["embed_tokens", "lm_head"];

/// The norms of a block in the checkpoint, without `.weight`: before attention, behind it, before the MLP, behind it.
fn norms(place: NormPlace) -> [Option<&'static str>; 4] {
    let (first, second) = ("input_layernorm", "post_attention_layernorm");
    let (before_mlp, behind_mlp) = ("pre_feedforward_layernorm", "post_feedforward_layernorm");
    match place {
        NormPlace::Before => [Some(first), None, Some(second), None],
        NormPlace::Behind => [None, Some(second), None, Some(behind_mlp)],
        NormPlace::Around => [first, second, before_mlp, behind_mlp].map(Some),
    }
}

/// The weights of a model of these sizes, by the names of its checkpoint without `model.`.
pub(crate) fn weights(config: &Config) -> Vec<WeightSpec> {
    let (d, m) = (config.d_model, config.d_mlp);
    let (d_q, d_kv) = (config.d_q(), config.d_kv());
    let matrix =
        |name: String, d_in, d_out| WeightSpec::matrix(name, d_in, d_out, Order::Transposed);
    let mut all = embeddings::weights(config, EMBEDDINGS);
    let gain = |name: String, width| {
        WeightSpec::vector(name, width).stored_above_one(config.gains_above_one())
    };
    let fused = config.family == Family::Phi3;
    all.push(gain("norm.weight".into(), d).also(HostCopy::FinalGain));
    for tensor in rope::divisors_tensors(config) {
        all.push(WeightSpec::divisors(*tensor, config.d_turned() / 2));
    }
    for l in 0..config.n_layers {
        let name = |part: &str| format!("layers.{l}.{part}");
        let attention = [("q", d_q), ("k", d_kv), ("v", d_kv)]
            .map(|(x, width)| (name(&format!("self_attn.{x}_proj")), width));
        let mlp = ["gate", "up"].map(|x| name(&format!("mlp.{x}_proj")));
        let weights_of =
            |(part, width): &(String, u32)| matrix(format!("{part}.weight"), d, *width);
        let biases_of =
            |(part, width): &(String, u32)| WeightSpec::vector(format!("{part}.bias"), *width);
        let [qkv, gate_up] = ["qkv.weight", "gate_up.weight"].map(name);
        let (qkv, gate_up) = match fused {
            true => {
                let stored = ["self_attn.qkv_proj.weight", "mlp.gate_up_proj.weight"];
                let [stored_qkv, stored_gate_up] = stored.map(name);
                let widths = [d_q, d_kv, d_kv].map(|width| width as usize);
                let qkv = matrix(qkv, d, d_q + 2 * d_kv).in_parts_of(&widths);
                let gate_up = matrix(gate_up, d, 2 * m).in_turn(2);
                (
                    qkv.stored_as(&stored_qkv),
                    gate_up.stored_as(&stored_gate_up),
                )
            }
            false => {
                let of_mlp = |part: &String| matrix(format!("{part}.weight"), d, m);
                (
                    WeightSpec::side_by_side(qkv, attention.iter().map(weights_of).collect()),
                    WeightSpec::interleaved(gate_up, mlp.iter().map(of_mlp).collect()),
                )
            }
        };
        all.extend([
            qkv,
            matrix(name("self_attn.o_proj.weight"), d_q, d),
            gate_up,
            matrix(name("mlp.down_proj.weight"), m, d),
        ]);
        let hosts = [
            None,
            Some(HostCopy::AttentionGain(l)),
            None,
            Some(HostCopy::MlpGain(l)),
        ];
        for (norm, host) in norms(config.blocks.norm_place).into_iter().zip(hosts) {
            let Some(norm) = norm else { continue };
            let gain = gain(name(&format!("{norm}.weight")), d);
            all.push(WeightSpec { host, ..gain });
        }
        if config.blocks.qk_norm {
            let named = ["q", "k"].map(|x| name(&format!("self_attn.{x}_norm.weight")));
            let widths = config.qk_norm_widths();
            all.extend(
                named
                    .into_iter()
                    .zip(widths)
                    .map(|(x, width)| gain(x, width)),
            );
        }
        if config.blocks.attention_bias {
            let biases = attention.iter().map(biases_of).collect();
            all.push(WeightSpec::side_by_side(name("qkv.bias"), biases));
        }
        if config.blocks.has_out_bias() {
            all.push(WeightSpec::vector(name("self_attn.o_proj.bias"), d));
        }
        if config.blocks.mlp_bias {
            let biases = mlp
                .iter()
                .map(|part| WeightSpec::vector(format!("{part}.bias"), m));
            all.push(WeightSpec::interleaved(
                name("gate_up.bias"),
                biases.collect(),
            ));
            all.push(WeightSpec::vector(name("mlp.down_proj.bias"), d));
        }
    }
    all
}

/// All weights.
pub struct Weights<B: Backend> {
    /// Embedding and unembedding.
    embeddings: Embeddings<B>,
    /// Cosines and sines by position.
    rotary: rope::Tables<B>,
    /// The blocks, first to last.
    blocks: Vec<Block<B>>,
    /// γ of the final norm.
    ln_final: B::Vector,
}

/// The weights of one transformer block.
struct Block<B: Backend> {
    /// γ of the norm before attention, if there is one.
    ln1: Option<B::Vector>,
    /// `q_proj`, `k_proj`, `v_proj` side by side, each section padded to four columns.
    qkv: Linear<B>,
    /// The norms of queries and of keys, if they have some.
    qk_norms: Option<[HeadNorm<B>; 2]>,
    /// `o_proj`.
    attn_proj: Linear<B>,
    /// γ of the norm behind attention, if there is one.
    behind_attn: Option<B::Vector>,
    /// γ of the norm before the MLP, if there is one.
    ln2: Option<B::Vector>,
    /// `gate_proj` and `up_proj`, whose columns take turns.
    gate_up: Linear<B>,
    /// `down_proj`.
    mlp_proj: Linear<B>,
    /// γ of the norm behind the MLP, if there is one.
    behind_mlp: Option<B::Vector>,
}

impl<B: Backend> Weights<B> {
    /// Puts the weights in their places.
    pub(crate) fn assemble(
        config: &Config,
        backend: &mut B,
        mut parts: Parts<B>,
    ) -> Result<Self, ModelError> {
        let Blocks {
            attention_bias,
            mlp_bias,
            norm_place,
            ..
        } = config.blocks;
        let out_bias = config.blocks.has_out_bias();
        let mut block = |layer: u32| {
            let name = |part: &str| format!("layers.{layer}.{part}");
            let of_heads = ["self_attn.q_norm", "self_attn.k_norm"].map(name);
            let qk_norms = parts.qk_norms(&config.blocks, of_heads)?;
            let mut norm = |norm: Option<&str>| {
                let gain = norm.map(|norm| parts.vector(&name(&format!("{norm}.weight"))));
                gain.transpose()
            };
            let [ln1, behind_attn, ln2, behind_mlp] = norms(norm_place);
            Ok(Block {
                qk_norms,
                ln1: norm(ln1)?,
                behind_attn: norm(behind_attn)?,
                ln2: norm(ln2)?,
                behind_mlp: norm(behind_mlp)?,
                qkv: parts.linear(&name("qkv"), attention_bias)?,
                attn_proj: parts.linear(&name("self_attn.o_proj"), out_bias)?,
                gate_up: parts.linear(&name("gate_up"), mlp_bias)?,
                mlp_proj: parts.linear(&name("mlp.down_proj"), mlp_bias)?,
            })
        };
        let blocks = (0..config.n_layers).map(&mut block);
        let blocks = blocks.collect::<Result<_, ModelError>>()?;
        let divisors = rope::divisors_tensors(config).iter();
        let divisors = divisors.map(|tensor| parts.divisors(tensor));
        let divisors = divisors.collect::<Result<_, ModelError>>()?;
        Ok(Weights {
            blocks,
            rotary: rope::Tables::new(config, backend, divisors)?,
            embeddings: Embeddings::assemble(config, &mut parts, EMBEDDINGS)?,
            ln_final: parts.vector("norm.weight")?,
        })
    }
}

/// Adds a product to the residual stream, normalised first if there is a gain. The product and what is added have these names.
fn write<B: Backend>(
    p: &mut Plan<'_, B>,
    names: [&'static str; 2],
    (x, linear): (&B::Tensor, &Linear<B>),
    gain: Option<&B::Vector>,
    resid: &B::Tensor,
) -> Result<(), ModelError> {
    match gain {
        Some(gain) => p.linear_normed_add(names, x, linear, gain, resid),
        None => p.linear_add(names[1], x, linear, resid),
    }
}

impl<B: Backend> Network<B> for Weights<B> {
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError> {
        p.embed(self.embeddings.table(Table::Embedding), &ws.resid)
    }

    fn block(
        &self,
        p: &mut Plan<'_, B>,
        layer: usize,
        ws: &Workspace<B>,
        kept: Kept<'_, B>,
    ) -> Result<(), ModelError> {
        let block = &self.blocks[layer];
        p.name("resid_pre", Width::Model, &ws.resid)?;
        let x = match &block.ln1 {
            Some(ln1) => {
                p.rms_norm(&ws.resid, ln1, Some(kept.resid_pre), &ws.normed)?;
                p.name("ln1", Width::Model, &ws.normed)?;
                &ws.normed
            }
            None => {
                p.keep(&ws.resid, kept.resid_pre)?;
                &ws.resid
            }
        };
        let (norms, turns) = (block.qk_norms.as_ref(), self.rotary.of(layer));
        p.qkv_rotary(x, &block.qkv, norms, turns, kept.cache, &ws.q)?;
        p.attend(&ws.q, kept.cache, &ws.z)?;
        let names = ["attn_proj", "attn_out"];
        write(
            p,
            names,
            (&ws.z, &block.attn_proj),
            block.behind_attn.as_ref(),
            &ws.resid,
        )?;
        p.name("resid_mid", Width::Model, &ws.resid)?;
        let x = match &block.ln2 {
            Some(ln2) => {
                p.rms_norm(&ws.resid, ln2, None, &ws.normed)?;
                p.name("ln2", Width::Model, &ws.normed)?;
                &ws.normed
            }
            None => &ws.resid,
        };
        p.linear_gated(x, &block.gate_up, &ws.mlp)?;
        let names = ["mlp_proj", "mlp_out"];
        write(
            p,
            names,
            (&ws.mlp, &block.mlp_proj),
            block.behind_mlp.as_ref(),
            &ws.resid,
        )?;
        p.name("resid_post", Width::Model, &ws.resid)
    }

    fn turn(&self, backend: &mut B, reach: Reach) -> Result<(), ModelError> {
        self.rotary.turn(backend, reach)
    }

    fn final_norm(
        &self,
        p: &mut Plan<'_, B>,
        ws: &Workspace<B>,
        keep: Option<&B::Tensor>,
    ) -> Result<(), ModelError> {
        p.rms_norm(&ws.resid, &self.ln_final, keep, &ws.normed)?;
        p.name("ln_final", Width::Model, &ws.normed)
    }

    fn table(&self, table: Table) -> &B::Matrix {
        self.embeddings.table(table)
    }

    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>> {
        let block = self.blocks.get(layer)?;
        Some(match matrix {
            Matrix::Query | Matrix::Key | Matrix::Value => &block.qkv,
            Matrix::AttentionOut => &block.attn_proj,
            Matrix::MlpGate | Matrix::MlpIn => &block.gate_up,
            Matrix::MlpOut => &block.mlp_proj,
        })
    }
}
