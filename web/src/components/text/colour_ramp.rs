//! What the colour of the text means, in one line.

use leptos::prelude::*;

use crate::components::text::legend;
use crate::components::text::run_chart::label;
use crate::state::{App, Metric, Unit};
use crate::words::say;

/// The name of what colours the text, and the values at both ends of the ramp.
#[component]
pub fn ColourRamp() -> impl IntoView {
    let app = expect_context::<App>();
    let name = move || match app.metric.get() {
        Metric::Surprisal => say().surprise().to_string(),
        metric => label(metric),
    };
    let end = move |shade: f64| {
        let unit = app.metric.get().unit();
        let mark = legend::mark(unit, shade).replace('+', "");
        match unit {
            Unit::Bits | Unit::Nats if shade > 0.0 => format!("{mark} {}", legend::name(unit)),
            _ => mark,
        }
    };
    view! {
        <span class="ramp-legend caption num">
            {name} " " {move || end(0.0)} <span class="ramp"></span> {move || end(1.0)}
        </span>
    }
}
