//! What a render may cost, and how it can end early.

use crate::error::TemplateLimit;

/// Units of work that one render has: about half a second in a page.
const WORK: u64 = 32_000_000;
/// Units of one node of the template that is evaluated.
pub(crate) const NODE: u64 = 16;
/// Units of one item that is made or looked at.
pub(crate) const ITEM: u64 = 16;
/// How deep values may stand in values.
pub(crate) const MOST_NESTED: usize = 64;
/// How deep the evaluation may go: blocks in blocks, brackets in brackets, macros that call macros.
const MOST_DEPTH: usize = 256;

/// Why an evaluation ends early.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It cannot be done, in words.
    Failed(String),
    /// The template refuses by `raise_exception`.
    Raised(String),
    /// It would be too much of something.
    TooMuch(TemplateLimit),
}

pub(crate) type Res<T> = Result<T, Fault>;

/// A failure in words.
pub(crate) fn failed<T>(why: impl Into<String>) -> Res<T> {
    Err(Fault::Failed(why.into()))
}

/// A number as a count: a negative one is none, and one that has no room here, as on wasm32, is more than there is work for.
pub(crate) fn count(n: i64) -> usize {
    usize::try_from(n.max(0)).unwrap_or(usize::MAX)
}

/// What is left of the work, and how deep the evaluation is.
pub(crate) struct Budget {
    left: u64,
    depth: usize,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Budget {
            left: WORK,
            depth: 0,
        }
    }

    /// Takes units; a byte that is copied is one.
    pub(crate) fn spend(&mut self, units: u64) -> Res<()> {
        match self.left.checked_sub(units) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Fault::TooMuch(TemplateLimit::Work)),
        }
    }

    /// Takes the units of bytes that are made or looked at.
    pub(crate) fn bytes(&mut self, n: usize) -> Res<()> {
        self.spend(n as u64)
    }

    /// Takes the units of items that are made or looked at.
    pub(crate) fn items(&mut self, n: usize) -> Res<()> {
        self.spend((n as u64).saturating_mul(ITEM))
    }

    /// Goes one step deeper. A fault ends the render, so only a success needs [`Budget::leave`].
    pub(crate) fn enter(&mut self) -> Res<()> {
        self.depth += 1;
        match self.depth > MOST_DEPTH {
            true => Err(Fault::TooMuch(TemplateLimit::Depth)),
            false => Ok(()),
        }
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}
