//! Intermediates as they come from the engine.

use logitscope_protocol::{TapArray, floats};

/// The values of `tap`, row-major.
pub(super) fn values(tap: &TapArray) -> Vec<f32> {
    floats(&tap.bytes)
}

/// The arrays called `first` and `second`, position by position.
pub(super) fn pairs<'a>(
    taps: &'a [TapArray],
    first: &'static str,
    second: &'static str,
) -> impl Iterator<Item = (&'a TapArray, &'a TapArray)> {
    let named = |name: &'static str| taps.iter().filter(move |tap| tap.name == name);
    named(first).zip(named(second))
}
