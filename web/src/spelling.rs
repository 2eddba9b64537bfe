//! The part of the page that reads links and writes them. The first picture of a page that was opened without one needs neither.

use wasm_bindgen_futures::spawn_local;

use crate::later::{Kept, Lost, bring, bundled};
use crate::link::{Link, write};

/// What reads links and writes them.
#[derive(Clone, Copy)]
pub struct Spelling {
    /// [`Link::read`].
    pub read: fn(&str) -> Link,
    /// [`write`].
    pub write: fn(&Link) -> String,
}

bundled!(links, fetch, part: Spelling = Spelling { read: Link::read, write });

thread_local! {
    static SPELLING: Kept<Spelling> = const { Kept::new(fetch) };
}

/// Reads and writes links, if that part of the page is there.
pub fn now() -> Option<Spelling> {
    SPELLING.with(Kept::now)
}

/// Reads and writes links.
pub async fn come() -> Result<Spelling, Lost> {
    bring(&SPELLING).await
}

/// Does `then` with what reads and writes links: at once if it is there; with `None` if it does not come.
pub fn with(then: impl FnOnce(Option<Spelling>) + 'static) {
    match now() {
        Some(spelling) => then(Some(spelling)),
        None => spawn_local(async move { then(come().await.ok()) }),
    }
}
