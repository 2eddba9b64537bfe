//! What to ask about a run, so that its recording shows the flow at every step; and what a recording has asked.

use logitscope_core::TokenId;
use logitscope_protocol::Command;

use crate::{Lane, Recording};

/// What the flow draws of the residual stream: before a block, after its attention, after its MLP.
pub const STREAM: [&str; 3] = ["resid_pre", "resid_mid", "resid_post"];

/// What the views of attention draw of a token's heads: before the softmax, and after it.
pub const ATTENTION: [&str; 2] = ["attn_scores", "pattern"];

/// The most positions of one question about intermediates: their arrays are all there at once.
const AT_ONCE: usize = 16;

/// So many of the most probable tokens are followed by the lens at each step.
const FOLLOWED: usize = 10;

/// What shows the flow and the attention of every head at every token of a text, but for the lens: `text` is the prompt. See [`Recording::lens_about`].
pub fn about(text: &str, tokens: &[TokenId]) -> Vec<Command> {
    let text = text.to_owned();
    let mut all = vec![Command::Tokenize { text }];
    for end in 1..=tokens.len() {
        all.push(Command::Evaluate {
            tokens: tokens[..end].to_vec(),
            fresh: false,
        });
    }
    all.push(Command::Score {
        tokens: tokens.to_vec(),
    });
    all.extend(flow(tokens));
    all
}

/// What the flow and the views of attention draw of every token of a text.
pub fn flow(tokens: &[TokenId]) -> Vec<Command> {
    let mut all = Vec::new();
    for from in (0..tokens.len()).step_by(AT_ONCE) {
        let names = STREAM.iter().chain(&ATTENTION);
        all.push(Command::Inspect {
            tokens: tokens[..(from + AT_ONCE).min(tokens.len())].to_vec(),
            from: from as u32,
            layers: Vec::new(),
            names: names.map(ToString::to_string).collect(),
        });
    }
    all
}

impl Recording {
    /// The lens at every token of a text whose logits are known: it follows the most probable tokens, the one that comes next, and at the
    /// end `live`, on which the dice fall.
    pub fn lens_about(&self, tokens: &[TokenId], live: Option<TokenId>) -> Vec<Command> {
        let one = |at: usize| {
            let row = self.plain_row(&tokens[..=at])?;
            let likely = row.exact.iter().take(FOLLOWED).map(|(token, _)| *token);
            let next = tokens.get(at + 1).copied().or(live);
            let mut watch: Vec<TokenId> = likely.chain(next).collect();
            watch.sort_unstable();
            watch.dedup();
            Some(Command::Lens {
                tokens: tokens[..=at].to_vec(),
                from: at as u32,
                count: 1,
                watch,
            })
        };
        (0..tokens.len()).filter_map(one).collect()
    }

    /// Questions that together ask for all that it knows, but for what was measured on a clock: a model that answers them can be held
    /// against it.
    pub fn questions(&self) -> Vec<(Lane, Command)> {
        let mut all = Vec::new();
        let lane = |at: u32| self.lanes.get(at as usize).cloned();
        for text in self.pieces.keys() {
            let text = text.clone();
            all.push((Lane::default(), Command::Tokenize { text }));
        }
        let mut ask = |at: u32, command: Command| {
            all.extend(lane(at).map(|lane| (lane, command)));
        };
        for (at, text) in sorted(self.logits.keys()) {
            let tokens = self.texts.tokens(text);
            ask(
                at,
                Command::Evaluate {
                    tokens,
                    fresh: false,
                },
            );
        }
        for (at, text) in sorted(self.lens.keys()) {
            let tokens = self.texts.tokens(text);
            let watch = self
                .lens
                .get(&(at, text))
                .map(|own| own.watch())
                .unwrap_or_default();
            let (from, count) = (tokens.len().saturating_sub(1) as u32, 1);
            ask(
                at,
                Command::Lens {
                    tokens,
                    from,
                    count,
                    watch,
                },
            );
        }
        for (at, text) in sorted(self.taps.all.keys()) {
            let tokens = self.texts.tokens(text);
            for tap in self.taps.all.get(&(at, text)).into_iter().flatten() {
                let name = self.taps.names.get(tap.name as usize);
                ask(
                    at,
                    Command::Inspect {
                        tokens: tokens.clone(),
                        from: tokens.len().saturating_sub(1) as u32,
                        layers: tap.layer.into_iter().collect(),
                        names: name.cloned().into_iter().collect(),
                    },
                );
            }
        }
        for other in &self.others {
            if !matches!(
                other.command,
                Command::Speed { .. } | Command::Profile | Command::Cache
            ) {
                ask(other.lane, other.command.clone());
            }
        }
        all
    }
}

fn sorted<'a>(places: impl Iterator<Item = &'a (u32, u32)>) -> Vec<(u32, u32)> {
    let mut all: Vec<(u32, u32)> = places.copied().collect();
    all.sort_unstable();
    all
}
