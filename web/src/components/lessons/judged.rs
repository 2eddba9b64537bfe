//! The step on screen, as the questions of a lesson see it.

use leptos::prelude::*;
use logitscope_lesson::{Condition, Quantity, Seen, Unknown, Value};

use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// Calls `judge` with the step on screen; `None` while it is not that of the text and the settings.
pub fn judged<T>(app: App, judge: impl FnOnce(Seen<'_>) -> T) -> Option<T> {
    let begins = app.lesson_begins.get() || app.draft.get() || app.recorded.get();
    let (step, vocab) = (app.step.get(), app.vocab.get());
    let (step, vocab) = (step.filter(|_| !begins)?, vocab?);
    app.settings.with(|settings| {
        Some(judge(Seen {
            sampling: &step.sampling,
            settings,
            vocab: &vocab,
            length: step.position as usize,
        }))
    })
}

/// Whether `condition` holds now.
pub fn holds(app: App, condition: &Condition) -> Option<Result<bool, Unknown>> {
    judged(app, |seen| seen.holds(condition))
}

/// How large `quantity` is now.
pub fn number(app: App, quantity: &Quantity) -> Option<Result<f64, Unknown>> {
    let value = judged(app, |seen| seen.value(quantity))?;
    Some(value.map(|value| match value {
        Value::Number(x) => x,
        // A quantity that is asked for as a number is none.
        Value::Token(_) => f64::NAN,
    }))
}

/// What `quantity` is now, for the eye.
pub fn now(app: App, quantity: &Quantity) -> Option<Result<String, Unknown>> {
    judged(app, |seen| {
        Ok(match seen.value(quantity)? {
            Value::Number(x) => shown(quantity, x),
            Value::Token(token) => format::quoted(format::word(seen.vocab.bytes(token))),
        })
    })
}

/// `x`, which `quantity` is, for the eye.
pub fn shown(quantity: &Quantity, x: f64) -> String {
    match quantity {
        Quantity::Prob(_) | Quantity::Model(_) => format::percent(x),
        Quantity::Entropy | Quantity::EntropyAfter => format::bits(x),
        Quantity::Draw => format::draw(x, 3),
        Quantity::Logit(_) => format::logit(x as f32),
        Quantity::Rank(_) | Quantity::Left | Quantity::Length => format::count(x as u64),
        _ => format::setting(x),
    }
}

/// Why something has no value now.
pub fn why(unknown: &Unknown) -> String {
    match unknown {
        Unknown::NotAToken(text) => say().lessons_no_token(format::quoted(text.clone())),
        Unknown::Off(stage) => say().lessons_stage_off(*stage),
    }
    .to_string()
}
