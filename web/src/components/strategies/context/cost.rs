//! What a request like the run on screen costs where tokens are sold, at prices that the visitor sets.

use leptos::prelude::*;
use logitscope_core::context::cost::{Prices, Usage};

use super::Length;
use crate::choices::CostChoices;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// An amount of money, in no currency: as many digits as tell something.
fn money(x: f64) -> String {
    match x {
        0.0 => "0".to_owned(),
        x if x < 0.01 => format::decimals(x, 8).trim_end_matches('0').to_owned(),
        x if x < 1_000.0 => format::decimals(x, 4),
        x => format::count(x.round() as u64),
    }
}

/// The prices and what they come to.
#[component]
pub fn Cost(
    /// How long the run is.
    length: Memo<Option<Length>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let choices = app.strategies.cost;
    let price = move |name: String,
                      testid: &'static str,
                      get: fn(&Prices) -> f64,
                      set: fn(&mut Prices, f64)| {
        let bad = RwSignal::new(false);
        let take = move |text: String| {
            // With a point or a comma before its decimals, as in every number box.
            let read = CostChoices::price(&text.replace(',', "."));
            bad.set(read.is_none());
            if let Some(price) = read {
                choices.update(|all| set(&mut all.prices, price));
            }
        };
        view! {
            <label class="field">{name}
                <input type="text" inputmode="decimal" data-testid=testid aria-invalid=move || bad.get().then_some("true")
                    prop:value=move || format::exactly(get(&choices.get().prices)) on:change:target=move |ev| take(ev.target().value()) />
            </label>
        }
    };
    let bad_runs = RwSignal::new(false);
    let take_runs = move |text: String| {
        let read = CostChoices::times(&text);
        bad_runs.set(read.is_none());
        if let Some(runs) = read {
            choices.update(|all| all.runs = runs);
        }
    };
    let is_example = move || choices.get().prices == Prices::default();
    let reset = move |_| choices.update(|all| all.prices = Prices::default());
    view! {
        <section class="context-cost" aria-labelledby="context-cost">
            <h3 id="context-cost">{say().cost_title().to_string()}</h3>
            <div class="strategy-options">
                {price(say().cost_input().to_string(), "price-input", |p| p.input, |p, x| p.input = x)}
                {price(say().cost_cached().to_string(), "price-cached", |p| p.cached, |p, x| p.cached = x)}
                {price(say().cost_output().to_string(), "price-output", |p| p.output, |p, x| p.output = x)}
                <label class="field">{say().cost_runs().to_string()}
                    <input type="text" inputmode="numeric" data-testid="cost-runs" aria-invalid=move || bad_runs.get().then_some("true")
                        prop:value=move || choices.get().runs.to_string() on:change:target=move |ev| take_runs(ev.target().value()) />
                </label>
            </div>
            <p class="caption">
                {move || match is_example() {
                    true => say().cost_example().to_string(),
                    false => say().cost_own().to_string(),
                }}
                " "
                {move || (!is_example()).then(|| view! { <button class="button small plain" data-testid="cost-reset" on:click=reset>{say().cost_reset().to_string()}</button> })}
            </p>
            {move || length.get().map(|length| table(length, choices.get()))}
        </section>
    }
}

fn table(length: Length, choices: CostChoices) -> impl IntoView {
    let Length { prompt, output, .. } = length;
    let CostChoices { prices, runs } = choices;
    let columns = [
        (
            say().cost_this().to_string(),
            Usage::of(prompt, output, 1, true),
        ),
        (
            say().cost_many(runs).to_string(),
            Usage::of(prompt, output, runs, false),
        ),
        (
            say().cost_many_cached(runs).to_string(),
            Usage::of(prompt, output, runs, true),
        ),
    ];
    let head = |(name, _): &(String, Usage)| view! { <th scope="col">{name.clone()}</th> };
    let row = |name: String, kind: usize| {
        let cell = |(_, usage): &(String, Usage)| {
            let tokens = [usage.input, usage.cached, usage.output][kind];
            view! { <td class="num">{money(usage.costs(&prices)[kind])}<small>{format::tokens(tokens)}</small></td> }
        };
        view! { <tr><th scope="row" class="text">{name}</th>{columns.iter().map(cell).collect_view()}</tr> }
    };
    let sum = |(_, usage): &(String, Usage)| {
        let all: f64 = usage.costs(&prices).iter().sum();
        view! { <td class="num"><b>{money(all)}</b></td> }
    };
    view! {
        <table data-testid="cost-table">
            <thead><tr><th scope="col" class="text"><span class="visually-hidden">{say().cost_title().to_string()}</span></th>{columns.iter().map(head).collect_view()}</tr></thead>
            <tbody>
                {row(say().cost_input().to_string(), 0)}
                {row(say().cost_cached().to_string(), 1)}
                {row(say().cost_output().to_string(), 2)}
                <tr><th scope="row" class="text">{say().cost_sum().to_string()}</th>{columns.iter().map(sum).collect_view()}</tr>
            </tbody>
        </table>
        <p class="caption">{say().cost_about().to_string()}</p>
    }
}
