//! Two settings on the same logits: the pinned ones and those of now.

use leptos::prelude::*;
use logitscope_core::run::Sampling;
use logitscope_core::sorted;
use logitscope_core::{Known, Settings, TokenId};

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::components::kit::token_text::TokenText;
use crate::components::sampler::sampler_words;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::{App, Entry};
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_pinned),
    Heading::Number(Catalogue::col_now),
];

/// The most tokens of a step that are listed.
const TOKENS: usize = 8;
/// The most steps that are listed.
const STEPS: usize = 24;

/// What the two make of the step on screen, and the steps of the text at which they choose differently.
#[component]
pub fn Compare(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let step = move || {
        let shown = shown.get()?;
        let pinned = shown.view.pinned.as_ref()?;
        let rows = rows(pinned, &shown.view.sampling);
        let row = |row: Row| {
            let cell = |prob: Option<Known<f64>>| match prob {
                Some(prob) => format::known(prob, format::percent_exact),
                None => say().candidate_cut().to_string(),
            };
            let tok =
                view! { <span class="tok"><TokenText bytes=app.token_bytes(row.token) /></span> };
            view! {
                <tr class:differs=row.pinned.is_some() != row.now.is_some()>
                    <td class="text">{tok}</td>
                    <td class:chosen=row.token == pinned.choice.token>{cell(row.pinned)}</td>
                    <td class:chosen=row.token == shown.view.sampling.choice.token>{cell(row.now)}</td>
                </tr>
            }
        };
        let kept = |sampling: &Sampling| {
            say()
                .compare_stay(sampling.processed.len() as u64)
                .to_string()
        };
        let rows = rows.into_iter().map(row).collect_view();
        let all = (kept(pinned), kept(&shown.view.sampling));
        Some(view! {
            <Table label=say().compare_table().to_string() testid="compare-step" columns=COLUMNS>
                {rows}
                <tr>
                    <td class="text">{say().compare_all().to_string()}</td>
                    <td>{all.0}</td>
                    <td>{all.1}</td>
                </tr>
            </Table>
        })
    };
    let run = move || {
        let (now, pinned) = (app.told.get(), app.told_pinned.get());
        let would = |entry: &Entry| {
            Some((
                now.get(&entry.node)?.would?.token,
                pinned.get(&entry.node)?.would?.token,
            ))
        };
        let told: Vec<(Entry, (TokenId, TokenId))> = app.transcript.with(|t| {
            t.iter()
                .filter_map(|e| Some((e.clone(), would(e)?)))
                .collect()
        });
        let differ: Vec<_> = told
            .iter()
            .filter(|(_, (now, pinned))| now != pinned)
            .cloned()
            .collect();
        let chip = move |(entry, (now, pinned)): (Entry, (TokenId, TokenId))| {
            let title = say()
                .compare_step(app.token_text(pinned), app.token_text(now))
                .to_string();
            let context = entry.context;
            view! {
                <button class="button small" title=title on:click=move |_| app.select(context)>
                    {format!("{}: ", entry.position)} {format::token(&app.token_bytes(pinned))} " → " {format::token(&app.token_bytes(now))}
                </button>
            }
        };
        (!told.is_empty()).then(|| {
            let words = say()
                .compare_run(differ.len() as u64, told.len() as u64)
                .to_string();
            view! {
                <p class="caption" data-testid="compare-run">{words}</p>
                <p class="chips">{differ.into_iter().take(STEPS).map(chip).collect_view()}</p>
            }
        })
    };
    view! {
        <Show when=move || app.pinned.with(Option::is_some)>
            <section class="card" aria-labelledby="compare-title" data-testid="compare">
                <div class="card-head">
                    <h2 id="compare-title">{say().compare().to_string()}</h2>
                    <p class="caption">{say().compare_about().to_string()}</p>
                    <button class="button small" data-testid="swap-pinned" disabled=move || app.chain_locked() on:click=move |_| app.swap_pinned()>{say().compare_swap().to_string()}</button>
                    <button class="button small" data-testid="unpin" on:click=move |_| app.pin(false)>{say().compare_unpin().to_string()}</button>
                </div>
                <p class="caption">{move || app.pinned.with(|p| p.as_ref().map(|p| say().compare_pinned(in_short(p)).to_string()))}</p>
                <p class="caption">{move || say().compare_now(app.settings.with(in_short)).to_string()}</p>
                {step}
                {run}
            </section>
        </Show>
    }
}

/// The stages that act, and the seed.
fn in_short(settings: &Settings) -> String {
    let stages: Vec<String> = settings.chain.acting().map(sampler_words::short).collect();
    let stages = if stages.is_empty() {
        say().compare_no_stage().to_string()
    } else {
        stages.join(" → ")
    };
    say()
        .compare_settings(stages, settings.seed.to_string())
        .to_string()
}

/// A token under both settings; `None` where it is cut.
struct Row {
    token: TokenId,
    pinned: Option<Known<f64>>,
    now: Option<Known<f64>>,
}

/// The tokens that are most probable under either, and those that the dice select.
fn rows(pinned: &Sampling, now: &Sampling) -> Vec<Row> {
    let prob = |sampling: &Sampling, token: TokenId| {
        let rank = sampling.distribution.rank(token)?;
        sampling
            .processed
            .place(rank)
            .map(|_| sampling.processed.prob(rank))
    };
    let first = |sampling: &Sampling| {
        sampling
            .processed
            .list()
            .iter()
            .take(TOKENS)
            .map(|c| c.token)
            .collect::<Vec<_>>()
    };
    let mut tokens = [
        first(pinned),
        first(now),
        vec![pinned.choice.token, now.choice.token],
    ]
    .concat();
    sorted::sort(&mut tokens);
    tokens.dedup();
    let mut rows: Vec<Row> = tokens
        .into_iter()
        .map(|token| Row {
            token,
            pinned: prob(pinned, token),
            now: prob(now, token),
        })
        .collect();
    let size = |prob: Option<Known<f64>>| prob.map_or(0.0, Known::middle);
    let most = |row: &Row| size(row.pinned).max(size(row.now));
    sorted::sort_by(&mut rows, |a, b| most(b).total_cmp(&most(a)));
    rows
}
