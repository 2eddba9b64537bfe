//! The bar at the foot of a lesson: its buttons, and what makes the draw again.

use leptos::prelude::*;

use crate::choices::{Kept, PagePart};
use crate::components::kit::format;
use crate::components::kit::replays::ReplaysBadge;
use crate::components::kit::show::Show;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::components::text::play_speed::PlaySpeed;
use crate::components::text::transport::{
    PlayButton, RestartButton, RewindButton, RollAgainButton, StepButton,
};
use crate::state::App;
use crate::words::say;

/// The buttons that the lesson names.
#[component]
pub fn LessonBar(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let kept = move |kept: Kept| move || app.keeps(kept);
    let model = move || {
        app.model.with(|m| {
            let m = m.as_ref()?;
            let (size, kind) = (
                format::short(m.model.n_params),
                format::computes(&m.backend),
            );
            let name = m.model.name.clone();
            Some(view! { {name} <span class="lesson-size">" · " {size}</span> " · " {kind} })
        })
    };
    let draw = move || {
        let draw = shown.with(|s| s.as_ref().map(|s| s.view.sampling.draw))?;
        let number = format::draw(draw.u, 3);
        Some(match draw.by_hand {
            true => say().lesson_draw_by_hand(number).to_string(),
            false => {
                let (seed, roll) = (draw.seed.to_string(), (draw.roll + 1).to_string());
                say().lesson_draw(number, seed, roll).to_string()
            }
        })
    };
    view! {
        <div class="lesson-bar" role="group" aria-label=say().run_group().to_string()>
            <Show when=kept(Kept::Step)><StepButton /></Show>
            <Show when=kept(Kept::Play)><PlayButton /></Show>
            <Show when=kept(Kept::Rewind)><RewindButton /></Show>
            <Show when=kept(Kept::Dice)><RollAgainButton /></Show>
            <Show when=kept(Kept::Step)><RestartButton /></Show>
            <Show when=kept(Kept::Speed)><PlaySpeed /></Show>
            <p class="lesson-from num" data-testid="lesson-from">
                <Show when=move || !app.embed.with(|e| e.hide.contains(&PagePart::Status))><span class="lesson-model">{model}</span></Show>
                <Show when=move || app.replays.get()><ReplaysBadge /></Show>
                <Show when=kept(Kept::Dice)><span>{draw}</span></Show>
            </p>
        </div>
    }
}
