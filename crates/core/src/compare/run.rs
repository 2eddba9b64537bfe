//! Lanes that grow.

use super::measures::{ByToken, known_js_bits, known_kl_bits};
use super::scores::Scoring;
use super::{
    CompareOptions, CompareStep, KEPT, LANES, LaneOptions, LaneStep, PairStep, ROWS, Scores, Slice,
    Standing, TokenRow, Writing,
};
use crate::beam::{BeamOptions, BeamRun, EarlyStopping};
use crate::chain::{Candidate, Candidates};
use crate::dice::Stream;
use crate::sorted;
use crate::strategy::{Ask, Role, Sampling, Strategy, list_too_short, ranked, room};
use crate::{CoreError, Distribution, Draw, Known, Timings, TokenId};

/// A lane under way.
#[derive(Debug, Clone)]
struct Lane {
    options: LaneOptions,
    /// Its beam search, until that has ended.
    search: Option<Box<BeamRun>>,
    tokens: Vec<TokenId>,
    log_prob: f64,
    ended: bool,
    /// What its model says at the step under way.
    model: Option<Distribution>,
}

/// What a lane's distributions are at a step.
struct Stand<'a> {
    model: &'a Distribution,
    /// Behind the chain; `None` where a grammar allows nothing.
    left: Option<Candidates>,
    chain: ByToken,
}

impl Stand<'_> {
    /// The candidates that are listed, most probable first.
    fn list(&self) -> &[Candidate] {
        self.left.as_ref().map(Candidates::list).unwrap_or_default()
    }

    /// The probability of `token` behind the chain.
    fn chain(&self, token: TokenId) -> Known<f64> {
        let others = self.left.as_ref().and_then(Candidates::others);
        match (self.chain.prob(token), others) {
            (Some(prob), _) => Known::Exact(prob),
            (None, others) => Known::between(0.0, others.map_or(0.0, |others| others.most)),
        }
    }
}

/// Two to four lanes in lockstep, and in the end what each says to the others' texts.
#[derive(Debug, Clone)]
pub struct Comparison {
    options: CompareOptions,
    lanes: Vec<Lane>,
    steps: Vec<CompareStep>,
    /// Begins once all texts have ended.
    scoring: Option<Scoring>,
}

impl Comparison {
    /// `lanes` from the ends of their prompts. As many tokens are generated as the context has room for behind the longest prompt.
    pub fn new(lanes: Vec<LaneOptions>, mut options: CompareOptions) -> Result<Self, CoreError> {
        if !LANES.contains(&lanes.len()) {
            return Err(CoreError::Lanes { lanes: lanes.len() });
        }
        for lane in &lanes {
            options.max_tokens = options.max_tokens.min(room(&lane.prompt, options.n_ctx)?);
        }
        let lanes = lanes.into_iter().map(|lane| Lane::new(lane, &options));
        let mut all = Comparison {
            lanes: lanes.collect::<Result<_, _>>()?,
            options,
            steps: Vec::new(),
            scoring: None,
        };
        all.end();
        Ok(all)
    }

    /// What holds for all lanes.
    pub fn options(&self) -> &CompareOptions {
        &self.options
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// The sampler of a lane.
    pub fn sampling(&self, lane: usize) -> &Sampling {
        &self.lanes[lane].options.sampling
    }

    /// What a lane goes on from.
    pub fn prompt(&self, lane: usize) -> &[TokenId] {
        &self.lanes[lane].options.prompt
    }

    /// What a lane has generated.
    pub fn tokens(&self, lane: usize) -> &[TokenId] {
        &self.lanes[lane].tokens
    }

    /// Σ ln p of what a lane has generated, under its model alone.
    pub fn log_prob(&self, lane: usize) -> f64 {
        self.lanes[lane].log_prob
    }

    /// The steps so far.
    pub fn steps(&self) -> &[CompareStep] {
        &self.steps
    }

    /// Whether all texts have ended.
    pub fn has_ended(&self) -> bool {
        self.scoring.is_some()
    }

    /// Whether a beam search of a lane is still under way: the lockstep begins behind it.
    pub fn searches(&self) -> bool {
        self.lanes.iter().any(|lane| lane.search.is_some())
    }

    /// The first step at which two lanes chose another token; `None` while they have not.
    pub fn parted(&self, first: usize, second: usize) -> Option<usize> {
        let (a, b) = (self.tokens(first), self.tokens(second));
        let both = a.len().min(b.len());
        let other = (0..both).find(|at| a[*at] != b[*at]);
        // One that has ended before the other parts from it there.
        let shorter = (a.len() != b.len() && self.steps.len() > both).then_some(both);
        other.or(shorter)
    }

    /// What each lane says to each text, once all have been read.
    pub fn scores(&self) -> Option<&Scores> {
        self.scoring.as_ref().and_then(Scoring::all)
    }

    /// The dice of a step are those of the first lane, wherever a token stands in another.
    fn draw(&self, stream: Stream, step: usize) -> Draw {
        let first = &self.lanes[0].options;
        first.sampling.draw(stream, first.prompt.len() + step)
    }

    fn stand<'a>(&self, lane: &Lane, model: &'a Distribution) -> Result<Stand<'a>, CoreError> {
        let own = match lane.options.writing {
            Writing::Sampled => lane.options.sampling.clone(),
            _ => lane.options.sampling.without_a_draw(),
        };
        let text = lane.text();
        let mut context = own.context(&text);
        context.u_xtc = self.draw(Stream::Xtc, lane.tokens.len()).u;
        let left = own.behind(model, &context)?;
        Ok(Stand {
            model,
            chain: ByToken::of_chain(left.as_ref()),
            left,
        })
    }

    /// What a lane does with its distributions; `None` if nothing is left to choose.
    fn choose(&self, lane: &Lane, stand: &Stand) -> Result<Option<LaneStep>, CoreError> {
        let (at, model) = (lane.tokens.len(), stand.model);
        let (token, draw, segment) = match &lane.options.writing {
            Writing::Sampled => {
                let draw = self.draw(Stream::Token, at);
                let Some(left) = &stand.left else {
                    return Ok(None);
                };
                let (one, low, high) = left.drawn(&draw, model)?;
                (one.token, Some(draw), Some((low, high)))
            }
            Writing::Given(tokens) => match tokens.get(at) {
                Some(token) => (*token, None, None),
                None => return Ok(None),
            },
            Writing::Greedy | Writing::Beams(_) => {
                let Some(left) = &stand.left else {
                    return Ok(None);
                };
                let first = left.first().ok_or_else(|| list_too_short(model))?;
                (first.token, None, None)
            }
        };
        let slice = |one: &Candidate| Slice {
            token: one.token,
            prob: one.prob,
        };
        let rank = model.rank(token).ok_or(CoreError::NotListed {
            token,
            listed: model.len(),
            d_vocab: model.d_vocab(),
        })?;
        Ok(Some(LaneStep {
            token,
            log_prob: model.log_prob(rank),
            draw,
            segment,
            left: stand.list().iter().take(KEPT).map(slice).collect(),
            count: stand.left.as_ref().map_or(0, Candidates::len),
            entropy_bits: model.entropy_bits(),
        }))
    }

    /// The step that the rows of all open lanes make.
    fn step(&mut self) -> Result<(), CoreError> {
        let stands = self
            .lanes
            .iter()
            .map(|lane| {
                let model = lane.model.as_ref();
                model.map(|model| self.stand(lane, model)).transpose()
            })
            .collect::<Result<Vec<_>, _>>()?;
        let each = self.lanes.iter().zip(&stands);
        let chosen = each.map(|(lane, stand)| match stand {
            Some(stand) => self.choose(lane, stand),
            None => Ok(None),
        });
        let chosen = chosen.collect::<Result<Vec<Option<LaneStep>>, _>>()?;
        let pairs = pairs(&self.lanes, &stands);
        let rows = rows(&stands, &chosen);
        let CompareOptions {
            max_tokens,
            end_tokens,
            ..
        } = &self.options;
        for (lane, step) in self.lanes.iter_mut().zip(&chosen) {
            lane.model = None;
            match step {
                Some(step) => {
                    lane.tokens.push(step.token);
                    lane.log_prob += step.log_prob;
                    lane.ended = lane.tokens.len() >= *max_tokens as usize
                        || end_tokens.contains(&step.token)
                        || lane.given_ends();
                }
                None => lane.ended = true,
            }
        }
        if chosen.iter().any(Option::is_some) {
            self.steps.push(CompareStep {
                lanes: chosen,
                pairs,
                rows,
            });
        }
        self.end();
        Ok(())
    }

    /// Begins to read, if all texts have ended.
    fn end(&mut self) {
        if self.scoring.is_none() && self.lanes.iter().all(|lane| lane.ended) {
            let lanes = self.lanes.iter().map(|lane| {
                let LaneOptions { of, prompt, .. } = &lane.options;
                (*of, prompt.clone(), lane.tokens.clone(), lane.log_prob)
            });
            self.scoring = Some(Scoring::new(lanes.collect(), self.options.n_ctx));
        }
    }

    /// The model that is asked next, and the lanes that ask it.
    fn waiting(&self) -> Option<(Role, Vec<usize>)> {
        let of = self.lanes.iter().find(|lane| lane.waits())?.options.of;
        let all = self.lanes.iter().enumerate();
        let asks = all.filter(|(_, lane)| lane.waits() && lane.options.of == of);
        Some((of, asks.map(|(at, _)| at).collect()))
    }
}

impl Lane {
    fn new(mut options: LaneOptions, all: &CompareOptions) -> Result<Self, CoreError> {
        options.sampling = options.sampling.generating_from(options.prompt.len());
        let search = match options.writing {
            Writing::Beams(width) => {
                let own = BeamOptions {
                    width,
                    max_tokens: all.max_tokens,
                    end_tokens: all.end_tokens.clone(),
                    length_penalty: 1.0,
                    early_stopping: EarlyStopping::Likely,
                    prompt_len: 0,
                    seed: None,
                    stochastic: false,
                    groups: 1,
                    diversity: 0.0,
                };
                let sampling: Sampling = options.sampling.without_a_draw();
                let run = BeamRun::new(options.prompt.clone(), sampling, own, all.n_ctx)?;
                Some(Box::new(run))
            }
            _ => None,
        };
        let ended = all.max_tokens == 0;
        let mut lane = Lane {
            options,
            search,
            tokens: Vec::new(),
            log_prob: 0.0,
            ended,
            model: None,
        };
        lane.ended |= lane.given_ends();
        Ok(lane)
    }

    fn text(&self) -> Vec<TokenId> {
        [&self.options.prompt[..], &self.tokens].concat()
    }

    fn waits(&self) -> bool {
        !self.ended && self.model.is_none()
    }

    fn given_ends(&self) -> bool {
        matches!(&self.options.writing, Writing::Given(tokens) if tokens.len() <= self.tokens.len())
    }

    /// Gives its search what that asked for, and ends it where nothing is left to ask.
    fn go_on_searching(
        &mut self,
        accept: impl FnOnce(&mut BeamRun) -> Result<(), CoreError>,
    ) -> Result<(), CoreError> {
        if let Some(search) = &mut self.search {
            accept(search)?;
            if search.ask().is_none() {
                self.take_best();
            }
        }
        Ok(())
    }

    /// What its search has found is what it writes.
    fn take_best(&mut self) {
        let best = self.search.take().map(|search| search.search().finished());
        let best = best.and_then(|all| all.into_iter().next());
        self.options.writing = Writing::Given(best.map(|text| text.tokens).unwrap_or_default());
        self.ended = self.given_ends();
    }
}

fn pairs(lanes: &[Lane], stands: &[Option<Stand>]) -> Vec<PairStep> {
    let mut pairs = Vec::new();
    for (second, b) in stands.iter().enumerate() {
        for (first, a) in stands[..second].iter().enumerate() {
            let (Some(a), Some(b)) = (a, b) else { continue };
            let whole = a.model.rest().is_none() && b.model.rest().is_none();
            let [p, q] = [a, b].map(|stand| ByToken::of_model(stand.model));
            let kl = |(a, p): (&Stand, &ByToken), (b, q): (&Stand, &ByToken)| match whole {
                // From the logits, so that nothing underflows.
                true => Known::Exact(a.model.kl_bits(b.model)),
                false => known_kl_bits(p, q),
            };
            pairs.push(PairStep {
                lanes: (first, second),
                kl_bits: kl((a, &p), (b, &q)),
                kl_back_bits: kl((b, &q), (a, &p)),
                js_bits: known_js_bits(&p, &q),
                chain_js_bits: known_js_bits(&a.chain, &b.chain),
                together: lanes[first].tokens == lanes[second].tokens,
            });
        }
    }
    sorted::sort_by_key(&mut pairs, |pair| pair.lanes);
    pairs
}

fn rows(stands: &[Option<Stand>], chosen: &[Option<LaneStep>]) -> Vec<TokenRow> {
    let mut tokens: Vec<TokenId> = chosen.iter().flatten().map(|step| step.token).collect();
    for stand in stands.iter().flatten() {
        tokens.extend(stand.list().iter().take(ROWS).map(|one| one.token));
        let most = stand.model.len().min(ROWS);
        tokens.extend((0..most).map(|rank| stand.model.token(rank)));
    }
    sorted::sort(&mut tokens);
    tokens.dedup();
    let standing = |stand: &Option<Stand>, token: TokenId| {
        let stand = stand.as_ref()?;
        Some(Standing {
            rank: stand.model.rank(token),
            model: stand.model.prob_of(token)?,
            chain: stand.chain(token),
        })
    };
    let row = |token| TokenRow {
        token,
        lanes: stands.iter().map(|stand| standing(stand, token)).collect(),
    };
    let mut rows: Vec<TokenRow> = tokens.into_iter().map(row).collect();
    let largest = |row: &TokenRow, f: fn(&Standing) -> Known<f64>| {
        let all = row
            .lanes
            .iter()
            .flatten()
            .map(|s| f(s).exact().unwrap_or(0.0));
        all.fold(0.0, f64::max)
    };
    sorted::sort_by(&mut rows, |a, b| {
        let by = |f: fn(&Standing) -> Known<f64>| largest(b, f).total_cmp(&largest(a, f));
        by(|s| s.chain)
            .then(by(|s| s.model))
            .then(a.token.cmp(&b.token))
    });
    rows
}

impl Strategy for Comparison {
    fn ask(&self) -> Option<Ask> {
        for lane in &self.lanes {
            match lane.search.as_ref().and_then(|s| s.ask()) {
                Some(Ask::Ends { texts, .. }) => {
                    let of = lane.options.of;
                    return Some(Ask::Ends { of, texts });
                }
                Some(masks) => return Some(masks),
                None => {}
            }
        }
        if let Some(scoring) = &self.scoring {
            return scoring.ask();
        }
        let mut open = self.lanes.iter().filter(|lane| lane.waits());
        let masks = open.find_map(|lane| lane.options.sampling.missing_masks(&[lane.text()]));
        if masks.is_some() {
            return masks;
        }
        let (of, lanes) = self.waiting()?;
        let texts = lanes.into_iter().map(|at| self.lanes[at].text()).collect();
        Some(Ask::Ends { of, texts })
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.search.is_some()) {
            lane.go_on_searching(|search| search.accept(rows, timings))?;
            self.end();
            return Ok(());
        }
        if self.scoring.is_none() {
            for lane in self.lanes.iter_mut().filter(|lane| lane.waits()) {
                let text = lane.text();
                if lane.options.sampling.accept_masks(&[text], rows) {
                    return Ok(());
                }
            }
        }
        self.accept_listed(&ranked(rows)?, timings)
    }

    fn accept_listed(&mut self, lists: &[Distribution], timings: Timings) -> Result<(), CoreError> {
        if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.search.is_some()) {
            lane.go_on_searching(|search| search.accept_listed(lists, timings))?;
            self.end();
            return Ok(());
        }
        if let Some(scoring) = &mut self.scoring {
            return scoring.accept(lists);
        }
        let Some((_, lanes)) = self.waiting() else {
            return Ok(());
        };
        for (at, model) in lanes.into_iter().zip(lists) {
            self.lanes[at].model = Some(model.clone());
        }
        let made = match self.waiting() {
            Some(_) => Ok(()),
            None => self.step(),
        };
        if made.is_err() {
            for lane in &mut self.lanes {
                lane.model = None;
            }
        }
        made
    }
}
