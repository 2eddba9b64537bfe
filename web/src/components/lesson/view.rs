//! The lesson as a whole: the text, what happens in words, and the parts that it names.

use leptos::prelude::*;

use super::bars::Bars;
use super::gates::Gates;
use super::leaders::Leaders;
use super::odds::Odds;
use crate::choices::{Kept, PagePart};
use crate::components::flow::{self, Flow};
use crate::components::frame::open_full::OpenFull;
use crate::components::kit::pointing::Pointing;
use crate::components::kit::show::Show;
use crate::components::step::sentence::Sentence;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::components::text::surface::Surface;
use crate::state::App;

/// Everything of a lesson but its bar.
#[component]
pub fn Lesson(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let link = move || (!app.hidden(PagePart::Footer)).then(|| view! { <OpenFull /> });
    let text = move || !app.hidden(PagePart::Prompt) || !app.hidden(PagePart::Transcript);
    let bars = move || !app.hidden(PagePart::Candidates);
    let dice = move || app.keeps(Kept::Dice) && !app.hidden(PagePart::Dice);
    let stale = move || shown.with(|s| s.as_ref().is_none_or(|s| s.stale));
    let pointing = Pointing::provide();
    // Another step has other marks.
    let context = Memo::new(move |_| shown.with(|s| s.as_ref().map(|s| s.view.context)));
    Effect::new(move |_| {
        context.track();
        pointing.forget();
    });
    view! {
        <div
            class="lesson-parts"
            on:pointermove=move |ev| pointing.follow(&ev)
            on:pointerleave=move |ev| pointing.leave(&ev)
            on:focusin=move |ev| pointing.focus(&ev)
            on:focusout=move |_| pointing.forget()
        >
            <Show when=text>
                <Surface side=move || link.into_any() />
            </Show>
            <Show when=move || !app.hidden(PagePart::Step)>
                <Sentence shown />
            </Show>
            <Show when=move || flow::is_there(app)>
                <Flow shown />
            </Show>
            // The sampler of the picture has them.
            <Show when=move || !app.keeps(Kept::Sampler)>
                <Gates />
            </Show>
            <Show when=move || bars() || dice()>
                <div class="lesson-body" data-testid="lesson" aria-busy=move || stale().to_string() class:with-bars=bars class:with-dice=dice>
                    <Show when=bars><Bars shown /></Show>
                    <Show when=move || bars() && dice()><Leaders shown /></Show>
                    <Show when=dice><Odds shown /></Show>
                </div>
            </Show>
        </div>
    }
}
