//! Which cells a cell was computed from, and the formula with its numbers.

use std::ops::Range;

use logitscope_core::blocks::{NormKind, Scores, bounded};
use logitscope_core::norm;

use super::formulas::{softmax_words, turned_from};
use crate::components::kit::format;
use crate::inspect::vectors::{Product, Vector, Vectors};
use crate::words::say;

/// Cells of one intermediate.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceCells {
    /// The intermediate.
    pub name: &'static str,
    /// Their places, row-major.
    pub cells: Range<usize>,
}

/// What a cell was computed from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provenance {
    /// The cells, as far as they are among the boxes.
    pub sources: Vec<SourceCells>,
    /// The formula with its numbers.
    pub words: String,
}

/// The boxes of one token in one layer.
struct Boxes<'a>(&'a Vectors);

impl Boxes<'_> {
    fn get(&self, name: &str) -> Option<&Vector> {
        self.0.get(name)
    }

    fn value(&self, name: &str, at: usize) -> Option<f32> {
        self.get(name)?.values.get(at).copied()
    }

    /// One cell.
    fn one(&self, name: &'static str, at: usize) -> SourceCells {
        SourceCells {
            name,
            cells: at..at + 1,
        }
    }

    /// All cells.
    fn all(&self, name: &'static str) -> SourceCells {
        let n = self.get(name).map_or(0, |v| v.values.len());
        SourceCells { name, cells: 0..n }
    }

    /// The cells of a head.
    fn head(&self, name: &'static str, head: usize) -> SourceCells {
        let width = self.get(name).map_or(0, width);
        SourceCells {
            name,
            cells: head * width..(head + 1) * width,
        }
    }

    fn sum(&self, first: &'static str, second: &'static str, at: usize) -> Option<Provenance> {
        let (a, b) = (self.value(first, at)?, self.value(second, at)?);
        Some(Provenance {
            sources: vec![self.one(first, at), self.one(second, at)],
            words: format!(
                "{first}[{at}] {} + {second}[{at}] {}",
                format::value(a),
                format::value(b)
            ),
        })
    }

    fn same(&self, of: &'static str, at: usize) -> Option<Provenance> {
        let value = format::value(self.value(of, at)?);
        Some(Provenance {
            sources: vec![self.one(of, at)],
            words: format!("{of}[{at}] {value}"),
        })
    }

    /// A cell of a head that is turned by its position: it comes from two cells of the head.
    fn turned(&self, of: &'static str, head: usize) -> Provenance {
        Provenance {
            sources: vec![self.head(of, head)],
            words: say().from_turned(of, head.to_string()).to_string(),
        }
    }

    /// A cell of a head that is normalised by itself.
    fn normed(&self, of: &'static str, head: usize, at: usize) -> Option<Provenance> {
        let source = self.head(of, head);
        let own = self.get(of)?;
        let values = own.values.get(source.cells.clone())?.to_vec();
        let part = Vector {
            values,
            ..own.clone()
        };
        let words = self.norm_words(&part, None, at.checked_sub(source.cells.start)?)?;
        Some(Provenance {
            sources: vec![source],
            words,
        })
    }

    /// A cell that is normalised together with all heads.
    fn normed_jointly(&self, of: &'static str, at: usize) -> Option<Provenance> {
        Some(Provenance {
            sources: vec![self.one(of, at)],
            words: rms_words(self.get(of)?, None, at)?,
        })
    }

    /// The norm of this family, in words.
    fn norm_words(&self, x: &Vector, layer: Option<u32>, at: usize) -> Option<String> {
        match self.0.blocks.norm {
            NormKind::Rms => rms_words(x, layer, at),
            NormKind::Layer => norm_words(x, layer, at),
        }
    }

    fn norm(&self, of: &'static str, at: usize) -> Option<Provenance> {
        Some(Provenance {
            sources: vec![self.one(of, at)],
            words: self.norm_words(self.get(of)?, None, at)?,
        })
    }

    /// A cell of the final norm, given the stream that leaves the last block.
    fn final_norm(&self, stream: &Vector, at: usize) -> Option<Provenance> {
        let own = self
            .get("resid_post")
            .filter(|own| own.layer == stream.layer);
        let layer = stream.layer.unwrap_or_default();
        Some(Provenance {
            sources: own.iter().map(|_| self.one("resid_post", at)).collect(),
            words: self.norm_words(stream, Some(layer), at)?,
        })
    }

    fn product(&self, product: Product) -> Provenance {
        let source = self.all(product.input);
        Provenance {
            words: say()
                .from_product(
                    source.cells.len().to_string(),
                    product.input,
                    product.symbol,
                )
                .to_string(),
            sources: vec![source],
        }
    }
}

/// A cell with its value, and the layer that it is of where that must be said.
fn cell_words(x: &Vector, layer: Option<u32>, at: usize) -> Option<String> {
    let value = format::value(x.values.get(at).copied()?);
    let cell = format!("{}[{at}] {value}", x.name);
    Some(match layer {
        Some(layer) => say().from_layer(cell, layer.to_string()).to_string(),
        None => cell,
    })
}

/// The layer norm of a vector, with the numbers of the cell `at`.
fn norm_words(x: &Vector, layer: Option<u32>, at: usize) -> Option<String> {
    let mean = format::value(norm::mean(&x.values) as f32);
    let deviation = format::value(norm::deviation(&x.values) as f32);
    Some(
        say()
            .from_norm(cell_words(x, layer, at)?, mean, deviation)
            .to_string(),
    )
}

/// The RMS norm of a vector, with the numbers of the cell `at`.
fn rms_words(x: &Vector, layer: Option<u32>, at: usize) -> Option<String> {
    let root = format::value(norm::root_mean_square(&x.values) as f32);
    Some(say().from_rms(cell_words(x, layer, at)?, root).to_string())
}

/// The score of a head with the key at `position`.
fn score_words(scores: &Scores, head: usize, position: usize, layer: Option<u32>) -> String {
    let divisor = scores.formula(layer.unwrap_or_default());
    let product = say().from_scores(head.to_string(), position.to_string(), divisor);
    match scores.cap {
        Some(cap) => say()
            .from_scores_bounded(product.to_string(), bounded("x", " / ", cap))
            .to_string(),
        None => product.to_string(),
    }
}

/// The length of a row.
fn width(vector: &Vector) -> usize {
    match vector.shape.as_slice() {
        [_, width] => (*width as usize).max(1),
        _ => vector.values.len().max(1),
    }
}

/// Where the cell `at` of the intermediate `name` comes from, given all boxes of its token and layer, and the stream that leaves the last
/// block, once that has arrived; `None` where it comes from elsewhere.
pub fn of(found: &Vectors, stream: Option<&Vector>, name: &str, at: usize) -> Option<Provenance> {
    let boxes = Boxes(found);
    let blocks = &found.blocks;
    let own = boxes.get(name)?;
    let head = at / width(own);
    if let Some(product) = Product::of(name, blocks) {
        return Some(boxes.product(product));
    }
    match name {
        "resid_pre" => match own.layer? {
            0 if blocks.is_rotary() => boxes.same("embed", at),
            0 => boxes.sum("embed", "pos_embed", at),
            layer => Some(Provenance {
                sources: Vec::new(),
                words: {
                    let value = format::value(own.values.get(at).copied()?);
                    let cell = format!("resid_post[{at}] {value}");
                    say().from_block(cell, (layer - 1).to_string()).to_string()
                },
            }),
        },
        "ln1" => boxes.norm("resid_pre", at),
        "q_norm" if blocks.qk_norm_joint => boxes.normed_jointly("q", at),
        "k_norm" if blocks.qk_norm_joint => boxes.normed_jointly("k", at),
        "q_norm" => boxes.normed("q", head, at),
        "k_norm" => boxes.normed("k", head, at),
        "rot_q" | "rot_k" => {
            let of = turned_from(name, blocks);
            // Some cells of a head may be left as they are.
            match blocks.turned() {
                Some(turned) if at % width(own) >= turned as usize => boxes.same(of, at),
                _ => Some(boxes.turned(of, head)),
            }
        }
        "attn_scores" => Some(Provenance {
            sources: vec![boxes.head(if blocks.is_rotary() { "rot_q" } else { "q" }, head)],
            words: score_words(&blocks.scores, head, at % width(own), own.layer),
        }),
        "pattern" => {
            let source = boxes.head("attn_scores", head);
            let scores = boxes.get("attn_scores")?.values.get(source.cells.clone())?;
            let (score, total) = softmax_words(scores, at.checked_sub(source.cells.start)?);
            Some(Provenance {
                sources: vec![source],
                words: say()
                    .from_pattern(score, total, head.to_string())
                    .to_string(),
            })
        }
        "z" => Some(Provenance {
            sources: vec![boxes.head("pattern", head)],
            words: say().from_z(head.to_string()).to_string(),
        }),
        "attn_out" => boxes.norm("attn_proj", at),
        "mlp_out" => boxes.norm("mlp_proj", at),
        "resid_mid" => boxes.sum("resid_pre", "attn_out", at),
        "ln2" if !blocks.branches.are_in_turn() => boxes.norm("resid_pre", at),
        "ln2" => boxes.norm("resid_mid", at),
        "mlp_post" if blocks.gated_mlp => Some(Provenance {
            sources: vec![boxes.one("mlp_pre", at), boxes.one("mlp_pre_linear", at)],
            words: format!(
                "{}(mlp_pre[{at}] {}) · mlp_pre_linear[{at}] {}",
                blocks.activation().name(),
                format::value(boxes.value("mlp_pre", at)?),
                format::value(boxes.value("mlp_pre_linear", at)?)
            ),
        }),
        "mlp_post" => Some(Provenance {
            sources: vec![boxes.one("mlp_pre", at)],
            words: format!(
                "{}(mlp_pre[{at}] {})",
                blocks.activation().name(),
                format::value(boxes.value("mlp_pre", at)?)
            ),
        }),
        "resid_post" => boxes.sum("resid_mid", "mlp_out", at),
        "ln_final" => boxes.final_norm(stream?, at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use logitscope_core::blocks::Blocks;

    use super::*;

    fn vector(name: &str, shape: &[u32], values: &[f32]) -> Vector {
        Vector {
            name: name.into(),
            layer: Some(0),
            shape: shape.to_vec(),
            values: values.to_vec(),
        }
    }

    /// The boxes of a GPT-2.
    fn boxes<const N: usize>(all: [Vector; N]) -> Vectors {
        Vectors {
            blocks: Blocks::default(),
            position: 0,
            all: all.to_vec(),
        }
    }

    #[test]
    fn a_sum_comes_from_the_same_place_of_both() {
        let all = boxes([
            vector("resid_pre", &[2], &[1.0, 2.0]),
            vector("attn_out", &[2], &[0.5, -0.25]),
            vector("resid_mid", &[2], &[1.5, 1.75]),
        ]);
        let found = of(&all, None, "resid_mid", 1).expect("a sum");
        let place = |name| SourceCells { name, cells: 1..2 };
        assert_eq!(found.sources, [place("resid_pre"), place("attn_out")]);
        assert_eq!(found.words, "resid_pre[1] 2.000 + attn_out[1] −0.250");
        assert_eq!(of(&all, None, "resid_mid", 9), None);
        assert_eq!(of(&all, None, "ln_final", 0), None);
    }

    #[test]
    fn a_block_gets_what_the_one_before_left_and_the_final_norm_what_the_last_one_leaves() {
        let own = |name: &str, layer: Option<u32>, values: &[f32]| Vector {
            layer,
            ..vector(name, &[2], values)
        };
        let all = boxes([
            own("resid_pre", Some(1), &[1.0, 2.0]),
            own("resid_post", Some(1), &[3.0, 5.0]),
            own("ln_final", None, &[0.0, 0.0]),
        ]);
        let found = of(&all, None, "resid_pre", 1).expect("a block before");
        assert_eq!(
            found.words,
            "resid_post[1] 2.000 of layer 0, as that block left it"
        );
        let norm = |stream: &Vector| of(&all, Some(stream), "ln_final", 1).expect("a norm");
        let found = norm(&all.all[1]);
        assert_eq!(
            found.words,
            "(resid_post[1] 5.000 of layer 1 − mean 4.000) ÷ deviation 1.000, times γ, plus β"
        );
        assert_eq!(found.sources.len(), 1, "it is on screen");
        let found = norm(&own("resid_post", Some(2), &[3.0, 5.0]));
        assert_eq!(found.sources, [], "it is not on screen");
    }

    #[test]
    fn a_weight_comes_from_the_scores_of_its_head() {
        let scores = [0.0, 0.0, 3.0, 0.0];
        let all = boxes([
            vector("attn_scores", &[2, 2], &scores),
            vector("pattern", &[2, 2], &[0.5, 0.5, 0.953, 0.047]),
        ]);
        let found = of(&all, None, "pattern", 1).expect("a softmax");
        assert_eq!(
            found.sources,
            [SourceCells {
                name: "attn_scores",
                cells: 0..2
            }]
        );
        assert_eq!(
            found.words,
            "e^0 ÷ 2.000, the sum over the scores of head 0"
        );
        assert_eq!(
            of(&all, None, "pattern", 2).expect("a softmax").sources[0].cells,
            2..4
        );
    }
}
