//! A message with values that a view draws itself.

use leptos::prelude::*;

use crate::words::{Message, Part, parts};

/// The words of a message with `values` in the places of [`HERE`](crate::words::HERE).
pub fn with_values<const N: usize>(message: &Message, values: [AnyView; N]) -> AnyView {
    let mut values = values.map(Some);
    let part = |part| match part {
        Part::Words(words) => words.into_any(),
        Part::Value(at) => values.get_mut(at).and_then(Option::take).into_any(),
    };
    let all: Vec<AnyView> = parts(message).into_iter().map(part).collect();
    all.into_any()
}
