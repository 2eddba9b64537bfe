//! Two branches of the tree side by side: what they share, and where they part.

use leptos::prelude::*;
use logitscope_core::{Run, TokenId, math};

use super::layout::Key;
use super::outline::Row;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// A token with its probability under the model; `None` for one that was given.
type Token = (TokenId, Option<f64>);

/// The tokens of the text that ends with a node, from its first one.
pub fn branch(run: &Run, rows: &[(usize, Row)], key: &Key) -> Vec<Token> {
    let path = |end| -> Vec<Token> {
        let nodes = run.tree().path(end);
        let token = |node: &logitscope_core::NodeId| {
            let prob = run.record(*node).map(|record| record.choice.prob_before);
            Some((run.tree().get(*node).ok()?.token, prob))
        };
        nodes.iter().filter_map(token).collect()
    };
    let found = rows.iter().position(|(_, row)| Key::of(row) == *key);
    let Some(at) = found else { return Vec::new() };
    match &rows[at].1 {
        Row::Stretch { last, .. } => path(*last),
        Row::Ahead { tokens, .. } => {
            // It goes on from the stretch before the ways ahead.
            let before = rows[..at].iter().rev().find_map(|(_, row)| match row {
                Row::Stretch { last, .. } => Some(*last),
                Row::Ahead { .. } => None,
            });
            let mut all = before.map(path).unwrap_or_default();
            for end in 1..=tokens.len() {
                let prob = rows.iter().find_map(|(_, row)| match row {
                    Row::Ahead {
                        tokens: own, prob, ..
                    } if own[..] == tokens[..end] => Some(*prob),
                    _ => None,
                });
                all.push((tokens[end - 1], prob));
            }
            all
        }
    }
}

/// Two texts from where they part.
#[derive(Debug, Clone, PartialEq)]
pub struct Versus {
    /// What both begin with.
    shared: Vec<TokenId>,
    /// The rest of each.
    rest: [Vec<Token>; 2],
}

impl Versus {
    /// Of two texts.
    pub fn of(one: Vec<Token>, other: Vec<Token>) -> Self {
        let same = one.iter().zip(&other).take_while(|(a, b)| a.0 == b.0);
        let count = same.count();
        Versus {
            shared: one[..count].iter().map(|(token, _)| *token).collect(),
            rest: [one[count..].to_vec(), other[count..].to_vec()],
        }
    }

    /// Σ ln p of the rest of one, as far as it is known, and how many tokens that are.
    fn sum(&self, which: usize) -> (f64, usize) {
        let known = self.rest[which].iter().filter_map(|(_, prob)| *prob);
        known.fold((0.0, 0), |(sum, n), prob| (sum + math::ln(prob), n + 1))
    }
}

/// A table of both, token by token.
#[component]
pub fn VersusTable(
    /// The two.
    #[prop(into)]
    versus: Signal<Option<Versus>>,
    /// Takes them away.
    on_close: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let table = move |versus: Versus| {
        let shared = app
            .vocab
            .with(|v| v.as_ref().map(|v| v.text(&versus.shared)));
        let cell = |token: Option<&Token>| {
            let word = token.map(|(token, _)| format::token(&untrack(|| app.token_bytes(*token))));
            let prob = token.and_then(|(_, prob)| *prob).map(format::percent);
            view! { <td class="text">{word}</td><td class="num">{prob}</td> }
        };
        let longest = versus.rest[0].len().max(versus.rest[1].len());
        let row = |at: usize| {
            view! { <tr><th scope="row">{(at + 1).to_string()}</th>{cell(versus.rest[0].get(at))}{cell(versus.rest[1].get(at))}</tr> }
        };
        let rows: Vec<_> = (0..longest).map(row).collect();
        let sums = [versus.sum(0), versus.sum(1)];
        let sum = |(sum, n): (f64, usize)| {
            let each = if n > 0 { sum / n as f64 } else { 0.0 };
            view! { <td class="num" colspan="2"><b>{format::signed(sum)}</b>" "<small>{say().tree_each(format::signed(each)).to_string()}</small></td> }
        };
        view! {
            <section class="tree-versus" data-testid="tree-versus">
                <div class="card-head">
                    <h3>{say().tree_versus().to_string()}</h3>
                    <button class="button small plain strategy-close" data-testid="tree-versus-close" on:click=move |_| on_close.run(())>{say().tree_versus_close().to_string()}</button>
                </div>
                <p class="caption">{say().tree_shared(shared.unwrap_or_default()).to_string()}</p>
                <table>
                    <thead><tr>
                        <th scope="col"><span class="visually-hidden">{say().col_step().to_string()}</span></th>
                        <th scope="col" class="text" colspan="2">{say().tree_one().to_string()}</th>
                        <th scope="col" class="text" colspan="2">{say().tree_other().to_string()}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                    <tfoot><tr><th scope="row">{say().tree_log_prob().to_string()}</th>{sum(sums[0])}{sum(sums[1])}</tr></tfoot>
                </table>
            </section>
        }
    };
    move || versus.get().map(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_texts_are_compared_from_where_they_part() {
        let given = |token| (token, None);
        let one = vec![given(1), (2, Some(0.5)), (3, Some(0.25))];
        let other = vec![given(1), (2, Some(0.5)), (4, Some(0.1)), (5, Some(0.5))];
        let versus = Versus::of(one.clone(), other);
        assert_eq!(versus.shared, [1, 2]);
        assert_eq!(versus.rest[0], [(3, Some(0.25))]);
        let (sum, n) = versus.sum(1);
        assert!((sum - 0.05_f64.ln()).abs() < 1e-12 && n == 2);
        let same = Versus::of(one.clone(), one);
        assert_eq!((same.shared.len(), same.sum(0)), (3, (0.0, 0)));
    }
}
