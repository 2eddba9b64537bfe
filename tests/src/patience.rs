//! How long a hostile file may keep anybody waiting, and how much memory it may take.

use std::cell::RefCell;
use std::time::Duration;

use web_time::Instant;

/// The longest that a case may take. A second is what is promised; this leaves room for a machine that does other work as well, and none for work
/// that grows with what somebody wrote into a file.
pub const MOST: Duration = Duration::from_secs(if cfg!(target_arch = "wasm32") { 60 } else { 10 });

/// The most memory that all cases of a program together may ever have had at once, in bytes. A browser gives a program 4 GiB.
pub const MOST_BYTES: u64 = 1 << 30;

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

/// The most memory that this program has had so far, in bytes; `None` where nobody says.
fn peak_bytes() -> Option<u64> {
    #[cfg(target_arch = "wasm32")]
    {
        // It never shrinks.
        Some(core::arch::wasm32::memory_size::<0>() as u64 * (64 << 10))
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: u64 = peak.split_whitespace().next()?.parse().ok()?;
        Some(kib << 10)
    }
}

/// What was tried in this thread since this was asked last; if that was anything, it is said, too. Fails if the program has had more than
/// [`MOST_BYTES`].
pub fn tried() -> Tried {
    let tried = TRIED.take();
    if tried.cases > 0 {
        let Tried {
            cases,
            slowest,
            name,
        } = &tried;
        let peak = peak_bytes();
        let mib = peak.map_or("unknown".into(), |peak| (peak >> 20).to_string());
        let line = format!(
            "{cases} cases, the slowest took {slowest:?}: {name}; the most memory so far, MiB: {mib}"
        );
        assert!(peak.is_none_or(|peak| peak <= MOST_BYTES), "{line}");
        #[cfg(target_arch = "wasm32")]
        wasm_bindgen_test::console_log!("{line}");
        #[cfg(not(target_arch = "wasm32"))]
        println!("{line}");
    }
    tried
}
