//! What the head on screen does for the next token: its probability without it.

use leptos::prelude::*;
use logitscope_core::Part;

use crate::choices::{Control, InsideView};
use crate::components::kit::format;
use crate::inspect::head_out::HeadOut;
use crate::state::App;
use crate::words::say;

/// A sentence, and a button that takes the head out; nothing while parts are off already.
#[component]
pub fn Bridge() -> impl IntoView {
    let app = expect_context::<App>();
    let (layer, head) = (app.inside.layer, app.inside.head);
    let whole = move || app.inside.interventions.with(|all| all.is_empty());
    let out = Memo::new(move |_| {
        app.of_step::<HeadOut>(|node| (node, layer.get(), head.get()))
            .map(|out| out.distribution.clone())
    });
    let sentence = move || {
        let out = out.get()?;
        app.step.with(|step| {
            let step = step.as_ref()?;
            let token = step.next.unwrap_or(step.sampling.choice.token);
            let own = &step.sampling.distribution;
            let before = format::percent(own.prob(own.rank(token)?));
            let after = format::percent(out.prob(out.rank(token)?));
            let name = app.token_text(token).trim().to_owned();
            Some(match before == after {
                true => say().head_out_same(name, before).to_string(),
                false => say().head_out(name, before, after).to_string(),
            })
        })
    };
    let take_out = move |_| {
        let part = Part::Head {
            layer: layer.get_untracked(),
            head: head.get_untracked(),
        };
        app.intervene(part, 0.0);
        app.look_inside(Some(InsideView::Ablation));
    };
    move || {
        whole().then(|| {
            view! {
                <span class="bridge" data-testid="head-out">{sentence}</span>
                " "
                <button class="button small" data-testid="take-out" disabled=move || app.locked(Control::Parts) on:click=take_out>
                    {say().head_take_out().to_string()}
                </button>
            }
        })
    }
}
