//! A lesson: a masked text is not a text of the model on condition of the grammar. Shown by listing all texts of a small grammar.

use leptos::prelude::*;
use logitscope_core::chain::Grammar;
use logitscope_core::enumerate::{Enumeration, Listed};

use crate::components::kit::format;
use crate::components::strategies::setup;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// The most texts on screen.
const MOST: usize = 12;

/// Folded away until it is asked for: then all texts are read, from the end of the text on screen.
#[component]
pub fn Condition(
    /// The grammar of the stage.
    own: Memo<Option<Grammar>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    setup::keep_begun(app, Kind::Enumerate, move |base| {
        let grammar = own
            .get()
            .filter(|grammar| open.get() && !grammar.is_idle())?;
        let end = base.vocab.end_of_text()?;
        let (at, playing) = (1, false);
        untrack(|| app.set_pace(Kind::Enumerate, Pace { at, playing }));
        Some(Enumeration::new(
            base.tokens.clone(),
            grammar,
            end,
            base.n_ctx,
        ))
    });
    let found = Memo::new(move |_| {
        let text = |tokens: &[u32]| {
            let vocab = app.vocab.get_untracked();
            vocab.map(|vocab| vocab.decode(tokens)).unwrap_or_default()
        };
        app.read_work(Kind::Enumerate, |all: &Enumeration| {
            let ended = all.has_ended();
            (
                ended,
                all.too_many(),
                if ended { all.texts(text) } else { Vec::new() },
            )
        })
    });
    let body = move || {
        let (ended, too_many, texts) = found.get()?;
        Some(match (ended, too_many) {
            (false, _) => view! { <p class="caption">{say().condition_reads().to_string()}</p> }.into_any(),
            (true, true) => view! { <p class="caption" data-testid="condition-many">{say().condition_many().to_string()}</p> }.into_any(),
            (true, false) => table(texts).into_any(),
        })
    };
    view! {
        <details class="stage-more" data-testid="grammar-condition" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>{say().condition().to_string()}</summary>
            <p class="caption">{say().condition_about().to_string()}</p>
            {move || app.work_failed(Kind::Enumerate).map(|why| view! { <p class="field-error">{why}</p> })}
            {move || open.get().then(body)}
        </details>
    }
}

fn table(texts: Vec<Listed>) -> impl IntoView {
    let share = |p: f64| format!("{:.2}%", 100.0 * p);
    let row = |one: &Listed| {
        view! {
            <tr>
                <th scope="row">{format::token(&one.bytes)}</th>
                <td><span class="lane-share guide-own" aria-hidden="true"><i style=("--w", share(one.condition))></i></span><span class="num">{format::percent(one.condition)}</span></td>
                <td><span class="lane-share" aria-hidden="true"><i style=("--w", share(one.masked))></i></span><span class="num">{format::percent(one.masked)}</span></td>
                <td class="num">{one.spellings.to_string()}</td>
            </tr>
        }
    };
    let (count, model) = (texts.len(), texts.iter().map(|one| one.model).sum::<f64>());
    let rows: Vec<_> = texts.iter().take(MOST).map(row).collect();
    view! {
        <table class="guide-table" data-testid="condition-table">
            <thead><tr>
                <th scope="col" class="text">{say().condition_text().to_string()}</th>
                <th scope="col">{say().condition_model().to_string()}</th>
                <th scope="col">{say().condition_masked().to_string()}</th>
                <th scope="col">{say().condition_spellings().to_string()}</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="caption">{say().condition_all(count as u64, format::percent_exact(model)).to_string()}</p>
    }
}
