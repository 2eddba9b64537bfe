//! What a visitor or a link can choose, as plain values with the names that they have in links.

use std::collections::BTreeSet;

use logitscope_core::TokenId;
use serde::{Deserialize, Serialize};

/// How much of the inside the page keeps unless the visitor says otherwise, in MiB. Beyond it all goes, and what is on
/// screen is computed again.
pub const BUDGET_MIB: u32 = 96;
/// The budgets that can be chosen, in MiB.
pub const BUDGETS_MIB: [u32; 4] = [16, BUDGET_MIB, 256, 1024];

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
