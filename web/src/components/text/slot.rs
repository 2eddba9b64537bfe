//! The place of the next token, with the token that Step would take.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// A dashed chip after the text; nothing where no step can be taken, and while a step of the past is on screen.
#[component]
pub fn Slot() -> impl IntoView {
    let app = expect_context::<App>();
    let next = Memo::new(move |_| {
        let open =
            app.can_step() && !app.locked(Control::Step) && app.selected.with(Option::is_none);
        let next = app.step.with(|s| {
            let view = s.as_ref().filter(|view| open && view.pending)?;
            Some(view.sampling.choice.token)
        });
        next.map(|token| format::word(&app.token_bytes(token)))
    });
    let title = say().token_next().to_string();
    move || {
        next.get()
            .map(|word| view! { <span class="slot" data-testid="slot" title=title.clone()>{word}</span> })
    }
}
