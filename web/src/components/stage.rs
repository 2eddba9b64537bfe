//! The stages of the pipeline, with what flows between them.

use logitscope_core::trace::ModelInfo;

use super::format;
use super::shown::{Follows, Shown};

/// A stage: its name, what flows out of it, and what it does in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Names it for the browser suite.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// The shape or the value that leaves it.
    pub out: String,
    /// What it does.
    pub about: &'static str,
}

/// The nine stages of a step, in order: two of the tokenizer, three of the model, four of the
/// sampler.
pub fn stages(model: &ModelInfo, shown: &Shown) -> Vec<Stage> {
    let count = |n: u32| format::count(u64::from(n));
    let n = shown.view.position;
    let chars = shown.vocab.text(&shown.context).chars().count() as u64;
    let outlook = &shown.view.outlook;
    let settings = app_settings(shown);
    let survivors = outlook.sampled.len() as u64;
    let stage = |id, name: &str, out, about| Stage {
        id,
        name: name.to_owned(),
        out,
        about,
    };
    let token = format::token(shown.vocab.bytes(shown.chosen()));
    let forced = shown.follows == Follows::Forced;
    vec![
        stage(
            "text",
            "Text",
            format::counted(chars, "character", "characters"),
            "Text: everything so far, the prompt and what was generated.",
        ),
        stage(
            "tokens",
            "Tokens",
            format!("[{}]", count(n)),
            "Tokens: the text cut into pieces of the vocabulary, each with a number, its id.",
        ),
        stage(
            "embeddings",
            "Embeddings",
            format!("[{}, {}]", count(n), count(model.d_model)),
            "Embeddings: every token and its position become a vector of d_model numbers.",
        ),
        stage(
            "layers",
            &format!("{} layers", model.n_layers),
            format!(
                "{} heads · MLP {}",
                model.n_heads,
                count(model.d_mlp)
            ),
            "Layers: in each, attention lets positions read from earlier ones, then an MLP works on every position by itself.",
        ),
        stage(
            "logits",
            "Logits",
            format!("[{}]", count(model.d_vocab)),
            "Logits: one score for every token of the vocabulary; a higher score means more probable.",
        ),
        stage(
            "chain",
            "Sampler",
            settings,
            "Sampler: temperature rescales the logits, then top-k and top-p cut improbable tokens.",
        ),
        stage(
            "probabilities",
            "Probabilities",
            format::counted(survivors, "survivor", "survivors"),
            "Probabilities: softmax turns the scores of the survivors into shares that sum to 100 %.",
        ),
        stage(
            "draw",
            "Draw",
            format!("u = {:.3}", outlook.draw.u),
            "Draw: one random number between 0 and 1, fixed by seed and position, decides.",
        ),
        stage(
            "token",
            if forced { "Token, forced" } else { "Token" },
            token,
            "Token: the one whose share of the bar holds the draw is appended to the text.",
        ),
    ]
}

fn app_settings(shown: &Shown) -> String {
    use logitscope_core::Stage as S;
    let part = |stage: &S| match stage {
        S::Temperature { t } => format!("T {t}"),
        S::TopK { k: 0 } => "k all".into(),
        S::TopK { k } => format!("k {k}"),
        S::TopP { p } => format!("p {p}"),
    };
    let parts: Vec<_> = shown
        .view
        .outlook
        .sampled
        .reports()
        .iter()
        .map(|r| part(&r.stage))
        .collect();
    parts.join(" → ")
}
