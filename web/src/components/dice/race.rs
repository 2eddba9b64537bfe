//! The draw as a race: log-probability plus noise, and the largest wins.

use leptos::prelude::*;
use logitscope_core::gumbel;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::components::kit::token_text::TokenText;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_log_prob),
    Heading::Number(Catalogue::col_noise),
    Heading::Number(Catalogue::col_sum),
];

/// The most runners.
const RUNNERS: usize = 8;

/// The Gumbel-max view of the draw, folded away until it is asked for.
#[component]
pub fn Race(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let rows = move || {
        let shown = shown.get()?;
        let sampling = &shown.view.sampling;
        let winner = sampling.choice.token;
        let race = gumbel::race(sampling.processed.list(), &sampling.draw, winner, RUNNERS);
        let row = move |runner: gumbel::Runner| {
            view! {
                <tr class:chosen=runner.token == winner>
                    <td class="text"><span class="tok" class:chosen=runner.token == winner><TokenText bytes=app.token_bytes(runner.token) /></span></td>
                    <td>{format::signed(runner.log_prob)}</td>
                    <td>{format::signed(runner.noise)}</td>
                    <td><strong>{format::signed(runner.score())}</strong></td>
                </tr>
            }
        };
        Some(race.into_iter().map(row).collect_view())
    };
    // The others would run, too.
    let all_run = move || {
        shown.with(|s| {
            s.as_ref()
                .is_some_and(|s| s.view.sampling.processed.others().is_none())
        })
    };
    view! {
        <details class="twin" data-testid="race" hidden=move || !all_run() on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>{say().race().to_string()}</summary>
            <Show when=move || open.get()>
                <p class="caption">{say().race_about().to_string()}</p>
                <Table label=say().race_table().to_string() columns=COLUMNS>{rows}</Table>
            </Show>
        </details>
    }
}
