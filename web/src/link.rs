//! The page's state as the `#` part of its address: `#prompt=…&temperature=0.7&tokens=11.287`.
//!
//! It is read forgivingly: a value that cannot be used is named in [`Link::problems`], and the nearest one used or the value left out.
//! Nothing here touches the browser.

mod codec;
mod inside;
mod problem;
mod read;
mod strategies;
mod turn;
mod write;

use logitscope_core::chain::{Chain, Sampler};
use logitscope_core::{Interventions, Precision, Settings, StopRules};
use logitscope_protocol::BackendChoice;

use crate::choices::{
    BeamChoices, CompareChoices, ContextChoices, CostChoices, Drawn, Earlier, EmbedOptions,
    ExploreChoices, GameChoices, GuideChoices, InsideView, Language, LessonPlace, LinkToken,
    NextDraw, SpeculateChoices, Station, Theme, first_settings,
};
pub use codec::{decode, encode};
pub use problem::Problem;
pub use write::{embed_code, write};

/// What a link asks for. `None` where it says nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// The step of a lesson: `lesson=` and `step=`.
    pub lesson: Option<LessonPlace>,
    /// The text of a lesson that is in the link itself: `own=`.
    pub own_lesson: Option<String>,
    /// The prediction game over tokens of the text.
    pub game: Option<GameChoices>,
    /// The prompt.
    pub prompt: Option<String>,
    /// Whether a chat template made it: nothing is put before it. `chat=1`.
    pub chat: bool,
    /// The sampler chain.
    pub chain: Option<Chain>,
    /// Sampler temperature.
    pub temperature: Option<f64>,
    /// Sampler top-k.
    pub top_k: Option<u32>,
    /// Sampler top-p.
    pub top_p: Option<f64>,
    /// The seed of the dice.
    pub seed: Option<u32>,
    /// Most tokens to generate.
    pub max_tokens: Option<u32>,
    /// Stop sequences; `stop=` may be repeated.
    pub stop: Vec<String>,
    /// A bundled model's name, or the address of a model's folder.
    pub model: Option<String>,
    /// The address of a server that runs the model; nothing is asked there before the visitor connects.
    pub endpoint: Option<String>,
    /// A recorded run in the place of a model: its address, or `lesson`.
    pub recorded: Option<String>,
    /// Which backend.
    pub backend: Option<BackendChoice>,
    /// Which precision.
    pub precision: Option<Precision>,
    /// Most tokens a second while playing.
    pub speed: Option<f64>,
    /// The language of the page.
    pub language: Option<Language>,
    /// The colours of the page.
    pub theme: Option<Theme>,
    /// Parts of the model that are switched off or scaled.
    pub off: Option<Interventions>,
    /// The station that is open.
    pub open: Option<Station>,
    /// What a beam search is asked for.
    pub beams: Option<BeamChoices>,
    /// What speculative decoding is asked for.
    pub speculate: Option<SpeculateChoices>,
    /// How far the tree looks ahead.
    pub explore: Option<ExploreChoices>,
    /// What a guided text is asked for; `against=` is its other prompt.
    pub guide: Option<GuideChoices>,
    /// What the text is compared with; `lane=` may be repeated.
    pub compare: Option<CompareChoices>,
    /// How large the context is.
    pub context: Option<ContextChoices>,
    /// What tokens cost.
    pub cost: Option<CostChoices>,
    /// The model beside that of the run: a bundled model's name, or the address of a model's folder.
    pub draft: Option<String>,
    /// The step of the open strategy that is on screen, 0 being its beginning.
    pub step: Option<u32>,
    /// The view of the model's inside that is open.
    pub inside: Option<InsideView>,
    /// Whether that view shows the model with these parts switched off or scaled.
    pub under: bool,
    /// The layer that it shows, 0 being the first.
    pub layer: Option<u32>,
    /// The head that it shows.
    pub head: Option<u32>,
    /// What it draws of that head.
    pub drawn: Option<Drawn>,
    /// The step on screen: the one after the token at this place of the text, 0 being the first. `None` follows the run.
    pub at: Option<u32>,
    /// What an embedding page left out.
    pub embed: EmbedOptions,
    /// The tokens to generate, in order.
    pub tokens: Vec<LinkToken>,
    /// Under which settings the first of them were chosen; the others were under those of the link. `earlier=` may be repeated.
    pub earlier: Vec<Earlier>,
    /// The dice of the step after them, where they are not the first.
    pub next: Option<NextDraw>,
    /// What could not be used, in words.
    pub problems: Vec<Problem>,
}

impl Link {
    /// Whether it says which text is to be on screen.
    pub fn has_text(&self) -> bool {
        self.prompt.is_some() || !self.tokens.is_empty()
    }

    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        // In whichever language.
        let language = self.language;
        *self
            == Link {
                language,
                ..Link::default()
            }
    }

    /// Whether it says what the sampler's chain is.
    pub fn has_chain(&self) -> bool {
        let named = self.temperature.is_some() || self.top_k.is_some() || self.top_p.is_some();
        named || self.chain.is_some()
    }

    /// Whether it names a certain run: what it leaves out of one is the page's own, whatever the model asks for.
    pub fn has_run(&self) -> bool {
        self.embed.embed || self.seed.is_some() || self.next.is_some() || !self.tokens.is_empty()
    }

    /// `base` with what the link says. A temperature, top-k or top-p without a chain means the default chain with it, whatever
    /// the visitor's own is: a link shows the same to everybody.
    pub fn settings(&self, base: Settings) -> Settings {
        let named = [
            self.temperature.map(|t| Sampler::Temperature { t }),
            self.top_k.map(|k| Sampler::TopK { k }),
            self.top_p.map(|p| Sampler::TopP { p }),
        ];
        let named: Vec<Sampler> = named.into_iter().flatten().collect();
        let mut chain = match &self.chain {
            Some(chain) => chain.clone(),
            None if named.is_empty() => base.chain,
            None => first_settings().chain,
        };
        named.into_iter().for_each(|sampler| chain.set(sampler));
        Settings {
            chain,
            seed: self.seed.unwrap_or(base.seed),
        }
    }

    /// `base` with what the link says.
    pub fn stop_rules(&self, base: StopRules) -> StopRules {
        let sequences = if self.stop.is_empty() {
            base.sequences
        } else {
            self.stop.clone()
        };
        StopRules {
            max_tokens: self.max_tokens.unwrap_or(base.max_tokens),
            sequences,
        }
    }
}
