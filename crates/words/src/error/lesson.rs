//! Why a file is no lesson.

use std::fmt;

use crate::{Catalogue, excerpt};

/// A mistake in the file of a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct LessonError {
    /// The line, 1 being the first.
    pub line: u32,
    /// What is wrong there.
    pub fault: LessonFault,
}

/// What is wrong with a line of a lesson's file, or missing after it.
#[derive(Debug, Clone, PartialEq)]
pub enum LessonFault {
    /// The file does not begin with `---`.
    NoHead,
    /// The head has no end.
    HeadOpen,
    /// A line of a head or a block is no `name: value`.
    NotAField {
        /// The line.
        text: String,
    },
    /// A name that is not known there.
    UnknownName {
        /// The name.
        name: String,
        /// Those that are, joined by commas.
        known: String,
    },
    /// A name that must be there is not, or says nothing.
    Missing {
        /// The name.
        name: String,
    },
    /// A name is there twice, and means one thing.
    Twice {
        /// The name.
        name: String,
    },
    /// A value is no number of its range.
    Number {
        /// The name.
        name: String,
        /// The value.
        value: String,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// Text stands before the first step.
    NoStepYet {
        /// The text.
        text: String,
    },
    /// There is no step.
    NoSteps,
    /// A step has neither text nor question.
    NoText,
    /// A step's heading is empty.
    NoHeading,
    /// A block has no end.
    BlockOpen,
    /// A step has a second block of a kind.
    SecondBlock {
        /// The kind: `state` or `ask`.
        name: String,
    },
    /// A question has nothing to do.
    NoTask,
    /// A question has more than one kind of task.
    TwoTasks,
    /// No answer can be right, or none can be wrong.
    OneSided,
    /// There is nothing to put in order.
    NothingToOrder,
    /// There are more characters than are read.
    Long {
        /// How many are read.
        most: u64,
    },
    /// A condition ends where a number, a token or a quantity should stand.
    NoTerm,
    /// A condition compares nothing.
    NoComparison {
        /// The condition.
        text: String,
    },
    /// Something stands after a condition.
    MoreThanOne {
        /// The condition.
        text: String,
    },
    /// A token is compared with a number, or tokens otherwise than by `=`.
    Kinds {
        /// The condition.
        text: String,
    },
    /// A quote has no end.
    Quote {
        /// From the quote on.
        text: String,
    },
    /// Characters that mean nothing there.
    Unexpected {
        /// From there on.
        text: String,
    },
    /// Nothing of the step has this name.
    NoSuchQuantity {
        /// The name.
        name: String,
    },
    /// A number of the step should stand there.
    NotANumberOfTheStep {
        /// What stands there.
        text: String,
    },
}

impl LessonFault {
    /// The fault in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            LessonFault::NoHead => say.lesson_no_head(),
            LessonFault::HeadOpen => say.lesson_head_open(),
            LessonFault::NotAField { text } => say.lesson_not_a_field(excerpt(text)),
            LessonFault::UnknownName { name, known } => {
                say.lesson_unknown_name(excerpt(name), known)
            }
            LessonFault::Missing { name } => say.lesson_missing(name),
            LessonFault::Twice { name } => say.lesson_twice(name),
            LessonFault::Number {
                name,
                value,
                low,
                high,
            } => say.lesson_number(name, excerpt(value), low.to_string(), high.to_string()),
            LessonFault::NoStepYet { text } => say.lesson_no_step_yet(excerpt(text)),
            LessonFault::NoSteps => say.lesson_no_steps(),
            LessonFault::NoText => say.lesson_no_text(),
            LessonFault::NoHeading => say.lesson_no_heading(),
            LessonFault::BlockOpen => say.lesson_block_open(),
            LessonFault::SecondBlock { name } => say.lesson_second_block(name),
            LessonFault::NoTask => say.lesson_no_task(),
            LessonFault::TwoTasks => say.lesson_two_tasks(),
            LessonFault::OneSided => say.lesson_one_sided(),
            LessonFault::NothingToOrder => say.lesson_nothing_to_order(),
            LessonFault::Long { most } => say.lesson_long(*most),
            LessonFault::NoTerm => say.lesson_no_term(),
            LessonFault::NoComparison { text } => say.lesson_no_comparison(excerpt(text)),
            LessonFault::MoreThanOne { text } => say.lesson_more_than_one(excerpt(text)),
            LessonFault::Kinds { text } => say.lesson_kinds(excerpt(text)),
            LessonFault::Quote { text } => say.lesson_quote(excerpt(text)),
            LessonFault::Unexpected { text } => say.lesson_unexpected(excerpt(text)),
            LessonFault::NoSuchQuantity { name } => say.lesson_no_such_quantity(excerpt(name)),
            LessonFault::NotANumberOfTheStep { text } => {
                say.lesson_not_a_number_of_the_step(excerpt(text))
            }
        }
        .to_string()
    }
}

impl LessonError {
    /// The mistake with its line, in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        say.lesson_at(self.line.to_string(), self.fault.words(say))
            .to_string()
    }
}

impl fmt::Display for LessonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&crate::english()))
    }
}
