//! A table of numbers.

use leptos::prelude::*;

use crate::components::kit::roving;
use crate::words::{Word, say};

/// One column of a [`Table`], with its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading<T> {
    /// A number, aligned right.
    Number(T),
    /// Text, aligned left.
    Text(T),
    /// Buttons; the title is only read out.
    Buttons(T),
}

/// The columns of a table, with their titles in the page's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns(Vec<Heading<String>>);

impl Columns {
    /// Whether the cells of a column are text.
    pub fn is_text(&self, column: usize) -> bool {
        matches!(self.0.get(column), Some(Heading::Text(_)))
    }
}

impl From<&[Heading<Word>]> for Columns {
    fn from(all: &[Heading<Word>]) -> Self {
        let say = say();
        let one = |heading: &Heading<Word>| match heading {
            Heading::Number(word) => Heading::Number(word(&say).to_string()),
            Heading::Text(word) => Heading::Text(word(&say).to_string()),
            Heading::Buttons(word) => Heading::Buttons(word(&say).to_string()),
        };
        Columns(all.iter().map(one).collect())
    }
}

impl From<Vec<Heading<String>>> for Columns {
    fn from(all: Vec<Heading<String>>) -> Self {
        Columns(all)
    }
}

fn head(heading: Heading<String>) -> AnyView {
    match heading {
        Heading::Number(title) => view! { <th scope="col">{title}</th> }.into_any(),
        Heading::Text(title) => view! { <th scope="col" class="text">{title}</th> }.into_any(),
        Heading::Buttons(title) => {
            view! { <th scope="col"><span class="visually-hidden">{title}</span></th> }.into_any()
        }
    }
}

/// The cells of a table, row by row.
pub fn body(columns: &Columns, rows: Vec<Vec<String>>) -> AnyView {
    let row = |cells: Vec<String>| {
        let cell = |(i, cell): (usize, String)| {
            let text = columns.is_text(i);
            view! { <td class:text=text>{cell}</td> }
        };
        view! { <tr>{cells.into_iter().enumerate().map(cell).collect_view()}</tr> }
    };
    rows.into_iter().map(row).collect_view().into_any()
}

/// A table that scrolls by itself where it is larger than its place.
#[component]
pub fn Table(
    /// What it shows; read out.
    #[prop(into)]
    label: String,
    /// Its name for the browser suite.
    #[prop(optional)]
    testid: Option<&'static str>,
    /// Whether all rows are in sight, for there are few.
    #[prop(optional)]
    whole: bool,
    /// The columns, from left to right.
    #[prop(into)]
    columns: Columns,
    /// The rows.
    children: Children,
) -> impl IntoView {
    let head = columns.0.into_iter().map(head).collect_view();
    let name = label.clone();
    view! {
        <div class="twin-scroll" class:whole=whole tabindex="0" role="region" aria-label=name on:keydown=|ev| roving::keep_arrows(&ev)>
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
