//! How the work and the cache of the run on screen grow: by formula, with and without a cache, and as it was measured.

use leptos::prelude::*;
use logitscope_core::Timings;
use logitscope_core::context::work::{Passes, cache_bytes};
use logitscope_core::speculative::run::Speculation;
use logitscope_core::trace::ModelInfo;

use super::Length;
use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::strategies::Kind;
use crate::words::{Catalogue, Word, say};

/// Bytes of a number of the cache: f32.
const BYTES: u64 = 4;
/// The size of the picture, in its own units.
const SIZE: (f64, f64) = (480.0, 140.0);

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::work_col_tokens),
    Heading::Number(Catalogue::work_col_rows),
    Heading::Number(Catalogue::work_col_rows_without),
    Heading::Number(Catalogue::work_col_attention),
    Heading::Number(Catalogue::work_col_attention_without),
    Heading::Number(Catalogue::work_col_cache),
    Heading::Number(Catalogue::work_col_measured),
    Heading::Number(Catalogue::work_col_time),
];

/// A number of multiplications, short: 1.2 M.
fn short(n: u64) -> String {
    format::short(n)
}

/// Rows and pairs after each generated token.
fn growth(length: Length) -> Vec<(u64, Passes, Passes)> {
    let one = |output| {
        let with = Passes::with_cache(length.prompt, output);
        let without = Passes::without_cache(length.prompt, output);
        (length.prompt + output, with, without)
    };
    (1..=length.output).map(one).collect()
}

/// The table, the picture, and what was measured.
#[component]
pub fn Growth(
    /// How long the run is.
    length: Memo<Option<Length>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let model = move || app.model.get().map(|model| model.model.clone());
    let measured = Memo::new(move |_| {
        let most = length.get().map_or(0, |l| l.prompt + l.output);
        let costs = app.step_costs().into_iter();
        costs
            .filter(|(place, _)| u64::from(*place) < most)
            .collect::<Vec<_>>()
    });
    let table = move || {
        let (length, model) = (length.get()?, model()?);
        Some(match length.output {
            0 => view! { <p class="caption">{say().work_none().to_string()}</p> }.into_any(),
            _ => numbers(&model, length, speculation(app)).into_any(),
        })
    };
    let line = move || {
        let all = measured.get();
        let rows: u64 = all.iter().map(|(_, t)| u64::from(t.rows)).sum();
        let ms: f64 = all.iter().map(|(_, t)| t.forward_ms).sum();
        let steps = all.len() as u64;
        (steps > 0).then(|| {
            say()
                .work_measured(steps, rows, format::millis(ms))
                .to_string()
        })
    };
    let cells = move || {
        let Some((length, model)) = length.get().zip(model()) else {
            return Vec::new();
        };
        let all = measured.get();
        let row = |(tokens, with, without): (u64, Passes, Passes)| {
            let own = all
                .iter()
                .find(|(place, _)| u64::from(*place) + 1 == tokens);
            let of = |f: &dyn Fn(&Timings) -> String| own.map_or("–".into(), |(_, t)| f(t));
            vec![
                tokens.to_string(),
                format::count(with.rows),
                format::count(without.rows),
                format::count(with.attention(&model)),
                format::count(without.attention(&model)),
                format::bytes((tokens - 1) * cache_bytes(&model, BYTES)),
                of(&|t| t.rows.to_string()),
                of(&|t| format::millis(t.forward_ms)),
            ]
        };
        growth(length).into_iter().map(row).collect::<Vec<_>>()
    };
    view! {
        <section class="context-work" aria-labelledby="context-work">
            <h3 id="context-work">{say().work_title().to_string()}</h3>
            {table}
            {move || length.get().filter(|l| l.output > 1).map(picture)}
            {move || line().map(|line| view! { <p class="caption" data-testid="work-measured">{line}</p> })}
            <TableTwin caption=say().work_title().to_string() testid="table-twin-work" columns=COLUMNS rows=Signal::derive(cells) />
        </section>
    }
}

/// What speculative decoding took for its text: rounds, tokens of the text, rows of the model and drafted tokens.
fn speculation(app: App) -> Option<(u64, u64, u64)> {
    let counts = app.read_work(Kind::Speculate, |run: &Speculation| run.counts().clone())?;
    (counts.rounds > 0).then(|| (counts.rounds, counts.tokens, counts.drafted + counts.rounds))
}

fn numbers(
    model: &ModelInfo,
    length: Length,
    drafted: Option<(u64, u64, u64)>,
) -> impl IntoView + use<> {
    let with = Passes::with_cache(length.prompt, length.output);
    let without = Passes::without_cache(length.prompt, length.output);
    let ratio = |a: u64, b: u64| format!("{}×", format::times(b as f64 / a.max(1) as f64));
    let row = |name: String, a: u64, b: u64| {
        view! {
            <tr><th scope="row" class="text">{name}</th><td class="num">{short(a)}</td><td class="num">{short(b)}</td><td class="num">{ratio(a, b)}</td></tr>
        }
    };
    let kept = (length.prompt + length.output - 1) * cache_bytes(model, BYTES);
    let speculated = drafted.map(|(rounds, tokens, rows)| {
        view! { <p class="caption" data-testid="work-speculated">{say().work_speculated(tokens, rounds, rows).to_string()}</p> }
    });
    view! {
        <table data-testid="work-table">
            <thead><tr>
                <th scope="col" class="text"><span class="visually-hidden">{say().work_title().to_string()}</span></th>
                <th scope="col">{say().work_with().to_string()}</th>
                <th scope="col">{say().work_without().to_string()}</th>
                <th scope="col">{say().work_ratio().to_string()}</th>
            </tr></thead>
            <tbody>
                {row(say().work_rows().to_string(), with.rows, without.rows)}
                {row(say().work_weights().to_string(), with.weights(model), without.weights(model))}
                {row(say().work_attention().to_string(), with.attention(model), without.attention(model))}
                <tr><th scope="row" class="text">{say().work_cache().to_string()}</th><td class="num">{format::bytes(kept)}</td><td class="num">{format::bytes(0)}</td><td></td></tr>
            </tbody>
        </table>
        {speculated}
    }
}

/// Tokens through the model so far, with and without a cache, over the length of the text.
fn picture(length: Length) -> impl IntoView {
    let all = growth(length);
    let most = all.last().map_or(1, |(.., without)| without.rows).max(1) as f64;
    let span = (all.len() - 1).max(1) as f64;
    let line = |rows: fn(&(u64, Passes, Passes)) -> u64| {
        let point = |(at, one): (usize, &(u64, Passes, Passes))| {
            let x = SIZE.0 * at as f64 / span;
            let y = SIZE.1 * (1.0 - rows(one) as f64 / most);
            format!("{x:.1},{y:.1}")
        };
        let points: Vec<_> = all.iter().enumerate().map(point).collect();
        points.join(" ")
    };
    let (with, without) = (line(|one| one.1.rows), line(|one| one.2.rows));
    let (w, h) = SIZE;
    view! {
        <svg class="context-growth" viewBox=format!("0 0 {w} {h}") preserveAspectRatio="none" role="img" aria-label=say().work_picture().to_string()>
            <polyline class="without" points=without /><polyline class="with" points=with />
        </svg>
        <p class="context-key"><span class="with">{say().work_line_with().to_string()}</span><span class="without">{say().work_line_without().to_string()}</span></p>
    }
}
