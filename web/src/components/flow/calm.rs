//! What is drawn while the text runs past faster than the eye follows.

use leptos::prelude::*;

use crate::browser;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;

/// The most tokens a second at which every step is drawn.
const FASTEST: f64 = 12.0;
/// How often one is drawn beyond that, in milliseconds.
const PACE_MS: f64 = 100.0;

/// The step on screen; while it plays faster than the eye follows, one in a while, and the last one.
pub fn calm(app: App, live: Signal<Option<StepOnScreen>>) -> Signal<Option<StepOnScreen>> {
    let shown = RwSignal::new(live.get_untracked());
    let last = StoredValue::new(f64::NEG_INFINITY);
    let waits = StoredValue::new(false);
    let show = move || {
        let _ = last.try_set_value(browser::now_ms());
        if let Some(now) = live.try_get_untracked() {
            let _ = shown.try_set(now);
        }
    };
    Effect::new(move |_| {
        live.track();
        let due = last.get_value() + PACE_MS - browser::now_ms();
        if !app.plays_faster_than(FASTEST) || due <= 0.0 {
            return show();
        }
        if !std::mem::replace(&mut *waits.write_value(), true) {
            browser::after(due, move || {
                let _ = waits.try_set_value(false);
                show();
            });
        }
    });
    shown.into()
}
