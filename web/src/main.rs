//! The page's program: puts the app into the document, in the visitor's language.

use leptos::prelude::*;
use logitscope_web::app::Page;
use logitscope_web::start;

fn main() {
    wasm_bindgen_futures::spawn_local(async {
        let opened = start::opened().await;
        start::language::choose(&opened.link).await;
        leptos::mount::mount_to_body(|| view! { <Page opened /> });
    });
}
