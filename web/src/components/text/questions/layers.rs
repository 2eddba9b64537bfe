//! What happens between the text and the scores: what is read, and how the answer forms.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::heads::{self, Look};
use logitscope_core::lens::LensCell;

use super::act::{GoThere, Place};
use crate::choices::InsideView;
use crate::components::glossary::explained::Explained;
use crate::components::inside::look_words;
use crate::components::kit::format;
use crate::inspect::flow::{RowAttention, Words};
use crate::state::App;
use crate::words::{Message, say};

/// What the current token reads, once its attention is known.
struct Reads {
    /// The place that gets most of all heads together, but itself, and its share.
    most: Option<(usize, f64)>,
    /// The head that tells most, and where it looks.
    head: Option<((u32, u32), Look)>,
}

impl Reads {
    fn of(row: &RowAttention, tokens: &[TokenId], n_heads: u32) -> Option<Self> {
        let tokens = tokens.get(..row.total.len())?;
        let head = heads::most_telling(tokens, &row.patterns, n_heads);
        let head = head.and_then(|(layer, head)| {
            let n = tokens.len();
            let from = head as usize * n;
            let own = row.patterns.get(layer as usize)?.get(from..from + n)?;
            Some(((layer, head), heads::look(tokens, own)?))
        });
        Some(Reads {
            most: row.most_read(),
            head,
        })
    }
}

/// What does the model look at?
#[component]
pub fn WhatItLooksAt(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let tokens = move || {
        let text = app.shown_text().into_iter();
        text.map(|(_, token)| token).collect::<Vec<TokenId>>()
    };
    let reads = move || {
        let row = app.of_step::<RowAttention>(|node| node)?;
        let (_, n_heads) = app.layers_and_heads()?;
        Some((Reads::of(&row, &tokens(), n_heads)?, row.total.len()))
    };
    let name = move |tokens: &[TokenId], place: usize| {
        let token = tokens.get(place).copied().unwrap_or_default();
        app.token_text(token).trim().to_owned()
    };
    let here = move || {
        let (reads, n) = reads()?;
        let tokens = tokens();
        let (n_layers, n_heads) = app.layers_and_heads()?;
        let from = name(&tokens, n.checked_sub(1)?);
        let most = reads.most.map(|(place, share)| {
            let all = u64::from(n_layers * n_heads);
            let (to, share) = (name(&tokens, place), format::percent(share));
            let words = say()
                .answer_look_mean(all, from.clone(), to, share)
                .to_string();
            match place {
                0 => format::sentences([words, say().answer_look_first().to_string()]),
                _ => words,
            }
        });
        let nothing = || say().answer_look_nothing(from.clone()).to_string();
        let head = reads.head.map(|(head, look)| {
            let to = name(&tokens, look.place);
            look_words(head, look, n - 1, from.clone(), to).to_string()
        });
        Some(view! {
            <p data-testid="look-mean">{most.unwrap_or_else(nothing)}</p>
            {head.map(|words| view! { <p data-testid="look-head">{words}</p> })}
        })
    };
    let first = Callback::new(move |()| {
        let found = untrack(reads).and_then(|(reads, _)| reads.head);
        match found {
            Some(((layer, head), _)) => app.show_head(layer, head),
            None => app.show_most_telling_head(),
        }
    });
    view! {
        <div class="answer" data-testid="answer-look">
            <p><Explained text=say().answer_look().to_string() /></p>
            {here}
            <p>{say().answer_look_but().to_string()}</p>
            <GoThere menu place=Place::View(InsideView::Attention) words=say().answer_attention() first />
        </div>
    }
}

/// The depth, 0 being before the first layer, from which on `token` is the first choice for the first time, and for good.
fn forms(cells: &[LensCell], token: TokenId) -> Option<(usize, usize)> {
    let leads = |cell: &LensCell| cell.token == token;
    let first = cells.iter().position(leads)?;
    let behind = cells.iter().rposition(|cell| !leads(cell));
    let for_good = behind.map_or(0, |depth| depth + 1);
    (for_good < cells.len()).then_some((first, for_good))
}

/// A depth by the last layer that has acted.
fn depth_name(depth: usize) -> Message {
    match depth.checked_sub(1) {
        Some(layer) => say().line_after_layer(layer.to_string()),
        None => say().line_before_layers(),
    }
}

/// How does the answer form through the layers?
#[component]
pub fn HowItForms(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let here = move || {
        let words = app.of_step::<Words>(|node| node)?;
        let step = app.step.get()?;
        let favourite = step.sampling.distribution.token(0);
        let name = |token: TokenId| app.token_text(token).trim().to_owned();
        let (first, for_good) = forms(&words.cells, favourite)?;
        let then = format::percent(words.cells.get(for_good)?.prob);
        let now = format::percent(step.sampling.distribution.prob(0));
        let at = depth_name(for_good).to_string();
        let last = words.cells.len().saturating_sub(1);
        let leads = match (first == for_good, for_good == last) {
            (true, true) => say().answer_form_last(name(favourite), at, now),
            (true, false) => say().answer_form_leads(name(favourite), at, then, now),
            (false, _) => {
                let early = depth_name(first).to_string();
                say().answer_form_again(name(favourite), early, at, then, now)
            }
        };
        let before = for_good.checked_sub(1).and_then(|depth| {
            let cell = words.cells.get(depth)?;
            let share = format::percent(cell.prob);
            Some(say().answer_form_before(depth_name(depth).to_string(), name(cell.token), share))
        });
        let before = before
            .map(|words| format!("{}{words}", format::gap()))
            .unwrap_or_default();
        Some(view! { <p data-testid="form-leads">{format!("{leads}{before}")}</p> })
    };
    view! {
        <div class="answer" data-testid="answer-form">
            <p><Explained text=say().answer_form().to_string() /></p>
            {here}
            <GoThere menu place=Place::View(InsideView::Lens) words=say().answer_lens() />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(tokens: &[TokenId]) -> Vec<LensCell> {
        let cell = |(depth, token): (usize, &TokenId)| LensCell {
            depth: depth as u32,
            token: *token,
            prob: 0.5,
            kl_bits: 0.0,
            watched: Vec::new(),
        };
        tokens.iter().enumerate().map(cell).collect()
    }

    #[test]
    fn the_depth_is_found_at_which_the_favourite_leads_first_and_for_good() {
        assert_eq!(forms(&cells(&[1, 2, 9, 9]), 9), Some((2, 2)));
        assert_eq!(forms(&cells(&[1, 9, 2, 9]), 9), Some((1, 3)));
        assert_eq!(forms(&cells(&[9, 9]), 9), Some((0, 0)));
        // Half precision may turn a tie at the end around.
        assert_eq!(forms(&cells(&[1, 9, 2]), 9), None);
        assert_eq!(forms(&cells(&[1]), 9), None);
        assert_eq!(forms(&[], 9), None);
        assert_eq!(depth_name(3).to_string(), "after L2");
    }

    #[test]
    fn the_most_read_place_and_the_telling_head_are_those_of_the_row() {
        // Four tokens; two layers of one head. The second looks from the last at the second.
        let row = RowAttention {
            patterns: vec![vec![0.5, 0.1, 0.2, 0.2], vec![0.1, 0.7, 0.1, 0.1]],
            means: vec![Vec::new(); 2],
            most: Vec::new(),
            total: vec![0.6, 0.8, 0.3, 0.3],
        };
        let reads = Reads::of(&row, &[4, 5, 6, 7], 1).expect("as many tokens");
        assert_eq!(reads.most, Some((1, 0.4)));
        let (head, look) = reads.head.expect("a telling head");
        assert_eq!((head, look.place), ((1, 0), 1));
        assert!((look.share - 0.7).abs() < 1e-6);
        assert!(Reads::of(&row, &[4, 5, 6], 1).is_none(), "another text");
    }
}
