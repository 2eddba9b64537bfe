//! Parts of the model switched off or scaled: what becomes of the step, and of the text.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::{Interventions, Part, TokenId};

use super::parts::{PartsHead, layers};
use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::inspect::ablation::Altered;
use crate::state::{AblatedRun, App};

/// Most tokens of each distribution that are compared.
const SHOWN: usize = 8;
/// The factors that can be chosen, with what they are called.
const FACTORS: [(f32, &str); 4] = [
    (0.0, "off (× 0)"),
    (0.5, "half (× 0.5)"),
    (2.0, "double (× 2)"),
    (4.0, "× 4"),
];

const COLUMNS: &[Heading] = &[
    Heading::Text("Token"),
    Heading::Number("The model"),
    Heading::Number("Changed"),
    Heading::Number("Change in points"),
];

/// What a part is called.
fn name(part: Part) -> String {
    match part {
        Part::Head { layer, head } => format!("layer {layer} head {head}"),
        Part::Attention { layer } => format!("layer {layer} attention"),
        Part::Mlp { layer } => format!("layer {layer} MLP"),
    }
}

/// What is off, and what is scaled: `Without layer 0 head 1, with layer 2 MLP × 0.5`.
pub(super) fn without(all: &Interventions) -> String {
    let list = |off: bool| {
        let own = all.iter().filter(|(_, factor)| (*factor == 0.0) == off);
        let word = |(part, factor): (Part, f32)| match off {
            true => name(part),
            false => format!("{} × {factor}", name(part)),
        };
        own.map(word).collect::<Vec<_>>().join(", ")
    };
    match (list(true), list(false)) {
        (off, scaled) if scaled.is_empty() => format!("Without {off}"),
        (off, scaled) if off.is_empty() => format!("With {scaled}"),
        (off, scaled) => format!("Without {off}, with {scaled}"),
    }
}

/// The factor of a part once it is pressed: the one that is chosen, or 1 if it has that already.
fn pressed(now: f32, chosen: f32) -> f32 {
    if now == chosen { 1.0 } else { chosen }
}

/// The view.
#[component]
pub fn Ablation() -> impl IntoView {
    let app = expect_context::<App>();
    let factor = RwSignal::new(0.0f32);
    let locked = move || app.locked(Control::Parts);
    let on = move || !app.inside.interventions.with(|all| all.is_empty());
    let cell = move |part: Part, label: &'static str| {
        let now = move || app.inside.interventions.with(|all| all.factor(part));
        let press = move |_| {
            app.intervene(part, pressed(now(), factor.get_untracked()));
        };
        let text = move || match now() {
            1.0 => label.to_owned(),
            0.0 => "off".to_owned(),
            other => format!("× {other}"),
        };
        view! {
            <td><button class="part" class:altered=move || now() != 1.0 aria-pressed=move || (now() != 1.0).to_string() aria-label=move || format!("{}: {}", name(part), text()) title=name(part) data-testid="part" disabled=locked on:click=press>{text}</button></td>
        }
    };
    let rows = move || {
        let (n_layers, n_heads) = layers(app);
        let row = move |layer: u32| {
            let heads = (0..n_heads).map(|head| cell(Part::Head { layer, head }, "on"));
            let both = [Part::Attention { layer }, Part::Mlp { layer }];
            let whole = move |_| {
                let now = app.inside.interventions.get_untracked();
                let chosen = factor.get_untracked();
                let all_so = both.iter().all(|part| now.factor(*part) == chosen);
                let next = if all_so { 1.0 } else { chosen };
                both.iter().for_each(|part| app.intervene(*part, next));
            };
            view! {
                <tr>
                    <th scope="row"><button class="mini-text" title="The whole layer so, or on again" aria-label=format!("Layer {layer}, all of it so or on again") data-testid="whole-layer" disabled=locked on:click=whole>{format!("L{layer}")}</button></th>
                    {heads.collect_view()}
                    {cell(Part::Attention { layer }, "all")}
                    {cell(Part::Mlp { layer }, "on")}
                </tr>
            }
        };
        (0..n_layers).map(row).collect_view()
    };
    let options = FACTORS.map(|(value, label)| {
        view! { <option value=value.to_string() selected=move || factor.get() == value>{label}</option> }
    });
    let choose = move |value: String| {
        if let Ok(value) = value.parse() {
            factor.set(value);
        }
    };
    view! {
        <p class="caption">
            "Switch off a head, a layer’s attention or its MLP (zero ablation: what it would write into the residual stream is left out; or scaled) and see what the model says without it. The run on screen stays the model’s own; the numbers here are those of the model without these parts."
        </p>
        <div class="attention-choice">
            <label>"Press a part to set it: "
                <select data-testid="part-factor" disabled=locked on:change:target=move |ev| choose(ev.target().value())>{options}</select>
            </label>
            <button class="button small" data-testid="parts-reset" disabled=move || !on() || locked() on:click=move |_| app.intervene_nothing()>"All on again"</button>
        </div>
        <div class="lens-scroll" tabindex="0" role="region" aria-label="The parts of the model">
            <table class="lens parts" data-testid="parts">
                <PartsHead attention="attention" />
                <tbody>{rows}</tbody>
            </table>
        </div>
        <Show when=on fallback=|| view! { <p class="muted waiting">"Everything is on: this is the model itself."</p> }>
            <Compared />
            <Continued />
        </Show>
    }
}

/// The step's distribution with and without.
#[component]
fn Compared() -> impl IntoView {
    let app = expect_context::<App>();
    let altered = Memo::new(move |_| app.altered());
    let sentence = move || {
        let altered: Arc<Altered> = altered.get()?;
        let step = app.step.get()?;
        let own = &step.sampling;
        let kl = own.distribution.kl_bits(&altered.distribution);
        let choice = app.sampling_from(&altered.distribution)?.choice.token;
        let token = |id: TokenId| format!("“{}”", format::token(&app.token_bytes(id)));
        let chosen = match (own.choice.token, choice) {
            (own, other) if own == other => {
                format!("With the same dice it would still choose {}.", token(own))
            }
            (own, other) => format!(
                "With the same dice it would choose {} instead of {}.",
                token(other),
                token(own)
            ),
        };
        Some(format!(
            "{}: {} away from the model (KL). {chosen}",
            without(&app.inside.interventions.get()),
            format::bits(kl)
        ))
    };
    let rows = move || {
        let altered: Arc<Altered> = altered.get()?;
        let step = app.step.get()?;
        let (own, other) = (&step.sampling.distribution, &altered.distribution);
        let top = |distribution: &logitscope_core::FullDistribution| {
            (0..distribution.len().min(SHOWN))
                .map(|rank| distribution.token(rank))
                .collect::<Vec<_>>()
        };
        let mut tokens = top(own);
        tokens.extend(
            top(other)
                .into_iter()
                .filter(|t| !tokens.contains(t))
                .collect::<Vec<_>>(),
        );
        let prob = |distribution: &logitscope_core::FullDistribution, token| {
            distribution
                .rank(token)
                .map_or(0.0, |r| distribution.prob(r))
        };
        let row = |token: TokenId| {
            let (before, after) = (prob(own, token), prob(other, token));
            view! {
                <tr>
                    <td class="text"><span class="tok">{format::token(&app.token_bytes(token))}</span></td>
                    <td>{format::percent_exact(before)}</td>
                    <td>{format::percent_exact(after)}</td>
                    <td>{format::signed(100.0 * (after - before))}</td>
                </tr>
            }
        };
        Some(tokens.into_iter().map(row).collect_view())
    };
    view! {
        <h3>"This step without them"</h3>
        <p class="heat-words" data-testid="knocked-words">{sentence}</p>
        <Show when=move || altered.with(Option::is_some) fallback=|| view! { <p class="muted waiting">"Being computed …"</p> }>
            <Table label="The next token with and without these parts" testid="knocked" whole=true columns=COLUMNS>{rows}</Table>
        </Show>
    }
}

/// The text that the model writes without them.
#[component]
fn Continued() -> impl IntoView {
    let app = expect_context::<App>();
    let going = move || {
        app.inside
            .ablated_run
            .with(|all| all.as_ref().is_some_and(|all| all.going))
    };
    let press = move |_| {
        if going() {
            app.stop_ablated_run()
        } else {
            app.run_ablated()
        }
    };
    let words = move |all: &AblatedRun| {
        let stale = all.interventions != app.inside.interventions.get();
        let mut of = without(&all.interventions);
        if stale {
            of.push_str(" (before your last change)");
        }
        let compared = all.tokens.len().min(all.original.len());
        match all.first_difference() {
            Some(at) => format!("{of}: the first other token is number {}.", at + 1),
            None if compared == 0 => format!(
                "{of}. The run has nothing yet to compare it with: no token that was sampled under the settings of now."
            ),
            None if compared == 1 => format!("{of}: the first token is the same as in the run."),
            None => format!("{of}: the first {compared} tokens are the same as in the run."),
        }
    };
    let text = move || {
        let all = app.inside.ablated_run.get()?;
        let token = |(at, id): (usize, &TokenId)| {
            let other = all.original.get(at).is_some_and(|own| own != id);
            view! { <span class="rewritten" class:other=other data-testid="rewritten">{format::token(&app.token_bytes(*id))}</span> }
        };
        let tokens = all.tokens.iter().enumerate().map(token).collect_view();
        Some(view! {
            <p class="caption" data-testid="rewritten-words">{words(&all)}</p>
            <p class="rewritten-text">{tokens}</p>
        })
    };
    view! {
        <h3>"The text without them"</h3>
        <button class="button small" data-testid="rewrite" on:click=press>{move || if going() { "Stop" } else { "Continue the prompt without them" }}</button>
        <span class="muted">" with the same sampler and the same dice"</span>
        {text}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_takes_the_factor_that_is_chosen_and_pressed_again_it_is_on() {
        assert_eq!(pressed(1.0, 2.0), 2.0);
        assert_eq!(pressed(0.0, 2.0), 2.0);
        assert_eq!(pressed(2.0, 2.0), 1.0);
    }

    #[test]
    fn what_is_off_comes_before_what_is_scaled() {
        let words = |text: &str| without(&text.parse().expect("parts"));
        assert_eq!(words("L0H1,L2M"), "Without layer 0 head 1, layer 2 MLP");
        assert_eq!(words("L2A~0.5"), "With layer 2 attention × 0.5");
        assert_eq!(
            words("L2M~2,L0H1"),
            "Without layer 0 head 1, with layer 2 MLP × 2"
        );
    }
}
