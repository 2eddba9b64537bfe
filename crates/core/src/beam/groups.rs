//! Diverse beams: groups of a search that avoid each other's tokens.
//!
//! The groups are served in order. At each step a group's log-probabilities are lowered by δ for each beam of the groups before it that took the
//! same token at this step; what is taken off stays in the sums. One group is an ordinary search.
//!
//! Source: Vijayakumar et al. 2016, arXiv:1610.02424, with the Hamming diversity of Transformers.

use crate::sorted;
use std::collections::BTreeMap;

use super::{Beam, BeamOptions, BeamSearch, BeamStep, BeamStop, Fate, Finished};
use crate::TokenId;

/// A search in groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Groups {
    options: BeamOptions,
    groups: Vec<BeamSearch>,
}

impl Groups {
    /// A search that has generated nothing. `options` are checked: see [`BeamOptions::check`].
    pub fn new(options: BeamOptions) -> Self {
        let groups = options.groups.max(1);
        let own = BeamOptions {
            width: options.width / groups,
            ..options.clone()
        };
        Groups {
            groups: (0..groups).map(|_| BeamSearch::new(own.clone())).collect(),
            options,
        }
    }

    /// What it was asked for.
    pub fn options(&self) -> &BeamOptions {
        &self.options
    }

    /// The texts that still grow, group by group, each best first.
    pub fn beams(&self) -> Vec<&Beam> {
        let open = self.groups.iter().filter(|group| group.stop().is_none());
        open.flat_map(BeamSearch::beams).collect()
    }

    /// The finished texts of all groups, best first.
    pub fn finished(&self) -> Vec<Finished> {
        let all = self.groups.iter().flat_map(BeamSearch::finished);
        let mut all: Vec<Finished> = all.cloned().collect();
        // Of equal ones that of the group before.
        sorted::sort_by(&mut all, |a, b| b.score.total_cmp(&a.score));
        all
    }

    /// Why it ended: what ended the last group; `None` while any goes on.
    pub fn stop(&self) -> Option<BeamStop> {
        let stops: Option<Vec<BeamStop>> = self.groups.iter().map(BeamSearch::stop).collect();
        stops?.last().copied()
    }

    /// Grows every beam by one token; see [`BeamSearch::step`]. `scores` has an entry for each of [`Groups::beams`].
    pub fn step(&mut self, scores: &[Vec<(TokenId, f64)>]) -> Option<BeamStep> {
        if self.stop().is_some() {
            return None;
        }
        let mut taken: BTreeMap<TokenId, u32> = BTreeMap::new();
        let mut first = 0;
        let mut steps = Vec::new();
        for group in self.groups.iter_mut().filter(|g| g.stop().is_none()) {
            let beams = group.beams().len();
            let own = scores.iter().skip(first).take(beams);
            let own: Vec<_> = own
                .map(|row| lowered(row, &taken, self.options.diversity))
                .collect();
            let Some(step) = group.step(&own) else {
                continue;
            };
            for candidate in &step.candidates {
                if matches!(candidate.fate, Fate::Stays { .. }) {
                    *taken.entry(candidate.token).or_default() += 1;
                }
            }
            // Beams of a group that ends here lead to nothing: they count behind the others.
            let next = group.stop().is_none().then(|| group.beams().len());
            steps.push((step, first as u32, next));
            first += beams;
        }
        Some(self.together(steps))
    }

    /// Whether no text with this sum, at most, could have been among the candidates of `step`, which was its next one. Groups that avoid each other
    /// and searches that draw look at all tokens.
    pub fn outdoes(&self, step: &BeamStep, sum: f64) -> bool {
        let BeamOptions { groups, seed, .. } = &self.options;
        let worst = step.candidates.get(self.options.candidates() - 1);
        *groups <= 1 && seed.is_none() && worst.is_some_and(|worst| worst.sum > sum)
    }

    /// The steps of all groups as one, its beams counted over all of them.
    fn together(&self, steps: Vec<(BeamStep, u32, Option<usize>)>) -> BeamStep {
        let open: usize = steps.iter().filter_map(|(.., next)| *next).sum();
        let (mut at, mut ended) = (0, open as u32);
        let mut candidates = Vec::new();
        for (step, first, next) in steps {
            let counted = if next.is_some() { &mut at } else { &mut ended };
            let offset = *counted;
            for mut candidate in step.candidates {
                candidate.beam += first;
                if let Fate::Stays { beam } = &mut candidate.fate {
                    *beam += offset;
                    *counted = (*counted).max(*beam + 1);
                }
                candidates.push(candidate);
            }
        }
        BeamStep {
            candidates,
            pool: self.finished(),
            stop: self.stop(),
        }
    }
}

/// A row of log-probabilities, lowered where groups before took the token.
fn lowered(
    row: &[(TokenId, f64)],
    taken: &BTreeMap<TokenId, u32>,
    diversity: f64,
) -> Vec<(TokenId, f64)> {
    let one = |&(token, log_prob): &(TokenId, f64)| {
        let times = taken.get(&token).copied().unwrap_or(0);
        (token, log_prob - diversity * f64::from(times))
    };
    row.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{options, row};
    use super::*;

    fn run(options: BeamOptions) -> (Groups, Vec<BeamStep>) {
        options.check().expect("in range");
        let mut search = Groups::new(options);
        let mut steps = Vec::new();
        while search.stop().is_none() {
            let rows: Vec<_> = search.beams().iter().map(|b| row(&b.tokens)).collect();
            let before: Vec<Vec<TokenId>> =
                search.beams().iter().map(|b| b.tokens.clone()).collect();
            let step = search.step(&rows).expect("it has not ended");
            // What stays as a beam is that beam.
            for candidate in &step.candidates {
                let Fate::Stays { beam } = candidate.fate else {
                    continue;
                };
                let text = [&before[candidate.beam as usize][..], &[candidate.token]].concat();
                let beams = search.beams();
                match beams.get(beam as usize) {
                    Some(own) => assert_eq!(own.tokens, text),
                    None => assert!(beams.len() < 4, "its group has ended"),
                }
            }
            steps.push(step);
        }
        (search, steps)
    }

    fn groups(width: u32, groups: u32, diversity: f64) -> BeamOptions {
        BeamOptions {
            groups,
            diversity,
            ..options(width, 5)
        }
    }

    #[test]
    fn one_group_is_an_ordinary_search_and_so_is_the_first_of_many() {
        let (alone, _) = run(groups(2, 1, 0.0));
        let (many, _) = run(groups(4, 2, 0.7));
        for text in alone.finished() {
            assert!(many.finished().contains(&text), "{text:?}");
        }
        // Without diversity all groups do the same.
        let (same, _) = run(groups(4, 2, 0.0));
        let twice: Vec<_> = alone
            .finished()
            .into_iter()
            .flat_map(|t| [t.clone(), t])
            .collect();
        assert_eq!(same.finished(), twice);
    }

    #[test]
    fn groups_avoid_what_those_before_them_took() {
        let (_, steps) = run(groups(4, 4, 1e3));
        let mut first: Vec<TokenId> = steps[0]
            .candidates
            .iter()
            .filter(|c| !matches!(c.fate, Fate::Falls))
            .map(|c| c.token)
            .collect();
        first.sort_unstable();
        first.dedup();
        assert!(
            first.len() >= 3,
            "four tokens, of which one ends the text: {first:?}"
        );
        let lowered = steps[0].candidates.iter().filter(|c| c.log_prob < -900.0);
        assert!(lowered.count() > 0, "what is taken off stays in the sums");
    }

    #[test]
    fn groups_divide_the_beams_and_are_not_drawn() {
        assert!(groups(4, 3, 1.0).check().is_err());
        assert!(groups(4, 2, -1.0).check().is_err());
        assert!(groups(4, 2, f64::NAN).check().is_err());
        let drawn = BeamOptions {
            seed: Some(1),
            ..groups(4, 2, 1.0)
        };
        assert!(drawn.check().is_err());
    }
}
