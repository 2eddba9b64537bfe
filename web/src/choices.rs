//! What a visitor or a link can choose, as plain values with the names that they have in links.

mod context;
mod game;
mod guided;
mod lanes;
mod strategies;

use std::collections::BTreeSet;

use logitscope_core::{Chosen, Settings, StepRecord, TokenId};
pub use logitscope_words::Language;
use serde::{Deserialize, Serialize};

pub use context::{ContextChoices, CostChoices};
pub use game::GameChoices;
pub use guided::{GuideBy, GuideChoices};
pub use lanes::CompareChoices;
pub use strategies::{
    BeamChoices, BeamWay, DraftBy, ExploreChoices, MOST_TOKENS, SpeculateChoices,
};

/// How much of the inside the page keeps unless the visitor says otherwise, in MiB. Beyond it all goes, and what is on
/// screen is computed again.
pub const BUDGET_MIB: u32 = 96;
/// The budgets that can be chosen, in MiB.
pub const BUDGETS_MIB: [u32; 4] = [16, BUDGET_MIB, 256, 1024];

/// The prompt of a page that was opened without one.
pub const DEFAULT_PROMPT: &str = "In the forest lived a";

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

/// What the strategies are asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// A beam search.
    pub beams: BeamChoices,
    /// Speculative decoding.
    pub speculate: SpeculateChoices,
    /// How far the tree looks ahead.
    pub explore: ExploreChoices,
    /// A guided text.
    pub guide: GuideChoices,
    /// What the text on screen is compared with.
    pub compare: CompareChoices,
    /// How large the context is.
    pub context: ContextChoices,
    /// What tokens cost.
    pub cost: CostChoices,
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

/// Names that links, embeds and the suite spell out, with their enum: `hide=`, `show=` and `lock=`.
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
    /// computes it, and the strategies.
    Station {
        Tokens = "tokens",
        Embed = "embed",
        Layers = "layers",
        Logits = "logits",
        Softmax = "softmax",
        Sampler = "sampler",
        Dice = "dice",
        Machine = "machine",
        Tree = "tree",
        Beams = "beams",
        Speculative = "speculative",
        Guided = "guided",
        Compare = "compare",
        Context = "context",
    }
}

impl Station {
    /// Those that take the place of the picture: other ways to write on than token by token.
    pub const STRATEGIES: [Station; 6] = [
        Station::Tree,
        Station::Beams,
        Station::Speculative,
        Station::Guided,
        Station::Compare,
        Station::Context,
    ];

    /// Whether it is one of them.
    pub fn is_strategy(self) -> bool {
        Self::STRATEGIES.contains(&self)
    }

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

named! {
    /// What `show=` keeps of the page: the controls of a lesson, and stations of the picture.
    Kept {
        Temperature = "temperature",
        TopK = "top_k",
        TopP = "top_p",
        Chain = "chain",
        Seed = "seed",
        Candidates = "candidates",
        Dice = "dice",
        Step = "step",
        Play = "play",
        Rewind = "rewind",
        Speed = "speed",
        Pipeline = "pipeline",
        Logits = "logits",
        Sampler = "sampler",
    }
}

/// A table as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// For spreadsheets.
    Csv,
    /// For course material.
    Markdown,
}

/// A picture as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// Lines and letters, for print and for slides.
    Svg,
    /// Pixels, for everything else.
    Png,
}

/// The name of the lesson that the visitor writes, or that is in the link.
pub const OWN_LESSON: &str = "own";

/// A step of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonPlace {
    /// The lesson's name, which is that of its file.
    pub name: String,
    /// The step, 1 being the first.
    pub step: u32,
}

/// What an embedding page switched off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EmbedOptions {
    /// Whether the page is an embed: without its header, footer and margins.
    pub embed: bool,
    /// What is built, and nothing else; all of the page if it names nothing.
    pub show: BTreeSet<Kept>,
    /// Parts that are not shown.
    pub hide: BTreeSet<PagePart>,
    /// Controls that can be read but not moved.
    pub lock: BTreeSet<Control>,
    /// Whether an embed may connect to servers.
    pub endpoints: bool,
}

impl EmbedOptions {
    /// Whether the page is a lesson: only what `show` names, close together.
    pub fn is_lesson(&self) -> bool {
        !self.show.is_empty()
    }

    /// Whether the page has its frame: header, footer and margins.
    pub fn is_framed(&self) -> bool {
        !self.embed && !self.is_lesson()
    }

    /// Whether bars show what the model alone gave a token, so that words need not.
    pub fn has_bars(&self) -> bool {
        match self.is_lesson() {
            true => self.show.contains(&Kept::Candidates),
            false => self.embed,
        }
    }

    /// Whether a part is left out.
    pub fn hides(&self, part: PagePart) -> bool {
        let kept = match part {
            PagePart::Candidates => self.show.contains(&Kept::Candidates),
            PagePart::Status => false,
            _ => true,
        };
        self.hide.contains(&part) || self.is_lesson() && !kept
    }

    /// Whether a lesson's picture has a station. The dice of a lesson stand beside its bars.
    pub fn keeps_station(&self, station: Station) -> bool {
        let kept = match station {
            Station::Tokens | Station::Embed | Station::Layers => Kept::Pipeline,
            Station::Logits | Station::Softmax => Kept::Logits,
            Station::Sampler => Kept::Sampler,
            Station::Dice
            | Station::Machine
            | Station::Tree
            | Station::Beams
            | Station::Speculative
            | Station::Guided
            | Station::Compare
            | Station::Context => return !self.is_lesson(),
        };
        !self.is_lesson() || self.show.contains(&kept)
    }

    /// Whether a control can be read but not moved: it is locked, or a lesson does not have it.
    pub fn locks(&self, control: Control) -> bool {
        self.lock.contains(&control) || self.is_lesson() && !self.keeps(control)
    }

    /// Whether `show` brings a control along.
    fn keeps(&self, control: Control) -> bool {
        let any = |kept: &[Kept]| kept.iter().any(|kept| self.show.contains(kept));
        match control {
            // The text is always there, and nothing but the sampler's own station moves its stages.
            Control::Prompt | Control::Chain => true,
            Control::Temperature => any(&[Kept::Temperature, Kept::Chain, Kept::Sampler]),
            Control::TopK => any(&[Kept::TopK, Kept::Chain, Kept::Sampler]),
            Control::TopP => any(&[Kept::TopP, Kept::Chain, Kept::Sampler]),
            Control::Seed => any(&[Kept::Seed, Kept::Sampler]),
            Control::MaxTokens | Control::Stop => any(&[Kept::Sampler]),
            Control::Draw | Control::RollAgain => any(&[Kept::Dice]),
            // Without a way back a lesson would end where the text is full.
            Control::Step | Control::Restart => any(&[Kept::Step]),
            Control::Play => any(&[Kept::Play]),
            Control::Rewind => any(&[Kept::Rewind]),
            Control::Speed => any(&[Kept::Speed]),
            Control::Force => any(&[Kept::Candidates, Kept::Logits]),
            Control::Parts => any(&[Kept::Pipeline]),
            Control::Model | Control::Backend | Control::Precision | Control::Share => false,
        }
    }
}

/// What an embed is to show, and how large it is.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbedPlan {
    /// What it keeps; the whole page if that is nothing.
    pub show: BTreeSet<Kept>,
    /// Whether its text cannot be changed.
    pub lock_text: bool,
    /// Whether its lesson is played from its recorded run, with no model.
    pub from_recording: bool,
    /// Its width and height, in CSS pixels.
    pub size: (u32, u32),
    /// Its colours.
    pub theme: Theme,
}

/// The sizes that a lesson is made for, in CSS pixels.
pub const EMBED_SIZES: [(u32, u32); 2] = [(720, 480), (360, 640)];

impl Default for EmbedPlan {
    fn default() -> Self {
        EmbedPlan {
            show: [Kept::Temperature, Kept::Candidates, Kept::Dice, Kept::Step].into(),
            lock_text: true,
            from_recording: false,
            size: EMBED_SIZES[0],
            theme: Theme::Auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_locks_and_leaves_out_what_it_does_not_name() {
        let lesson = EmbedOptions {
            show: [Kept::Temperature, Kept::Dice].into(),
            ..EmbedOptions::default()
        };
        for open in [Control::Temperature, Control::Draw, Control::Prompt] {
            assert!(!lesson.locks(open), "{}", open.name());
        }
        for shut in [Control::TopK, Control::Step, Control::Force, Control::Model] {
            assert!(lesson.locks(shut), "{}", shut.name());
        }
        assert!(lesson.hides(PagePart::Candidates) && !lesson.hides(PagePart::Prompt));
        assert!(!lesson.keeps_station(Station::Dice) && !lesson.keeps_station(Station::Layers));
    }

    #[test]
    fn every_name_is_in_the_documentation_and_in_its_picture() {
        let (api, picture) = (
            include_str!("../../docs/api.md"),
            include_str!("../../docs/parts.svg"),
        );
        let rows = |key: &str| -> String {
            let table = api.split(&format!("| `{key}=` |")).nth(1);
            let table = table.unwrap_or_default().split("\n\n").next();
            // The first column of each row.
            let cells = table.unwrap_or_default().lines().skip(1);
            cells.filter_map(|row| row.split('|').nth(1)).collect()
        };
        let class = |class: &str| -> String {
            let mark = format!("class=\"{class}\">");
            let texts = picture.split(&mark).skip(1);
            let words = texts.filter_map(|text| text.split('<').next());
            format!(" {} ", words.collect::<Vec<_>>().join(" "))
        };
        let names: [(&str, Vec<&str>); 3] = [
            ("hide", PagePart::ALL.iter().map(|one| one.name()).collect()),
            ("lock", Control::ALL.iter().map(|one| one.name()).collect()),
            ("show", Kept::ALL.iter().map(|one| one.name()).collect()),
        ];
        for (key, names) in names {
            let (rows, drawn) = (rows(key), class(key));
            for name in &names {
                assert!(
                    rows.contains(&format!("`{name}`")),
                    "{key}={name} is in the table"
                );
                assert!(
                    drawn.contains(&format!(" {name} ")),
                    "{key}={name} is in the picture"
                );
            }
            assert_eq!(rows.matches('`').count(), 2 * names.len(), "{key}: {rows}");
        }
    }

    #[test]
    fn a_page_that_shows_everything_locks_and_leaves_out_nothing() {
        let page = EmbedOptions::default();
        assert!(page.is_framed());
        assert!(Control::ALL.iter().all(|control| !page.locks(*control)));
        assert!(PagePart::ALL.iter().all(|part| !page.hides(*part)));
        assert!(
            Station::ALL
                .iter()
                .all(|station| page.keeps_station(*station))
        );
    }
}
