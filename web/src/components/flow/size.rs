//! How much room the picture has.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ResizeObserver;

use crate::browser;

/// Sizes in CSS pixels.
#[derive(Clone, Copy)]
pub struct Size {
    /// The width of the picture.
    pub width: RwSignal<f64>,
    /// The window.
    pub window: RwSignal<(f64, f64)>,
    /// Where the picture begins on the page: lower while the text has more lines, or while there is a message.
    pub top: RwSignal<f64>,
}

impl Size {
    /// The sizes of `body` and around it, as long as the page lives.
    pub fn follow(body: NodeRef<Div>) -> Self {
        let size = Size {
            width: RwSignal::new(1232.0),
            window: RwSignal::new(browser::window_size()),
            top: RwSignal::new(192.0),
        };
        Effect::new(move |_| {
            let Some(element) = body.get() else { return };
            size.measure(body);
            // Not while it tells of it: what is measured changes the sizes again.
            let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| {
                browser::after(0.0, move || size.measure(body));
            });
            // Without it the picture keeps the size that it began with.
            if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
                observer.observe(&element);
                // What stands above the picture changes its place, and the height of all.
                if let Ok(Some(main)) = element.closest("main") {
                    observer.observe(&main);
                }
            }
            // As long as the page lives.
            changed.forget();
        });
        let listener = window_event_listener(leptos::ev::resize, move |_| size.measure(body));
        on_cleanup(move || listener.remove());
        size
    }

    fn measure(self, body: NodeRef<Div>) {
        if let Some(Some(element)) = body.try_get_untracked() {
            let area = element.get_bounding_client_rect();
            if area.width() > 0.0 {
                set(self.width, f64::from(element.client_width()));
                set(self.top, (area.top() + browser::scrolled()).round());
            }
        }
        set(self.window, browser::window_size());
    }
}

fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, now: T) {
    if signal.try_with_untracked(|old| *old != now) == Some(true) {
        let _ = signal.try_set(now);
    }
}
