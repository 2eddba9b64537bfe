//! What a visitor or a link can choose, as plain values with the names that they have in links.

use std::collections::BTreeSet;

use logitscope_core::{Chosen, Settings, StepRecord, TokenId};
use serde::{Deserialize, Serialize};

/// How much of the inside the page keeps unless the visitor says otherwise, in MiB. Beyond it all goes, and what is on
/// screen is computed again.
pub const BUDGET_MIB: u32 = 96;
/// The budgets that can be chosen, in MiB.
pub const BUDGETS_MIB: [u32; 4] = [16, BUDGET_MIB, 256, 1024];

/// What the page samples with unless the visitor or a link says otherwise: enough of each stage that its work can be seen.
pub fn first_settings() -> Settings {
    Settings::basic(0.8, 40, 0.9, 1)
}

/// The colours of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A view of the inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InsideView {
    /// What each head attends to.
    Attention,
    /// What the model would say after each block.
    Lens,
    /// What each part adds to a token's logit.
    Shares,
    /// The most active neurons of one layer.
    Neurons,
    /// Tokens as vectors.
    Embeddings,
    /// Every intermediate of one layer.
    Vectors,
    /// Parts of the model switched off.
    #[serde(rename = "knock_out")]
    Ablation,
    /// The key-value cache, and what a step costs with it and without.
    Cache,
    /// Where the time of a step goes.
    #[serde(rename = "speed")]
    DecodeTime,
}

impl InsideView {
    /// Whether it shows one layer.
    pub fn shows_a_layer(self) -> bool {
        use InsideView::*;
        matches!(self, Attention | Neurons | Vectors)
    }

    /// Whether it shows one head of that.
    pub fn shows_a_head(self) -> bool {
        self == InsideView::Attention
    }
}

/// What is drawn of a head's attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// The scaled dot products, of later keys, too.
    Scores,
    /// The same with what is masked.
    Masked,
    /// Their softmax.
    #[default]
    Pattern,
    /// The softmax without the first token.
    WithoutFirst,
}

impl Drawn {
    /// Whether values are scores, unbounded, rather than shares of 1.
    pub fn is_scores(self) -> bool {
        matches!(self, Drawn::Scores | Drawn::Masked)
    }
}

/// One generated token of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkToken {
    /// The token.
    pub id: TokenId,
    /// Whether the visitor chose it.
    pub forced: bool,
    /// How often the dice were rolled again before it was chosen.
    pub roll: u32,
    /// The draw, 0..1, if the visitor set it.
    pub by_hand: Option<f64>,
}

impl LinkToken {
    /// A token that the first dice chose.
    pub fn plain(id: TokenId) -> Self {
        LinkToken {
            id,
            forced: false,
            roll: 0,
            by_hand: None,
        }
    }

    /// The token of a step. `kept` says of a forced one that dice chose it, elsewhere.
    pub fn of(step: &StepRecord, kept: bool) -> Self {
        LinkToken {
            id: step.choice.token,
            forced: step.chosen == Chosen::Forced && !kept,
            roll: step.draw.roll,
            by_hand: step.draw.by_hand.then_some(step.draw.u),
        }
    }
}

/// The settings under which tokens were chosen before they were changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    /// How many tokens, after those of the ones before.
    pub tokens: u32,
    /// The settings.
    pub settings: Settings,
}

/// The dice of a step that is still to be taken, where they are not the first.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NextDraw {
    /// How often they were rolled again.
    pub roll: u32,
    /// The draw, 0..1, if the visitor set it.
    pub by_hand: Option<f64>,
}

/// Names that links, embeds and the suite spell out, with their enum: `hide=` and `lock=`.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $variant,)*
        }

        impl $name {
            /// All of them, in the order of the documentation.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Its name in links.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

named! {
    /// A part of the page that `hide=` can leave out.
    PagePart {
        Header = "header",
        Prompt = "prompt",
        Tokens = "tokens",
        Transport = "transport",
        Transcript = "transcript",
        Controls = "controls",
        Pipeline = "pipeline",
        Sampler = "sampler",
        Step = "step",
        Candidates = "candidates",
        Dice = "dice",
        Inside = "inside",
        Table = "table",
        Facts = "facts",
        Status = "status",
        Footer = "footer",
        Notices = "notices",
    }
}

named! {
    /// A station of the picture, which opens in place: a stretch of the way from the text to the next token, from left to right; then what
    /// computes it.
    Station {
        Tokens = "tokens",
        Embed = "embed",
        Layers = "layers",
        Logits = "logits",
        Softmax = "softmax",
        Sampler = "sampler",
        Dice = "dice",
        Machine = "machine",
    }
}

impl Station {
    /// The station that a view of the inside belongs to.
    pub fn of(view: InsideView) -> Self {
        match view {
            InsideView::Embeddings => Station::Embed,
            InsideView::DecodeTime => Station::Machine,
            _ => Station::Layers,
        }
    }
}

named! {
    /// A control that `lock=` can make read-only.
    Control {
        Prompt = "prompt",
        Chain = "chain",
        Draw = "u",
        Temperature = "temperature",
        TopK = "top_k",
        TopP = "top_p",
        Seed = "seed",
        MaxTokens = "max_tokens",
        Stop = "stop",
        Step = "step",
        Play = "play",
        Rewind = "rewind",
        Restart = "restart",
        Force = "force",
        RollAgain = "roll_again",
        Speed = "speed",
        Model = "model",
        Backend = "backend",
        Precision = "precision",
        Parts = "parts",
        Share = "share",
    }
}

/// What an embedding page switched off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EmbedOptions {
    /// Whether the page is an embed: without its header, footer and margins.
    pub embed: bool,
    /// Parts that are not shown.
    pub hide: BTreeSet<PagePart>,
    /// Controls that can be read but not moved.
    pub lock: BTreeSet<Control>,
}
