//! Lessons: a file of text, states of the page and questions (`docs/lessons.md`), read and judged. Nothing here draws or waits.
//!
//! A file is read whole: every mistake is named with its line, and a lesson without one is plain data. Questions are judged
//! by what the run gives at that moment ([`Seen`]); no answer that is a number of the run stands in a file.

mod ask;
mod condition;
mod fields;
mod file;
mod lesson;
mod lexer;
mod quantity;
mod seen;
mod tried;
mod value;

pub use condition::{Compare, Condition, Term};
pub use lesson::{Answer, Is, Lesson, Question, State, Step, Task};
pub use lexer::quoted;
pub use logitscope_words::error::{LessonError, LessonFault};
pub use quantity::{Lane, Quantity, Setting};
pub use seen::{Around, Seen};
pub use tried::{Beams, Speculated, Tried};
pub use value::{Unknown, Value};

/// What a `state` block may point at by `mark`: a part of the page.
pub const MARKS: &[&str] = &[
    "text",
    "sentence",
    "tokens",
    "embed",
    "layers",
    "logits",
    "softmax",
    "sampler",
    "dice",
    "step",
    "questions",
    "strategies",
    "share",
];

/// What a `state` block may name: what a link of the page may, but for what the embedding page and the run itself decide.
pub const STATE_KEYS: &[&str] = &[
    "against",
    "at",
    "beams",
    "chain",
    "compare",
    "context",
    "cost",
    "draft",
    "drawn",
    "earlier",
    "explore",
    "guide",
    "head",
    "inside",
    "lane",
    "layer",
    "max_tokens",
    "model",
    "next",
    "off",
    "open",
    "prompt",
    "seed",
    "speculate",
    "speed",
    "step",
    "stop",
    "temperature",
    "tokens",
    "top_k",
    "top_p",
    "under",
];
