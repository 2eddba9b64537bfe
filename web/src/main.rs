//! The page's program: puts the app into the document, in the visitor's language.

use logitscope_web::{app, start};

fn main() {
    wasm_bindgen_futures::spawn_local(async {
        start::language::choose().await;
        leptos::mount::mount_to_body(app::Page);
    });
}
