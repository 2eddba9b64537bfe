//! Trace format 2: a whole run as JSON, to keep, to send and to replay.
//!
//! A trace carries ids and choices, so importing it reproduces the run token by token, without the
//! model. Full logits and intermediates, if wanted, lie in a `.safetensors` beside the JSON. The
//! schema is `docs/trace-2.schema.json`; a reader accepts unknown fields. It reads version 1 too, whose settings were a temperature,
//! top-k and top-p in that order, and refuses other versions.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::blocks::{Blocks, Positions};
use crate::error::{StepFault, TraceFault};
use crate::excerpt::{excerpt, json_error};
use crate::{
    CoreError, Interventions, ModelOutput, NodeId, Run, Settings, StepRecord, StopRules, TokenId,
    TokenTree, Vocab,
};

/// The value of [`Trace::format`].
pub const FORMAT: &str = "logitscope-trace";
/// The version that this code writes.
pub const VERSION: u32 = 2;
/// The oldest version that it reads.
pub const OLDEST: u32 = 1;

/// The model that computed a run, by name and sizes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The name that it was loaded under.
    pub name: String,
    /// The model family, e.g. `gpt2`.
    pub family: String,
    /// What its blocks are made of; absent in a trace where they are GPT-2's.
    #[serde(default, skip_serializing_if = "Blocks::are_default")]
    pub blocks: Blocks,
    /// Number of transformer blocks; 0, like all sizes of the inside, where the model runs elsewhere and they are not known.
    pub n_layers: u32,
    /// Attention heads a block.
    pub n_heads: u32,
    /// Heads of keys and values a block, where they are fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_kv_heads: Option<u32>,
    /// Width of the residual stream.
    pub d_model: u32,
    /// Width of one head.
    pub d_head: u32,
    /// Width of the hidden layer of the MLP.
    pub d_mlp: u32,
    /// Number of tokens in the vocabulary.
    pub d_vocab: u32,
    /// Most tokens that the model reads at once.
    pub n_ctx: u32,
    /// Positions that its file names, where they are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_positions: Option<u32>,
    /// The blocks, 0-based, that turn no queries and keys though positions are rotary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unturned: Vec<u32>,
    /// Number of parameters.
    pub n_params: u64,
    /// Precision of the weights while running: `f16`, `f32`, `q8` or `q4`. Empty where it is not known.
    pub weights: String,
    /// What it gives, where that is no logits.
    #[serde(default, skip_serializing_if = "ModelOutput::are_logits")]
    pub output: ModelOutput,
}

impl ModelInfo {
    /// What block `layer`, 0-based, is made of: of one that turns nothing, 0 components of a head turn.
    pub fn blocks_of(&self, layer: u32) -> Blocks {
        let mut blocks = self.blocks;
        if let Positions::Rotary { turned, .. } = &mut blocks.positions
            && self.unturned.contains(&layer)
        {
            *turned = Some(0);
        }
        blocks
    }
}

/// What computed the logits.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BackendInfo {
    /// `gpu`, `cpu`, or `remote` for a server.
    pub kind: String,
    /// The adapter's name, what the CPU backend runs on, or the server's program.
    pub adapter: String,
}

/// One token of the tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceNode {
    /// The token.
    pub token: TokenId,
    /// The index in [`Trace::nodes`] of the token before it; `null` for a first token.
    pub parent: Option<NodeId>,
    /// Its text, for readers; bytes that are no whole character as `⟨E6⟩`.
    pub text: String,
    /// How it was chosen; `null` for a token of a prompt.
    pub step: Option<StepRecord>,
}

/// Parts of the model that were switched off beside the run, and what became of the prompt without them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ablation {
    /// The parts, e.g. `L3H5,L4M~0.5`.
    pub off: Interventions,
    /// The parts that were off when the prompt was continued without them; `tokens` belong to these.
    pub rewritten_off: Interventions,
    /// The tokens that followed the prompt then; none if it was not continued.
    pub tokens: Vec<TokenId>,
}

/// The strategies beside a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// What each was asked for, which one was open and at which step, as links of the page spell it: `open=beams&beams=4,1,likely,12&step=3`.
    pub link: String,
    /// What came of those that were begun: what the commands write ([`crate::records`]).
    #[serde(default)]
    pub records: Vec<serde_json::Value>,
}

/// A run as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Always [`FORMAT`].
    pub format: String,
    /// [`VERSION`]; in a trace that was read, [`OLDEST`] or later.
    pub version: u32,
    /// The program that wrote it.
    pub generator: String,
    /// The model.
    pub model: ModelInfo,
    /// What computed it.
    pub backend: BackendInfo,
    /// The text of the current path, for readers.
    pub text: String,
    /// The settings when the trace was written.
    pub settings: Settings,
    /// What ends the run.
    pub stop_rules: StopRules,
    /// The token tree; a node's index is its id. Parents come before children.
    pub nodes: Vec<TraceNode>,
    /// The last token of the prompt.
    pub prompt_end: NodeId,
    /// The last token of the text.
    pub cursor: NodeId,
    /// The file with arrays that lies beside this one, if there is one.
    #[serde(default)]
    pub arrays: Option<String>,
    /// What was switched off beside the run, if anything was. The run itself is the whole model's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knock_out: Option<Ablation>,
    /// The strategies beside the run, if any was asked for something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategies: Option<Beside>,
}

impl Trace {
    /// The trace of `run`. The run must have a prompt.
    pub fn new(run: &Run, model: ModelInfo, backend: BackendInfo) -> Result<Self, CoreError> {
        let (Some(prompt_end), Some(cursor)) = (run.prompt_end(), run.cursor()) else {
            return Err(CoreError::EmptyPrompt);
        };
        let nodes = run.tree().nodes().map(|(id, node)| TraceNode {
            token: node.token,
            parent: node.parent,
            text: run.vocab().show(node.token),
            step: run.record(id).cloned(),
        });
        Ok(Trace {
            format: FORMAT.into(),
            version: VERSION,
            generator: concat!("logitscope ", env!("CARGO_PKG_VERSION")).into(),
            model,
            backend,
            text: run.text(),
            settings: run.settings().clone(),
            stop_rules: run.stop_rules().clone(),
            nodes: nodes.collect(),
            prompt_end,
            cursor,
            arrays: None,
            knock_out: None,
            strategies: None,
        })
    }

    /// Reads a trace. Other formats, other versions and damaged files are refused, with the reason.
    pub fn from_json(json: &str) -> Result<Self, CoreError> {
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: u32,
        }
        let bad = |e: serde_json::Error| {
            CoreError::Trace(TraceFault::Json {
                why: json_error(&e),
            })
        };
        let head: Head = serde_json::from_str(json).map_err(bad)?;
        if head.format != FORMAT {
            return Err(CoreError::Trace(TraceFault::Format {
                format: FORMAT.into(),
            }));
        }
        if !(OLDEST..=VERSION).contains(&head.version) {
            let found = head.version;
            return Err(CoreError::Trace(TraceFault::Version {
                found,
                oldest: OLDEST,
                newest: VERSION,
            }));
        }
        serde_json::from_str(json).map_err(bad)
    }

    /// The trace as JSON, indented.
    pub fn to_json(&self) -> Result<String, CoreError> {
        let bad = |e: serde_json::Error| TraceFault::Json { why: e.to_string() };
        serde_json::to_string_pretty(self).map_err(|e| CoreError::Trace(bad(e)))
    }

    /// Rebuilds the run for a model with this vocabulary and context: the same tree, choices, rolls
    /// and cursor. Logits are not part of it; they are computed again when asked for.
    pub fn to_run(
        &self,
        vocab: Arc<Vocab>,
        n_ctx: u32,
        logits_budget_bytes: usize,
    ) -> Result<Run, CoreError> {
        if vocab.len() != self.model.d_vocab as usize {
            return Err(CoreError::Trace(TraceFault::Model {
                name: excerpt(&self.model.name),
                found: self.model.d_vocab,
                loaded: vocab.len(),
            }));
        }
        let mut run = Run::new(vocab, n_ctx, logits_budget_bytes);
        run.set_output(self.model.output)?;
        run.set_settings(self.settings.clone())?;
        run.set_stop_rules(self.stop_rules.clone());
        let (tree, records) = self.rebuild(run.vocab(), n_ctx)?;
        let knocked = self.knock_out.iter().flat_map(|knocked| &knocked.tokens);
        knocked
            .into_iter()
            .try_for_each(|id| run.vocab().check(*id).map(|_| ()))?;
        run.restore(tree, records, self.prompt_end, self.cursor)?;
        Ok(run)
    }

    fn rebuild(
        &self,
        vocab: &Vocab,
        n_ctx: u32,
    ) -> Result<(TokenTree, HashMap<NodeId, StepRecord>), CoreError> {
        let mut tree = TokenTree::default();
        let mut records = HashMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let expected = NodeId(index as u32);
            let damaged = |fault| CoreError::Trace(TraceFault::Node { node: index, fault });
            vocab.check(node.token)?;
            if tree.child(node.parent, node.token)? != expected {
                return Err(damaged(StepFault::Repeats));
            }
            let position = tree.get(expected)?.position;
            if position >= n_ctx {
                return Err(CoreError::ContextFull { n_ctx });
            }
            if let Some(step) = &node.step {
                let here = step.node == expected
                    && Some(step.context) == node.parent
                    && step.choice.token == node.token;
                if !here {
                    return Err(damaged(StepFault::OtherToken));
                }
                step.settings.check()?;
                step.check(position, vocab.len(), n_ctx).map_err(damaged)?;
                records.insert(expected, step.clone());
            }
        }
        Ok((tree, records))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timings;

    fn run() -> Run {
        let mut run = Run::new(Arc::new(vocab()), 8, 1 << 20);
        run.set_prompt(&[0, 1]).expect("valid");
        for z in [0.5, 2.0, 1.5] {
            let node = run.cursor().expect("a prompt");
            run.accept_logits(node, Arc::from([z, 1.0, 0.1]), Timings::default())
                .expect("finite");
            run.roll_again();
            run.step().expect("logits are there");
        }
        run.rewind(1);
        run
    }

    fn vocab() -> Vocab {
        Vocab::new([b"a", b"b", b"c"], None)
    }

    fn trace() -> Trace {
        let model = ModelInfo {
            d_vocab: 3,
            name: "test".into(),
            ..ModelInfo::default()
        };
        Trace::new(&run(), model, BackendInfo::default()).expect("it has a prompt")
    }

    #[test]
    fn what_was_switched_off_is_kept_and_its_tokens_are_checked() {
        let mut trace = trace();
        assert!(
            !trace
                .to_json()
                .expect("it is plain data")
                .contains("knock_out")
        );
        let off: Interventions = "L0H1,L2M~0.5".parse().expect("parts");
        trace.knock_out = Some(Ablation {
            off: off.clone(),
            rewritten_off: off,
            tokens: vec![1, 2],
        });
        let json = trace.to_json().expect("it is plain data");
        let read = Trace::from_json(&json).expect("it can be read");
        assert_eq!(read.knock_out, trace.knock_out);
        assert!(read.to_run(Arc::new(vocab()), 8, 1 << 20).is_ok());
        let damaged = Trace::from_json(&json.replace("L0H1,L2M~0.5", "L0Z"));
        assert!(damaged.is_err(), "no such part");
        trace
            .knock_out
            .as_mut()
            .expect("it is there")
            .tokens
            .push(99);
        assert!(
            trace.to_run(Arc::new(vocab()), 8, 1 << 20).is_err(),
            "no such token"
        );
    }

    #[test]
    fn a_trace_goes_through_json_and_back_to_the_same_run() {
        let trace = trace();
        let json = trace.to_json().expect("plain data");
        let again = Trace::from_json(&json).expect("just written");
        assert_eq!(again, trace);
        let (old, new) = (
            run(),
            again
                .to_run(Arc::new(vocab()), 8, 1 << 20)
                .expect("same model"),
        );
        assert_eq!((new.text(), new.steps()), (old.text(), old.steps()));
        assert_eq!((new.cursor(), new.tree()), (old.cursor(), old.tree()));
        let node = new.cursor().expect("a prompt");
        assert_eq!(
            new.draw(node).expect("in the tree"),
            old.draw(node).expect("in the tree")
        );
    }

    #[test]
    fn impossible_numbers_are_refused_by_name() {
        let refuse = |change: &dyn Fn(&mut StepRecord), words: &str| {
            let mut trace = trace();
            let step = trace.nodes[2].step.as_mut().expect("a generated token");
            change(step);
            let e = trace.to_run(Arc::new(vocab()), 8, 0).expect_err(words);
            let e = e.to_string();
            assert!(
                e.contains("node 2 has ") && e.contains(words),
                "{words}: {e}"
            );
        };
        for u in [1.0, -0.1, 7.0, f64::NAN, f64::INFINITY] {
            refuse(&|s| s.draw.u = u, "draw.u");
            refuse(&|s| s.choice.prob_before = u + 1e-6, "choice.prob_before");
            refuse(&|s| s.choice.prob_after = u + 1e-6, "choice.prob_after");
            refuse(&|s| s.choice.low = u + 1e-6, "choice.low");
            refuse(&|s| s.choice.high = u + 1e-6, "choice.high");
            refuse(&|s| s.top[1].prob_before = u + 1e-6, "top.prob_before");
            refuse(&|s| s.top[1].prob_after = u + 1e-6, "top.prob_after");
        }
        refuse(
            &|s| (s.choice.low, s.choice.high) = (0.5, 0.4),
            "from 0.5 to 1",
        );
        refuse(&|s| s.draw.roll = u32::MAX, "draw.roll = 4294967295");
        refuse(&|s| s.draw.position = 7, "draw.position = 7; it must be 2");
        refuse(
            &|s| s.draw.stream = crate::dice::Stream::Xtc,
            "not for a token",
        );
        refuse(&|s| s.position = 7, "position = 7; it must be 2");
        refuse(
            &|s| s.choice.rank = 3,
            "choice.rank = 3; it must be from 0 to 2",
        );
        refuse(&|s| s.choice.logit = f32::INFINITY, "choice.logit");
        refuse(&|s| s.entropy_bits = Some(1.6), "entropy_bits");
        refuse(&|s| s.choice.margin.low = -1.0, "choice.margin.low");
        refuse(&|s| s.choice.margin.high = 0.5, "choice.margin.high");
        refuse(&|s| s.entropy_after_bits = Some(-1.0), "entropy_after_bits");
        refuse(&|s| s.surprisal_bits = -1.0, "a number, 0 or more");
        refuse(
            &|s| s.survivors = 0,
            "survivors = 0; it must be from 1 to 3",
        );
        refuse(&|s| s.survivors = 4, "survivors");
        refuse(&|s| s.top[0].token = 3, "top.token");
        refuse(&|s| s.top[0].logit = f32::NAN, "top.logit");
        refuse(&|s| s.top = vec![s.top[0]; 11], "the length of top = 11");
        refuse(&|s| s.timings.forward_ms = -1.0, "timings.forward_ms");
        refuse(
            &|s| s.timings.rows = 9,
            "timings.rows = 9; it must be from 0 to 8",
        );
    }

    #[test]
    fn a_chain_that_is_null_is_refused_and_one_that_is_missing_is_the_default() {
        let mut json: serde_json::Value =
            serde_json::from_str(&trace().to_json().expect("plain data")).expect("JSON");
        json["settings"]["chain"] = serde_json::Value::Null;
        let e = Trace::from_json(&json.to_string()).expect_err("no chain");
        assert!(e.to_string().contains("null: give it a value"), "{e}");
        json["settings"] = serde_json::json!({});
        let read = Trace::from_json(&json.to_string()).expect("no settings at all");
        assert_eq!(read.settings, Settings::default());
    }

    #[test]
    fn infinities_go_through_json_as_null() {
        let mut trace = trace();
        let step = trace.nodes[2].step.as_mut().expect("a generated token");
        step.surprisal_bits = f64::INFINITY;
        (step.choice.logit, step.choice.prob_before) = (f32::NEG_INFINITY, 0.0);
        step.top[2].logit = f32::NEG_INFINITY;
        let json = trace.to_json().expect("plain data");
        assert_eq!(json.matches("\"logit\": null").count(), 2, "{json}");
        assert!(json.contains("\"surprisal_bits\": null"), "{json}");
        let again = Trace::from_json(&json).expect("just written");
        assert_eq!(again, trace);
        assert!(again.to_run(Arc::new(vocab()), 8, 0).is_ok());
    }

    #[test]
    fn a_name_of_a_megabyte_is_not_printed_whole() {
        let long = "x".repeat(1 << 20);
        let mut foreign = trace();
        foreign.model.name = long.clone();
        foreign.model.d_vocab = 9;
        let foreign = foreign.to_run(Arc::new(vocab()), 8, 0);
        let foreign = foreign.expect_err("another vocabulary");
        let json = trace().to_json().expect("plain data");
        let damaged = ["top_p", "temperature"].map(|name| {
            let json = json.replace(&format!("\"{name}\""), &format!("\"{long}\""));
            Trace::from_json(&json).expect_err("no such sampler")
        });
        let mut part: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        part["knock_out"] = serde_json::json!({"off": long, "rewritten_off": "", "tokens": []});
        let part = Trace::from_json(&part.to_string()).expect_err("no such part");
        for error in damaged.into_iter().chain([foreign, part]) {
            let said = error.to_string();
            let room = crate::excerpt::LONGEST_EXCERPT + 700;
            assert!(
                said.len() < room && said.contains("xxx"),
                "{} bytes",
                said.len()
            );
        }
    }

    #[test]
    fn damaged_and_foreign_traces_are_refused_with_the_reason() {
        let refuse = |trace: &Trace, words: &str| {
            let e = trace
                .to_run(Arc::new(vocab()), 8, 0)
                .expect_err(words)
                .to_string();
            assert!(e.contains(words), "{e}");
        };
        let mut t = trace();
        t.nodes[1].token = 77;
        refuse(&t, "Token 77");
        let mut t = trace();
        t.nodes[1].parent = Some(NodeId(50));
        refuse(&t, "no step 50");
        let mut t = trace();
        t.cursor = NodeId(50);
        refuse(&t, "no step 50");
        let mut t = trace();
        t.nodes[2].token = (t.nodes[2].token + 1) % 3;
        refuse(&t, "another token");
        let mut t = trace();
        t.model.d_vocab = 50257;
        refuse(&t, "50,257 tokens");

        for (json, words) in [
            ("{", "damaged"),
            ("{}", "format"),
            (r#"{"format":"logitscope-trace","version":9}"#, "version 9"),
            (
                r#"{"format":"logitscope-trace","version":1}"#,
                "missing field",
            ),
        ] {
            let e = Trace::from_json(json).expect_err(words).to_string();
            assert!(e.contains(words), "{e}");
        }
    }
}
