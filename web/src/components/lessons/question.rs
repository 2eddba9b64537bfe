//! A question of a lesson.

use leptos::prelude::*;
use logitscope_lesson::{Question, Task};

use super::guess::Guess;
use super::orders::Order;
use super::tasks::{Choice, Goal, Number};
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// What is asked, what must be done, and what is said of it.
#[component]
pub fn Ask(
    /// The question.
    question: Question,
    /// Called when it is answered.
    passed: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let right = RwSignal::new(false);
    app.veiled.set(question.hidden);
    let veils = question.hidden;
    on_cleanup(move || app.veiled.set(false));
    let solved = Callback::new(move |()| {
        if !right.get_untracked() {
            right.set(true);
            app.veiled.set(false);
            passed.run(());
        }
    });
    let task = match question.task {
        Task::Goal(conditions) => view! { <Goal conditions solved right /> }.into_any(),
        Task::Choice(answers) => view! { <Choice answers solved /> }.into_any(),
        Task::Number { of, within } => view! { <Number of within solved /> }.into_any(),
        Task::Guess => view! { <Guess solved /> }.into_any(),
        Task::Order(of) => view! { <Order of solved /> }.into_any(),
    };
    let (hint, because) = (question.hint, StoredValue::new(question.because));
    view! {
        <div class="lesson-ask" data-testid="lesson-ask" class:right=right>
            <p class="lesson-asks"><b>{question.asks}</b></p>
            {task}
            {veils.then(|| view! {
                <Show when=move || app.veiled.get()>
                    <p class="lesson-veil" data-testid="lesson-veil">
                        {say().lessons_veiled().to_string()} " "
                        <button class="button small plain" data-testid="lesson-unveil" on:click=move |_| app.veiled.set(false)>{say().lessons_unveil().to_string()}</button>
                    </p>
                </Show>
            })}
            {hint.map(|hint| view! {
                <details class="lesson-hint" hidden=move || right.get() data-testid="lesson-hint"><summary>{say().lessons_hint().to_string()}</summary>{hint}</details>
            })}
            <div role="status">
                <Show when=move || right.get()>
                    <p class="lesson-because" data-testid="lesson-because"><b>{say().lessons_right().to_string()}</b> {format::gap()} {because.get_value()}</p>
                </Show>
            </div>
        </div>
    }
}
