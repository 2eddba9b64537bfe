//! A lesson, written on the page: its text, what the page is at as a step, questions to fill in, a trial, and what to put into a course.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_lesson::{Lesson, LessonError, LessonFault};

use super::draft::{self, Asks};
use super::tour;
use crate::browser;
use crate::choices::OWN_LESSON;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::link;
use crate::remembered;
use crate::state::{App, Level};
use crate::words::say;

/// The field that holds the file.
const FIELD: &str = "lesson-source";
/// The size of the frame that shows it.
const FRAME: (Option<u32>, u32) = (Some(720), 480);

/// The editor.
#[component]
pub fn Editor() -> impl IntoView {
    let app = expect_context::<App>();
    let first = app
        .own_lesson
        .get_untracked()
        .or_else(remembered::lesson_draft);
    let text = RwSignal::new(first.unwrap_or_else(draft::begun));
    Effect::new(move |_| text.with(|text| remembered::remember_lesson_draft(text)));
    let read = Memo::new(move |_| text.with(|text| Lesson::read(text)));
    let steps = move || read.with(|read| read.as_ref().map_or(0, |l| l.steps.len()));
    let mistakes = move || read.with(|read| read.as_ref().err().cloned().unwrap_or_default());
    // What is only missing yet is no mistake.
    let empty = move || {
        let begun = |all: &Vec<LessonError>| matches!(all.as_slice(), [one] if one.fault == LessonFault::NoSteps);
        read.with(|read| read.as_ref().err().is_some_and(begun))
    };
    let add = move |piece: String| {
        text.update(|text| {
            let end = text.trim_end().len();
            text.truncate(end);
            text.push_str("\n\n");
            text.push_str(&piece);
        });
        browser::focus_soon(FIELD.into());
    };
    let step = move |_| {
        let number = untrack(steps) + 1;
        add(draft::step(&app.link(), number));
    };
    // The trial is in the place of the lesson; the editor stays.
    let try_it = move |_| {
        app.own_lesson.set(Some(text.get_untracked()));
        app.lesson.set(None);
        app.begin_lesson(OWN_LESSON, untrack(steps).max(1) as u32);
    };
    let save = move |_| {
        let text = text.get_untracked();
        if browser::download(&draft::file_name(&text), "text/markdown", text.as_bytes()).is_err() {
            app.notify(Level::Error, say().editor_not_saved().to_string());
        }
    };
    let snippet = move |_| {
        let link = draft::embed(text.get_untracked());
        let address = format!("{}#{}", browser::page_address(), link::write(&link));
        app.copy_embed_code(link::embed_code(&address, FRAME));
    };
    let open = move |ev: leptos::ev::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&ev);
        let file = input.files().and_then(|files| files.get(0));
        input.set_value("");
        let Some(file) = file else { return };
        spawn_local(async move {
            if let Some(read) = browser::text_of(&file).await {
                text.set(read);
            }
        });
    };
    let pieces = Asks::ALL.map(|asks| {
        let testid = format!("editor-{}", asks.name());
        view! {
            <button class="button small" data-testid=testid on:click=move |_| add(asks.block())>{asks.label().to_string()}</button>
        }
    });
    view! {
        <section class="lesson-panel card" data-testid="lesson-editor" aria-labelledby="editor-title">
            <div class="lesson-top">
                <h2 class="lesson-title" id="editor-title">{say().editor_title().to_string()}</h2>
                <span class="caption">{say().editor_about().to_string()}</span>
                <span class="lesson-ways">
                    <button class="button small plain" data-testid="editor-close" aria-label=say().editor_close().to_string() title=say().editor_close().to_string()
                        on:click=move |_| {
                            app.writes_lesson.set(false);
                            tour::to_menu();
                        }>
                        <Icon shape=Shape::Close />
                    </button>
                </span>
            </div>
            <div class="lesson-answers">
                <button class="button small primary" data-testid="editor-step" on:click=step>{say().editor_step().to_string()}</button>
                <span class="caption">{say().editor_ask().to_string()}</span>
                {pieces.into_iter().collect_view()}
            </div>
            <textarea id=FIELD class="lesson-source" data-testid="lesson-source" spellcheck="false" dir="ltr" rows="14"
                aria-label=say().editor_source().to_string() aria-describedby="editor-mistakes"
                prop:value=move || text.get() on:input:target=move |ev| text.set(ev.target().value())></textarea>
            <ul class="lesson-mistakes" id="editor-mistakes" data-testid="editor-mistakes" aria-live="polite">
                {move || (!empty()).then(mistakes).unwrap_or_default().iter().map(|m| view! { <li>{m.words(&say())}</li> }).collect_view()}
            </ul>
            <Show when=empty>
                <p class="caption" data-testid="editor-empty">{say().editor_empty(say().editor_step().to_string()).to_string()}</p>
            </Show>
            <Show when=move || mistakes().is_empty()>
                <p class="caption" data-testid="editor-fine">
                    {move || say().editor_fine(steps() as u64).to_string()}
                </p>
            </Show>
            <div class="lesson-answers">
                <button class="button small" data-testid="editor-try" disabled=move || !mistakes().is_empty() on:click=try_it>{say().editor_try().to_string()}</button>
                <button class="button small" data-testid="editor-snippet" disabled=move || !mistakes().is_empty() on:click=snippet>{say().editor_snippet().to_string()}</button>
                <button class="button small" data-testid="editor-save" on:click=save>{say().editor_save().to_string()}</button>
                <label class="button small">
                    {say().editor_open().to_string()}
                    <input class="visually-hidden" type="file" accept=".md,.markdown,text/markdown" data-testid="editor-open" on:change=open />
                </label>
            </div>
        </section>
    }
}
