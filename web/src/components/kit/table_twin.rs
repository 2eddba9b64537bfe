//! The table behind every chart.

use leptos::prelude::*;

use crate::choices::PagePart;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::state::App;

/// A chart's numbers as a real table, folded away until it is asked for.
#[component]
pub fn TableTwin(
    /// What the table shows; its caption.
    caption: &'static str,
    /// For the browser suite: `table-twin-…`.
    testid: &'static str,
    /// The columns, from left to right.
    columns: &'static [Heading],
    /// The cells, row by row. Only called while the table is open.
    #[prop(into)]
    rows: Signal<Vec<Vec<String>>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let table = move || {
        let body = move || {
            let row = |cells: Vec<String>| {
                let cell = |(i, cell): (usize, String)| {
                    let text = columns.get(i).is_some_and(|c: &Heading| c.is_text());
                    view! { <td class:text=text>{cell}</td> }
                };
                view! { <tr>{cells.into_iter().enumerate().map(cell).collect_view()}</tr> }
            };
            rows.get().into_iter().map(row).collect_view()
        };
        view! { <Table label=caption columns>{body}</Table> }
    };
    view! {
        <Show when=move || !app.hidden(PagePart::Table)>
            <details
                class="twin"
                data-testid=testid
                on:toggle:target=move |ev| open.set(ev.target().open())
            >
                <summary>"Show as table"</summary>
                {move || open.get().then(table)}
            </details>
        </Show>
    }
}
