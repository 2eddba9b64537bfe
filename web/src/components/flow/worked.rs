//! The softmax of three tokens, worked out: score, gap, e^gap, and its part of the sum.

use std::sync::Arc;

use leptos::prelude::*;

use crate::components::glossary::opening::Opening;
use crate::components::kit::format;
use crate::components::kit::score::score_name;
use crate::components::picture::{Candidate, Step};
use crate::state::App;
use crate::words::say;

/// How many tokens are worked out.
const TOKENS: usize = 3;

/// The favourites, the chosen token among them, and all others in one row.
#[component]
pub fn Worked(
    /// The step on screen.
    step: Memo<Option<Arc<Step>>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let rows = move || step.get().map(|step| rows(&step));
    let sum = move || step.with(|s| s.as_ref().map(|s| exp(s.exp_total)));
    let all = move || {
        let count = step.with(|s| s.as_ref().map_or(0, |s| s.d_vocab));
        say().softmax_all(u64::from(count)).to_string()
    };
    view! {
        <Opening look=say().look_softmax() tries=say().try_softmax() />
        <table class="worked" data-testid="softmax-worked" aria-label=say().softmax_worked().to_string()>
            <thead>
                <tr>
                    <th></th>
                    <th>{move || score_name(app, say().flow_score()).to_string()}</th>
                    <th>{say().flow_gap().to_string()}</th>
                    <th>{say().flow_exp().to_string()}</th>
                    <th class="worked-bar"></th>
                    <th>{move || sum().map(|sum| say().flow_divided(sum).to_string())}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
            <tfoot>
                <tr>
                    <th colspan="3">{all}</th>
                    <td>{sum}</td>
                    <td class="worked-bar"></td>
                    <td>{format::percent(1.0)}</td>
                </tr>
            </tfoot>
        </table>
    }
}

/// The candidates that are worked out: the first ones; the chosen one in the place of the last if it is another.
fn worked(step: &Step) -> Vec<&Candidate> {
    let chosen = step.candidates.iter().find(|c| c.token == step.chosen);
    let mut all: Vec<&Candidate> = step.candidates.iter().take(TOKENS).collect();
    if let Some(chosen) = chosen.filter(|c| all.iter().all(|one| one.token != c.token)) {
        all.pop();
        all.push(chosen);
    }
    all
}

fn rows(step: &Step) -> AnyView {
    let all = worked(step);
    let own: f64 = all.iter().map(|c| c.exp).sum();
    let others = u64::from(step.d_vocab).saturating_sub(all.len() as u64);
    let rest = (others > 0).then(|| {
        let name = say().softmax_others(others).to_string();
        let rest = (step.exp_total - own).max(0.0);
        ((name, false), None, rest, rest / step.exp_total)
    });
    let one = |c: &Candidate| {
        let name = format::bare(&c.text).to_owned();
        let of = (format::logit(c.logit as f32), format::logit(c.gap as f32));
        ((name, c.token == step.chosen), Some(of), c.exp, c.prob)
    };
    let rows: Vec<_> = all.into_iter().map(one).chain(rest).collect();
    // All others together may be more than the leader.
    let longest = rows.iter().map(|row| row.2).fold(0.0, f64::max);
    let row = |((name, chosen), of, e, share): ((String, bool), Option<_>, f64, f64)| {
        let (score, gap) = of.unwrap_or_default();
        let long = format!("{:.2}%", 100.0 * e / longest);
        view! {
            <tr class:chosen=chosen>
                <th scope="row">{name}</th>
                <td>{score}</td>
                <td>{gap}</td>
                <td>{exp(e)}</td>
                <td class="worked-bar"><i style:width=long></i></td>
                <td class="worked-share">{format::percent(share)}</td>
            </tr>
        }
    };
    rows.into_iter().map(row).collect_view().into_any()
}

fn exp(e: f64) -> String {
    format::decimals(e, 3)
}
