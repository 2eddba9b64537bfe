//! The key-value cache.

use logitscope_core::Interventions;
use logitscope_core::inspection::CacheMap;
use logitscope_protocol::{Answer, Command};

use super::{Focus, Record, Request, Store, Unusable};

/// What the cache held when it was last asked for. Whatever else is computed may move what lies in it.
#[derive(Debug, Clone, PartialEq)]
pub struct CacheContents {
    /// The revision of the run then.
    pub revision: u64,
    /// What it held.
    pub map: CacheMap,
}

impl Record for CacheContents {
    type Key = ();

    // A few bytes a token of the context: not worth counting.
    fn bytes(&self) -> usize {
        0
    }
}

/// The cache as the run on screen has left it.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let revision = focus.revision;
    let known = store.get::<CacheContents>(&());
    if known.is_some_and(|contents| contents.revision == revision) {
        return None;
    }
    let request = Request::new(focus, Command::Cache, move |store, answer, budget| {
        let Answer::Cache(map) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        store.keep(vec![((), CacheContents { revision, map })], budget);
        Ok(())
    });
    Some(request.of(Interventions::default()))
}
