//! Which heads are worth a look: the one that tells most about the step on screen, and those that copy a passage.

use std::ops::Range;

use leptos::prelude::*;
use logitscope_core::{TokenId, heads};

use super::App;
use crate::inspect::flow::RowAttention;
use crate::inspect::repeats::{self, Copies};

impl App {
    /// Shows the head that tells most about the step on screen: at once, or as soon as its attention is there.
    pub fn show_most_telling_head(self) {
        self.inside.head_awaits.set(true);
        untrack(|| self.follow_head());
    }

    /// Turns to the most telling head if it is awaited and its attention has arrived; tracked. If none tells anything, the one on screen stays.
    pub(crate) fn follow_head(self) {
        if !self.inside.head_awaits.get() {
            return;
        }
        match self.most_telling_head() {
            Some(Some((layer, head))) => self.show_head(layer, head),
            Some(None) => self.inside.head_awaits.set(false),
            None => {}
        }
    }

    /// The head that tells most about the step on screen, if any does; `None` while the flow has not its attention.
    fn most_telling_head(self) -> Option<Option<(u32, u32)>> {
        let n_heads = self.layers_and_heads()?.1;
        let tokens: Vec<TokenId> = self
            .shown_text()
            .into_iter()
            .map(|(_, token)| token)
            .collect();
        let attention = self.of_step::<RowAttention>(|node| node)?;
        let n = attention.total.len();
        let tokens = tokens.get(..n)?;
        Some(heads::most_telling(tokens, &attention.patterns, n_heads))
    }

    /// Asks which heads look from these places of the text at what followed the same tokens earlier; `None`: nobody wants to know.
    pub fn ask_who_copies(self, places: Option<Range<usize>>) {
        if self.inside.repeat.get_untracked() != places {
            self.inside.repeat.set(places);
        }
    }

    /// The heads that do, once their attention has arrived; tracked.
    pub fn who_copies(self) -> Option<Vec<Copies>> {
        let places = self.inside.repeat.get()?;
        let (_, n_heads) = self.layers_and_heads()?;
        self.read_inside(|text, store| repeats::heads(text, places, n_heads, store))
    }
}
