//! The tree as an outline: a row for each stretch that does not branch, and for each way on that was looked ahead.

use logitscope_core::explore::Explore;
use logitscope_core::{Chosen, NodeId, Run, TokenId};

/// The most rows.
const MOST: usize = 400;

/// What a row is of.
#[derive(Debug, Clone, PartialEq)]
pub enum Row {
    /// A stretch of a text of the run.
    Stretch {
        /// Its first node.
        first: NodeId,
        /// Its last one.
        last: NodeId,
        /// Its tokens.
        tokens: Vec<TokenId>,
        /// The probability of its first token under the model, if it was generated.
        prob: Option<f64>,
        /// Σ ln p of its generated tokens; `None` if it has none.
        log_prob: Option<f64>,
        /// Whether its first token was forced.
        forced: bool,
        /// Whether it is on the way to the step on screen.
        on_path: bool,
    },
    /// A way on from the step on screen.
    Ahead {
        /// The tokens from there to here.
        tokens: Vec<TokenId>,
        /// The probability of the last of them.
        prob: f64,
        /// That of all of them together.
        mass: f64,
    },
}

/// The rows with their depths, parents before what goes on from them.
pub fn outline(run: &Run, at: Option<NodeId>, ahead: Option<&Explore>) -> Vec<(usize, Row)> {
    let tree = run.tree();
    let mut counts = vec![false; tree.len()];
    let ends = run.generated_ends().chain(run.cursor()).chain(at);
    for node in ends.flat_map(|end| tree.path(end)) {
        if let Some(slot) = counts.get_mut(node.0 as usize) {
            *slot = true;
        }
    }
    let outline = Outline {
        run,
        at,
        ahead,
        path: at.map(|at| tree.path(at)).unwrap_or_default(),
        counts,
    };
    let mut rows = Vec::new();
    // By hand, not by calls: a text may branch at every token.
    let mut open: Vec<(usize, NodeId)> = outline.ways(None).map(|node| (0, node)).collect();
    open.reverse();
    while let Some((depth, first)) = open.pop() {
        if rows.len() >= MOST {
            break;
        }
        let (row, last) = outline.stretch(first);
        rows.push((depth, row));
        if Some(last) == at {
            outline.look_ahead(depth + 1, &mut rows);
        }
        let ways: Vec<_> = outline.ways(Some(last)).collect();
        open.extend(ways.into_iter().rev().map(|node| (depth + 1, node)));
    }
    rows
}

struct Outline<'a> {
    run: &'a Run,
    at: Option<NodeId>,
    ahead: Option<&'a Explore>,
    path: Vec<NodeId>,
    counts: Vec<bool>,
}

impl Outline<'_> {
    /// The ways on that count: those on which something was generated, and the one on screen.
    fn ways(&self, after: Option<NodeId>) -> impl Iterator<Item = NodeId> {
        let counts = |node: &NodeId| self.counts.get(node.0 as usize).copied() == Some(true);
        self.run
            .tree()
            .children(after)
            .iter()
            .copied()
            .filter(counts)
    }

    /// From `first` to where the ways part, or to the step on screen; its last node.
    fn stretch(&self, first: NodeId) -> (Row, NodeId) {
        let tree = self.run.tree();
        let (mut tokens, mut last) = (Vec::new(), first);
        let mut log_prob = None;
        loop {
            tokens.extend(tree.get(last).map(|node| node.token));
            if let Some(record) = self.run.record(last) {
                let ln = logitscope_core::math::ln(record.choice.prob_before);
                log_prob = Some(log_prob.unwrap_or(0.0) + ln);
            }
            let mut ways = self.ways(Some(last));
            match (ways.next(), ways.next()) {
                // The prompt and what was generated are two things.
                (Some(only), None) if Some(last) != self.at && self.alike(last, only) => {
                    last = only
                }
                _ => break,
            }
        }
        let record = self.run.record(first);
        let row = Row::Stretch {
            first,
            last,
            tokens,
            prob: record.map(|record| record.choice.prob_before),
            log_prob,
            forced: record.is_some_and(|record| record.chosen == Chosen::Forced),
            on_path: self.path.contains(&first),
        };
        (row, last)
    }

    /// Whether both were generated, or neither.
    fn alike(&self, one: NodeId, other: NodeId) -> bool {
        self.run.record(one).is_some() == self.run.record(other).is_some()
    }

    /// The ways on that were looked ahead, each before those that go on from it.
    fn look_ahead(&self, depth: usize, rows: &mut Vec<(usize, Row)>) {
        let Some(ahead) = self.ahead else { return };
        let all = ahead.branches();
        let from = |of: Option<u32>| {
            let own = (0..).zip(all).filter(move |(_, branch)| branch.from == of);
            own.map(|(at, _)| at).collect::<Vec<u32>>()
        };
        let mut open = from(None);
        open.reverse();
        while let Some(at) = open.pop() {
            let Some(branch) = all.get(at as usize).filter(|_| rows.len() < MOST) else {
                break;
            };
            let row = Row::Ahead {
                tokens: ahead.tokens(Some(at)),
                prob: branch.prob,
                mass: branch.mass,
            };
            rows.push((depth + branch.depth as usize - 1, row));
            open.extend(from(Some(at)).into_iter().rev());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::explore::ExploreOptions;
    use logitscope_core::{Settings, Timings, Vocab};
    use std::sync::Arc;

    /// A run of eight letters; after each the next one is the most probable.
    fn run() -> Run {
        let vocab = Vocab::new(["a", "b", "c", "d", "e", "f", "g", "h"], None);
        let mut run = Run::new(Arc::new(vocab), 32, 1 << 20);
        run.set_settings(Settings::basic(0.0, 0, 1.0, 1))
            .expect("in range");
        run.set_prompt(&[0, 1]).expect("a short prompt");
        run
    }

    fn step(run: &mut Run, force: Option<TokenId>) -> NodeId {
        let node = run.cursor().expect("there is a text");
        let last = run.tree().get(node).expect("it is there").token as usize;
        let mut logits = vec![0.0_f32; 8];
        logits[(last + 1) % 8] = 4.0;
        if run.logits().get(node).is_none() {
            run.accept_logits(node, logits.into(), Timings::default())
                .expect("finite");
        }
        match force {
            Some(token) => run.force(token).expect("a token"),
            None => run.step().expect("there are logits"),
        };
        run.cursor().expect("it went on")
    }

    fn words(rows: &[(usize, Row)]) -> Vec<(usize, String, bool)> {
        let letters =
            |tokens: &[TokenId]| tokens.iter().map(|t| (b'a' + *t as u8) as char).collect();
        let word = |(depth, row): &(usize, Row)| match row {
            Row::Stretch {
                tokens, on_path, ..
            } => (*depth, letters(tokens), *on_path),
            Row::Ahead { tokens, .. } => (*depth, format!("+{}", letters(tokens) as String), false),
        };
        rows.iter().map(word).collect()
    }

    #[test]
    fn stretches_end_where_texts_part_and_ways_ahead_stand_at_the_step_on_screen() {
        let mut run = run();
        let prompt = run.cursor().expect("a prompt");
        step(&mut run, None);
        step(&mut run, None);
        run.go_to(prompt).expect("in the tree");
        let forced = step(&mut run, Some(6));
        let mut ahead = Explore::new(
            ExploreOptions {
                tokens: 2,
                depth: 2,
                budget: 9,
            },
            Vec::new(),
        )
        .expect("in range");
        ahead.expand(None, [(7, 0.9), (0, 0.05)]);
        ahead.expand(Some(0), [(1, 0.5), (2, 0.2)]);
        let rows = outline(&run, Some(forced), Some(&ahead));
        let expected = [
            (0, "ab", true),
            (1, "cd", false),
            (1, "g", true),
            (2, "+h", false),
            (3, "+hb", false),
            (3, "+hc", false),
            (2, "+a", false),
        ];
        let expected = expected.map(|(depth, word, path)| (depth, word.to_owned(), path));
        assert_eq!(words(&rows), expected);
        let (
            _,
            Row::Stretch {
                forced,
                prob,
                log_prob,
                ..
            },
        ) = &rows[2]
        else {
            panic!("a stretch")
        };
        assert!(*forced && prob.is_some());
        assert_eq!(*log_prob, prob.map(f64::ln));
        let (_, Row::Ahead { mass, .. }) = &rows[4] else {
            panic!("a way on")
        };
        assert!((mass - 0.45).abs() < 1e-12);
        // Nothing on screen, nothing ahead.
        assert_eq!(outline(&run, None, Some(&ahead)).len(), 3);
    }
}
