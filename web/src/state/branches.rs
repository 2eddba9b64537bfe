//! Where the text on screen parted from other texts, and the ways back to them.

use logitscope_core::{NodeId, Run, TokenId};

use super::{App, Job};

/// How many characters of a text's end are shown.
const LAST_WORDS: usize = 40;

/// A place at which texts part.
#[derive(Debug, Clone, PartialEq)]
pub struct Parting {
    /// The last token that they share; `None` where they share none.
    pub after: Option<NodeId>,
    /// The place of the tokens that differ, 0 being the first of the text.
    pub position: u32,
    /// The other ways on, in the order in which they were taken first.
    pub others: Vec<Branch>,
}

/// A way on that the text on screen does not take.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// Its first token: what [`App::go_to_branch`] takes.
    pub node: NodeId,
    /// That token.
    pub token: TokenId,
    /// Its probability under the model, 0..=1, if it was generated with it.
    pub prob: Option<f64>,
    /// How many tokens the text has from there on where [`App::go_to_branch`] goes to.
    pub length: u32,
    /// The last words of that text.
    pub last_words: String,
}

/// The places at which the text of `run` parted from others, first things first. A text counts if anything of it was generated: prompts that
/// were only typed through are left out.
pub fn partings(run: &Run) -> Vec<Parting> {
    let (tree, path) = (run.tree(), run.path());
    let mut generated = vec![false; tree.len()];
    for end in run.generated_ends() {
        for node in tree.path(end) {
            if let Some(slot) = generated.get_mut(node.0 as usize) {
                *slot = true;
            }
        }
    }
    let counts = |id: &&NodeId| generated.get(id.0 as usize).copied().unwrap_or_default();
    let places = std::iter::once(None).chain(path.iter().copied().map(Some));
    let parting = |(position, after): (usize, Option<NodeId>)| {
        let next = path.get(position);
        let others = tree.children(after).iter().filter(counts);
        let others = others.filter(|id| Some(*id) != next);
        let others: Vec<Branch> = others.filter_map(|id| branch(run, *id)).collect();
        (!others.is_empty()).then_some(Parting {
            after,
            position: position as u32,
            others,
        })
    };
    places.enumerate().filter_map(parting).collect()
}

fn branch(run: &Run, node: NodeId) -> Option<Branch> {
    let first = run.tree().get(node).ok()?;
    let (end, _) = run.end_below(node).ok()?;
    let path = run.tree().path(end);
    let text = run.vocab().text(&run.tree().tokens(&path));
    Some(Branch {
        node,
        token: first.token,
        prob: run.record(node).map(|record| record.choice.prob_before),
        length: (path.len() as u32).saturating_sub(first.position),
        last_words: last_words(&text),
    })
}

/// The end of a text, with `…` in front if it is longer.
fn last_words(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(LAST_WORDS);
    let end: String = text.chars().skip(skip).collect();
    if skip > 0 { format!("…{end}") } else { end }
}

impl App {
    /// The places at which the text on screen parted from other texts; tracked.
    pub fn branches(self) -> Vec<Parting> {
        self.read(partings).unwrap_or_default()
    }

    /// Goes to the text that begins with `node`, where it ended when it was last on screen; its prompt comes with it.
    pub fn go_to_branch(self, node: NodeId) {
        self.select(None);
        self.run_job(Job::GoToBranch(node));
    }
}
