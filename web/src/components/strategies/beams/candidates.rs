//! The candidates of a step: old sum, new log-probability, new sum, and what becomes of each.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::beam::{Candidate, Fate};

use super::shown::Shown;
use crate::choices::{BeamChoices, BeamWay};
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The most last words of a beam that are shown.
const MOST_CHARS: usize = 18;

/// The candidates of the step on screen, the best first.
#[component]
pub fn Candidates(
    /// The step on screen.
    shown: Memo<Option<Shown>>,
    /// What the search was asked for.
    choices: RwSignal<BeamChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let luck = Memo::new(move |_| choices.get().way == BeamWay::Stochastic);
    let rows = move || {
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            let step = shown.step.as_ref()?;
            let longest = step.candidates.iter().map(|c| -c.sum).fold(0.0, f64::max);
            let row = |c: &Candidate| {
                let before = shown.before.get(c.beam as usize);
                row(app, c, before.map_or(&[], Vec::as_slice), longest)
            };
            Some(step.candidates.iter().map(row).collect_view())
        })
    };
    let about = move || {
        shown.with(|s| {
            let s = s.as_ref()?;
            let (ms, texts) = s.pass?;
            let candidates = s.step.as_ref()?.candidates.len();
            let words = say().beams_candidates_about(
                candidates as u64,
                u64::from(texts),
                format::millis(ms),
            );
            Some(words.to_string())
        })
    };
    view! {
        <section class="beam-candidates" aria-labelledby="beam-candidates">
            <h3 id="beam-candidates">{move || say().beams_candidates(shown.with(|s| s.as_ref().map_or(0, |s| s.at)) as u64).to_string()}</h3>
            <table data-testid="beam-candidates">
                <thead><tr>
                    <th scope="col" class="text">{say().beams_continues().to_string()}</th>
                    <th scope="col" class="text">{say().col_token().to_string()}</th>
                    <th scope="col" class="beam-bar-head">{say().beams_shorter().to_string()}</th>
                    <th scope="col" class="wide">{say().beams_before().to_string()}</th>
                    <th scope="col" class="wide">{say().beams_log_prob().to_string()}</th>
                    <th scope="col">{say().beams_sum().to_string()}</th>
                    {move || luck.get().then(|| view! { <th scope="col">{say().beams_with_luck().to_string()}</th> })}
                    <th scope="col" class="text">{say().beams_fate().to_string()}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="caption" data-testid="beam-pass">{about}</p>
        </section>
    }
}

fn row(app: App, candidate: &Candidate, before: &[TokenId], longest: f64) -> impl IntoView + use<> {
    let share = |x: f64| {
        format!(
            "{:.2}%",
            (100.0 * -x / longest.max(f64::MIN_POSITIVE)).clamp(0.0, 100.0)
        )
    };
    let (old, new) = (share(candidate.before), share(candidate.log_prob));
    let (fate, class) = match candidate.perturbed {
        None => fate(&candidate.fate),
        Some(_) => fate_of_luck(&candidate.fate),
    };
    let last = last_words(
        &app.vocab
            .with(|v| v.as_ref().map(|v| v.text(before)))
            .unwrap_or_default(),
    );
    view! {
        <tr class=class data-fate=class>
            <td class="text"><span class="num">{(candidate.beam + 1).to_string()}</span> " " <span class="muted">{last}</span></td>
            <td class="text"><b>{format::token(&app.token_bytes(candidate.token))}</b></td>
            <td><span class="beam-bar" aria-hidden="true"><i class="old" style=("--w", old)></i><i class="new" style=("--w", new)></i></span></td>
            <td class="num wide">{format::signed(candidate.before)}</td>
            <td class="num wide">{format::signed(candidate.log_prob)}</td>
            <td class="num"><b>{format::signed(candidate.sum)}</b></td>
            {candidate.perturbed.map(|sum| view! { <td class="num"><b>{format::signed(sum)}</b></td> })}
            <td class="text">{fate}</td>
        </tr>
    }
}

/// What becomes of a candidate, in words and as a name.
fn fate(fate: &Fate) -> (String, &'static str) {
    let say = say();
    let score = |score: &f64| format::signed(*score);
    match fate {
        Fate::Stays { beam } => (say.fate_stays((beam + 1).to_string()).to_string(), "stays"),
        Fate::Finishes { score: s } => (say.fate_finishes(score(s)).to_string(), "finishes"),
        Fate::FinishesUnranked { score: s } => (say.fate_unranked(score(s)).to_string(), "falls"),
        Fate::FinishesTooLow => (say.fate_too_low().to_string(), "falls"),
        Fate::Falls => (say.fate_falls().to_string(), "falls"),
    }
}

/// What becomes of a candidate where luck decides; its number has a column of its own.
fn fate_of_luck(own: &Fate) -> (String, &'static str) {
    match own {
        Fate::Finishes { .. } => (say().fate_lucky().to_string(), "finishes"),
        Fate::FinishesUnranked { .. } => (say().fate_unlucky().to_string(), "falls"),
        other => fate(other),
    }
}

/// The end of a text.
fn last_words(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(MOST_CHARS);
    let end: String = text.chars().skip(skip).collect();
    if skip > 0 { format!("…{end}") } else { end }
}
