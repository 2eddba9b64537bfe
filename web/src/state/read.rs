//! From the run to what is shown of it. Plain functions: no signals, no browser.

use std::collections::HashMap;
use std::sync::Arc;

use logitscope_core::chain::{Kind, Sampler, Stage};
use logitscope_core::run::Sampling;
use logitscope_core::{Chosen, CoreError, NodeId, Run, Settings, math};

use super::{Entry, Origin, StepView};
use logitscope_protocol::{Score, TOP};

/// The text of `run`, from the first token of the prompt to the cursor.
pub fn entries(run: &Run, scores: &HashMap<NodeId, Score>) -> Vec<Entry> {
    let prompt_len = run.prompt_len();
    let mut context: Option<NodeId> = None;
    let (mut log_prob, mut log_prob_after) = (0.0, 0.0);
    let mut entries = Vec::new();
    for (index, node) in run.path().into_iter().enumerate() {
        let Ok(token) = run.tree().get(node).map(|n| n.token) else {
            continue;
        };
        let record = run.record(node);
        let score = scores.get(&node);
        let origin = match record.map(|r| r.chosen) {
            _ if index < prompt_len => Origin::Prompt,
            Some(Chosen::Forced) => Origin::Forced,
            _ => Origin::Sampled,
        };
        let generated = record.filter(|_| index >= prompt_len);
        let kept = context.and_then(|context| run.logits().get(context));
        let surprisal_bits = record
            .map(|r| r.surprisal_bits)
            .or(score.map(|s| s.surprisal_bits));
        log_prob -= math::nats(surprisal_bits.unwrap_or(0.0));
        entries.push(Entry {
            node,
            context: context.replace(node),
            position: index as u32,
            token,
            text: run.vocab().show(token),
            origin,
            surprisal_bits,
            log_prob: surprisal_bits.map(|_| log_prob),
            top_mass: score
                .map(|s| s.top_mass)
                .or(kept.map(|k| k.distribution.known_mass(TOP)))
                .flatten(),
            prob: record
                .map(|r| r.choice.prob_before)
                .or(score.map(|s| s.prob)),
            prob_after: generated.and_then(|r| r.choice.known_after().exact()),
            entropy_after_bits: generated.and_then(|r| r.entropy_after_bits),
            top_mass_after: generated
                .filter(|r| r.choice.margin.is_none())
                .map(|r| r.top.iter().map(|t| t.prob_after).sum()),
            // Once one is not known, none is.
            log_prob_after: generated.and_then(|r| {
                log_prob_after += math::ln(r.choice.known_after().exact().unwrap_or(f64::NAN));
                Some(log_prob_after).filter(|sum| !sum.is_nan())
            }),
            rank: record.map(|r| r.choice.rank).or(score.map(|s| s.rank)),
            entropy_bits: record
                .map(|r| r.entropy_bits)
                .or(score.map(|s| s.entropy_bits))
                .flatten(),
            stop: generated.and_then(|r| r.stop.clone()),
        });
    }
    entries
}

/// The step after `selected` (after the cursor if that is `None`) under the run's settings;
/// `None` while its logits are missing. What `pinned` settings make of it lies beside.
pub fn step_view(
    run: &Run,
    selected: Option<NodeId>,
    pinned: Option<&Settings>,
) -> Option<StepView> {
    let context = selected.or(run.cursor())?;
    let stored = run.logits().get(context)?;
    let mut remedy = None;
    let (sampling, blocked) = match run.sampling(context) {
        Ok(sampling) => (sampling, None),
        Err(why @ (CoreError::Undecided { .. } | CoreError::DrawUndecided { .. })) => {
            let (settings, sampling) = with_top_k(run, context, &why)?;
            remedy = Some(settings);
            (sampling, Some(why))
        }
        Err(
            why @ (CoreError::MaskMissing | CoreError::GrammarComplete | CoreError::Grammar(_)),
        ) => {
            let mut settings = run.settings().clone();
            let stages = settings.chain.stages_mut();
            stages.retain(|stage| stage.sampler.kind() != Kind::Grammar);
            // What is missing is on its way.
            let why = Some(why).filter(|why| *why != CoreError::MaskMissing);
            (run.sampling_under(context, &settings).ok()?, why)
        }
        Err(_) => return None,
    };
    let path = run.path();
    let at = path.iter().position(|&id| id == context);
    let next = at.and_then(|at| path.get(at + 1)).copied();
    let in_prompt = at.is_some_and(|at| at + 1 < run.prompt_len());
    let record = next
        .filter(|_| !in_prompt)
        .and_then(|id| run.record(id))
        .cloned();
    let processed = record.as_ref().filter(|r| r.chosen == Chosen::Sampled);
    Some(StepView {
        context,
        position: run.tree().get(context).ok()?.position + 1,
        logits: Arc::clone(&stored.logits),
        would_differ: processed.is_some_and(|r| r.choice.token != sampling.choice.token),
        recomputed: !stored.original,
        timings: stored.timings,
        next: next.and_then(|id| run.tree().get(id).ok()).map(|n| n.token),
        pending: run.cursor() == Some(context),
        pinned: pinned.and_then(|settings| run.sampling_under(context, settings).ok()),
        sampling,
        record,
        blocked,
        remedy,
    })
}

/// The settings of `run` with a top-k where the listed tokens do not decide the step, as great as they allow; and what they make of it.
fn with_top_k(run: &Run, context: NodeId, why: &CoreError) -> Option<(Settings, Sampling)> {
    let undecided = |stage: &Stage| match why {
        CoreError::Undecided { sampler, .. } => stage.on && stage.sampler.name() == sampler,
        _ => false,
    };
    let stages = run.settings().chain.stages();
    let at = stages.iter().position(undecided).unwrap_or(stages.len());
    let halved = |k: &usize| Some(k / 2).filter(|k| *k > 0);
    std::iter::successors(run.listed(context), halved).find_map(|k| {
        let mut settings = run.settings().clone();
        let top_k = Sampler::TopK { k: k as u32 };
        settings.chain.stages_mut().insert(at, top_k.into());
        let sampling = run.sampling_under(context, &settings).ok()?;
        Some((settings, sampling))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::{Timings, Vocab};

    /// A run with the prompt "ab" and, with top-k 1, the steps "c" (sampled) and "a" (forced).
    fn run() -> Run {
        let vocab = Vocab::new([b"a", b"b", b"c"], None);
        let mut run = Run::new(Arc::new(vocab), 8, 1 << 20);
        run.set_settings(Settings::basic(1.0, 1, 1.0, 1))
            .expect("in range");
        run.set_prompt(&[0, 1]).expect("valid");
        feed(&mut run);
        run.step().expect("logits are there");
        feed(&mut run);
        run.force(0).expect("logits are there");
        feed(&mut run);
        run
    }

    fn feed(run: &mut Run) {
        let node = run.cursor().expect("a prompt");
        run.accept_logits(node, Arc::from([0.0, 1.0, 2.0]), Timings::default())
            .expect("finite");
    }

    #[test]
    fn the_transcript_says_where_each_token_comes_from() {
        let run = run();
        let score = Score {
            prob: 0.25,
            surprisal_bits: 2.0,
            rank: 1,
            entropy_bits: Some(1.0),
            top_mass: Some(1.0),
        };
        let entries = entries(&run, &HashMap::from([(run.path()[1], score)]));
        let origins: Vec<_> = entries.iter().map(|e| e.origin).collect();
        assert_eq!(
            origins,
            [
                Origin::Prompt,
                Origin::Prompt,
                Origin::Sampled,
                Origin::Forced
            ]
        );
        let contexts: Vec<_> = entries.iter().map(|e| e.context).collect();
        assert_eq!(
            contexts,
            [None, Some(NodeId(0)), Some(NodeId(1)), Some(NodeId(2))]
        );
        assert_eq!(
            (entries[0].surprisal_bits, entries[1].surprisal_bits),
            (None, Some(2.0))
        );
        let bits: f64 = entries.iter().filter_map(|e| e.surprisal_bits).sum();
        let all = entries[3].log_prob.expect("it is rated");
        assert!((all + bits * std::f64::consts::LN_2).abs() < 1e-12);
        assert_eq!(entries[0].log_prob, None);
        // "c" was all that a top-k of 1 left; "a" was forced, and is none of it.
        let after: Vec<_> = entries
            .iter()
            .map(|e| (e.prob_after, e.log_prob_after))
            .collect();
        assert_eq!(
            after[2..],
            [(Some(1.0), Some(0.0)), (Some(0.0), Some(f64::NEG_INFINITY))]
        );
        assert_eq!(
            (after[1], entries[2].entropy_after_bits),
            ((None, None), Some(0.0))
        );
        assert_eq!(entries[2].top_mass_after, Some(1.0));
        assert_eq!(entries[1].top_mass, Some(1.0));
        assert!(entries[3].top_mass.is_some_and(|mass| mass > 0.999_999));
        assert!(
            entries[3]
                .surprisal_bits
                .is_some_and(|bits| bits > entries[2].surprisal_bits.unwrap_or(9.0))
        );
    }

    #[test]
    fn the_step_on_screen_is_the_cursor_s_or_the_selected_one() {
        let run = run();
        let here = step_view(&run, None, None).expect("logits are there");
        assert!(here.pending && here.record.is_none() && here.next.is_none());
        assert_eq!(here.position, 4);
        let past = step_view(&run, Some(NodeId(1)), None).expect("logits are there");
        assert_eq!(
            (past.next, past.pending, past.would_differ),
            (Some(2), false, false)
        );
        assert_eq!(past.record.map(|r| r.choice.token), Some(2));
        // The prompt's first token was never evaluated.
        assert_eq!(step_view(&run, Some(NodeId(0)), None), None);
    }

    #[test]
    fn a_step_that_other_settings_would_take_otherwise_says_so_but_a_forced_one_never_does() {
        let mut run = run();
        let seed = (0..100)
            .find(|&seed| {
                let settings = Settings::basic(1.0, 0, 1.0, seed);
                run.set_settings(settings).expect("in range");
                run.sampling(NodeId(1))
                    .expect("logits are there")
                    .choice
                    .token
                    != 2
            })
            .expect("one of a hundred draws falls elsewhere");
        assert!(
            step_view(&run, Some(NodeId(1)), None)
                .expect("logits")
                .would_differ,
            "seed {seed}"
        );
        assert!(
            !step_view(&run, Some(NodeId(2)), None)
                .expect("logits")
                .would_differ
        );
    }

    #[test]
    fn logits_that_come_after_the_choice_are_marked() {
        let mut run = run();
        assert!(
            !step_view(&run, Some(NodeId(1)), None)
                .expect("logits")
                .recomputed
        );
        run.accept_logits(NodeId(1), Arc::from([0.0, 1.0, 2.5]), Timings::default())
            .expect("finite");
        assert!(
            step_view(&run, Some(NodeId(1)), None)
                .expect("logits")
                .recomputed
        );
    }
}
