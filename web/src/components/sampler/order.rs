//! What another order of the chain would change, said before it is tried.

use leptos::prelude::*;
use logitscope_core::chain::Kind;

use crate::components::kit::format;
use crate::state::{App, OtherOrder};
use crate::words::say;

/// A button that turns the order, and what it would do.
#[component]
pub fn TryOtherOrder() -> impl IntoView {
    let app = expect_context::<App>();
    let other = Memo::new(move |_| app.other_order());
    let closed = move || app.chain_locked() || app.settings.with(|s| s.chain.acting().count() < 2);
    view! {
        <p class="other-order">
            <button class="button small" data-testid="other-order" disabled=closed title=say().sampler_order_why().to_string()
                on:click=move |_| app.try_other_order()>{say().sampler_order().to_string()}</button>
            <span class="caption" data-testid="other-order-says">
                {move || other.with(|other| other.as_ref().map(|other| sentence(other, &app.token_text(other.token))))}
            </span>
        </p>
    }
}

/// What the order would change, for `token`.
fn sentence(other: &OtherOrder, token: &str) -> String {
    let mut acting = other.chain.stages().iter().filter(|stage| stage.on);
    let is_temperature = |kind: Kind| kind == Kind::Temperature;
    let order = match acting.position(|s| is_temperature(s.sampler.kind())) {
        Some(0) => say().sampler_temperature_first().to_string(),
        Some(_) => say().sampler_temperature_last().to_string(),
        None => say().sampler_turned_around().to_string(),
    };
    let (now, then) = other.survivors;
    let (before, after) = (
        format::known(other.prob.0, format::percent),
        match other.prob.1 {
            p if p.middle() > 0.0 => format::known(p, format::percent),
            _ => say().sampler_cut().to_string(),
        },
    );
    let token = token.trim().to_owned();
    match (now == then, before == after) {
        (true, true) => say().sampler_order_same(order).to_string(),
        (true, false) => say()
            .sampler_order_shares(order, u64::from(now), token, after, before)
            .to_string(),
        (false, true) => say()
            .sampler_order_counts(order, u64::from(then), format::count(now.into()))
            .to_string(),
        (false, false) => say()
            .sampler_order_keeps(
                order,
                u64::from(then),
                format::count(now.into()),
                token,
                after,
                before,
            )
            .to_string(),
    }
}
