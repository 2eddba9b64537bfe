//! What a checkpoint has beyond what is asked of it.

use std::collections::HashSet;

use logitscope_core::excerpt;
use logitscope_core::notice::LoadNotice;

use super::weight_spec::WeightSpec;

/// Ends of the names of what older files keep beside weights: masks and frequencies, which are computed here.
const BUFFERS: [&str; 4] = ["attn.bias", "attention.bias", ".masked_bias", ".inv_freq"];

/// Says which tensors in the blocks of a model, by the names in its files, are none of its `weights`; `None` where there are none. A config that
/// names too few blocks has some, and one without biases that the file has. What lies elsewhere is of other parts, e.g. for pictures.
pub(super) fn unasked<'a>(
    names: impl Iterator<Item = &'a str>,
    weights: &[WeightSpec],
) -> Option<LoadNotice> {
    let asked: HashSet<&str> = weights
        .iter()
        .flat_map(WeightSpec::tensors)
        .map(|(name, _)| name)
        .collect();
    let blocks: HashSet<&str> = asked.iter().filter_map(|name| place(name)).collect();
    let is_buffer = |name: &str| BUFFERS.iter().any(|end| name.ends_with(end));
    let is_of_blocks = |name: &str| place(name).is_some_and(|place| blocks.contains(place));
    let mut others =
        names.filter(|name| is_of_blocks(name) && !asked.contains(name) && !is_buffer(name));
    Some(LoadNotice::Unasked {
        first: excerpt(others.next()?),
        count: 1 + others.count() as u32,
    })
}

/// What comes before the first part of a name that is a number.
fn place(name: &str) -> Option<&str> {
    let mut at = 0;
    for part in name.split('.') {
        if part.bytes().all(|byte| byte.is_ascii_digit()) {
            return name.get(..at);
        }
        at += part.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn blocks_and_biases_beyond_the_config_are_said_and_no_masks() {
        let json = r#"{"model_type":"llama","num_hidden_layers":2,"num_attention_heads":2,"hidden_size":8,"intermediate_size":7,"vocab_size":5}"#;
        let weights = Config::from_json(json).expect("a usable config").weights();
        let tensors = weights.iter().flat_map(WeightSpec::tensors);
        let own: Vec<&str> = tensors.map(|(name, _)| name).collect();
        let of = |more: &[&'static str]| {
            let names = own.iter().chain(more).copied();
            unasked(names, &weights)
        };
        assert_eq!(of(&[]), None);
        let buffers = [
            "layers.0.self_attn.rotary_emb.inv_freq",
            "layers.1.attn.bias",
        ];
        assert_eq!(of(&buffers), None);
        let elsewhere = [
            "vision.layers.7.q.weight",
            "lm_head.bias",
            "",
            "...",
            "mask",
        ];
        assert_eq!(of(&elsewhere), None);
        let [bias, third] = [
            "layers.0.self_attn.q_proj.bias",
            "layers.2.mlp.up_proj.weight",
        ];
        let said = of(&[buffers[0], bias, third]);
        let first = bias.to_owned();
        assert_eq!(said, Some(LoadNotice::Unasked { first, count: 2 }));
    }
}
