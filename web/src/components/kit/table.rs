//! A table of numbers.

use leptos::prelude::*;

use crate::components::kit::roving;

/// One column of a [`Table`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// A number, aligned right.
    Number(&'static str),
    /// Text, aligned left.
    Text(&'static str),
    /// Buttons; the title is only read out.
    Buttons(&'static str),
}

impl Heading {
    /// Whether its cells are text.
    pub fn is_text(self) -> bool {
        matches!(self, Heading::Text(_))
    }

    fn head(self) -> AnyView {
        match self {
            Heading::Number(title) => view! { <th scope="col">{title}</th> }.into_any(),
            Heading::Text(title) => view! { <th scope="col" class="text">{title}</th> }.into_any(),
            Heading::Buttons(title) => {
                view! { <th scope="col"><span class="visually-hidden">{title}</span></th> }
                    .into_any()
            }
        }
    }
}

/// A table that scrolls by itself where it is larger than its place.
#[component]
pub fn Table(
    /// What it shows; read out.
    label: &'static str,
    /// Its name for the browser suite.
    #[prop(optional)]
    testid: Option<&'static str>,
    /// Whether all rows are in sight, for there are few.
    #[prop(optional)]
    whole: bool,
    /// The columns, from left to right.
    columns: &'static [Heading],
    /// The rows.
    children: Children,
) -> impl IntoView {
    let head = columns.iter().map(|c| c.head()).collect_view();
    view! {
        <div class="twin-scroll" class:whole=whole tabindex="0" role="region" aria-label=label on:keydown=|ev| roving::keep_arrows(&ev)>
            <table data-testid=testid>
                <caption class="visually-hidden">{label}</caption>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{children()}</tbody>
            </table>
        </div>
    }
}
