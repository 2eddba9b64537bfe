//! The menu of the lessons.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_lesson::Lesson;

use super::game::Begin;
use super::panel;

use crate::choices::LessonPlace;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::menu::Menu;
use crate::lessons::{self, LESSONS};
use crate::remembered;
use crate::state::App;
use crate::words::say;

/// A button that opens the list of the lessons.
#[component]
pub fn LessonMenu() -> impl IntoView {
    let inside = Later::asked_for(fetch_list);
    let open = RwSignal::new(false);
    view! {
        <Menu label=|| say().lessons().to_string() testid="lesson-menu" open>
            {move || open.get().then(|| inside.view(move |list| list(open)))}
        </Menu>
    }
}

bundled!(lessons, fetch_list, list_part: fn(RwSignal<bool>) -> AnyView = |open| view! { <List open /> }.into_any());

/// What the list says of a lesson.
#[derive(Debug, Clone)]
struct Offered {
    name: &'static str,
    lesson: Arc<Lesson>,
}

/// The lessons, in their order.
#[component]
fn List(
    /// Whether the menu is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let offered = RwSignal::new(Vec::<Offered>::new());
    let done = remembered::lessons();
    spawn_local(async move {
        for name in LESSONS {
            let Ok(lesson) = lessons::lesson(name, None).await else {
                continue;
            };
            let _ = offered.try_update(|all| {
                all.push(Offered {
                    name,
                    lesson: lesson.into(),
                });
            });
        }
    });
    let one = move |Offered { name, lesson }: Offered| {
        let passed = done.get(name).map_or(0, |steps| steps.len());
        let shown = Arc::clone(&lesson);
        let begin = move |_| {
            open.set(false);
            let place = LessonPlace {
                name: name.into(),
                step: 1,
            };
            panel::begin(app, &lesson, &place, true);
        };
        view! {
            <li>
                <button class="button plain lesson-offer" data-testid=format!("lesson-{name}") on:click=begin>
                    <b>{shown.title.clone()}</b>
                    <span class="caption">{say().lessons_minutes(u64::from(shown.minutes)).to_string()}
                        {(passed > 0).then(|| say().lessons_passed(passed as u64, shown.steps.len() as u64).to_string())}</span>
                    <span class="lesson-about">{shown.about.clone()}</span>
                </button>
            </li>
        }
    };
    view! {
        <Begin open />
        <div class="lesson-game">
            <button class="button small" data-testid="write-lesson" on:click=move |_| { open.set(false); app.writes_lesson.set(true); }>{say().editor_title().to_string()}</button>
        </div>
        <ol class="lesson-list" data-testid="lesson-list">
            <For each=move || offered.get() key=|lesson| lesson.name children=one />
        </ol>
    }
}
