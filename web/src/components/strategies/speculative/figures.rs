//! What drafting brought, counted and by formula.

use leptos::prelude::*;
use logitscope_core::speculative::figures::{Counts, best_drafted, expected_tokens, speed_up};
use logitscope_core::speculative::run::{RoundRecord, Speculation};

use crate::choices::{DraftBy, SpeculateChoices};
use crate::components::kit::format;
use crate::state::App;
use crate::strategies::Kind;
use crate::words::say;

/// The counts of a run, and the mean times of a drafted token and of a round's pass, in milliseconds.
#[derive(Debug, Clone, PartialEq)]
struct Run {
    counts: Counts,
    draft_ms: f64,
    target_ms: f64,
}

impl Run {
    fn of(run: &Speculation) -> Self {
        let sum = |of: fn(&RoundRecord) -> f64| run.rounds().iter().map(of).sum::<f64>();
        Run {
            counts: run.counts().clone(),
            draft_ms: sum(|round| round.draft_ms),
            target_ms: sum(|round| round.target_ms),
        }
    }
}

/// The figures of all rounds so far.
#[component]
pub fn Figures(
    /// What is asked for.
    choices: RwSignal<SpeculateChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let run = Memo::new(move |_| app.read_work(Kind::Speculate, Run::of));
    let rows = move || {
        let Some(run) = run.get().filter(|run| run.counts.rounds > 0) else {
            return Vec::new();
        };
        rows(&run, choices.get(), app.plain_ms())
    };
    let row = |(name, value): (String, String)| view! { <tr><th scope="row" class="text">{name}</th><td class="num">{value}</td></tr> };
    view! {
        <section class="figures" aria-labelledby="figures">
            <h3 id="figures">{say().figures().to_string()}</h3>
            <table data-testid="speculate-figures"><tbody>{move || rows().into_iter().map(row).collect_view()}</tbody></table>
            <p class="caption">{move || match choices.get().by {
                DraftBy::Layers(_) => say().figures_layers().to_string(),
                _ => say().figures_about().to_string(),
            }}</p>
        </section>
    }
}

fn rows(run: &Run, choices: SpeculateChoices, plain_ms: Option<f64>) -> Vec<(String, String)> {
    let counts = &run.counts;
    let percent = |x: Option<f64>| x.map_or("–".to_owned(), format::percent);
    let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.2}"));
    let alpha = counts.accepted_of_judged();
    let drafted = match choices.adapts {
        // What it was on average.
        true => (counts.drafted as f64 / counts.rounds as f64).round() as u32,
        false => choices.drafted,
    };
    let cost = plain_ms
        .filter(|_| counts.drafted > 0)
        .map(|ms| run.draft_ms / counts.drafted as f64 / ms);
    let measured = plain_ms.map(|ms| ms * counts.tokens as f64 / (run.draft_ms + run.target_ms));
    let by_formula = alpha
        .zip(cost)
        .map(|(alpha, cost)| speed_up(alpha, drafted, cost));
    let best = alpha
        .zip(cost)
        .map(|(alpha, cost)| best_drafted(alpha, cost));
    let best = best.map_or(say().figures_unmeasured().to_string(), |(gamma, gain)| {
        match gamma {
            0 => say().figures_does_not_pay(),
            _ => say().figures_best_is(gamma.to_string(), format!("{gain:.2}")),
        }
        .to_string()
    });
    let by_place = counts
        .by_place
        .iter()
        .map(|(there, kept)| percent((*there > 0).then(|| *kept as f64 / *there as f64)));
    let by_place = by_place.collect::<Vec<_>>().join(" · ");
    let say = say();
    [
        (say.figures_alpha(), percent(alpha)),
        (
            say.figures_of_drafted(),
            percent(counts.accepted_of_drafted()),
        ),
        (say.figures_by_place(), by_place),
        (say.figures_a_pass(), number(counts.tokens_a_pass())),
        (
            say.figures_expected(),
            number(alpha.map(|alpha| expected_tokens(alpha, drafted))),
        ),
        (say.figures_cost(), number(cost)),
        (say.figures_speed_up(), number(by_formula)),
        (say.figures_measured(), number(measured)),
        (say.figures_best(), best),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into()
}
