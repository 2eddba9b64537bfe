//! Time as the page sees it: the browser's, and natively one that only tests move.

#[cfg(target_arch = "wasm32")]
pub use in_browser::{after, after_frame, local_time, now_ms};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{advance, after, after_frame, local_time, now_ms};

#[cfg(target_arch = "wasm32")]
mod in_browser {
    use std::sync::LazyLock;
    use std::time::Duration;

    use leptos::prelude::{request_animation_frame, set_timeout};
    use web_time::Instant;

    /// Milliseconds on a clock that only goes forward.
    pub fn now_ms() -> f64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_secs_f64() * 1000.0
    }

    /// Year, month (1 to 12), day, hour, minute and second, as the visitor's clock shows them.
    pub fn local_time() -> [u32; 6] {
        let now = js_sys::Date::new_0();
        [
            now.get_full_year(),
            now.get_month() + 1,
            now.get_date(),
            now.get_hours(),
            now.get_minutes(),
            now.get_seconds(),
        ]
    }

    /// Calls `f` after `ms` milliseconds.
    pub fn after(ms: f64, f: impl FnOnce() + 'static) {
        set_timeout(f, Duration::from_secs_f64((ms / 1000.0).max(0.0)));
    }

    /// Calls `f` after the next frame has been drawn; not while the page is hidden.
    pub fn after_frame(f: impl FnOnce() + 'static) {
        request_animation_frame(move || after(0.0, f));
    }
}

/// Without a browser there are no frames and no timers: time stands still until somebody moves it.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::cell::{Cell, RefCell};

    type Timer = (f64, Box<dyn FnOnce()>);

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
        static TIMERS: RefCell<Vec<Timer>> = const { RefCell::new(Vec::new()) };
    }

    /// Milliseconds since the thread began, as far as [`advance`] has moved them.
    pub fn now_ms() -> f64 {
        NOW.get()
    }

    /// The first second of 1970, and so many later.
    pub fn local_time() -> [u32; 6] {
        [1970, 1, 1, 0, 0, (now_ms() / 1000.0) as u32]
    }

    /// Calls `f` once [`advance`] has moved time by `ms` milliseconds.
    pub fn after(ms: f64, f: impl FnOnce() + 'static) {
        let due = now_ms() + ms.max(0.0);
        TIMERS.with_borrow_mut(|timers| timers.push((due, Box::new(f))));
    }

    /// Calls `f` at the next [`advance`].
    pub fn after_frame(f: impl FnOnce() + 'static) {
        after(0.0, f);
    }

    /// Moves time by `ms` milliseconds and calls what is due by then, first things first.
    pub fn advance(ms: f64) {
        let end = now_ms() + ms;
        loop {
            let next = TIMERS.with_borrow_mut(|timers| {
                let due = timers.iter().map(|(due, _)| *due);
                let first = due.fold(f64::INFINITY, f64::min);
                let at = timers.iter().position(|(due, _)| *due == first)?;
                (first <= end).then(|| timers.remove(at))
            });
            let Some((due, f)) = next else { break };
            NOW.set(due.max(now_ms()));
            f();
        }
        NOW.set(end);
    }
}
