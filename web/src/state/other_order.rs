//! What another order of the chain would change, before it is tried.

use leptos::prelude::*;
use logitscope_core::chain::Chain;
use logitscope_core::run::Sampling;
use logitscope_core::{Known, NodeId, Run, Settings, TokenId};

use super::{App, Setup};

/// One token under the chain in both orders.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherOrder {
    /// The chain in the other order.
    pub chain: Chain,
    /// How many tokens stay, now and in the other order.
    pub survivors: (u32, u32),
    /// The token: the one that follows the step, or the one that the dice choose.
    pub token: TokenId,
    /// Its probability after the chain, 0..=1, now and in the other order; 0 where the chain removes it.
    pub prob: (Known<f64>, Known<f64>),
    /// The token that the dice would choose in the other order.
    pub would: TokenId,
}

/// What the other order of the chain makes of the step after `context`, seen from `token`, or from the one that the dice choose. `None` while
/// its logits are missing, or if the order makes no difference to the chain.
pub fn other_order(run: &Run, context: NodeId, token: Option<TokenId>) -> Option<OtherOrder> {
    let mut settings = run.settings().clone();
    settings.chain.turn_order();
    let same = settings.chain == run.settings().chain;
    if same || settings.chain.acting().count() < 2 {
        return None;
    }
    let now = run.sampling(context).ok()?;
    let then = run.sampling_under(context, &settings).ok()?;
    let token = token.unwrap_or(now.choice.token);
    let rank = now.distribution.rank(token)?;
    let prob = |sampling: &Sampling| sampling.processed.prob(rank);
    Some(OtherOrder {
        survivors: (now.processed.len() as u32, then.processed.len() as u32),
        token,
        prob: (prob(&now), prob(&then)),
        would: then.choice.token,
        chain: settings.chain,
    })
}

impl App {
    /// What the other order of the chain would make of the step on screen; tracked.
    pub fn other_order(self) -> Option<OtherOrder> {
        self.settings.track();
        let (context, next) = self
            .step
            .with(|step| step.as_ref().map(|s| (s.context, s.next)))?;
        self.read(|run| other_order(run, context, next))?
    }

    /// Turns the order of the chain: the temperature moves to its other end, and a chain without one is turned around. The settings of now are
    /// pinned, to see what the order does, unless others are already.
    pub fn try_other_order(self) {
        let now = self.settings.get_untracked();
        let mut chain = now.chain.clone();
        chain.turn_order();
        let pinned = self.pinned.get_untracked().or(Some(now.clone()));
        // Only the order changes, so it is in range.
        let _ = self.set_up(Setup {
            settings: Settings { chain, ..now },
            pinned,
            ..self.setup()
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use logitscope_core::{Timings, Vocab};

    /// Four tokens; the context is the first of them.
    fn run(chain: &str) -> (Run, NodeId) {
        let vocab = Vocab::new([b"a", b"b", b"c", b"d"], None);
        let mut run = Run::new(Arc::new(vocab), 8, 1 << 20);
        let settings = Settings {
            chain: chain.parse().expect("well spelled"),
            ..Settings::default()
        };
        run.set_settings(settings).expect("in range");
        let context = run.set_prompt(&[0]).expect("valid");
        let logits = Arc::from([0.0, 1.0, 2.0, 3.0]);
        run.accept_logits(context, logits, Timings::default())
            .expect("finite");
        (run, context)
    }

    #[test]
    fn what_another_order_would_change_is_what_it_then_changes() {
        let (mut run, context) = run("temperature~2,min_p~0.3");
        let said = other_order(&run, context, Some(2)).expect("it differs");
        // exp(−0.5 · gap) ≥ 0.3 for gaps up to 2.4; exp(−gap) ≥ 0.3 for gaps up to 1.2.
        assert_eq!(said.survivors, (3, 2));
        let softmax =
            |gaps: &[f64]| (-gaps[1]).exp() / gaps.iter().map(|g| (-g).exp()).sum::<f64>();
        let (now, then) = (softmax(&[0.0, 0.5, 1.0]), softmax(&[0.0, 0.5]));
        assert!(
            (said.prob.0.middle() - now).abs() < 1e-6 && (said.prob.1.middle() - then).abs() < 1e-6,
            "{said:?}"
        );

        let settings = Settings {
            chain: said.chain.clone(),
            ..run.settings().clone()
        };
        assert_eq!(settings.chain.to_string(), "min_p~0.3,temperature~2");
        run.set_settings(settings).expect("in range");
        let done = run.sampling(context).expect("logits are there");
        assert_eq!(done.processed.len() as u32, said.survivors.1);
        assert_eq!(done.choice.token, said.would);
        let back = other_order(&run, context, Some(2)).expect("it differs");
        assert_eq!(back.prob, (said.prob.1, said.prob.0));
    }

    #[test]
    fn a_token_that_is_cut_has_no_probability_and_one_stage_has_no_order() {
        let (two, context) = run("temperature~2,min_p~0.3");
        assert_eq!(
            other_order(&two, context, Some(0)).map(|o| o.prob),
            Some((Known::Exact(0.0), Known::Exact(0.0)))
        );
        let (one, context) = run("temperature~2");
        assert_eq!(other_order(&one, context, None), None);
        let (off, context) = run("temperature~2,-min_p~0.3");
        assert_eq!(other_order(&off, context, None), None);
    }
}
