//! The engine's program: listens to the page when it runs in a worker; on a page, `handle` is called.

fn main() {
    logitscope_web::engine::listen();
}
