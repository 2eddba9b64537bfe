//! How long a hostile file may keep anybody waiting.

use std::cell::RefCell;
use std::time::Duration;

use web_time::Instant;

/// The longest that a case may take. A second is what is promised; this leaves room for a machine that does other work as well, and none for work
/// that grows with what somebody wrote into a file.
pub const MOST: Duration = Duration::from_secs(if cfg!(target_arch = "wasm32") { 60 } else { 10 });

/// What was tried in this thread.
#[derive(Debug, Clone, Default)]
pub struct Tried {
    /// How many cases.
    pub cases: usize,
    /// How long the slowest took.
    pub slowest: Duration,
    /// Which it was.
    pub name: String,
}

thread_local! {
    static TRIED: RefCell<Tried> = RefCell::default();
}

/// Does `case`, and fails if it took longer than [`MOST`].
pub fn timed<T>(name: &str, case: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = case();
    note(name, begun.elapsed());
    result
}

/// The same for what is waited for.
pub async fn timed_async<T>(name: &str, case: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let result = case.await;
    note(name, begun.elapsed());
    result
}

fn note(name: &str, took: Duration) {
    assert!(took < MOST, "{name:.100} took {took:?}");
    TRIED.with_borrow_mut(|tried| {
        tried.cases += 1;
        if took >= tried.slowest {
            tried.slowest = took;
            tried.name = name.chars().take(40).collect();
        }
    });
}

/// What was tried in this thread since this was asked last; if that was anything, it is said, too.
pub fn tried() -> Tried {
    let tried = TRIED.take();
    if tried.cases > 0 {
        let Tried {
            cases,
            slowest,
            name,
        } = &tried;
        let line = format!("{cases} cases, the slowest took {slowest:?}: {name}");
        #[cfg(target_arch = "wasm32")]
        wasm_bindgen_test::console_log!("{line}");
        #[cfg(not(target_arch = "wasm32"))]
        println!("{line}");
    }
    tried
}
