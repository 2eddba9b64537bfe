//! What the colour of the text means, in one line; or the marks of what would be otherwise now.

use leptos::prelude::*;

use crate::components::kit::later::Later;
use crate::components::text::legend;
use crate::components::text::run_chart::label;
use crate::components::text::what_if;
use crate::state::{App, Metric, Unit};
use crate::words::say;

/// The name of what colours the text, and the values at both ends of the ramp. Where tokens would be others now, what their marks mean in its place.
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
    let changes = Memo::new(move |_| what_if::first_change(app).is_some());
    let marks = Later::asked_for(legend::fetch_marks);
    move || match changes.get() {
        // What the marks mean is asked for first.
        true => marks.get().map(|marks| marks()),
        false => Some(
            view! {
                <span class="ramp-legend caption num">
                    {name} " " {move || end(0.0)} <span class="ramp"></span> {move || end(1.0)}
                </span>
            }
            .into_any(),
        ),
    }
}
