//! The text so far, token by token.

use leptos::html::Div;
use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::kit::roving;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::components::text::token::Token;
use crate::components::text::what_if;
use crate::state::{App, Entry, Metric, Origin, TRANSCRIPT_ID};

const COLUMNS: &[Heading] = &[
    Heading::Number("Position"),
    Heading::Text("Token"),
    Heading::Number("Id"),
    Heading::Text("Origin"),
    Heading::Number("Probability"),
    Heading::Number("Rank"),
    Heading::Number("Surprisal"),
    Heading::Number("Entropy"),
    Heading::Number("Top ten"),
    Heading::Number("Log-probability so far"),
    Heading::Number("Sampler: probability"),
    Heading::Number("Surprisal"),
    Heading::Number("Entropy"),
    Heading::Number("Top ten"),
    Heading::Number("Log-probability so far"),
];

/// The text, each token coloured by its surprisal. Pressing one shows how it was chosen.
#[component]
pub fn Transcript() -> impl IntoView {
    let app = expect_context::<App>();
    let inspected = Memo::new(move |_| app.step.with(|s| s.as_ref().map(|s| s.context)));
    let following = Memo::new(move |_| app.selected.with(Option::is_none));
    // The tab stop of the row: the token under inspection, else the last one.
    let stop = Memo::new(move |_| {
        let inspected = app.selected.get();
        app.transcript.with(|t| {
            let at = t
                .iter()
                .find(|e| inspected.is_some() && e.context == inspected);
            at.or(t.last()).map(|e| e.node)
        })
    });
    let first_change = Memo::new(move |_| what_if::first_change(app));
    let row = NodeRef::<Div>::new();
    Effect::new(move |_| {
        app.transcript.with(Vec::len);
        let Some(row) = row.get().filter(|_| following.get()) else {
            return;
        };
        // The new token is in the document one frame later.
        request_animation_frame(move || row.set_scroll_top(row.scroll_height()));
    });
    // Another model or an imported trace numbers its nodes anew: the number alone names no token.
    let key = |e: &Entry| {
        let node = (e.node, e.context, e.token, e.text.clone());
        (
            node,
            e.origin as u8,
            [e.surprisal_bits, e.prob_after, e.top_mass, e.log_prob].map(|x| x.map(f64::to_bits)),
        )
    };
    view! {
        <div
            class="transcript"
            id=TRANSCRIPT_ID
            node_ref=row
            data-testid="transcript"
            role="group"
            aria-label="Text so far: the arrow keys move from token to token"
            on:keydown=|ev| roving::on_keydown(&ev)
        >
            <For each=move || app.transcript.get() key=key let:entry>
                <Token entry inspected first_change stop />
            </For>
            <Show when=move || app.can_step() && app.stopped.with(Option::is_none)>
                <button
                    class="slot"
                    tabindex="0"
                    data-testid="slot"
                    aria-current=move || following.get().then_some("true")
                    aria-label="The next token: show its candidates"
                    on:click=move |_| app.select(None)
                >
                    "?"
                </button>
            </Show>
        </div>
    }
}

/// The same as a table.
#[component]
pub fn TranscriptTable() -> impl IntoView {
    let app = expect_context::<App>();
    let cells = Signal::derive(move || app.transcript.with(|t| t.iter().map(cells).collect()));
    view! {
        <TableTwin
            caption="Tokens of the text"
            testid="table-twin-transcript"
            columns=COLUMNS
            rows=cells
        />
    }
}

fn cells(entry: &Entry) -> Vec<String> {
    let who = match entry.origin {
        Origin::Prompt => "prompt",
        Origin::Sampled => "sampled",
        Origin::Forced => "forced",
    };
    vec![
        entry.position.to_string(),
        entry.text.replace(' ', "␣").replace('\n', "↵"),
        entry.token.to_string(),
        who.into(),
        number(entry.prob.map(format::percent)),
        number(entry.rank.map(|rank| format::count(u64::from(rank) + 1))),
        number(entry.surprisal_bits.map(format::bits)),
        number(entry.entropy_bits.map(format::bits)),
        number(entry.top_mass.map(format::percent)),
        number(entry.log_prob.map(format::nats)),
        number(Metric::ProbabilityAfter.of(entry).map(format::percent)),
        number(Metric::SurprisalAfter.of(entry).map(format::bits)),
        number(entry.entropy_after_bits.map(format::bits)),
        number(entry.top_mass_after.map(format::percent)),
        number(entry.log_prob_after.map(format::nats)),
    ]
}

/// A number, or a dash where it is not known.
fn number(known: Option<String>) -> String {
    known.unwrap_or_else(|| "–".into())
}
