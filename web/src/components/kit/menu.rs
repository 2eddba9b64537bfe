//! A button that opens a panel.

use leptos::html::Details;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, KeyboardEvent, Node};

use crate::components::kit::focus;
use crate::components::kit::icon::{Icon, Shape};

/// A panel under a button. It closes on Escape, on a click elsewhere, and when the focus leaves it.
#[component]
pub fn Menu(
    /// What the button says.
    #[prop(into)]
    label: ViewFn,
    /// What it is called where its words do not fit; its words, if that is left out.
    #[prop(optional, into)]
    name: Option<String>,
    /// Whether the panel is open; `false` closes it.
    #[prop(optional, into)]
    open: Option<RwSignal<bool>>,
    /// For the browser suite.
    testid: &'static str,
    /// The panel.
    children: Children,
) -> impl IntoView {
    let details = NodeRef::<Details>::new();
    let close = move || {
        if let Some(Some(details)) = details.try_get_untracked() {
            details.set_open(false);
        }
    };
    let inside = move |target: Option<web_sys::EventTarget>| {
        let node = target.and_then(|t| t.dyn_into::<Node>().ok());
        // The menu is told of a lost focus even when it goes.
        let details = details.try_get_untracked().flatten();
        details.is_some_and(|d| d.contains(node.as_ref()))
    };
    let is_open = move || {
        details
            .try_get_untracked()
            .flatten()
            .is_some_and(|d| d.open())
    };
    // The focus is not to go with what has it.
    let leave = move || {
        if is_open() {
            focus::out_of_menu();
            close();
        }
    };
    let on_key = move |ev: KeyboardEvent| {
        if ev.key() == "Escape" && is_open() {
            ev.prevent_default();
            leave();
        }
    };
    let on_leave = move |ev: FocusEvent| {
        // No related target: the window lost the focus, or a file picker opened.
        if ev.related_target().is_some() && !inside(ev.related_target()) {
            close();
        }
    };
    let told = move |_| {
        if let (Some(open), Some(Some(details))) = (open, details.try_get_untracked()) {
            open.set(details.open());
        }
    };
    Effect::new(move |_| {
        if open.is_some_and(|open| !open.get()) {
            leave();
        }
    });
    let elsewhere = window_event_listener(leptos::ev::pointerdown, move |ev| {
        if !inside(ev.target()) {
            close();
        }
    });
    on_cleanup(move || elsewhere.remove());
    view! {
        <details class="menu" node_ref=details on:toggle=told on:keydown=on_key on:focusout=on_leave>
            <summary class="button small" id=testid data-testid=testid aria-label=name>
                <span class="menu-label">{label.run()}</span>
                <Icon shape=Shape::Down />
            </summary>
            <div class="menu-panel">{children()}</div>
        </details>
    }
}
