//! Every reader of what comes from outside, under a fuzzer that follows coverage (libFuzzer).
//!
//! `cargo xtask fuzz` builds and runs this program; `README.md` beside it says how, and what a campaign came to. The environment
//! says which reader: [`TARGET`] its name, [`FOLDER`] where its seeds go. Without a name, the program says which there are.
#![no_main]

mod corpus;
mod parts;
mod repository;
mod targets;

/// The page's files name these by their paths in the page.
#[path = "../../../web/src"]
mod page {
    #[allow(dead_code, unused_imports)]
    pub mod choices;
    #[allow(dead_code, unused_imports)]
    pub mod link;
}
use page::{choices, link};

/// What the tests write files with.
#[path = "../../src"]
mod writers {
    #[allow(dead_code)]
    pub mod checkpoint;
    #[allow(dead_code)]
    pub mod gguf;
}
use writers::checkpoint;

/// What the page's files name of the page's catalogue.
mod words {
    pub use logitscope_words::english as say;
}

use std::alloc::System;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, process};

use cap::Cap;
use libfuzzer_sys::fuzz_target;

use targets::{TARGETS, Target};

/// Names the reader.
const TARGET: &str = "LOGITSCOPE_FUZZ";
/// Names the folder for seeds and words.
const FOLDER: &str = "LOGITSCOPE_FUZZ_SEEDS";

/// Refuses memory beyond what a reader may take, which ends the run as a fault.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

static CHOSEN: OnceLock<&Target> = OnceLock::new();

fuzz_target!(init: start(), |data: &[u8]| {
    if let Some(target) = CHOSEN.get() {
        (target.read)(data);
    }
});

/// Chooses the reader, and writes its seeds before the fuzzer looks for them.
fn start() {
    let name = env::var(TARGET).unwrap_or_default();
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        TARGETS
            .iter()
            .for_each(|target| println!("{}", target.name));
        process::exit(i32::from(!name.is_empty()));
    };
    if let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) {
        corpus::write(target, &folder).expect("seeds can be written");
    }
    let target = CHOSEN.get_or_init(|| target);
    (target.read)(&[]);
    HEAP.set_limit(HEAP.allocated() + target.heap_mib * (1 << 20))
        .expect("there is room");
}
