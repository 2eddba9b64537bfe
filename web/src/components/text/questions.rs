//! What one asks of a text, answered where the text is, from the run on screen.

mod act;
mod cache;
mod chance;
mod layers;
mod repeats;
mod score;
mod truth;

use leptos::prelude::*;

use self::cache::OneByOne;
use self::chance::WhatIsRandom;
use self::layers::{HowItForms, WhatItLooksAt};
use self::repeats::WhyRepeat;
use self::score::{FromScores, Temperature};
use self::truth::IsItTrue;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::menu::Menu;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// A menu of questions.
#[component]
pub fn Questions() -> impl IntoView {
    let shown = RwSignal::new(false);
    let inside = Later::new(expect_context::<App>(), fetch_inside);
    view! {
        <Menu label=|| say().questions().to_string() name=say().questions().to_string() open=shown testid="questions">
            {inside.view_at_rest(move |inside| inside(shown))}
        </Menu>
    }
}

bundled!(stations, fetch_inside, inside: fn(RwSignal<bool>) -> AnyView = |menu| view! { <Inside menu /> }.into_any());

/// A question, and what answers it.
#[derive(Debug, Clone, Copy)]
struct Question {
    words: Word,
    testid: &'static str,
    /// Given whether the menu is open.
    answer: fn(RwSignal<bool>) -> AnyView,
}

const QUESTIONS: [Question; 8] = [
    Question {
        words: Catalogue::ask_logit,
        testid: "ask-logit",
        answer: |menu| view! { <FromScores menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_temperature,
        testid: "ask-temperature",
        answer: |menu| view! { <Temperature menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_random,
        testid: "ask-random",
        answer: |menu| view! { <WhatIsRandom menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_look,
        testid: "ask-look",
        answer: |menu| view! { <WhatItLooksAt menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_form,
        testid: "ask-form",
        answer: |menu| view! { <HowItForms menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_cache,
        testid: "ask-cache",
        answer: |menu| view! { <OneByOne menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_repeat,
        testid: "ask-repeat",
        answer: |menu| view! { <WhyRepeat menu /> }.into_any(),
    },
    Question {
        words: Catalogue::ask_true,
        testid: "ask-true",
        answer: |_| view! { <IsItTrue /> }.into_any(),
    },
];

/// The questions, each folded away until it is asked: an answer that nobody reads costs no step anything.
#[component]
fn Inside(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let one = |question: Question| {
        let open = RwSignal::new(false);
        view! {
            <details class="question" name="question" data-testid=question.testid on:toggle:target=move |ev| open.set(ev.target().open())>
                <summary>{(question.words)(&say()).to_string()}</summary>
                <Show when=move || menu.get() && open.get()>{(question.answer)(menu)}</Show>
            </details>
        }
    };
    QUESTIONS.map(one)
}
