//! One round: each drafted token with what both models give it, the dice that decide, and what is drawn in the end.

use leptos::prelude::*;
use logitscope_core::chain::Candidate;
use logitscope_core::speculative::run::RoundRecord;
use logitscope_core::speculative::{Last, Rule, Source, Verdict};
use logitscope_core::{Known, TokenId};

use super::text::source;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The most tokens of the last distribution that are shown.
const MOST: usize = 6;

fn share(p: f64) -> String {
    format!("{:.2}%", 100.0 * p.clamp(0.0, 1.0))
}

/// The round on screen.
#[component]
pub fn Round(
    /// What became of it.
    record: RoundRecord,
    /// By which rule.
    rule: Rule,
) -> impl IntoView {
    let app = expect_context::<App>();
    let (drafted, kept) = (record.drafted.len() as u64, record.round.accepted() as u64);
    let word = |token: TokenId| format::token(&untrack(|| app.token_bytes(token)));
    let sentence = match &record.round.last {
        Some(last) => say().round_sentence(drafted, kept, word(last.token)),
        None => say().round_ended(drafted, kept),
    };
    let judged = record.round.verdicts.len();
    let rows = record
        .round
        .verdicts
        .iter()
        .map(|v| row(word(v.token), v, rule));
    let rows = rows.collect_view();
    let unseen = record.drafted[judged..].iter().map(|token| {
        view! { <tr class="unseen"><th scope="row">{word(*token)}</th><td colspan="4" class="text muted">{say().round_unseen().to_string()}</td></tr> }
    });
    let unseen = unseen.collect_view();
    let place = record.round.verdicts.iter().filter(|v| v.accepted).count();
    let last = record.round.last.as_ref().map(|last| {
        let place = record.places.get(place);
        let list = place.map_or(&[][..], |place| match last.from {
            Source::Residual => &place.residual,
            _ => &place.p,
        });
        ending(app, last, list)
    });
    view! {
        <section class="speculate-picture" data-testid="round">
            <p class="round-sentence" data-testid="round-sentence">{sentence.to_string()}</p>
            <div class="speculate-columns">
                <div class="round-scroll">
                    <table>
                        <thead><tr>
                            <th scope="col" class="text">{say().round_drafted().to_string()}</th>
                            <th scope="col" class="text">{say().round_both().to_string()}</th>
                            <th scope="col">{say().round_ratio().to_string()}</th>
                            <th scope="col" class="text">{say().round_dice().to_string()}</th>
                            <th scope="col" class="text">{say().round_verdict().to_string()}</th>
                        </tr></thead>
                        <tbody>{rows}{unseen}</tbody>
                    </table>
                </div>
                {last}
            </div>
        </section>
    }
}

/// A drafted token: p and q on one scale, and u on the way from 0 to 1.
fn row(word: String, verdict: &Verdict, rule: Rule) -> impl IntoView + use<> {
    let Verdict {
        p,
        q,
        draw,
        accepted,
        ..
    } = *verdict;
    let ratio = if q > 0.0 { (p / q).min(1.0) } else { 1.0 };
    let verdict = match accepted {
        true => say().round_kept(),
        false => say().round_rejected(),
    };
    let by_ratio = rule == Rule::Ratio;
    let dice = by_ratio.then(|| {
        view! {
            <span class="accept-axis" aria-hidden="true"><i style=("--w", share(ratio))></i><b style=("--x", share(draw.u))></b></span>
            <span class="num luck">{format::draw(draw.u, 3)}</span>
        }
    });
    let ratio = if by_ratio {
        format::decimals(p / q.max(f64::MIN_POSITIVE), 3)
    } else {
        "–".to_owned()
    };
    view! {
        <tr data-accepted=accepted.to_string()>
            <th scope="row">{word}</th>
            <td class="text">
                <span class="pq" aria-hidden="true"><i class="p" style=("--w", share(p))></i><i class="q" style=("--w", share(q))></i></span>
                <span class="num">{say().round_p_and_q(format::percent(p), format::percent(q)).to_string()}</span>
            </td>
            <td class="num">{ratio}</td>
            <td class="text">{dice}</td>
            <td class="text"><b>{verdict.to_string()}</b></td>
        </tr>
    }
}

/// The token that ends the round: what it was drawn from, and the draw.
fn ending(app: App, last: &Last, list: &[Candidate]) -> impl IntoView + use<> {
    let (_, words) = source(last.from);
    let mut low = 0.0;
    let mut bars = Vec::new();
    for candidate in list {
        let chosen = candidate.token == last.token;
        if bars.len() < MOST || chosen {
            let word = format::token(&untrack(|| app.token_bytes(candidate.token)));
            let edges = [low, low + candidate.prob].map(Known::Exact);
            let range = chosen.then(|| format::falls(edges, last.draw.u));
            bars.push(view! {
                <tr class:chosen=chosen>
                    <th scope="row">{word}</th>
                    <td><span class="pq" aria-hidden="true"><i class="p" style=("--w", share(candidate.prob))></i></span></td>
                    <td class="num">{format::percent(candidate.prob)}</td>
                    <td class="num luck">{range}</td>
                </tr>
            });
        }
        low += candidate.prob;
    }
    view! {
        <div class="round-ending" data-testid="round-ending">
            <h3>{words}</h3>
            <table><tbody>{bars}</tbody></table>
        </div>
    }
}
