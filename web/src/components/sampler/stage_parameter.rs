//! One number of a stage, wherever its control stands.

use leptos::prelude::*;
use logitscope_core::chain::{Kind, Param};

use crate::components::kit::number_box::Range;
use crate::components::sampler::parameter::Parameter;
use crate::components::sampler::sampler_words;
use crate::components::sampler::stage_drag::{Key, id};
use crate::components::sampler::stage_handle::StageHandle;
use crate::state::App;

/// The numbers of a stage. They never change, only their values do.
pub fn params((kind, _): Key) -> Vec<Param> {
    kind.conventional().params()
}

/// The slider and the number box of `param`.
#[component]
pub fn StageParameter(
    /// The stage.
    key: Key,
    /// Which of its numbers.
    param: Param,
    /// Whether its label is shown.
    #[prop(optional)]
    labelled: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let handle = StageHandle::new(app, key);
    let d_vocab =
        Signal::derive(move || app.vocab.with(|v| v.as_ref().map_or(0, |v| v.len() as u32)));
    let look = sampler_words::look(param.parameter);
    let range = Range {
        min: param.low,
        max: param.high,
        step: look.step,
        whole: param.whole,
    };
    let (name, label) = match params(key).len() {
        1 => (id(key), sampler_words::words(key.0).label.to_owned()),
        _ => (
            format!("{}-{}", id(key), param.name.replace('_', "-")),
            look.label,
        ),
    };
    let value = Signal::derive(move || handle.value(param));
    // Top-k 0 keeps all there are.
    let off = Signal::derive(move || key.0 == Kind::TopK && value.get() == 0.0);
    let set = Callback::new(move |value: f64| handle.set_value(param, value));
    view! {
        <Parameter name label labelled range scale=look.scale d_vocab value on_change=set off
            locked=Signal::derive(move || handle.locked()) />
    }
}

/// The first number of a stage; nothing of one that has none.
#[component]
pub fn FirstNumber(
    /// The stage.
    key: Key,
) -> impl IntoView {
    let first = params(key).into_iter().next();
    first.map(|param| view! { <StageParameter key param /> })
}
