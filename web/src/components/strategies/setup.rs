//! What a strategy begins with: the text on screen, the sampler and the model of now.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::chain::Chain;
use logitscope_core::strategy::Sampling;
use logitscope_core::{CoreError, Settings, TokenId, Vocab};

use crate::state::App;
use crate::strategies::{Kind, Work};
use crate::words::say;

/// The text, the sampler and the model.
#[derive(Clone, PartialEq)]
pub struct Base {
    /// The text up to the step on screen.
    pub tokens: Vec<TokenId>,
    /// How many of them are the prompt.
    pub prompt_len: usize,
    /// The sampler.
    pub settings: Settings,
    /// The model's tokens.
    pub vocab: Arc<Vocab>,
    /// The most tokens that it reads.
    pub n_ctx: u32,
    /// Which load of which model: another backend rounds differently.
    model: (u32, String),
    /// Which choice of a model that drafts.
    draft: u32,
}

impl Base {
    /// Those of now; tracked. `None` while there is no model or no text.
    pub fn of(app: App) -> Option<Self> {
        let selected = app.selected.get();
        let (tokens, prompt_len) = app.read(|run| {
            let path = match selected {
                Some(node) => run.tree().path(node),
                None => run.path(),
            };
            (run.tree().tokens(&path), run.prompt_len())
        })?;
        let model = app
            .model
            .get()
            .filter(|_| !app.recorded.get() && !tokens.is_empty())?;
        Some(Base {
            tokens,
            prompt_len,
            settings: app.settings.get(),
            vocab: app.vocab.get()?,
            n_ctx: model.model.n_ctx,
            model: (model.id.0, model.backend.kind.clone()),
            draft: app.draft_choice.with(|(n, _)| *n),
        })
    }

    /// Which load of a model it is.
    pub fn load(&self) -> u32 {
        self.model.0
    }

    /// The chain and the dice of the page.
    pub fn sampling(&self) -> Result<Sampling, CoreError> {
        self.sampling_with(self.settings.chain.clone())
    }

    /// The same with bans and penalties alone.
    pub fn sampling_without_a_draw(&self) -> Result<Sampling, CoreError> {
        self.sampling_with(self.settings.chain.without_a_draw())
    }

    /// The same with a chain of its own.
    pub fn sampling_with(&self, chain: Chain) -> Result<Sampling, CoreError> {
        let sampling = Sampling::new(chain, self.settings.seed, Arc::clone(&self.vocab))?;
        Ok(sampling.generating_from(self.prompt_len))
    }

    /// The tokens that end a text.
    pub fn ends(&self) -> Vec<TokenId> {
        self.vocab.end_tokens().to_vec()
    }
}

/// The text that a strategy goes on from, its last words if it is long.
pub fn after(app: App) -> String {
    const MOST: usize = 48;
    let text = Base::of(app).map(|base| base.vocab.text(&base.tokens));
    let text = text.unwrap_or_default();
    let skip = text.chars().count().saturating_sub(MOST);
    let end: String = text.chars().skip(skip).collect();
    if skip > 0 { format!("…{end}") } else { end }
}

/// Begins a strategy as `work` makes it, and again whenever the text, the sampler, the model or what else `work` follows is another. `work` gives
/// `None` while there is nothing to begin with.
pub fn keep_begun<W: Work>(
    app: App,
    kind: Kind,
    work: impl Fn(&Base) -> Option<Result<W, CoreError>> + Send + Sync + 'static,
) {
    let work = move |base: &Base| Some(work(base)?.map_err(|error| error.words(&say())));
    keep_begun_or_say(app, kind, work);
}

/// The same where `work` says in words why there can be none.
pub fn keep_begun_or_say<W: Work>(
    app: App,
    kind: Kind,
    work: impl Fn(&Base) -> Option<Result<W, String>> + Send + Sync + 'static,
) {
    // The run is published more often than its text changes.
    let base = Memo::new(move |_| Base::of(app));
    Effect::new(move |_| {
        let Some(work) = base.with(|base| work(base.as_ref()?)) else {
            return;
        };
        let work = work.map(|work| Box::new(work) as Box<dyn Work>);
        untrack(|| app.begin_work(kind, work));
    });
}
