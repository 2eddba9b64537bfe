//! The weights of a model as a `.gguf` file has them: under other names, and where its converter rearranged them, in another order.
//!
//! Source: llama.cpp's `convert_hf_to_gguf.py` and gguf-py's `tensor_mapping.py`.

use std::collections::HashSet;

use super::architecture::Architecture;
use crate::checkpoint::weight_spec::{Order, Role, Section, WeightSpec};
use crate::config::Config;

/// The names of layers outside the blocks, and what they are here.
const OUTSIDE: [(&str, &str); 10] = [
    ("embed_tokens", "token_embd"),
    ("wte", "token_embd"),
    ("embed_in", "token_embd"),
    ("wpe", "position_embd"),
    ("norm", "output_norm"),
    ("ln_f", "output_norm"),
    ("final_layer_norm", "output_norm"),
    ("final_layernorm", "output_norm"),
    ("lm_head", "output"),
    ("embed_out", "output"),
];

/// The names of layers in a block.
const IN_BLOCKS: [(&str, &str); 28] = [
    ("input_layernorm", "attn_norm"),
    ("self_attn.q_proj", "attn_q"),
    ("self_attn.k_proj", "attn_k"),
    ("self_attn.v_proj", "attn_v"),
    ("self_attn.o_proj", "attn_output"),
    ("self_attn.q_norm", "attn_q_norm"),
    ("self_attn.k_norm", "attn_k_norm"),
    ("self_attn.qkv_proj", "attn_qkv"),
    ("self_attn.dense", "attn_output"),
    ("post_attention_layernorm", "ffn_norm"),
    ("pre_feedforward_layernorm", "ffn_norm"),
    ("post_feedforward_layernorm", "post_ffw_norm"),
    ("mlp.gate_up_proj", "ffn_up"),
    ("mlp.fc1", "ffn_up"),
    ("mlp.fc2", "ffn_down"),
    ("mlp.gate_proj", "ffn_gate"),
    ("mlp.up_proj", "ffn_up"),
    ("mlp.down_proj", "ffn_down"),
    ("ln_1", "attn_norm"),
    ("attn.c_attn", "attn_qkv"),
    ("attn.c_proj", "attn_output"),
    ("ln_2", "ffn_norm"),
    ("mlp.c_fc", "ffn_up"),
    ("mlp.c_proj", "ffn_down"),
    ("attention.query_key_value", "attn_qkv"),
    ("attention.dense", "attn_output"),
    ("mlp.dense_h_to_4h", "ffn_up"),
    ("mlp.dense_4h_to_h", "ffn_down"),
];

/// The weights of a model of this architecture, in a file with tensors of these names.
pub(super) fn weights(
    architecture: Architecture,
    config: &Config,
    names: &HashSet<&str>,
) -> Vec<WeightSpec> {
    let fused = architecture == Architecture::Phi2 && names.contains("blk.0.attn_qkv.weight");
    let behind = config.blocks.has_norms_behind();
    let arranged = |mut weight: WeightSpec| {
        let role = weight.role;
        let sections = weight.sections.into_iter();
        weight.sections = sections
            .flat_map(|section| match fused {
                true => vec![joined(config, section)],
                false => arranged(architecture, config, role, section),
            })
            .collect();
        for section in &mut weight.sections {
            section.tensor = renamed(&section.tensor, behind);
        }
        // The converter has added the 1.
        weight.above_one = false;
        weight
    };
    config.weights().into_iter().map(arranged).collect()
}

/// The name of a tensor here. `behind` is whether what attention and the MLP write is normalised: then a norm that others have before the MLP
/// stands behind attention.
fn renamed(name: &str, behind: bool) -> String {
    let (layer, suffix) = name.rsplit_once('.').unwrap_or((name, ""));
    let find = |table: &[(&str, &'static str)], part: &str| {
        let found = table.iter().find(|(own, _)| *own == part);
        found.map(|(_, here)| *here)
    };
    let in_block = layer
        .strip_prefix("layers.")
        .or_else(|| layer.strip_prefix("h."))
        .and_then(|rest| rest.split_once('.'));
    let here = match in_block {
        Some((nth, "post_attention_layernorm")) if behind => {
            Some(format!("blk.{nth}.post_attention_norm"))
        }
        Some((nth, part)) => find(&IN_BLOCKS, part).map(|here| format!("blk.{nth}.{here}")),
        None => find(&OUTSIDE, layer).map(String::from),
    };
    match here {
        Some(here) => format!("{here}.{suffix}"),
        None => name.into(),
    }
}

/// A section of a weight where this architecture stores its tensor in another order.
fn arranged(
    architecture: Architecture,
    config: &Config,
    role: Role,
    mut section: Section,
) -> Vec<Section> {
    let is = |part: &str| section.tensor.contains(part);
    match architecture {
        Architecture::Gpt2 if role == Role::Matrix => {
            section.order = Order::Transposed;
            section.shape.reverse();
            vec![section]
        }
        // Parts of heads become heads of parts.
        Architecture::GptNeoX if is("query_key_value") => {
            let [n_heads, width] = [config.n_heads, config.d_head].map(|n| n as usize);
            let (head, part) = (
                section.columns.start / width / 3,
                section.columns.start / width % 3,
            );
            let from = (part * n_heads + head) * width;
            section.columns = from..from + width;
            vec![section]
        }
        _ if architecture.has_pairs() && is("self_attn.q_proj") => {
            halves(&section, config.n_heads, config.d_head)
        }
        _ if architecture.has_pairs() && is("self_attn.k_proj") => {
            halves(&section, config.n_kv_heads, config.d_head)
        }
        _ => vec![section],
    }
}

/// A section of queries, keys or values where they are side by side in one tensor, as in older files of Phi.
fn joined(config: &Config, mut section: Section) -> Section {
    let [d_q, d_kv] = [config.d_q(), config.d_kv()].map(|n| n as usize);
    let parts = [("q_proj", 0), ("k_proj", d_q), ("v_proj", d_q + d_kv)];
    let part = parts
        .into_iter()
        .find(|(part, _)| section.tensor.contains(part));
    let Some((part, from)) = part else {
        return section;
    };
    section.tensor = section.tensor.replace(part, "qkv_proj");
    section.columns = section.columns.start + from..section.columns.end + from;
    // Columns are rows in the file, or all that a vector has.
    section.shape[0] = d_q + 2 * d_kv;
    section
}

/// Of each head the even columns, which are its first half, and the odd ones.
fn halves(section: &Section, n_heads: u32, d_head: u32) -> Vec<Section> {
    let [n_heads, width] = [n_heads, d_head].map(|n| n as usize);
    let half = |head: usize, odd: usize| Section {
        columns: head * width + odd..(head + 1) * width,
        every: 2,
        at: section.at + section.step * (head * width + odd * width / 2),
        ..section.clone()
    };
    let heads = (0..n_heads).flat_map(|head| [half(head, 0), half(head, 1)]);
    heads.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_have_the_names_of_the_format() {
        for (name, here) in [
            ("wte.weight", "token_embd.weight"),
            ("norm.weight", "output_norm.weight"),
            ("lm_head.weight", "output.weight"),
            ("layers.12.mlp.gate_proj.weight", "blk.12.ffn_gate.weight"),
            ("h.0.attn.c_attn.bias", "blk.0.attn_qkv.bias"),
            ("layers.3.attention.dense.bias", "blk.3.attn_output.bias"),
            ("layers.7.mlp.fc1.bias", "blk.7.ffn_up.bias"),
            ("final_layernorm.bias", "output_norm.bias"),
            ("lm_head.bias", "output.bias"),
            ("rope_freqs.weight", "rope_freqs.weight"),
        ] {
            assert_eq!(renamed(name, false), here);
        }
        let second = "layers.1.post_attention_layernorm.weight";
        assert_eq!(renamed(second, false), "blk.1.ffn_norm.weight");
        assert_eq!(renamed(second, true), "blk.1.post_attention_norm.weight");
    }
}
