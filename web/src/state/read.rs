//! From the run to what is shown of it. Plain functions: no signals, no browser.

use std::collections::HashMap;
use std::sync::Arc;

use logitscope_core::{Chosen, NodeId, Run};

use super::{Entry, Origin, StepView};
use crate::protocol::Score;

/// The text of `run`, from the first token of the prompt to the cursor.
pub fn entries(run: &Run, scores: &HashMap<NodeId, Score>) -> Vec<Entry> {
    let prompt_len = run.prompt_len();
    let mut context = None;
    let mut entries = Vec::new();
    for (index, node) in run.path().into_iter().enumerate() {
        let Ok(token) = run.tree().get(node).map(|n| n.token) else { continue };
        let record = run.record(node);
        let score = scores.get(&node);
        let origin = match record.map(|r| r.chosen) {
            _ if index < prompt_len => Origin::Prompt,
            Some(Chosen::Forced) => Origin::Forced,
            _ => Origin::Sampled,
        };
        entries.push(Entry {
            node,
            context: context.replace(node),
            position: index as u32,
            token,
            text: run.vocab().show(token),
            origin,
            surprisal_bits: record.map(|r| r.surprisal_bits).or(score.map(|s| s.surprisal_bits)),
            prob: record.map(|r| r.choice.prob_before).or(score.map(|s| s.prob)),
            stop: record.filter(|_| index >= prompt_len).and_then(|r| r.stop.clone()),
        });
    }
    entries
}

/// The step after `selected` (after the cursor if that is `None`) under the run's settings;
/// `None` while its logits are missing.
pub fn step_view(run: &Run, selected: Option<NodeId>) -> Option<StepView> {
    let context = selected.or(run.cursor())?;
    let stored = run.logits().get(context)?;
    let outlook = run.outlook(context).ok()?;
    let path = run.path();
    let at = path.iter().position(|&id| id == context);
    let next = at.and_then(|at| path.get(at + 1)).copied();
    let in_prompt = at.is_some_and(|at| at + 1 < run.prompt_len());
    let record = next.filter(|_| !in_prompt).and_then(|id| run.record(id)).cloned();
    let sampled = record.as_ref().filter(|r| r.chosen == Chosen::Sampled);
    Some(StepView {
        context,
        position: run.tree().get(context).ok()?.position + 1,
        logits: Arc::clone(&stored.logits),
        would_differ: sampled.is_some_and(|r| r.choice.token != outlook.choice.token),
        recomputed: !stored.original,
        timings: stored.timings,
        next: next.and_then(|id| run.tree().get(id).ok()).map(|n| n.token),
        pending: run.cursor() == Some(context),
        outlook,
        record,
    })
}
