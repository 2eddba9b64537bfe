//! How wide a part of the page is.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ResizeObserver;

use crate::browser;

/// The inner width of `part`, in CSS pixels, as long as the page lives; `None` while it is not on screen.
pub fn width_of(part: NodeRef<Div>) -> Signal<Option<f64>> {
    let width = RwSignal::new(None);
    let measure = move || {
        let Some(Some(element)) = part.try_get_untracked() else {
            return;
        };
        let now = Some(f64::from(element.client_width())).filter(|now| *now > 0.0);
        if width.try_get_untracked() != Some(now) {
            let _ = width.try_set(now);
        }
    };
    Effect::new(move |_| {
        let Some(element) = part.get() else { return };
        // Not while it tells of it: what follows the width may change it again.
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| browser::after(0.0, measure));
        // Without it there is no width.
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(&element);
        }
        // As long as the page lives.
        changed.forget();
    });
    width.into()
}
