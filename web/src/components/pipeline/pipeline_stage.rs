//! The stages of the pipeline, with what flows between them.

use logitscope_core::trace::ModelInfo;

use crate::choices::InsideView;
use crate::components::kit::format;
use crate::components::sampler::sampler_words;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};

/// A stage: its name, what flows out of it, and what it does in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineStage {
    /// Names it for the browser suite.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// The shape or the value that leaves it.
    pub out: String,
    /// What it does.
    pub about: &'static str,
    /// The view of the model's inside that shows it.
    pub inside: Option<InsideView>,
}

/// The nine stages of a step, in order: two of the tokenizer, three of the model, four of the
/// sampler.
pub fn stages(model: Option<&ModelInfo>, shown: Option<&StepOnScreen>) -> Vec<PipelineStage> {
    let count = |n: u32| format::count(u64::from(n));
    // What is not known yet is a dash.
    let of_step = |out: &dyn Fn(&StepOnScreen) -> String| shown.map_or("–".to_owned(), out);
    let of_both = |out: &dyn Fn(&ModelInfo, u32) -> String| {
        let both = model.zip(shown);
        both.map_or("–".to_owned(), |(m, s)| out(m, s.view.position))
    };
    let text = |s: &StepOnScreen| s.vocab.text(&s.context).chars().count() as u64;
    let layers = model.map_or("Layers".to_owned(), |m| format!("{} layers", m.n_layers));
    let forced = shown.is_some_and(|s| s.follows == Follows::Forced);
    let survivors = |s: &StepOnScreen| s.view.sampling.processed.len() as u64;
    let stage = |id, name: &str, out, about| PipelineStage {
        id,
        name: name.to_owned(),
        out,
        about,
        inside: match id {
            "embeddings" => Some(InsideView::Embeddings),
            "layers" => Some(InsideView::Vectors),
            "logits" => Some(InsideView::Shares),
            _ => None,
        },
    };
    vec![
        stage(
            "text",
            "Text",
            of_step(&|s| format::counted(text(s), "character", "characters")),
            "Text: everything so far, the prompt and what was generated.",
        ),
        stage(
            "tokens",
            "Tokens",
            of_step(&|s| format!("[{}]", count(s.view.position))),
            "Tokens: the text cut into pieces of the vocabulary, each with a number, its id.",
        ),
        stage(
            "embeddings",
            "Embeddings",
            of_both(&|m, n| format!("[{}, {}]", count(n), count(m.d_model))),
            "Embeddings: every token and its position become a vector of d_model numbers. Press to look inside.",
        ),
        stage(
            "layers",
            &layers,
            of_both(&|m, _| format!("{} heads · MLP {}", m.n_heads, count(m.d_mlp))),
            "Layers: in each, attention lets positions read from earlier ones, then an MLP works on every position by itself. Press to look inside.",
        ),
        stage(
            "logits",
            "Logits",
            of_both(&|m, _| format!("[{}]", count(m.d_vocab))),
            "Logits: one score for every token of the vocabulary; a higher score means more probable. Press to see what each part of the model adds to one.",
        ),
        stage(
            "chain",
            "Sampler",
            of_step(&chain),
            "Sampler: its stages rescale the logits and cut tokens, one after the other.",
        ),
        stage(
            "probabilities",
            "Probabilities",
            of_step(&|s| format::counted(survivors(s), "survivor", "survivors")),
            "Probabilities: softmax turns the scores of the survivors into shares that sum to 100 %.",
        ),
        stage(
            "draw",
            "Draw",
            of_step(&|s| format!("u = {}", format::draw(s.view.sampling.draw.u, 3))),
            "Draw: one random number between 0 and 1, fixed by seed and position, decides.",
        ),
        stage(
            "token",
            if forced { "Token, forced" } else { "Token" },
            of_step(&|s| format::token(s.vocab.bytes(s.chosen()))),
            "Token: the one whose share of the bar holds the draw is appended to the text.",
        ),
    ]
}

/// The stages that act, in short.
fn chain(shown: &StepOnScreen) -> String {
    let records = shown.view.sampling.processed.records().iter();
    let acting = records
        .filter(|r| r.stage.on)
        .map(|r| r.stage.sampler.clone());
    let parts: Vec<_> = acting
        .map(|sampler| sampler_words::short(&sampler))
        .collect();
    match parts.len() {
        0 => "no stage".into(),
        1..=4 => parts.join(" → "),
        n => format!("{n} stages"),
    }
}
