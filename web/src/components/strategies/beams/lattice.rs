//! The texts of a search, drawn: a column a token, a row a beam, and what each goes on from.

use logitscope_core::TokenId;
use logitscope_core::beam::{BeamStep, Fate};

/// A token of a text of the search.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its column: the step that took it, 0 being the first.
    pub column: usize,
    /// Its row, 0 being the best of the column; finished texts stand below the beams.
    pub row: usize,
    /// The row that it goes on from, in the column before it; `None` in the first.
    pub from: Option<usize>,
    /// The token.
    pub token: TokenId,
    /// Σ of the log-probabilities up to it.
    pub sum: f64,
    /// Whether it ends its text.
    pub finished: bool,
    /// Whether a text of the last column goes through it.
    pub alive: bool,
}

/// All tokens of a search so far, column by column.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lattice {
    /// The tokens.
    pub nodes: Vec<Node>,
    /// How many columns there are.
    pub columns: usize,
    /// How many rows the longest column has.
    pub rows: usize,
}

impl Lattice {
    /// Of these steps, the first one first.
    pub fn new<'a>(steps: impl IntoIterator<Item = &'a BeamStep>) -> Self {
        let mut lattice = Lattice::default();
        for (column, step) in steps.into_iter().enumerate() {
            let first = lattice.nodes.len();
            let from = |beam: u32| (column > 0).then_some(beam as usize);
            let stays = step.candidates.iter().filter_map(|c| match c.fate {
                Fate::Stays { beam } => Some((c, beam as usize)),
                _ => None,
            });
            for (candidate, row) in stays {
                lattice.nodes.push(Node {
                    column,
                    row,
                    from: from(candidate.beam),
                    token: candidate.token,
                    sum: candidate.sum,
                    finished: false,
                    alive: false,
                });
            }
            let ends = |fate: &Fate| matches!(fate, Fate::Finishes { .. });
            let finished = step.candidates.iter().filter(|c| ends(&c.fate));
            for candidate in finished {
                let row = lattice.nodes.len() - first;
                lattice.nodes.push(Node {
                    column,
                    row,
                    from: from(candidate.beam),
                    token: candidate.token,
                    sum: candidate.sum,
                    finished: true,
                    alive: false,
                });
            }
            lattice.rows = lattice.rows.max(lattice.nodes.len() - first);
            lattice.columns = column + 1;
        }
        lattice.mark_alive();
        lattice
    }

    /// Marks what the texts of the last column go through.
    fn mark_alive(&mut self) {
        let last = self.columns.saturating_sub(1);
        let mut alive: Vec<usize> = Vec::new();
        // The columns stand one after another, so parents come later when walked backwards.
        let mut column = last;
        for node in self.nodes.iter_mut().rev() {
            if node.column != column {
                column = node.column;
            }
            node.alive = match node.column == last {
                true => true,
                false => !node.finished && alive.contains(&(node.column * MOST_ROWS + node.row)),
            };
            if let (true, Some(from)) = (node.alive, node.from) {
                alive.push((node.column - 1) * MOST_ROWS + from);
            }
        }
    }

    /// The row of the best growing text, column by column, from the last one back.
    pub fn best(&self) -> Vec<(usize, usize)> {
        let mut path = Vec::new();
        let mut at = self.columns.checked_sub(1).map(|column| (column, 0));
        while let Some((column, row)) = at {
            let node = self
                .nodes
                .iter()
                .find(|n| (n.column, n.row) == (column, row));
            let Some(node) = node else { break };
            path.push((column, row));
            at = column.checked_sub(1).zip(node.from);
        }
        path
    }
}

/// More rows than a column can have.
const MOST_ROWS: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::beam::Candidate;

    fn candidate(beam: u32, token: TokenId, fate: Fate) -> Candidate {
        Candidate {
            beam,
            token,
            before: 0.0,
            log_prob: -1.0,
            sum: -1.0,
            perturbed: None,
            fate,
        }
    }

    fn step(candidates: Vec<Candidate>) -> BeamStep {
        BeamStep {
            candidates,
            pool: Vec::new(),
            stop: None,
        }
    }

    #[test]
    fn what_goes_on_stands_in_its_row_and_what_leads_nowhere_is_not_alive() {
        let stays = |beam| Fate::Stays { beam };
        let steps = [
            step(vec![
                candidate(0, 10, stays(0)),
                candidate(0, 11, stays(1)),
                candidate(0, 12, Fate::Falls),
            ]),
            step(vec![
                candidate(1, 20, stays(0)),
                candidate(0, 21, Fate::Finishes { score: -1.0 }),
                candidate(1, 22, stays(1)),
            ]),
            step(vec![candidate(1, 30, stays(0)), candidate(1, 31, stays(1))]),
        ];
        let lattice = Lattice::new(&steps);
        assert_eq!((lattice.columns, lattice.rows), (3, 3));
        let found: Vec<_> = lattice
            .nodes
            .iter()
            .map(|n| (n.token, n.column, n.row, n.from, n.finished, n.alive))
            .collect();
        assert_eq!(
            found,
            [
                (10, 0, 0, None, false, false),
                (11, 0, 1, None, false, true),
                (20, 1, 0, Some(1), false, false),
                (22, 1, 1, Some(1), false, true),
                (21, 1, 2, Some(0), true, false),
                (30, 2, 0, Some(1), false, true),
                (31, 2, 1, Some(1), false, true),
            ]
        );
        assert_eq!(lattice.best(), [(2, 0), (1, 1), (0, 1)]);
        assert_eq!(Lattice::new(&[]).best(), []);
    }
}
