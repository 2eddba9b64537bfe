//! The masks of the steps of a run.

use std::collections::HashMap;
use std::sync::Arc;

use crate::NodeId;
use crate::chain::{Grammar, Mask};
use crate::error::GrammarError;

/// How many grammars are remembered: the one of now, and those that are tried beside it.
const MOST_GRAMMARS: usize = 4;

type Known = Result<Arc<Mask>, GrammarError>;

/// By the end of the prompt, and the node.
type Nodes = HashMap<(Option<NodeId>, NodeId), Known>;

/// What grammars allow after the nodes of a tree, by where the prompt ends: a grammar holds for what is generated.
#[derive(Debug, Default)]
pub struct MaskStore {
    grammars: Vec<(Grammar, Nodes)>,
}

impl MaskStore {
    /// What is known of `grammar` at `node`.
    pub fn get(
        &self,
        grammar: &Grammar,
        prompt_end: Option<NodeId>,
        node: NodeId,
    ) -> Option<Known> {
        let (_, nodes) = self.grammars.iter().find(|(own, _)| own == grammar)?;
        nodes.get(&(prompt_end, node)).cloned()
    }

    /// Keeps it. Of many grammars the one that came first is forgotten.
    pub fn insert(
        &mut self,
        grammar: Grammar,
        prompt_end: Option<NodeId>,
        node: NodeId,
        known: Known,
    ) {
        let at = self.grammars.iter().position(|(own, _)| *own == grammar);
        let at = at.unwrap_or_else(|| {
            if self.grammars.len() >= MOST_GRAMMARS {
                self.grammars.remove(0);
            }
            self.grammars.push((grammar, Nodes::new()));
            self.grammars.len() - 1
        });
        self.grammars[at].1.insert((prompt_end, node), known);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chain::Sampler;
    use crate::{CoreError, Run, Settings, Timings, Vocab};

    fn grammar(text: &str) -> Grammar {
        Grammar {
            text: text.into(),
            ..Grammar::default()
        }
    }

    fn only(token: u32) -> Mask {
        Mask::new(vec![1 << token], 4)
    }

    #[test]
    fn a_step_waits_for_its_mask_and_takes_what_it_allows() {
        let vocab = Vocab::new([b"a", b"b", b"c", b"d"], None);
        let mut run = Run::new(Arc::new(vocab), 16, 1 << 20);
        run.set_prompt(&[0]).expect("valid");
        let mut settings = Settings::basic(1.0, 0, 1.0, 1);
        let own = grammar("c*");
        settings.chain.add(Sampler::Grammar {
            grammar: own.clone(),
        });
        run.set_settings(settings.clone()).expect("in range");
        let feed = |run: &mut Run| {
            let node = run.cursor().expect("a prompt");
            let logits = Arc::from([9.0, 1.0, 0.5, 0.0]);
            run.accept_logits(node, logits, Timings::default())
                .expect("finite");
            node
        };
        let node = feed(&mut run);
        assert_eq!(run.step(), Err(CoreError::MaskMissing));
        let wanted = run.missing_mask(node, &settings.chain);
        assert_eq!(wanted, Some((own.clone(), vec![])));
        run.accept_mask(node, own.clone(), Ok(only(2)));
        assert_eq!(run.missing_mask(node, &settings.chain), None);
        let step = run.step().expect("there is a mask");
        assert_eq!((step.choice.token, step.survivors), (2, 1));
        // The one after it is another step, and the generated text is what counts.
        let node = feed(&mut run);
        let wanted = run.missing_mask(node, &settings.chain);
        assert_eq!(wanted, Some((own.clone(), vec![2])));
        run.accept_mask(node, own.clone(), Ok(Mask::new(vec![0], 4)));
        assert_eq!(run.step(), Err(CoreError::GrammarComplete));
        let left = GrammarError::Left { place: 1 };
        run.accept_mask(node, own.clone(), Err(left.clone()));
        assert_eq!(run.step(), Err(CoreError::Grammar(left)));
        // Back at the first step the mask is still there.
        run.rewind(1);
        assert_eq!(run.step().map(|step| step.choice.token), Ok(2));
    }

    #[test]
    fn of_many_grammars_the_first_is_forgotten() {
        let mut store = MaskStore::default();
        let node = NodeId(0);
        for text in ["a", "b", "c", "d", "e"] {
            store.insert(grammar(text), None, node, Ok(Arc::new(only(1))));
        }
        assert!(store.get(&grammar("a"), None, node).is_none());
        assert!(store.get(&grammar("e"), None, node).is_some());
        assert!(store.get(&grammar("e"), Some(node), node).is_none());
    }
}
