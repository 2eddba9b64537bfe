//! What of the page is not in the part that is loaded first.
//!
//! The published page is split where [`bundled!`] says so: functions and messages that are reached only from there go into
//! files of their own, one for each bundle. Without the feature `split` everything is in one file, and there at once.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::thread::LocalKey;

/// A part that could not be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost;

impl From<wasm_split_helpers::SplitLoaderError> for Lost {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        // Why is in the browser's console: the loader says it there.
        Lost
    }
}

/// A part of the page: there, or to be waited for.
pub enum Part<P> {
    /// There.
    There(P),
    /// Comes when this is waited for; a second time costs nothing.
    Away(Pin<Box<dyn Future<Output = Result<P, Lost>>>>),
}

/// What gives a part.
pub type Fetch<P> = fn() -> Part<P>;

impl<P> Part<P> {
    /// The part; loads it where there is need.
    pub async fn here(self) -> Result<P, Lost> {
        match self {
            Part::There(part) => Ok(part),
            Part::Away(coming) => coming.await,
        }
    }
}

/// A part that is asked for at once, by who can do without it until it has come.
pub struct Kept<P: 'static> {
    fetch: Fetch<P>,
    part: Cell<Option<P>>,
}

impl<P: Copy> Kept<P> {
    /// The part that `fetch` gives.
    pub const fn new(fetch: Fetch<P>) -> Self {
        let part = Cell::new(None);
        Kept { fetch, part }
    }

    /// The part, if it has come.
    pub fn now(&self) -> Option<P> {
        if let Some(part) = self.part.get() {
            return Some(part);
        }
        match (self.fetch)() {
            Part::There(part) => Some(part),
            Part::Away(_) => None,
        }
    }
}

/// Has a part come; from then on it is there at once.
pub async fn bring<P: Copy>(kept: &'static LocalKey<Kept<P>>) -> Result<P, Lost> {
    let part = kept.with(|kept| (kept.fetch)()).here().await?;
    kept.with(|kept| kept.part.set(Some(part)));
    Ok(part)
}

/// A function `$fetch` that gives `$part` of the type `$kind`, which is in the file of `$bundle` with all that only it needs.
macro_rules! bundled {
    ($bundle:ident, $(#[$about:meta])* $vis:vis $fetch:ident, $made:ident: $kind:ty = $part:expr) => {
        #[cfg(feature = "split")]
        $(#[$about])*
        $vis fn $fetch() -> $crate::later::Part<$kind> {
            $crate::later::Part::Away(Box::pin($made()))
        }

        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($bundle, fallible)]
        fn $made() -> Result<$kind, $crate::later::Lost> {
            Ok($part)
        }

        #[cfg(not(feature = "split"))]
        $(#[$about])*
        $vis fn $fetch() -> $crate::later::Part<$kind> {
            $crate::later::Part::There($part)
        }
    };
}
pub(crate) use bundled;
