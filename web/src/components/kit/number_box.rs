//! A number box. When it is left, what it shows is what is in effect.

use super::format;
use crate::browser;
use crate::words::say;
use leptos::html::Input;
use leptos::prelude::*;

/// What a number box accepts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// From press to press of its arrows.
    pub step: f64,
    /// Whether only whole numbers are taken.
    pub whole: bool,
}

impl Range {
    /// Whole numbers from `min` on.
    pub fn whole_from(min: u32) -> Self {
        Range {
            min: min.into(),
            max: u32::MAX.into(),
            step: 1.0,
            whole: true,
        }
    }

    /// Whether `value` is one of them.
    fn holds(self, value: f64) -> bool {
        (self.min..=self.max).contains(&value) && !(self.whole && value.fract() != 0.0)
    }

    /// The nearest one; `None` to what is no number.
    fn nearest(self, value: f64) -> Option<f64> {
        let round = if self.whole { value.round() } else { value };
        (!value.is_nan()).then(|| round.clamp(self.min, self.max))
    }

    /// In words.
    fn words(self) -> String {
        let (min, max) = (sign(self.min), sign(self.max));
        match (self.whole, self.max == f64::from(u32::MAX)) {
            (true, true) => say().whole_from(min).to_string(),
            (true, false) => say().whole_any(min, max).to_string(),
            (false, true) => say().number_from(min).to_string(),
            (false, false) => say().number_any(min, max).to_string(),
        }
    }
}

/// A number with a minus instead of a hyphen.
fn sign(x: f64) -> String {
    format::exactly(x).replace('-', "−")
}

/// What was typed, and what is said of it.
#[derive(Debug, Clone, PartialEq)]
struct Typed {
    value: f64,
    problem: Option<String>,
}

/// The number that was typed, with a point or a comma before its decimals.
fn number(text: &str) -> Option<f64> {
    browser::number(&text.trim().replace(',', "."))
}

/// Takes what was typed for good: the number itself, or the nearest one that is accepted; what is no number gives `before` back.
fn settle(text: &str, range: Range, before: f64) -> Typed {
    let typed = number(text);
    let (value, problem) = match typed.and_then(|typed| Some((typed, range.nearest(typed)?))) {
        Some((typed, _)) if range.holds(typed) => (typed, None),
        Some((typed, used)) => {
            let words = say().number_wrong(sign(typed), range.words(), sign(used));
            (used, Some(words.to_string()))
        }
        None => {
            let words = say().number_none(range.words(), sign(before)).to_string();
            (before, Some(words))
        }
    };
    Typed { value, problem }
}

/// A number box, and under it what was wrong with what was typed.
#[component]
pub fn NumberBox(
    /// Its name in the document.
    id: String,
    /// Its name for the browser suite.
    testid: String,
    /// What it accepts.
    range: Range,
    /// Its value.
    #[prop(into)]
    value: Signal<f64>,
    /// How it shows the value.
    #[prop(default = |x| x.to_string())]
    show: fn(f64) -> String,
    /// Whether every key counts; else only what is there when it is left, or after Enter.
    #[prop(default = true)]
    live: bool,
    /// Changes the value.
    on_change: Callback<f64>,
    /// Whether it is read-only.
    #[prop(into)]
    locked: Signal<bool>,
) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let before = StoredValue::new(0.0);
    let type_in = move |text: String| {
        let typed = number(&text);
        let typed = typed.filter(|typed| range.holds(*typed));
        problem.set(None);
        wrong.set(typed.is_none());
        if let Some(typed) = typed.filter(|_| live) {
            on_change.run(typed);
        }
    };
    let leave = move |input: web_sys::HtmlInputElement| {
        // A box that goes with what was typed in it is told so when its state is gone.
        let Some(was) = before.try_get_value() else {
            return;
        };
        let typed = settle(&input.value(), range, was);
        wrong.set(false);
        on_change.run(typed.value);
        // The value may be the one it had: then nobody else changes the box.
        input.set_value(&show(typed.value));
        problem.set(typed.problem);
        before.set_value(typed.value);
    };
    let node = NodeRef::<Input>::new();
    // What is being typed stays as it is typed: “0.” is on its way to 0.5.
    Effect::new(move |_| {
        let value = value.get();
        let Some(input) = node.get() else { return };
        if number(&input.value()) != Some(value) {
            input.set_value(&show(value));
        }
    });
    view! {
        <input
            node_ref=node
            id=id
            type="number"
            min=range.min.to_string()
            max=range.max.to_string()
            step=range.step.to_string()
            data-testid=testid.clone()
            aria-invalid=move || wrong.get().to_string()
            disabled=locked
            on:focus=move |_| before.set_value(value.get_untracked())
            on:input:target=move |ev| type_in(ev.target().value())
            on:change:target=move |ev| leave(ev.target())
        />
        <p class="field-error box-error" role="alert" data-testid=format!("{testid}-problem")>{move || problem.get()}</p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_becomes_the_nearest_value_and_what_is_no_number_the_one_before() {
        let unit = Range {
            min: 0.0,
            max: 1.0,
            step: 0.05,
            whole: false,
        };
        for (range, text, value, words) in [
            (
                unit,
                "5",
                1.0,
                Some("5 is not a number from 0 to 1: now 1."),
            ),
            (unit, "-0.5", 0.0, Some("−0.5 is not")),
            (unit, "1e999", 1.0, Some("now 1.")),
            (unit, "", 0.25, Some("0.25 again")),
            (unit, "NaN", 0.25, Some("0.25 again")),
            (unit, " 0.5 ", 0.5, None),
            (
                Range::whole_from(1),
                "1.6",
                2.0,
                Some("a whole number, 1 or more: now 2."),
            ),
            (Range::whole_from(1), "1e9", 1e9, None),
            (
                Range::whole_from(0),
                "1e12",
                4294967295.0,
                Some("now 4294967295."),
            ),
        ] {
            let typed = settle(text, range, 0.25);
            assert_eq!(typed.value, value, "{text}");
            let said = typed.problem.as_deref();
            assert_eq!(said.is_some(), words.is_some(), "{text}: {said:?}");
            assert!(said.unwrap_or("").contains(words.unwrap_or("")), "{said:?}");
        }
    }
}
