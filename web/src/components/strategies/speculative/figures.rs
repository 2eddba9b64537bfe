//! What drafting brought, counted and by formula.

use leptos::prelude::*;
use logitscope_core::records::Figures as Numbers;
use logitscope_core::speculative::run::Speculation;

use crate::choices::{DraftBy, SpeculateChoices};
use crate::components::kit::format;
use crate::state::App;
use crate::strategies::Kind;
use crate::words::say;

/// The figures of all rounds so far.
#[component]
pub fn Figures(
    /// What is asked for.
    choices: RwSignal<SpeculateChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let figures = move || {
        let plain_ms = app.plain_ms();
        app.read_work(Kind::Speculate, move |run: &Speculation| {
            Numbers::of(run, plain_ms)
        })
    };
    let figures = Memo::new(move |_| figures().filter(|figures| figures.counts.rounds > 0));
    let rows = move || {
        figures
            .get()
            .map(|figures| rows(&figures))
            .unwrap_or_default()
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

fn rows(figures: &Numbers) -> Vec<(String, String)> {
    let counts = &figures.counts;
    let percent = |x: Option<f64>| x.map_or("–".to_owned(), format::percent);
    let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format::decimals(x, 2));
    let say = say();
    let best = match figures.best {
        None => say.figures_unmeasured(),
        Some((0, _)) => say.figures_does_not_pay(),
        Some((gamma, gain)) => say.figures_best_is(gamma.to_string(), format::decimals(gain, 2)),
    };
    let by_place = counts
        .by_place
        .iter()
        .map(|(there, kept)| percent((*there > 0).then(|| *kept as f64 / *there as f64)));
    let by_place = by_place.collect::<Vec<_>>().join(" · ");
    [
        (say.figures_alpha(), percent(figures.alpha)),
        (
            say.figures_of_drafted(),
            percent(figures.accepted_of_drafted),
        ),
        (say.figures_by_place(), by_place),
        (say.figures_a_pass(), number(figures.tokens_a_pass)),
        (
            say.figures_expected(),
            number(figures.expected_tokens_a_pass),
        ),
        (say.figures_cost(), number(figures.cost)),
        (say.figures_pass_cost(), number(figures.pass_cost)),
        (say.figures_speed_up(), number(figures.expected_speed_up)),
        (
            say.figures_with_passes(),
            number(figures.expected_speed_up_with_passes),
        ),
        (say.figures_measured(), number(figures.speed_up)),
        (say.figures_best(), best.to_string()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into()
}
