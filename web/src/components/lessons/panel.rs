//! The panel of a lesson: its step in words, its question, and the way on.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_lesson::{Lesson, Step, Task};

use super::markdown;
use super::question::Ask;
use super::teacher::ForTeachers;
use super::tour::leave;
use crate::browser;
use crate::choices::LessonPlace;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::lessons::{self, NotShown};
use crate::remembered;
use crate::state::{App, Wanted};
use crate::words::say;

/// The heading of the step.
const TITLE: &str = "lesson-step-title";

/// What of the lesson is there.
#[derive(Debug, Clone, PartialEq)]
enum Found {
    Coming,
    Not(NotShown),
    Here(Arc<Lesson>),
}

/// The lesson's step that the page shows, or why there is none.
#[component]
pub fn Panel() -> impl IntoView {
    let app = expect_context::<App>();
    let found = RwSignal::new(Found::Coming);
    let name = Memo::new(move |_| app.lesson.with(|l| l.as_ref().map(|l| l.name.clone())));
    Effect::new(move |_| {
        let (Some(wanted), own) = (name.get(), app.own_lesson.get()) else {
            return;
        };
        found.set(Found::Coming);
        spawn_local(async move {
            let read = lessons::lesson(&wanted, own.as_deref()).await;
            // Another one may have been asked for since.
            if name.try_get_untracked().flatten() == Some(wanted) {
                found.set(read.map_or_else(Found::Not, |lesson| Found::Here(lesson.into())));
            }
        });
    });
    let shown = move || match found.get() {
        Found::Coming => {
            view! { <p class="muted">{say().part_coming().to_string()}</p> }.into_any()
        }
        Found::Not(why) => view! { <NotThere why /> }.into_any(),
        Found::Here(lesson) => view! { <Steps lesson /> }.into_any(),
    };
    // The state of the step is on its way.
    let busy = move || (app.lesson_begins.get() || app.begins_anew()).to_string();
    view! { <section class="lesson-panel card" data-testid="lesson-panel" aria-labelledby=TITLE aria-busy=busy>{shown}</section> }
}

#[component]
fn Leave() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <button class="button small plain" data-testid="lesson-leave" aria-label=say().lessons_leave().to_string()
            title=say().lessons_leave().to_string() on:click=move |_| leave(app)>
            <Icon shape=Shape::Close />
        </button>
    }
}

/// A lesson that cannot be shown.
#[component]
fn NotThere(
    /// Why.
    why: NotShown,
) -> impl IntoView {
    let app = expect_context::<App>();
    let name = app
        .lesson
        .with_untracked(|l| l.as_ref().map(|l| l.name.clone()));
    let says = match &why {
        NotShown::Unknown => say().lessons_unknown(name.unwrap_or_default()),
        NotShown::Mistakes(_) => say().lessons_damaged(name.unwrap_or_default()),
    };
    let mistakes = match why {
        NotShown::Unknown => Vec::new(),
        NotShown::Mistakes(all) => all,
    };
    view! {
        <div class="lesson-top"><p role="alert" id=TITLE data-testid="lesson-lost">{says.to_string()}</p><Leave /></div>
        <ul>{mistakes.iter().map(|mistake| view! { <li>{mistake.to_string()}</li> }).collect_view()}</ul>
    }
}

/// Shows `place`, in the state that its step has, if it has one.
fn go(app: App, lesson: &Lesson, place: LessonPlace) {
    let at = place.step.saturating_sub(1) as usize;
    let own = lesson.steps.get(at);
    match own.is_some_and(|step| step.state.is_some()) {
        true => begin(app, lesson, &place, true),
        false => app.lesson.set(Some(place)),
    }
}

/// Brings the page to the state that `place` begins with. `is_another`: Back leads to where the page was.
pub(super) fn begin(app: App, lesson: &Lesson, place: &LessonPlace, is_another: bool) {
    let opening = lessons::opening(lesson, place, app.embed.get_untracked());
    app.wanted.set(Some(Wanted {
        state: Box::new(opening),
        is_another,
    }));
}

/// The steps of a lesson, one at a time.
#[component]
fn Steps(
    /// The lesson.
    lesson: Arc<Lesson>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let lesson = StoredValue::new(lesson);
    let count = lesson.with_value(|l| l.steps.len()) as u32;
    let own = app
        .lesson
        .with_untracked(|l| l.as_ref().map(|l| l.name.clone()));
    let place = Memo::new(move |_| {
        // Another lesson is on its way: this one is over.
        let place = app.lesson.get().filter(|p| own.as_ref() == Some(&p.name))?;
        // A link may name any.
        let step = place.step.clamp(1, count);
        Some(LessonPlace { step, ..place })
    });
    let step = move || place.with(|p| p.as_ref().map_or(1, |p| p.step));
    let begin_again = move |is_another: bool| {
        app.count_texts_anew();
        if let Some(place) = place.get_untracked() {
            lesson.with_value(|l| begin(app, l, &place, is_another));
        }
    };
    let turn = move |step: u32| {
        if let Some(place) = place.get_untracked() {
            lesson.with_value(|l| go(app, l, LessonPlace { step, ..place }));
        }
        browser::focus_soon(TITLE.into());
    };
    Effect::new(move |before: Option<Option<LessonPlace>>| {
        let now = place.get();
        if before.as_ref() != Some(&now) {
            app.count_texts_anew();
        }
        app.count_text();
        now
    });
    // A link of a step alone: it begins as the lesson says.
    Effect::new(move |_| {
        if app.lesson_begins.get() && place.with(Option::is_some) {
            app.lesson_begins.set(false);
            begin_again(false);
        }
    });
    let done = RwSignal::new(match app.remembers() {
        true => remembered::lessons(),
        false => Default::default(),
    });
    let passed = Callback::new(move |()| {
        let Some(LessonPlace { name, step }) = place.get_untracked() else {
            return;
        };
        let is_new = done.try_update(|all| all.entry(name).or_default().insert(step));
        if is_new == Some(true) && app.remembers() {
            done.with_untracked(remembered::remember_lessons);
        }
    });
    let text_of_step = Memo::new(move |_| {
        let at = step() as usize - 1;
        let own = lesson.with_value(|l| l.state_at(at));
        let prompt = own.and_then(|s| s.0.into_iter().find(|(key, ..)| key == "prompt"));
        prompt.map(|(_, value, _)| value)
    });
    let free = move || {
        let task = lesson.with_value(|l| {
            let question = l.steps.get(step() as usize - 1)?.question.as_ref()?;
            Some(matches!(question.task, Task::Goal(_)))
        });
        let other = text_of_step.with(|text| {
            text.as_ref()
                .is_some_and(|text| app.ran.with(|ran| ran != text))
        });
        let rests = !app.lesson_begins.get() && !app.draft.get() && !app.ran.with(String::is_empty);
        rests && other && task != Some(true)
    };
    let teaches = app.embed.with_untracked(|e| !e.embed);
    let dots = move || {
        (1..=count)
            .map(|n| {
                let is_done = move || {
                    let name = place.with(|p| p.as_ref().map(|p| p.name.clone()));
                    done.with(|all| name.is_some_and(|name| all.get(&name).is_some_and(|s| s.contains(&n))))
                };
                view! { <i class="lesson-dot" class:now=move || step() == n class:done=is_done></i> }
            })
            .collect_view()
    };
    view! {
        <div class="lesson-top">
            <h2 class="lesson-title">{lesson.with_value(|l| l.title.clone())}</h2>
            <span class="caption num" data-testid="lesson-step">{move || say().lessons_step(u64::from(step()), u64::from(count)).to_string()}</span>
            <span class="lesson-dots" aria-hidden="true">{dots}</span>
            <span class="lesson-ways">
                <button class="button small plain" data-testid="lesson-again" title=say().lessons_again().to_string()
                    aria-label=say().lessons_again().to_string() on:click=move |_| begin_again(true)>
                    <Icon shape=Shape::Restart />
                </button>
                <button class="button small" data-testid="lesson-back" disabled=move || step() == 1
                    on:click=move |_| turn(step() - 1)>{say().lessons_back().to_string()}</button>
                <button class="button small primary" data-testid="lesson-next" disabled=move || step() == count
                    on:click=move |_| turn(step() + 1)>{say().lessons_next().to_string()}</button>
                <Leave />
            </span>
        </div>
        {move || {
            let at = step() as usize - 1;
            let shown = lesson.with_value(|l| l.steps.get(at).cloned());
            shown.map(|step| view! { <OneStep step passed /> })
        }}
        {teaches.then(|| view! { <ForTeachers lesson=lesson.with_value(|l| Lesson::clone(l)) /> })}
        <Show when=free>
            <p class="lesson-free" role="status" data-testid="lesson-free">
                {say().lessons_free().to_string()} " "
                <button class="button small" data-testid="lesson-return" on:click=move |_| begin_again(true)>{say().lessons_return().to_string()}</button>
            </p>
        </Show>
    }
}

/// Brings what the step points at into sight, below the panel, which stays there as long (`lessons.css`).
fn bring_into_sight(mark: &str) {
    let station = browser::is_in_sight(&format!("station-{mark}")).is_some();
    let fits = browser::fits_window(".flow");
    let (place, part) = match (station, mark) {
        // Whatever is said of a station is somewhere below its head.
        (true, _) if fits => (".flow".to_owned(), 1.0),
        // Its bar, which its head is below or beside.
        (true, "dice") => ("[data-testid=dice]".to_owned(), 0.6),
        (true, _) => (format!("#station-{mark}"), 0.6),
        (false, _) => {
            let other = format!(
                "[data-testid={mark}], [data-testid={mark}-menu], [aria-labelledby={mark}-title]"
            );
            (other, 1.0)
        }
    };
    browser::bring_below(&place, ".lesson-panel", part);
}

/// A step: its text, and its question beside it.
#[component]
fn OneStep(
    /// The step.
    step: Step,
    /// Called when its question is answered, or at once where it has none.
    passed: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let asks = step.question.is_some();
    if !asks {
        passed.run(());
    }
    if let Some(mark) = step.mark.clone() {
        browser::after_frame(move || bring_into_sight(&mark));
    }
    app.mark.set(step.mark);
    on_cleanup(move || app.mark.set(None));
    view! {
        <div class="lesson-step" class:asks=asks>
            <div class="lesson-text" data-testid="lesson-text">
                <h3 id=TITLE tabindex="-1">{step.title}</h3>
                {markdown::view(&step.text)}
            </div>
            {step.question.map(|question| view! { <Ask question passed /> })}
        </div>
    }
}
