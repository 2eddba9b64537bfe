//! The proof as an experiment: the same place many thousand times, and what comes out against the model's own distribution.

use leptos::prelude::*;
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::experiment::{Experiment, Fit, Outcome};
use logitscope_core::strategy::Strategy;

use crate::browser;
use crate::choices::{DraftBy, SpeculateChoices};
use crate::components::kit::format;
use crate::components::strategies::setup::{self, Base};
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// How often it is done between two frames.
const AT_ONCE: u32 = 250;
/// The most tokens that are shown.
const MOST: usize = 8;

/// What came out so far.
#[derive(Debug, Clone, PartialEq)]
struct Tally {
    times: u32,
    accepted: u32,
    acceptance: f64,
    outcomes: Vec<Outcome>,
    fit: Option<Fit>,
}

impl Tally {
    fn of(run: &Experiment) -> Self {
        let mut outcomes = run.outcomes();
        outcomes.truncate(MOST);
        Tally {
            times: run.times(),
            accepted: run.accepted(),
            acceptance: run.acceptance(),
            outcomes,
            fit: run.fit(),
        }
    }
}

/// Does it `left` more times, a slice after each frame, while the page shows it.
fn repeat(app: App, left: RwSignal<u32>) {
    let Some(now) = left.try_get_untracked().filter(|left| *left > 0) else {
        return;
    };
    let slice = now.min(AT_ONCE);
    left.set(now - slice);
    app.change_work(Kind::Experiment, |run: &mut Experiment| run.repeat(slice));
    browser::after_frame(move || repeat(app, left));
}

/// Buttons to draw many times, the histogram, and how well it fits.
#[component]
pub fn Proof(
    /// What is asked for.
    choices: RwSignal<SpeculateChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let left = RwSignal::new(0);
    let possible = Memo::new(move |_| choices.get().by != DraftBy::Lookup);
    setup::keep_begun(app, Kind::Experiment, move |base| {
        let choices = choices.get();
        let run = |base: &Base| {
            Experiment::new(
                base.tokens.clone(),
                base.sampling()?,
                choices.rule,
                base.n_ctx,
            )
        };
        possible.get().then(|| run(base))
    });
    // Its two distributions are asked for once somebody wants it done.
    let tally = Memo::new(move |_| app.read_work(Kind::Experiment, Tally::of));
    let draw = move |times: u32| {
        let at = usize::MAX;
        app.set_pace(
            Kind::Experiment,
            Pace {
                at,
                ..Pace::default()
            },
        );
        let idle = left.get_untracked() == 0;
        left.update(|left| *left += times);
        if idle {
            wait(app, left);
        }
    };
    let button = move |times: u32| {
        let name = say().proof_draw(u64::from(times)).to_string();
        view! { <button class="button small" data-testid=format!("proof-{times}") disabled=move || !possible.get() on:click=move |_| draw(times)>{name}</button> }
    };
    view! {
        <section class="proof" aria-labelledby="proof">
            <h3 id="proof">{say().proof().to_string()}</h3>
            <p class="caption">{move || match possible.get() {
                true => say().proof_about().to_string(),
                false => say().proof_not_for_lookup().to_string(),
            }}</p>
            <div class="strategy-transport">{[1_000, 10_000].map(button).into_iter().collect_view()}</div>
            {move || tally.get().filter(|t| t.times > 0 && possible.get()).map(|tally| histogram(app, &tally, choices.get().rule))}
        </section>
    }
}

/// Begins once both distributions are there.
fn wait(app: App, left: RwSignal<u32>) {
    let there = untrack(|| app.read_work(Kind::Experiment, |run: &Experiment| run.ask().is_none()));
    match (there, untrack(|| app.work_failed(Kind::Experiment))) {
        (Some(true), _) => repeat(app, left),
        (Some(false), None) => browser::after(20.0, move || {
            if left.try_get_untracked().is_some() {
                wait(app, left);
            }
        }),
        _ => left.set(0),
    }
}

fn histogram(app: App, tally: &Tally, rule: Rule) -> impl IntoView + use<> {
    let times = f64::from(tally.times);
    let share = |p: f64| format!("{:.2}%", (100.0 * p).clamp(0.0, 100.0));
    let row = |outcome: &Outcome| {
        let found = f64::from(outcome.count) / times;
        view! {
            <tr>
                <th scope="row">{format::token(&app.token_bytes(outcome.token))}</th>
                <td><span class="pq" aria-hidden="true"><i class="p" style=("--w", share(found))></i><i class="q" style=("--w", share(outcome.q))></i><b style=("--x", share(outcome.p))></b></span></td>
                <td class="num">{format::percent(found)}</td>
                <td class="num">{format::percent(outcome.p)}</td>
                <td class="num">{format::percent(outcome.q)}</td>
            </tr>
        }
    };
    let kept = say().proof_kept(
        format::percent(f64::from(tally.accepted) / times),
        format::percent(tally.acceptance),
    );
    let words = tally.fit.map(fit).unwrap_or_default();
    let wrong = rule == Rule::Everything;
    view! {
        <table data-testid="proof-table">
            <thead><tr>
                <th scope="col" class="text">{say().col_token().to_string()}</th>
                <th scope="col" class="text"><span class="visually-hidden">{say().proof_found().to_string()}</span></th>
                <th scope="col">{say().proof_found().to_string()}</th>
                <th scope="col">{say().proof_model().to_string()}</th>
                <th scope="col">{say().proof_draft().to_string()}</th>
            </tr></thead>
            <tbody>{tally.outcomes.iter().map(row).collect_view()}</tbody>
        </table>
        <p data-testid="proof-fit" class:wrong=wrong>{say().proof_times(u64::from(tally.times)).to_string()} {format::gap()} {words}</p>
        <p class="caption">{kept.to_string()}</p>
    }
}

/// Below this the model's distribution is not what comes out.
const LEAST: f64 = 0.001;

fn fit(fit: Fit) -> String {
    let chi_square = match fit.chi_square.is_finite() {
        true => format::decimals(fit.chi_square, 1),
        false => "∞".to_owned(),
    };
    let (freedom, p) = (fit.freedom.to_string(), format::percent(fit.p_value));
    match fit.p_value < LEAST {
        true => say().proof_does_not_fit(p, chi_square, freedom),
        false => say().proof_fits(p, chi_square, freedom),
    }
    .to_string()
}
