//! The table behind every chart.

use leptos::prelude::*;

use crate::choices::PagePart;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Columns, Table, body};
use crate::state::App;
use crate::words::say;

/// A chart's numbers as a real table, folded away until it is asked for.
#[component]
pub fn TableTwin(
    /// What the table shows; its caption.
    #[prop(into)]
    caption: String,
    /// For the browser suite: `table-twin-…`.
    testid: &'static str,
    /// The columns, from left to right.
    #[prop(into)]
    columns: Columns,
    /// The cells, row by row. Only called while the table is open.
    #[prop(into)]
    rows: Signal<Vec<Vec<String>>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let (caption, columns) = (StoredValue::new(caption), StoredValue::new(columns));
    let table = move || {
        let body = move || columns.with_value(|columns| body(columns, rows.get()));
        view! { <Table label=caption.get_value() columns=columns.get_value()>{body}</Table> }
    };
    view! {
        <Show when=move || !app.hidden(PagePart::Table)>
            <details
                class="twin"
                data-testid=testid
                on:toggle:target=move |ev| open.set(ev.target().open())
            >
                <summary>{say().show_as_table().to_string()}</summary>
                {move || open.get().then(table)}
            </details>
        </Show>
    }
}
