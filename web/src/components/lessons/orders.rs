//! Things to be put in order.

use leptos::prelude::*;
use logitscope_lesson::{Quantity, Unknown};

use super::judged::{number, why};
use super::tasks::{Awaits, NotYet};
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::state::App;
use crate::words::say;

/// What is to be put in order, the largest first: each can go up, and is checked by the step on screen.
#[component]
pub fn Order(
    /// What.
    of: Vec<Quantity>,
    /// Called when they are in order.
    solved: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let all = StoredValue::new(of);
    let order = RwSignal::new((0..all.with_value(Vec::len)).collect::<Vec<usize>>());
    let wrong = RwSignal::new(false);
    let awaits = RwSignal::new(None::<String>);
    let up = move |at: usize| {
        wrong.set(false);
        awaits.set(None);
        order.update(|order| order.swap(at - 1, at));
    };
    let check = move |_| {
        let values: Option<Result<Vec<f64>, Unknown>> = untrack(|| {
            let value = |&at: &usize| all.with_value(|all| number(app, &all[at]));
            order.with(|order| order.iter().map(value).collect())
        });
        let Some(values) = values else { return };
        awaits.set(values.as_ref().err().map(why));
        let falls = values.map(|values| values.windows(2).all(|pair| pair[0] >= pair[1]));
        wrong.set(falls == Ok(false));
        if falls == Ok(true) {
            solved.run(());
        }
    };
    let rows = move || {
        let rows = order.get().into_iter().enumerate().map(|(at, of)| {
            let word = all.with_value(|all| name(&all[of]));
            view! {
                <li data-testid="lesson-ordered">
                    <button class="button small plain" disabled=at == 0 aria-label=say().lessons_up(word.clone()).to_string() on:click=move |_| up(at)>
                        <Icon shape=Shape::Up />
                    </button>
                    {word}
                </li>
            }
        });
        rows.collect_view()
    };
    view! {
        <ol class="lesson-order">{rows}</ol>
        <button class="button small" data-testid="lesson-check" on:click=check>{say().lessons_check().to_string()}</button>
        <NotYet when=wrong.into() />
        <Awaits why=awaits.into() />
    }
}

/// The token of a quantity, or the quantity as it is written.
fn name(quantity: &Quantity) -> String {
    match quantity {
        Quantity::Prob(text)
        | Quantity::Model(text)
        | Quantity::Logit(text)
        | Quantity::Rank(text)
        | Quantity::Attends(text)
        | Quantity::Lens(text)
        | Quantity::Altered(text)
        | Quantity::AlteredRank(text)
        | Quantity::Lane(_, text)
        | Quantity::FirstLead(text) => format::quoted(format::word(text.as_bytes())),
        other => other.to_string(),
    }
}
