//! The finished texts, ranked by their score; another length penalty ranks them anew.

use leptos::prelude::*;
use logitscope_core::beam::{BeamStop, Finished};
use logitscope_core::sorted;

use super::shown::Shown;
use crate::choices::{BeamChoices, BeamWay};
use crate::components::kit::format;
use crate::components::strategies::slider::Slider;
use crate::state::App;
use crate::words::say;

/// Why a search ended.
fn stop(stop: BeamStop) -> String {
    let say = say();
    match stop {
        BeamStop::NoneBetter => say.beams_none_better(),
        BeamStop::PoolFull => say.beams_pool_full(),
        BeamStop::AllFinished => say.beams_all_finished(),
        BeamStop::NoneLeft => say.beams_none_left(),
    }
    .to_string()
}

/// The finished texts after the step on screen, best first.
#[component]
pub fn Pool(
    /// The step on screen.
    shown: Memo<Option<Shown>>,
    /// What the search was asked for.
    choices: RwSignal<BeamChoices>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let penalty = RwSignal::new(None::<f64>);
    let used = move || penalty.get().unwrap_or(choices.get().length_penalty);
    let luck = Memo::new(move |_| choices.get().way == BeamWay::Stochastic);
    let ranked = move || {
        let score = |text: &Finished| match luck.get() {
            true => text.score,
            false => text.ranked_by(used()),
        };
        let pool = shown.with(|s| s.as_ref().map_or(Vec::new(), |s| s.pool.clone()));
        let mut texts: Vec<_> = pool
            .into_iter()
            .map(|(text, _)| (score(&text), text))
            .collect();
        sorted::sort_by(&mut texts, |a, b| b.0.total_cmp(&a.0));
        texts
    };
    let row = move |(score, text): (f64, Finished)| {
        let words = app.vocab.with(|v| v.as_ref().map(|v| v.text(&text.tokens)));
        let tokens = text.tokens.clone();
        view! {
            <tr>
                <td class="num"><b>{format::signed(score)}</b></td>
                <td class="num">{format::signed(text.sum)}</td>
                <td class="num">{text.tokens.len().to_string()}</td>
                <td class="text">{words}</td>
                <td><button class="button small plain" data-testid="beam-use" on:click=move |_| { app.open_station(None); app.adopt(tokens.clone()) }>{say().strategy_use().to_string()}</button></td>
            </tr>
        }
    };
    let any = Memo::new(move |_| shown.with(|s| s.as_ref().is_some_and(|s| !s.pool.is_empty())));
    let table = move || {
        any.get().then(|| {
            view! {
                <table data-testid="beam-pool">
                    <thead><tr>
                        <th scope="col">{move || match luck.get() { true => say().beams_with_luck(), false => say().beams_score() }.to_string()}</th>
                        <th scope="col">{say().beams_sum().to_string()}</th>
                        <th scope="col">{say().beams_length().to_string()}</th>
                        <th scope="col" class="text">{say().beams_text().to_string()}</th>
                        <th scope="col"><span class="visually-hidden">{say().strategy_use().to_string()}</span></th>
                    </tr></thead>
                    <tbody>{move || ranked().into_iter().map(row).collect_view()}</tbody>
                </table>
                <label class="field" hidden=move || luck.get()>{say().beams_rank_by().to_string()}
                    <Slider low=-2.0 high=2.0 step=0.1 testid="beam-rank-by" value=move || used()
                        on_slide=move |text: String| penalty.set(text.parse().ok()) />
                    <span class="num">{move || format::setting(used())}</span>
                </label>
                <p class="caption" hidden=move || luck.get()>{say().beams_rank_note().to_string()}</p>
            }
        })
    };
    view! {
        <section class="beam-pool" aria-labelledby="beam-pool">
            <h3 id="beam-pool">{say().beams_pool().to_string()}</h3>
            {move || (!any.get()).then(|| view! { <p class="muted">{say().beams_pool_empty().to_string()}</p> })}
            {table}
            {move || shown.with(|s| s.as_ref().and_then(|s| s.stop)).map(|why| view! { <p data-testid="beam-stop">{stop(why)}</p> })}
        </section>
    }
}
