//! The note that explains a term, beside it.

use leptos::prelude::*;

use super::listen::{self, Shown};
use super::now::now;
use super::term::Term;
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::state::App;
use crate::words::say;

/// The one note of the page. It stands below its term, or above where there is more room.
#[component]
pub fn TermNote() -> impl IntoView {
    let app = expect_context::<App>();
    let shown = RwSignal::new(None::<Shown>);
    listen::listen(shown);
    let side = move |of: fn(&Shown) -> Option<f64>| {
        move || shown.with(|s| Some(format!("{}px", of(s.as_ref()?)?)))
    };
    let words = Later::new(app, fetch_words);
    let says = move || {
        let term = shown.get()?.term;
        Some(words.view(move |words| words(app, term)))
    };
    view! {
        <div id=listen::NOTE class="term-note" role="tooltip" data-testid="term-note" hidden=move || shown.with(Option::is_none)
            style:left=side(|s| Some(s.left)) style:top=side(|s| s.top) style:bottom=side(|s| s.bottom)>
            {says}
        </div>
    }
}

bundled!(stations, fetch_words, words: fn(App, Term) -> AnyView = words_of);

/// What a term is, with its number at the step on screen.
fn words_of(app: App, term: Term) -> AnyView {
    let here = now(app, term).map(|value| say().term_here(value).to_string());
    view! {
        <b>{say().term_is(term.name()).to_string()}</b> {format::gap()} {term.about()}
        {here.map(|here| view! { {format::gap()} <span class="term-here" data-testid="term-here">{here}</span> })}
    }
    .into_any()
}
