//! The page's program: puts the app into the document.

fn main() {
    leptos::mount::mount_to_body(logitscope_web::app::Page);
}
