//! A dialog over the page.

use leptos::html::Dialog;
use leptos::prelude::*;

use crate::browser;
use crate::components::kit::focus;
use crate::components::kit::icon::{Icon, Shape};
use crate::words::Message;

/// A dialog, for whoever opens it and whoever draws it.
#[derive(Debug, Clone, Copy)]
pub struct ModalHandle {
    node: NodeRef<Dialog>,
    /// Whether it is open.
    pub open: RwSignal<bool>,
}

impl Default for ModalHandle {
    /// One that is closed.
    fn default() -> Self {
        ModalHandle {
            node: NodeRef::new(),
            open: RwSignal::new(false),
        }
    }
}

impl ModalHandle {
    /// Opens it.
    pub fn show(self) {
        if let Some(dialog) = self.node.get_untracked() {
            self.open.set(true);
            browser::cover(true);
            // The browser gives the focus back to what has it now.
            focus::out_of_menu();
            // Refused only if it is open.
            let _ = dialog.show_modal();
        }
    }

    /// Closes it.
    pub fn close(self) {
        if let Some(dialog) = self.node.get_untracked() {
            dialog.close();
        }
    }
}

/// The dialog: its title, a button that closes it, and what it holds.
#[component]
pub fn Modal(
    /// Which.
    handle: ModalHandle,
    /// What its class, its test ids and the id of its title begin with.
    name: &'static str,
    /// Its title.
    title: Message,
    /// What the button that closes it is called.
    close: Message,
    /// What it holds.
    children: Children,
) -> impl IntoView {
    let title_id = move || format!("{name}-title");
    view! {
        <dialog node_ref=handle.node class=format!("{name}-dialog") data-testid=format!("{name}-dialog") aria-labelledby=title_id()
            on:close=move |_| {
                handle.open.set(false);
                browser::cover(false);
            }>
            <div class="dialog-head">
                <h2 id=title_id()>{title.to_string()}</h2>
                <button class="button small plain" data-testid=format!("{name}-close") aria-label=close.to_string() on:click=move |_| handle.close()>
                    <Icon shape=Shape::Close />
                </button>
            </div>
            {children()}
        </dialog>
    }
}
