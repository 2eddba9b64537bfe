//! The number of a stage that a gate shows: its first one.

use leptos::prelude::*;

use crate::components::kit::number_box::Range;
use crate::components::sampler::parameter::Parameter;
use crate::components::sampler::sampler_words;
use crate::components::sampler::stage_drag::Key;
use crate::components::sampler::stage_handle::StageHandle;
use crate::state::App;

/// What the suite calls a stage.
pub fn testid((kind, nth): Key) -> String {
    match nth {
        0 => kind.name().to_owned(),
        n => format!("{}-{}", kind.name(), n + 1),
    }
}

/// A slider and a number box for the first number of a stage; nothing if it has none.
#[component]
pub fn FirstNumber(
    /// The stage.
    key: Key,
) -> impl IntoView {
    let app = expect_context::<App>();
    let handle = StageHandle::new(app, key);
    let params = key.0.conventional().params();
    let single = params.len() == 1;
    params.into_iter().next().map(|p| {
        let look = sampler_words::look(p.parameter);
        let range = Range {
            min: p.low,
            max: p.high,
            step: look.step,
            whole: p.whole,
        };
        let own = testid(key);
        let name = match single {
            true => own,
            false => format!("{own}-{}", p.name.replace('_', "-")),
        };
        let label = sampler_words::words(key.0).label;
        let d_vocab =
            Signal::derive(move || app.vocab.with(|v| v.as_ref().map_or(0, |v| v.len() as u32)));
        let value = Signal::derive(move || handle.value(p));
        let set = Callback::new(move |value: f64| handle.set_value(p, value));
        view! {
            <Parameter name label range scale=look.scale d_vocab value on_change=set
                locked=Signal::derive(move || handle.locked()) />
        }
    })
}
