//! What the colours of the text mean.

use leptos::prelude::*;
use logitscope_core::math;
use logitscope_core::what_if::Verdict;

use crate::components::kit::format;
use crate::components::kit::later::bundled;
use crate::state::{App, MOST_BITS, MOST_NATS, Unit};
use crate::words::{Message, say};

/// How many colours the scale shows.
const STEPS: u32 = 6;

/// The scale of what the text is coloured by, and the marks of its tokens.
#[component]
pub fn Legend() -> impl IntoView {
    let app = expect_context::<App>();
    let unit = Memo::new(move |_| app.metric.get().unit());
    let step = move |at: u32| {
        let shade = f64::from(at) / f64::from(STEPS - 1);
        view! { <span style=("--s", shade.to_string())>{move || mark(unit.get(), shade)}</span> }
    };
    view! {
        <div class="legend">
            <span class="legend-item">
                {move || name(unit.get())}
                <span class="legend-scale" data-testid="legend-scale">{(0..STEPS).map(step).collect_view()}</span>
            </span>
            <span class="legend-item"><span class="token prompt unscored sample">{say().legend_prompt().to_string()}</span></span>
            <span class="legend-item"><span class="token forced sample">{say().legend_forced().to_string()}</span></span>
        </div>
    }
}

/// What the marks of tokens mean that would be others now.
#[component]
fn MarksOfNow() -> impl IntoView {
    let app = expect_context::<App>();
    let told = move |verdict: Verdict| {
        app.told
            .with(|told| told.values().any(|t| t.verdict() == verdict))
    };
    let sample = move |verdict: Verdict, says: Message| {
        let cut = verdict == Verdict::Impossible;
        told(verdict).then(|| view! { <span class="token sample" class:impossible=cut class:would-change=!cut>{says.to_string()}</span> })
    };
    view! {
        <span class="legend-item" data-testid="marks-of-now">
            {move || sample(Verdict::Other, say().legend_would_change())}
            {move || sample(Verdict::Impossible, say().legend_would_be_cut())}
        </span>
    }
}

bundled!(stations, /// The marks of what would be otherwise now.
pub fetch_marks, marks: fn() -> AnyView = || view! { <MarksOfNow /> }.into_any());

/// What the scale counts.
pub fn name(unit: Unit) -> String {
    match unit {
        Unit::Bits => say().unit_bits().to_string(),
        Unit::Probability => say().unit_probability().to_string(),
        Unit::Rank => say().unit_rank().to_string(),
        Unit::Nats => say().unit_nats().to_string(),
    }
}

/// The value of a colour, 0..=1, of the scale.
pub fn mark(unit: Unit, shade: f64) -> String {
    let more = if shade == 1.0 { "+" } else { "" };
    match unit {
        Unit::Bits => format!("{}{more}", MOST_BITS * shade),
        Unit::Probability => format::axis_percent(1.0 - shade),
        Unit::Rank => format!("{}{more}", math::exp2(MOST_BITS * shade).round()),
        Unit::Nats => format!("{}{more}", -MOST_NATS * shade + 0.0).replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Metric;

    #[test]
    fn the_marks_are_the_values_that_have_the_colour() {
        let marks = |unit| [0.0, 0.2, 1.0].map(|shade| mark(unit, shade).replace('\u{202f}', " "));
        assert_eq!(marks(Unit::Bits), ["0", "2", "10+"]);
        assert_eq!(marks(Unit::Probability), ["100 %", "80 %", "0 %"]);
        assert_eq!(marks(Unit::Rank), ["1", "4", "1024+"]);
        assert_eq!(marks(Unit::Nats), ["0", "−40", "−200+"]);
        assert_eq!(Metric::Rank.shade(4.0), 0.2);
        assert_eq!(Metric::LogProb.shade(-40.0), 0.2);
    }
}
