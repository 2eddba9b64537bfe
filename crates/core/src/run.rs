//! A run: the token tree with a cursor, the settings, and what was chosen at each step.
//!
//! It is a plain state machine. It never computes logits; whoever drives it (the command line in
//! one process, the page through its worker) asks what is missing, has the model compute it, hands
//! it in, and takes the next step.

use std::collections::HashMap;
use std::sync::Arc;

use crate::chain::grammar::Masks;
use crate::chain::{Chain, ChainContext, Grammar, Mask, Mirostat, Sampler};
use crate::dice::{MOST_ROLLS, Stream};
use crate::ends::{self, Ends};
use crate::error::{Expected, GrammarError};
use crate::logits::NodeLogits;
use crate::masks::MaskStore;
use crate::processed::Rated;
use crate::record::top_tokens;
use crate::{
    Choice, Chosen, CoreError, Distribution, Draw, LogitsStore, ModelOutput, NodeId, Processed,
    Settings, StepRecord, StopReason, StopRules, Timings, TokenId, TokenTree, TopDistribution,
    Vocab, math,
};

/// What the sampler makes of one node's logits under given settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// The model's own distribution.
    pub distribution: Arc<Distribution>,
    /// The distribution after the chain.
    pub processed: Processed,
    /// The draw.
    pub draw: Draw,
    /// The token that the draw selects.
    pub choice: Choice,
}

/// A run over one vocabulary. Prompts, branches and forced tokens share one tree.
#[derive(Debug)]
pub struct Run {
    tree: TokenTree,
    vocab: Arc<Vocab>,
    n_ctx: u32,
    /// What the model gives.
    output: ModelOutput,
    settings: Settings,
    stop_rules: StopRules,
    prompt_end: Option<NodeId>,
    cursor: Option<NodeId>,
    /// By the node that the step led to.
    records: HashMap<NodeId, StepRecord>,
    /// How often the visitor has rolled again at a node.
    rolls: HashMap<NodeId, u32>,
    /// Draws that the visitor set by hand.
    by_hand: HashMap<NodeId, f64>,
    /// Where texts ended.
    ends: Ends,
    logits: LogitsStore,
    /// What grammars allow, or why not.
    masks: MaskStore,
}

impl Run {
    /// An empty run for a model with this vocabulary and a context of `n_ctx` tokens, which keeps
    /// logits up to `logits_budget_bytes`.
    pub fn new(vocab: Arc<Vocab>, n_ctx: u32, logits_budget_bytes: usize) -> Self {
        Run {
            tree: TokenTree::default(),
            vocab,
            n_ctx,
            output: ModelOutput::default(),
            settings: Settings::default(),
            stop_rules: StopRules::default(),
            prompt_end: None,
            cursor: None,
            records: HashMap::new(),
            rolls: HashMap::new(),
            by_hand: HashMap::new(),
            ends: Ends::default(),
            logits: LogitsStore::new(logits_budget_bytes),
            masks: MaskStore::default(),
        }
    }

    /// The tree of all texts of this session.
    pub fn tree(&self) -> &TokenTree {
        &self.tree
    }

    /// The model's vocabulary.
    pub fn vocab(&self) -> &Arc<Vocab> {
        &self.vocab
    }

    /// Most tokens that the model reads at once.
    pub fn n_ctx(&self) -> u32 {
        self.n_ctx
    }

    /// The sampler's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the model gives: [`ModelOutput::Logits`] unless it is said otherwise. A chain that needs more than they are is refused.
    pub fn set_output(&mut self, output: ModelOutput) -> Result<(), CoreError> {
        output.check(&self.settings.chain)?;
        self.output = output;
        Ok(())
    }

    /// Changes the settings for the steps to come.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), CoreError> {
        settings.check()?;
        self.output.check(&settings.chain)?;
        self.settings = settings;
        Ok(())
    }

    /// What the chain may look at besides the logits of `node`: the text up to it, its own dice, its own memory.
    ///
    /// Mirostat's memory is what the records since the prompt say, each with the probability after the chain of then.
    fn chain_context<'a>(
        &'a self,
        node: NodeId,
        tokens: &'a [TokenId],
        settings: &Settings,
        masks: &'a Masks,
    ) -> Result<ChainContext<'a>, CoreError> {
        self.output.check(&settings.chain)?;
        let mirostat = mirostat_of(&settings.chain);
        let path = self.tree.path(node).into_iter().skip(self.prompt_len());
        let records = path.filter_map(|id| self.records.get(&id));
        let remembered = mirostat.map(|(tau, eta)| {
            records.fold(Mirostat::start(tau), |memory, record| {
                let choice = record.choice;
                memory.follow(choice.prob_after, choice.prob_before, tau, eta)
            })
        });
        Ok(ChainContext {
            tokens,
            vocab: Some(&self.vocab),
            u_xtc: self.dice(node, Stream::Xtc, settings.seed)?.u,
            mirostat: remembered,
            masks,
        })
    }

    /// The same prompt, tree, settings and dice with nothing chosen and no logits: for another model, or for this one with a part
    /// switched off.
    pub fn fork(&self, logits_budget_bytes: usize) -> Self {
        Run {
            tree: self.tree.clone(),
            vocab: Arc::clone(&self.vocab),
            n_ctx: self.n_ctx,
            output: self.output,
            settings: self.settings.clone(),
            stop_rules: self.stop_rules.clone(),
            prompt_end: self.prompt_end,
            cursor: self.prompt_end,
            records: HashMap::new(),
            rolls: self.rolls.clone(),
            by_hand: self.by_hand.clone(),
            ends: self.ends.clone(),
            logits: LogitsStore::new(logits_budget_bytes),
            masks: MaskStore::default(),
        }
    }

    /// A fork of `other`, whose tokens have the same ids and bytes, for the model of this run and with its memory for logits.
    pub fn of_model_like(&self, other: &Run) -> Self {
        Run {
            vocab: Arc::clone(&self.vocab),
            n_ctx: self.n_ctx,
            output: self.output,
            ..other.fork(self.logits.budget_bytes())
        }
    }

    /// What ends a run.
    pub fn stop_rules(&self) -> &StopRules {
        &self.stop_rules
    }

    /// Changes what ends a run.
    pub fn set_stop_rules(&mut self, rules: StopRules) {
        self.stop_rules = rules;
    }

    /// The last token of the prompt; `None` before there is a prompt.
    pub fn prompt_end(&self) -> Option<NodeId> {
        self.prompt_end
    }

    /// The last token of the text; the next step extends it.
    pub fn cursor(&self) -> Option<NodeId> {
        self.cursor
    }

    /// The stored logits.
    pub fn logits(&self) -> &LogitsStore {
        &self.logits
    }

    /// Checks that `tokens` can be a prompt for this model.
    pub fn check_prompt(&self, tokens: &[TokenId]) -> Result<(), CoreError> {
        if tokens.is_empty() {
            return Err(CoreError::EmptyPrompt);
        }
        if tokens.len() >= self.n_ctx as usize {
            return Err(CoreError::PromptTooLong {
                tokens: tokens.len(),
                n_ctx: self.n_ctx,
            });
        }
        tokens
            .iter()
            .try_for_each(|&id| self.vocab.check(id).map(|_| ()))
    }

    /// Starts a new text with `tokens`. Texts so far stay in the tree; a common beginning is shared.
    pub fn set_prompt(&mut self, tokens: &[TokenId]) -> Result<NodeId, CoreError> {
        self.check_prompt(tokens)?;
        let end = self
            .tree
            .extend(None, tokens)?
            .ok_or(CoreError::EmptyPrompt)?;
        self.prompt_end = Some(end);
        self.arrive(end);
        Ok(end)
    }

    /// Puts the cursor on `node`, which continues the prompt.
    fn arrive(&mut self, node: NodeId) {
        self.cursor = Some(node);
        if let Some(prompt_end) = self.prompt_end {
            self.ends.note(&self.tree, node, prompt_end);
        }
    }

    /// The nodes of the text, from its first token to the cursor.
    pub fn path(&self) -> Vec<NodeId> {
        self.cursor.map(|id| self.tree.path(id)).unwrap_or_default()
    }

    /// Number of tokens of the prompt.
    pub fn prompt_len(&self) -> usize {
        self.prompt_end
            .and_then(|id| self.tree.get(id).ok())
            .map_or(0, |n| n.position as usize + 1)
    }

    /// The tokens of the prompt.
    pub fn prompt(&self) -> Vec<TokenId> {
        self.tree
            .tokens(self.path().get(..self.prompt_len()).unwrap_or_default())
    }

    /// The text of the prompt, as its tokens have it.
    pub fn prompt_text(&self) -> String {
        self.vocab.text(&self.prompt())
    }

    /// The tokens generated since the prompt.
    pub fn generated(&self) -> Vec<TokenId> {
        self.tree
            .tokens(self.path().get(self.prompt_len()..).unwrap_or_default())
    }

    /// The text of the whole path; bytes that are no whole character become U+FFFD.
    pub fn text(&self) -> String {
        self.vocab.text(&self.tree.tokens(&self.path()))
    }

    /// How `node` was chosen; `None` for a token of a prompt.
    pub fn record(&self, node: NodeId) -> Option<&StepRecord> {
        self.records.get(&node)
    }

    /// The records of the current path, oldest first.
    pub fn steps(&self) -> Vec<&StepRecord> {
        let path = self.path();
        path.iter()
            .skip(self.prompt_len())
            .filter_map(|id| self.records.get(id))
            .collect()
    }

    /// Why the run stands still at the cursor, if the last step said so.
    pub fn stopped(&self) -> Option<&StopReason> {
        self.cursor
            .and_then(|id| self.records.get(&id))
            .and_then(|r| r.stop.as_ref())
    }

    /// The model's own distribution at `node`; `None` while it is not in memory.
    pub fn distribution(&self, node: NodeId) -> Option<&Arc<Distribution>> {
        Some(&self.logits.get(node)?.distribution)
    }

    /// Takes in the logits of `node`, `[d_vocab]`, with what they cost.
    pub fn accept_logits(
        &mut self,
        node: NodeId,
        logits: Arc<[f32]>,
        timings: Timings,
    ) -> Result<(), CoreError> {
        self.check_scores(node, logits.len())?;
        let original = self.is_new(node);
        self.logits.insert(node, logits, timings, original)
    }

    /// Takes in the most probable tokens after `node`, as a server lists them. A longer list takes the place of a shorter one.
    pub fn accept_top(
        &mut self,
        node: NodeId,
        top: TopDistribution,
        timings: Timings,
    ) -> Result<(), CoreError> {
        self.check_scores(node, top.d_vocab())?;
        let original = self.is_new(node);
        self.logits.insert_top(node, top, timings, original);
        Ok(())
    }

    /// That there is such a node, and that scores of so many tokens are those of this vocabulary.
    fn check_scores(&self, node: NodeId, found: usize) -> Result<(), CoreError> {
        self.tree.get(node)?;
        let d_vocab = self.vocab.len();
        match found == d_vocab {
            true => Ok(()),
            false => Err(CoreError::LogitsLength { found, d_vocab }),
        }
    }

    /// Whether no step was taken from `node`: a step taken in an imported run was chosen from other logits than those that come now.
    fn is_new(&self, node: NodeId) -> bool {
        let mut children = self.tree.children(Some(node)).iter();
        !children.any(|child| self.records.contains_key(child))
    }

    /// The draw for the token after `node`.
    pub fn draw(&self, node: NodeId) -> Result<Draw, CoreError> {
        self.draw_under(node, self.settings.seed)
    }

    fn draw_under(&self, node: NodeId, seed: u32) -> Result<Draw, CoreError> {
        let draw = self.dice(node, Stream::Token, seed)?;
        Ok(match self.by_hand.get(&node) {
            Some(&u) => Draw {
                u,
                by_hand: true,
                ..draw
            },
            None => draw,
        })
    }

    /// Sets the draw for the token after the cursor, 0 ≤ u < 1; `None` gives it back to the dice.
    pub fn set_u(&mut self, u: Option<f64>) -> Result<(), CoreError> {
        let node = self.cursor.ok_or(CoreError::EmptyPrompt)?;
        match u {
            Some(u) if (0.0..1.0).contains(&u) => {
                self.by_hand.insert(node, u);
            }
            Some(u) => {
                return Err(CoreError::Setting {
                    name: "u".into(),
                    value: u,
                    expected: Expected::Draw,
                });
            }
            None => {
                self.by_hand.remove(&node);
            }
        }
        Ok(())
    }

    fn dice(&self, node: NodeId, stream: Stream, seed: u32) -> Result<Draw, CoreError> {
        let position = self.tree.get(node)?.position + 1;
        let roll = self.rolls.get(&node).copied().unwrap_or(0);
        Ok(Draw::new(seed, position, stream, roll))
    }

    /// What the current settings make of the logits of `node`.
    pub fn sampling(&self, node: NodeId) -> Result<Sampling, CoreError> {
        self.sampling_under(node, &self.settings)
    }

    /// Whether the tokens that a server has listed for `node` do not decide its step.
    pub fn is_undecided(&self, node: NodeId) -> bool {
        let partial = |stored: &NodeLogits| stored.distribution.rest().is_some();
        let undecided = |error: &CoreError| {
            use CoreError::{DrawUndecided, Undecided};
            matches!(error, Undecided { .. } | DrawUndecided { .. })
        };
        self.logits.get(node).is_some_and(partial)
            && self.sampling(node).as_ref().is_err_and(undecided)
    }

    /// How many tokens are listed for `node`; `None` while none are.
    pub fn listed(&self, node: NodeId) -> Option<usize> {
        Some(self.logits.get(node)?.distribution.len())
    }

    /// What other settings, whose parameters are in range, make of the logits of `node`.
    pub fn sampling_under(&self, node: NodeId, settings: &Settings) -> Result<Sampling, CoreError> {
        let NodeLogits { distribution, .. } =
            self.logits.get(node).ok_or(CoreError::LogitsMissing)?;
        self.sampling_from(node, distribution, settings)
    }

    /// What settings make of other logits at `node`, with its own past and dice: of another model, or of this one with a part switched
    /// off.
    pub fn sampling_from(
        &self,
        node: NodeId,
        distribution: &Arc<Distribution>,
        settings: &Settings,
    ) -> Result<Sampling, CoreError> {
        let (processed, draw) = self.processed_from(node, distribution, settings)?;
        let choice = processed.choose(distribution, &draw)?;
        Ok(Sampling {
            distribution: Arc::clone(distribution),
            processed,
            draw,
            choice,
        })
    }

    /// The same before anything is chosen.
    fn processed_from(
        &self,
        node: NodeId,
        distribution: &Distribution,
        settings: &Settings,
    ) -> Result<(Processed, Draw), CoreError> {
        let tokens = self.tree.tokens(&self.tree.path(node));
        let masks = self.masks_at(node, &settings.chain)?;
        let context = self.chain_context(node, &tokens, settings, &masks)?;
        let processed = Processed::new(distribution, &settings.chain, &context)?;
        Ok((processed, self.draw_under(node, settings.seed)?))
    }

    /// What the grammars of `chain` allow after `node`.
    ///
    /// An error says that one is not known yet, that it cannot be used, or that nothing may follow.
    pub fn masks_at(
        &self,
        node: NodeId,
        chain: &Chain,
    ) -> Result<Vec<(Grammar, Arc<Mask>)>, CoreError> {
        let mut all = Vec::new();
        for grammar in chain.grammars() {
            let known = self.masks.get(grammar, self.prompt_end, node);
            let mask = known.ok_or(CoreError::MaskMissing)?;
            let mask = mask.map_err(CoreError::Grammar)?;
            if mask.count() == 0 {
                return Err(CoreError::GrammarComplete);
            }
            all.push((grammar.clone(), mask));
        }
        Ok(all)
    }

    /// What a mask is needed for: a grammar of `chain` that has none at `node`, and the generated tokens up to there.
    pub fn missing_mask(&self, node: NodeId, chain: &Chain) -> Option<(Grammar, Vec<TokenId>)> {
        let missing = |grammar: &&Grammar| {
            let known = self.masks.get(grammar, self.prompt_end, node);
            known.is_none()
        };
        let grammar = chain.grammars().find(missing)?;
        let path = self.tree.path(node);
        let generated = path.get(self.prompt_len()..).unwrap_or_default();
        Some((grammar.clone(), self.tree.tokens(generated)))
    }

    /// Takes in what `grammar` allows after `node`, or why it does not say.
    pub fn accept_mask(
        &mut self,
        node: NodeId,
        grammar: Grammar,
        mask: Result<Mask, GrammarError>,
    ) {
        let mask = mask.map(Arc::new);
        self.masks.insert(grammar, self.prompt_end, node, mask);
    }

    /// Chooses the next token and appends it. Needs the cursor's logits.
    pub fn step(&mut self) -> Result<StepRecord, CoreError> {
        self.append(None)
    }

    /// Appends `token`, whatever the sampler would have chosen. Needs the cursor's logits.
    pub fn force(&mut self, token: TokenId) -> Result<StepRecord, CoreError> {
        self.vocab.check(token)?;
        self.append(Some((token, None)))
    }

    /// The same where a server does not list the token, but rates it.
    pub fn force_rated(&mut self, token: TokenId, rated: Rated) -> Result<StepRecord, CoreError> {
        self.vocab.check(token)?;
        self.append(Some((token, Some(rated))))
    }

    /// Rolls the cursor's dice again: the same distribution, another draw.
    pub fn roll_again(&mut self) {
        if let Some(node) = self.cursor {
            self.by_hand.remove(&node);
            let roll = self.rolls.entry(node).or_default();
            *roll = (*roll + 1) % (MOST_ROLLS + 1);
        }
    }

    /// Has the cursor's dice as if they had been rolled again `roll` times.
    pub fn set_roll(&mut self, roll: u32) {
        if let Some(node) = self.cursor {
            self.by_hand.remove(&node);
            self.rolls.insert(node, roll % (MOST_ROLLS + 1));
        }
    }

    /// Takes back up to `n` tokens, never into the prompt. They stay in the tree.
    pub fn rewind(&mut self, n: u32) {
        let keep = self
            .path()
            .len()
            .saturating_sub(n as usize)
            .max(self.prompt_len());
        self.cursor = keep
            .checked_sub(1)
            .and_then(|last| self.path().get(last).copied());
    }

    /// Moves the cursor to `node`, which must continue the current prompt.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), CoreError> {
        let path = self.tree.path(node);
        if self.prompt_end.is_none_or(|end| !path.contains(&end)) {
            return Err(CoreError::UnknownNode { node: node.0 });
        }
        self.arrive(node);
        Ok(())
    }

    /// The ends of texts of which something was generated, that on screen among them.
    pub fn generated_ends(&self) -> impl Iterator<Item = NodeId> {
        self.ends.generated()
    }

    /// Where the text that begins with `node` ended when it was last on screen, and where its prompt ended; of a text that never was, the
    /// longest continuation, generated as far back as it was recorded.
    pub fn end_below(&self, node: NodeId) -> Result<(NodeId, NodeId), CoreError> {
        self.tree.get(node)?;
        if let Some(found) = self.ends.below(&self.tree, node) {
            return Ok(found);
        }
        let end = ends::deepest(&self.tree, node);
        Ok((end, self.written_before(end)))
    }

    /// The last token on the way to `end` that was written, as far as the records tell.
    fn written_before(&self, end: NodeId) -> NodeId {
        let path = self.tree.path(end);
        let recorded = path.iter().position(|id| self.records.contains_key(id));
        let last = recorded.unwrap_or(path.len()).saturating_sub(1);
        path.get(last).copied().unwrap_or(end)
    }

    /// Goes to the end of the text that begins with `node`, with its prompt: see [`Run::end_below`].
    pub fn go_to_end_below(&mut self, node: NodeId) -> Result<(), CoreError> {
        let (end, prompt_end) = self.end_below(node)?;
        if self.tree.get(end)?.position >= self.n_ctx {
            return Err(CoreError::ContextFull { n_ctx: self.n_ctx });
        }
        self.prompt_end = Some(prompt_end);
        self.arrive(end);
        Ok(())
    }

    /// Restores the rolls, the records and the cursor of an imported run.
    pub(crate) fn restore(
        &mut self,
        tree: TokenTree,
        records: HashMap<NodeId, StepRecord>,
        prompt_end: NodeId,
        cursor: NodeId,
    ) -> Result<(), CoreError> {
        for record in records.values().filter(|r| r.chosen == Chosen::Sampled) {
            self.rolls.insert(record.context, record.draw.roll);
            if record.draw.by_hand {
                self.by_hand.insert(record.context, record.draw.u);
            }
        }
        self.tree = tree;
        self.records = records;
        let leaves = self.tree.nodes().filter(|(_, n)| n.children.is_empty());
        let leaves: Vec<NodeId> = leaves.map(|(id, _)| id).collect();
        for end in leaves {
            self.ends.note(&self.tree, end, self.written_before(end));
        }
        self.prompt_end = Some(prompt_end);
        self.go_to(cursor)
    }

    fn append(
        &mut self,
        forced: Option<(TokenId, Option<Rated>)>,
    ) -> Result<StepRecord, CoreError> {
        let context = self.cursor.ok_or(CoreError::EmptyPrompt)?;
        let position = self.tree.get(context)?.position + 1;
        if position >= self.n_ctx {
            return Err(CoreError::ContextFull { n_ctx: self.n_ctx });
        }
        let NodeLogits { distribution, .. } =
            self.logits.get(context).ok_or(CoreError::LogitsMissing)?;
        let distribution = Arc::clone(distribution);
        let (processed, draw) = self.processed_from(context, &distribution, &self.settings)?;
        let choice = match forced {
            Some((token, rated)) => match (distribution.rank(token), rated) {
                (Some(rank), _) => processed.choice(&distribution, rank),
                (None, Some(rated)) => {
                    let idle = self.settings.chain.acting().next().is_none();
                    processed.choice_of_unlisted(token, rated, idle)
                }
                (None, None) => {
                    return Err(CoreError::NotListed {
                        token,
                        listed: distribution.len(),
                        d_vocab: distribution.d_vocab(),
                    });
                }
            },
            None => processed.choose(&distribution, &draw)?,
        };
        let node = self.tree.child(Some(context), choice.token)?;
        self.arrive(node);
        let record = StepRecord {
            context,
            node,
            position,
            chosen: if forced.is_some() {
                Chosen::Forced
            } else {
                Chosen::Sampled
            },
            settings: self.settings.clone(),
            draw,
            choice,
            entropy_bits: distribution.entropy_bits().exact(),
            entropy_after_bits: processed.entropy_bits().exact(),
            surprisal_bits: match distribution.rank(choice.token) {
                Some(rank) => distribution.surprisal_bits(rank),
                None => math::surprisal_bits(choice.prob_before),
            },
            survivors: processed.len() as u32,
            top: top_tokens(&distribution, &processed),
            timings: self
                .logits
                .get(context)
                .map(|l| l.timings)
                .unwrap_or_default(),
            stop: self
                .stop_rules
                .check(&self.generated(), position + 1, self.n_ctx, &self.vocab),
        };
        self.records.insert(node, record.clone());
        Ok(record)
    }
}

/// τ and η of the chain's first acting mirostat: a chain has one memory.
pub(crate) fn mirostat_of(chain: &Chain) -> Option<(f64, f64)> {
    chain.acting().find_map(|sampler| match *sampler {
        Sampler::Mirostat { tau, eta } => Some((tau, eta)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run whose "model" gives logits that depend on the node's position only.
    fn run() -> Run {
        let vocab = Vocab::new([b"a", b"b", b"c", b"d"], None);
        let mut run = Run::new(Arc::new(vocab), 8, 1 << 20);
        run.set_settings(Settings::basic(1.0, 0, 1.0, 3))
            .expect("in range");
        run
    }

    fn feed(run: &mut Run) {
        let node = run.cursor().expect("a prompt");
        let position = run.tree().get(node).expect("in the tree").position as f32;
        let logits = Arc::from([position, 1.0, 0.5, 2.0]);
        run.accept_logits(node, logits, Timings::default())
            .expect("finite");
    }

    fn generate(run: &mut Run, n: usize) -> Vec<TokenId> {
        for _ in 0..n {
            feed(run);
            run.step().expect("logits are there");
        }
        run.generated()
    }

    #[test]
    fn a_fork_with_the_same_logits_says_the_same_and_leaves_the_run_alone() {
        let mut run = run();
        run.set_prompt(&[0, 1]).expect("a prompt");
        feed(&mut run);
        run.roll_again();
        let said = generate(&mut run, 4);
        let mut fork = run.fork(1 << 20);
        assert!(fork.generated().is_empty() && fork.steps().is_empty());
        assert_eq!(generate(&mut fork, 4), said, "the roll included");
        let nodes = run.tree().len();
        fork.rewind(4);
        feed(&mut fork);
        fork.force(3).expect("any token");
        assert_eq!((run.generated(), run.tree().len()), (said, nodes));
    }

    #[test]
    fn other_logits_meet_the_same_dice() {
        let mut run = run();
        let node = run.set_prompt(&[0]).expect("a prompt");
        feed(&mut run);
        let own = run.sampling(node).expect("logits are there");
        let same = run
            .sampling_from(node, &own.distribution, run.settings())
            .expect("they are");
        assert_eq!((same.draw, same.choice), (own.draw, own.choice));
        let certain = Arc::new(Distribution::new(&[0.0, 0.0, 900.0, 0.0]).expect("finite"));
        let other = run
            .sampling_from(node, &certain, run.settings())
            .expect("they are");
        assert_eq!((other.draw, other.choice.token), (own.draw, 2));
    }

    #[test]
    fn logits_for_another_vocabulary_are_refused_as_what_they_are() {
        let mut run = run();
        let node = run.set_prompt(&[0]).expect("a prompt");
        let refused = run.accept_logits(node, Arc::from([0.0; 3]), Timings::default());
        let refused = refused.expect_err("three for four");
        let (found, d_vocab) = (3, 4);
        assert_eq!(refused, CoreError::LogitsLength { found, d_vocab });
        assert!(refused.to_string().contains("3 logits"), "{refused}");
        assert!(run.distribution(node).is_none());
        feed(&mut run);
        let full = run.distribution(node).expect("they are there");
        assert_eq!((full.d_vocab(), full.rank(3)), (4, Some(0)));
    }

    #[test]
    fn rewinding_and_stepping_again_gives_the_same_tokens() {
        let mut run = run();
        run.set_prompt(&[0, 1]).expect("valid");
        let first = generate(&mut run, 4);
        let nodes = run.tree().len();
        run.rewind(3);
        assert_eq!(run.generated(), first[..1]);
        assert_eq!(generate(&mut run, 3), first);
        assert_eq!(
            run.tree().len(),
            nodes,
            "the same tokens are the same nodes"
        );
    }

    #[test]
    fn rewinding_never_enters_the_prompt() {
        let mut run = run();
        run.set_prompt(&[0, 1]).expect("valid");
        generate(&mut run, 1);
        run.rewind(99);
        assert_eq!(run.cursor(), run.prompt_end());
    }

    #[test]
    fn a_forced_token_branches_and_says_so() {
        let mut run = run();
        run.set_prompt(&[0]).expect("valid");
        feed(&mut run);
        let processed = run.step().expect("logits are there");
        run.rewind(1);
        let other = (0..4)
            .find(|&t| t != processed.choice.token)
            .expect("four tokens");
        let forced = run.force(other).expect("in the vocabulary");
        assert_eq!(
            (forced.chosen, forced.choice.token),
            (Chosen::Forced, other)
        );
        assert_eq!(forced.draw, processed.draw);
        assert_eq!(run.tree().children(run.prompt_end()).len(), 2);
        assert_eq!(
            run.force(4),
            Err(CoreError::UnknownToken {
                token: 4,
                d_vocab: 4
            })
        );
    }

    #[test]
    fn every_text_is_found_again_with_its_own_prompt() {
        let mut run = run();
        let old_end = run.set_prompt(&[0]).expect("valid");
        generate(&mut run, 2);
        let old = run.cursor();
        run.rewind(2);
        feed(&mut run);
        let first = run.tree().children(Some(old_end))[0];
        let token = run.tree().get(first).expect("in the tree").token;
        run.force((token + 1) % 4).expect("another token");
        let branch = run.cursor().expect("a prompt");
        // The old text's first token is part of a prompt now.
        run.set_prompt(&[0, token, 3]).expect("valid");
        feed(&mut run);
        run.step().expect("logits are there");
        let typed = run.cursor();
        run.set_prompt(&[3]).expect("valid");

        run.go_to_end_below(branch).expect("in the tree");
        assert_eq!(
            (run.cursor(), run.prompt_end()),
            (Some(branch), Some(old_end))
        );
        // Of the two texts that go on with the first token, the one that was on screen last.
        run.go_to_end_below(first).expect("in the tree");
        assert_eq!((run.cursor(), run.prompt_len()), (typed, 3));
        run.go_to_end_below(old.expect("a cursor"))
            .expect("in the tree");
        assert_eq!((run.cursor(), run.prompt_end()), (old, Some(old_end)));
        run.go_to_end_below(first).expect("in the tree");
        assert_eq!(run.cursor(), old, "it was on screen last now");
        assert!(run.go_to_end_below(NodeId(99)).is_err());
    }

    #[test]
    fn dice_can_be_had_as_they_were() {
        let mut run = run();
        let end = run.set_prompt(&[0]).expect("valid");
        run.roll_again();
        run.roll_again();
        let twice = run.draw(end).expect("in the tree");
        run.set_u(Some(0.5)).expect("in range");
        run.set_roll(0);
        assert_eq!(run.draw(end).expect("in the tree").roll, 0);
        run.set_roll(2);
        assert_eq!(run.draw(end).expect("in the tree"), twice);
    }

    #[test]
    fn rolling_again_changes_this_draw_and_no_other() {
        let mut run = run();
        let end = run.set_prompt(&[0]).expect("valid");
        let before = run.draw(end).expect("in the tree");
        run.roll_again();
        let after = run.draw(end).expect("in the tree");
        assert_eq!((before.roll, after.roll), (0, 1));
        assert_ne!(before.u, after.u);
        feed(&mut run);
        run.step().expect("logits are there");
        let next = run
            .draw(run.cursor().expect("a prompt"))
            .expect("in the tree");
        assert_eq!(next.roll, 0);
        run.rewind(1);
        (0..MOST_ROLLS).for_each(|_| run.roll_again());
        let around = run.draw(end).expect("in the tree");
        assert_eq!(around, before, "behind the last roll comes the first");
    }

    #[test]
    fn a_draw_set_by_hand_is_used_recorded_and_given_back() {
        let mut run = run();
        let end = run.set_prompt(&[0]).expect("valid");
        let dice = run.draw(end).expect("in the tree");
        run.set_u(Some(0.0)).expect("in range");
        feed(&mut run);
        let step = run.step().expect("logits are there");
        assert_eq!(
            (step.choice.rank, step.draw.u, step.draw.by_hand),
            (0, 0.0, true)
        );
        run.rewind(1);
        assert!(run.draw(end).expect("in the tree").by_hand);
        for bad in [1.0, -0.1, f64::NAN] {
            assert!(matches!(
                run.set_u(Some(bad)),
                Err(CoreError::Setting { .. })
            ));
        }
        run.set_u(None).expect("nothing to check");
        assert_eq!(run.draw(end), Ok(dice));
        run.set_u(Some(0.5)).expect("in range");
        run.roll_again();
        assert!(!run.draw(end).expect("in the tree").by_hand, "new dice");
    }

    #[test]
    fn a_full_context_stops_the_run_and_then_refuses() {
        let mut run = run();
        run.set_prompt(&[0, 1, 2, 3, 0, 1, 2])
            .expect("one place left");
        feed(&mut run);
        assert_eq!(
            run.step().expect("logits").stop,
            Some(StopReason::ContextFull)
        );
        feed(&mut run);
        assert_eq!(run.step(), Err(CoreError::ContextFull { n_ctx: 8 }));
    }

    #[test]
    fn prompts_that_cannot_be_are_refused_and_the_run_stays() {
        let mut run = run();
        run.set_prompt(&[0, 1]).expect("valid");
        assert_eq!(run.set_prompt(&[]), Err(CoreError::EmptyPrompt));
        assert!(matches!(
            run.set_prompt(&[0; 8]),
            Err(CoreError::PromptTooLong { tokens: 8, .. })
        ));
        assert!(matches!(
            run.set_prompt(&[9]),
            Err(CoreError::UnknownToken { .. })
        ));
        assert_eq!(run.text(), "ab");
        assert_eq!(run.step(), Err(CoreError::LogitsMissing));
    }
}
