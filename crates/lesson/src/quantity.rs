//! What of the page a condition can speak of: `p(" bear")`, `entropy`, `best_beam`.

use std::fmt;

use crate::lexer::quoted;

/// Something of the step on screen, or of what is open beside it.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// `p("…")`: the probability of a token after the chain, 0 to 1; 0 where the chain cut it.
    Prob(String),
    /// `model("…")`: the probability that the model alone gives a token.
    Model(String),
    /// `logit("…")`: the logit of a token.
    Logit(String),
    /// `rank("…")`: the rank of a token by the model's probability, 1 being the most probable.
    Rank(String),
    /// `entropy`: the entropy of the model's distribution, in bits.
    Entropy,
    /// `entropy_after`: the entropy after the chain, in bits.
    EntropyAfter,
    /// `left`: how many tokens the chain leaves.
    Left,
    /// `draw`: the random number, 0 to 1.
    Draw,
    /// `length`: how many tokens the step has before it.
    Length,
    /// `computed`: how many of these the forward pass of the step computed.
    Computed,
    /// `stage("…")`: the first number of the stage of this name, where it acts.
    Stage(String),
    /// `place("…")`: where the stage of this name stands in the chain, 1 being the first.
    Place(String),
    /// `tokens`: how many tokens the prompt has.
    Tokens,
    /// `branches`: how many texts were written since the step of the lesson was opened.
    Branches,
    /// `layer`: the layer that the opened view of the inside shows, 0 being the first.
    Layer,
    /// `head`: the head that the opened view of attention shows, 0 being the first.
    Head,
    /// `attends("…")`: the share of its attention that the shown head gives, from the current token, to the last token of this text before it, 0 to 1.
    Attends(String),
    /// `lens("…")`: the rank of a token if the model ended after the shown layer, 1 being the most probable.
    Lens(String),
    /// `first_lead("…")`: the first layer after which a token would be the most probable, 0 being the first layer.
    FirstLead(String),
    /// `altered("…")`: the probability that the model gives a token with the parts off or scaled that are so now.
    Altered(String),
    /// `altered_rank("…")`: the rank of a token there, 1 being the most probable.
    AlteredRank(String),
    /// `off`: how many parts of the model are switched off or scaled; a whole layer is two, its attention and its MLP.
    Off,
    /// `lane_a("…")` to `lane_d("…")`: the probability that this lane of a comparison gives a token at its step on screen, after its chain.
    Lane(Lane, String),
    /// `drafted`: how many tokens the round on screen drafted.
    Drafted,
    /// `kept`: how many of these were kept.
    Kept,
    /// `ratio`: min(1, p/q) of the last drafted token that the round on screen looked at.
    Ratio,
    /// `alpha`: the share of the drafted tokens looked at that was kept, over all rounds so far, 0 to 1.
    Alpha,
    /// `passes`: how many passes of the model the rounds so far took.
    Passes,
    /// `tokens_a_pass`: how many tokens the text gained a pass.
    TokensAPass,
    /// `beta`: Σ min(p, q) at the place of the proof: how probable it is that a drafted token is kept there, 0 to 1.
    Beta,
    /// `fit`: how probable it is that what came out of the proof is at least as far off if it follows the model's distribution, 0 to 1.
    Fit,
    /// `fit_draft`: the same for the draft's distribution.
    FitDraft,
    /// `best_beam`: Σ ln p of the best text of a beam search, under the model alone; at most 0.
    BestBeam,
    /// `greedy`: Σ ln p of the greedy text beside it.
    Greedy,
    /// `beam_first`: the first token of the best text of a beam search.
    BeamFirst,
    /// `last`: the last token of the text on screen.
    Last,
    /// `temperature`, `top_k`, `top_p`, `min_p`: the value of that stage; unknown where it does not act.
    Setting(Setting),
    /// `chosen`: the token that the draw falls on.
    Chosen,
    /// `favourite`: the most probable token after the chain.
    Favourite,
}

/// A lane of a comparison, A being the text of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
    /// The last.
    D,
}

impl Lane {
    const ALL: [Lane; 4] = [Lane::A, Lane::B, Lane::C, Lane::D];

    /// Its name here.
    fn name(self) -> &'static str {
        match self {
            Lane::A => "lane_a",
            Lane::B => "lane_b",
            Lane::C => "lane_c",
            Lane::D => "lane_d",
        }
    }
}

/// A setting of the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Temperature.
    Temperature,
    /// Top-k.
    TopK,
    /// Top-p.
    TopP,
    /// Min-p.
    MinP,
}

impl Setting {
    const ALL: [Setting; 4] = [
        Setting::Temperature,
        Setting::TopK,
        Setting::TopP,
        Setting::MinP,
    ];

    /// The sampler's name in the chain, and here, and its parameter.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Setting::Temperature => ("temperature", "t"),
            Setting::TopK => ("top_k", "k"),
            Setting::TopP => ("top_p", "p"),
            Setting::MinP => ("min_p", "p"),
        }
    }
}

impl Quantity {
    /// Whether its value is a token.
    pub(crate) fn is_token(&self) -> bool {
        use Quantity::{BeamFirst, Chosen, Favourite, Last};
        matches!(self, Chosen | Favourite | Last | BeamFirst)
    }

    /// The quantity of this name, without a text in brackets.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let setting = Setting::ALL.into_iter().find(|s| s.names().0 == name);
        Some(match name {
            "entropy" => Quantity::Entropy,
            "entropy_after" => Quantity::EntropyAfter,
            "left" => Quantity::Left,
            "draw" => Quantity::Draw,
            "length" => Quantity::Length,
            "computed" => Quantity::Computed,
            "tokens" => Quantity::Tokens,
            "branches" => Quantity::Branches,
            "layer" => Quantity::Layer,
            "head" => Quantity::Head,
            "off" => Quantity::Off,
            "drafted" => Quantity::Drafted,
            "kept" => Quantity::Kept,
            "ratio" => Quantity::Ratio,
            "alpha" => Quantity::Alpha,
            "passes" => Quantity::Passes,
            "tokens_a_pass" => Quantity::TokensAPass,
            "beta" => Quantity::Beta,
            "fit" => Quantity::Fit,
            "fit_draft" => Quantity::FitDraft,
            "best_beam" => Quantity::BestBeam,
            "greedy" => Quantity::Greedy,
            "beam_first" => Quantity::BeamFirst,
            "chosen" => Quantity::Chosen,
            "favourite" => Quantity::Favourite,
            "last" => Quantity::Last,
            _ => Quantity::Setting(setting?),
        })
    }

    /// The quantity of this name of `text`: of a token, or of a stage.
    pub(crate) fn of(name: &str, text: String) -> Option<Self> {
        let lane = Lane::ALL.into_iter().find(|lane| lane.name() == name);
        Some(match name {
            "p" => Quantity::Prob(text),
            "model" => Quantity::Model(text),
            "logit" => Quantity::Logit(text),
            "rank" => Quantity::Rank(text),
            "stage" => Quantity::Stage(text),
            "place" => Quantity::Place(text),
            "attends" => Quantity::Attends(text),
            "lens" => Quantity::Lens(text),
            "first_lead" => Quantity::FirstLead(text),
            "altered" => Quantity::Altered(text),
            "altered_rank" => Quantity::AlteredRank(text),
            _ => Quantity::Lane(lane?, text),
        })
    }

    /// Its name, and the text in brackets behind it, if it has one.
    fn spelling(&self) -> (&'static str, Option<&str>) {
        match self {
            Quantity::Prob(text) => ("p", Some(text)),
            Quantity::Model(text) => ("model", Some(text)),
            Quantity::Logit(text) => ("logit", Some(text)),
            Quantity::Rank(text) => ("rank", Some(text)),
            Quantity::Stage(text) => ("stage", Some(text)),
            Quantity::Place(text) => ("place", Some(text)),
            Quantity::Attends(text) => ("attends", Some(text)),
            Quantity::Lens(text) => ("lens", Some(text)),
            Quantity::FirstLead(text) => ("first_lead", Some(text)),
            Quantity::Altered(text) => ("altered", Some(text)),
            Quantity::AlteredRank(text) => ("altered_rank", Some(text)),
            Quantity::Lane(lane, text) => (lane.name(), Some(text)),
            Quantity::Tokens => ("tokens", None),
            Quantity::Branches => ("branches", None),
            Quantity::Layer => ("layer", None),
            Quantity::Head => ("head", None),
            Quantity::Off => ("off", None),
            Quantity::Drafted => ("drafted", None),
            Quantity::Kept => ("kept", None),
            Quantity::Ratio => ("ratio", None),
            Quantity::Alpha => ("alpha", None),
            Quantity::Passes => ("passes", None),
            Quantity::TokensAPass => ("tokens_a_pass", None),
            Quantity::Beta => ("beta", None),
            Quantity::Fit => ("fit", None),
            Quantity::FitDraft => ("fit_draft", None),
            Quantity::BestBeam => ("best_beam", None),
            Quantity::Greedy => ("greedy", None),
            Quantity::BeamFirst => ("beam_first", None),
            Quantity::Last => ("last", None),
            Quantity::Entropy => ("entropy", None),
            Quantity::EntropyAfter => ("entropy_after", None),
            Quantity::Left => ("left", None),
            Quantity::Draw => ("draw", None),
            Quantity::Length => ("length", None),
            Quantity::Computed => ("computed", None),
            Quantity::Setting(setting) => (setting.names().0, None),
            Quantity::Chosen => ("chosen", None),
            Quantity::Favourite => ("favourite", None),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spelling() {
            (name, None) => f.write_str(name),
            (name, Some(text)) => write!(f, "{name}({})", quoted(text)),
        }
    }
}
