//! The variables that a template finds.

use serde_json::Value as Json;

use crate::budget::{Budget, Res};
use crate::chat::Chat;
use crate::ops;
use crate::value::Value;

/// The variables of a conversation. A later one hides an earlier one of its name.
pub(crate) fn of<'c>(chat: &Chat<'c>, budget: &mut Budget) -> Res<Vec<(&'c str, Value)>> {
    let mut messages = Vec::with_capacity(chat.messages.len());
    for message in chat.messages {
        let entries = [("role", &message.role), ("content", &message.content)];
        let mut own = Vec::with_capacity(entries.len());
        for (key, text) in entries {
            own.push((Value::text(key, budget)?, Value::text(text, budget)?));
        }
        messages.push(Value::dict(own, budget)?);
    }
    let mut all = vec![
        ("messages", Value::list(messages, budget)?),
        (
            "add_generation_prompt",
            Value::Bool(chat.add_generation_prompt),
        ),
    ];
    let fixed = all.len();
    for (name, value) in chat.variables {
        if !all[..fixed].iter().any(|(own, _)| *own == name) {
            all.push((name, value_of(value, budget)?));
        }
    }
    for (name, text) in chat.special_tokens {
        all.push((name, Value::text(text, budget)?));
    }
    all.push(("tools", Value::None));
    all.push(("documents", Value::None));
    Ok(all)
}

/// A value of JSON. It is nested no deeper than the reader of JSON lets it be.
fn value_of(json: &Json, budget: &mut Budget) -> Res<Value> {
    match json {
        Json::Null => Ok(Value::None),
        Json::Bool(value) => Ok(Value::Bool(*value)),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(value), _) => Ok(Value::Int(value)),
            (None, Some(value)) if number.is_f64() => Ok(Value::Float(value)),
            _ => ops::too_large(),
        },
        Json::String(text) => Value::text(text, budget),
        Json::Array(items) => {
            budget.enter()?;
            let items = items.iter().map(|item| value_of(item, budget));
            let items = items.collect::<Res<Vec<_>>>()?;
            budget.leave();
            Value::list(items, budget)
        }
        Json::Object(entries) => {
            budget.enter()?;
            let mut own = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                own.push((Value::text(key, budget)?, value_of(value, budget)?));
            }
            budget.leave();
            Value::dict(own, budget)
        }
    }
}
