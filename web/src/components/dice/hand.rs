//! The random number in the visitor's hand: what the pointer and the arrow keys do to it.

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use crate::browser;
use crate::state::App;

/// The largest draw that the pointer gives: below 1.
const LAST: f64 = 0.9999;
/// How far an arrow key moves the pin.
const KEY: f64 = 0.001;
/// And with Shift.
const FAR_KEY: f64 = 0.01;

/// A hand over a bar that stands for 0..1 along its longer side.
#[derive(Clone, Copy)]
pub struct Hand {
    app: App,
    /// Whether the number may be set.
    free: Signal<bool>,
    /// The number.
    u: Signal<f64>,
    /// The bar.
    pub bar: NodeRef<Div>,
    held: RwSignal<bool>,
}

impl Hand {
    /// Over no bar yet: its element takes [`Hand::bar`].
    pub fn new(app: App, free: Signal<bool>, u: Signal<f64>) -> Self {
        Hand {
            app,
            free,
            u,
            bar: NodeRef::new(),
            held: RwSignal::new(false),
        }
    }

    /// The pointer was pressed on the bar.
    pub fn take_hold(self, ev: &PointerEvent) {
        if !self.free.get_untracked() || ev.button() != 0 {
            return;
        }
        ev.prevent_default();
        browser::capture_pointer(ev);
        self.held.set(true);
        self.point(ev);
    }

    /// It moved.
    pub fn follow(self, ev: &PointerEvent) {
        if self.held.get_untracked() && self.free.get_untracked() {
            self.point(ev);
        }
    }

    /// It was released.
    pub fn let_go(self) {
        self.held.set(false);
    }

    /// A key was pressed on the pin.
    pub fn key(self, ev: &KeyboardEvent) {
        let far = if ev.shift_key() { FAR_KEY } else { KEY };
        let by = match ev.key().as_str() {
            "ArrowUp" | "ArrowLeft" => -far,
            "ArrowDown" | "ArrowRight" => far,
            // To an end of the bar.
            "Home" => -1.0,
            "End" => 1.0,
            _ => return,
        };
        ev.prevent_default();
        ev.stop_propagation();
        if self.free.get_untracked() {
            let moved = ((self.u.get_untracked() + by) * 1000.0).round() / 1000.0;
            self.app.set_u(Some(moved.clamp(0.0, LAST)));
        }
    }

    fn point(self, ev: &PointerEvent) {
        let Some(Some(bar)) = self.bar.try_get_untracked() else {
            return;
        };
        let area = bar.get_bounding_client_rect();
        let (at, size) = match area.width() > area.height() {
            true => (f64::from(ev.client_x()) - area.left(), area.width()),
            false => (f64::from(ev.client_y()) - area.top(), area.height()),
        };
        if size > 0.0 {
            self.app.set_u(Some((at / size).clamp(0.0, LAST)));
        }
    }
}
