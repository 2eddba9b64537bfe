//! How wide a part of the page is, and how far down in what it lies in.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlDivElement, ResizeObserver};

use crate::browser;

/// The inner width of `part`, in CSS pixels, as long as the page lives; `None` while it is not on screen.
pub fn width_of(part: NodeRef<Div>) -> Signal<Option<f64>> {
    measured(
        part,
        |element| Some(element.clone().into()),
        |element| Some(f64::from(element.client_width())).filter(|width| *width > 0.0),
    )
}

/// How far below the top of the positioned element around it `part` begins, in CSS pixels; `None` while it is not on screen.
pub fn top_of(part: NodeRef<Div>) -> Signal<Option<f64>> {
    // What grows above it makes the element around it grow.
    let around = |element: &HtmlDivElement| element.offset_parent();
    measured(part, around, |element| {
        element.offset_parent()?;
        Some(f64::from(element.offset_top()))
    })
}

/// What `measure` finds, again whenever what is `watched` changes its size.
fn measured(
    part: NodeRef<Div>,
    watched: fn(&HtmlDivElement) -> Option<Element>,
    measure: fn(&HtmlDivElement) -> Option<f64>,
) -> Signal<Option<f64>> {
    let found = RwSignal::new(None);
    let measure = move || {
        let Some(Some(element)) = part.try_get_untracked() else {
            return;
        };
        let now = measure(&element);
        if found.try_get_untracked() != Some(now) {
            let _ = found.try_set(now);
        }
    };
    Effect::new(move |_| {
        let Some(element) = part.get() else { return };
        // Not while it tells of it: what follows the size may change it again.
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| browser::after(0.0, measure));
        // Without it there is nothing to know.
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
        if let Some((observer, watched)) = observer.zip(watched(&element)) {
            observer.observe(&watched);
        }
        // As long as the page lives.
        changed.forget();
    });
    found.into()
}
