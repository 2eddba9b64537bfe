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
use crate::words::{Catalogue, Word, say};

/// Most tokens of each distribution that are compared.
const SHOWN: usize = 8;
/// The factors that can be chosen, with what they are called.
const FACTORS: [(f32, Word); 4] = [
    (0.0, Catalogue::factor_off),
    (0.5, Catalogue::factor_half),
    (2.0, Catalogue::factor_double),
    (4.0, Catalogue::factor_four),
];

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_the_model),
    Heading::Number(Catalogue::col_changed),
    Heading::Number(Catalogue::col_change),
];

/// What a part is called.
fn name(part: Part) -> String {
    match part {
        Part::Head { layer, head } => say()
            .part_head(layer.to_string(), head.to_string())
            .to_string(),
        Part::Attention { layer } => say().part_attention(layer.to_string()).to_string(),
        Part::Mlp { layer } => say().part_mlp(layer.to_string()).to_string(),
    }
}

/// What is off, and what is scaled: `Without layer 0 head 1, with layer 2 MLP × 0.5`.
pub(super) fn without(all: &Interventions) -> String {
    let list = |off: bool| {
        let own = all.iter().filter(|(_, factor)| (*factor == 0.0) == off);
        let word = |(part, factor): (Part, f32)| match off {
            true => name(part),
            false => say()
                .part_scaled(name(part), format::setting(factor.into()))
                .to_string(),
        };
        own.map(word).collect::<Vec<_>>().join(", ")
    };
    match (list(true), list(false)) {
        (off, scaled) if scaled.is_empty() => say().parts_off(off).to_string(),
        (off, scaled) if off.is_empty() => say().parts_scaled(scaled).to_string(),
        (off, scaled) => say().parts_off_and_scaled(off, scaled).to_string(),
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
    let cell = move |part: Part, label: Word| {
        let now = move || app.inside.interventions.with(|all| all.factor(part));
        let press = move |_| {
            app.intervene(part, pressed(now(), factor.get_untracked()));
        };
        let text = move || match now() {
            1.0 => label(&say()).to_string(),
            0.0 => say().part_is_off().to_string(),
            other => say().factor_now(format::setting(other.into())).to_string(),
        };
        view! {
            <td><button class="part" class:altered=move || now() != 1.0 aria-pressed=move || (now() != 1.0).to_string() aria-label=move || say().part_is(name(part), text()).to_string() title=name(part) data-testid="part" disabled=locked on:click=press>{text}</button></td>
        }
    };
    let rows = move || {
        let (n_layers, n_heads) = layers(app);
        let row = move |layer: u32| {
            let heads =
                (0..n_heads).map(|head| cell(Part::Head { layer, head }, Catalogue::part_on));
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
                    <th scope="row"><button class="mini-text" title=say().whole_layer().to_string() aria-label=say().whole_layer_of(layer.to_string()).to_string() data-testid="whole-layer" disabled=locked on:click=whole>{format!("L{layer}")}</button></th>
                    {heads.collect_view()}
                    {cell(Part::Attention { layer }, Catalogue::part_all)}
                    {cell(Part::Mlp { layer }, Catalogue::part_on)}
                </tr>
            }
        };
        (0..n_layers).map(row).collect_view()
    };
    let options = FACTORS.map(|(value, label)| {
        view! { <option value=value.to_string() selected=move || factor.get() == value>{label(&say()).to_string()}</option> }
    });
    let choose = move |value: String| {
        if let Ok(value) = value.parse() {
            factor.set(value);
        }
    };
    view! {
        <div class="attention-choice">
            <label>{say().press_a_part().to_string()} " "
                <select data-testid="part-factor" disabled=locked on:change:target=move |ev| choose(ev.target().value())>{options}</select>
            </label>
            <button class="button small" data-testid="parts-reset" disabled=move || !on() || locked() on:click=move |_| app.intervene_nothing()>{say().all_on_again().to_string()}</button>
        </div>
        <div class="lens-scroll" tabindex="0" role="region" aria-label=say().the_parts().to_string()>
            <table class="lens parts" data-testid="parts">
                <PartsHead attention=Catalogue::grid_attention />
                <tbody>{rows}</tbody>
            </table>
        </div>
        <Show when=on fallback=|| view! { <p class="muted waiting">{say().everything_is_on().to_string()}</p> }>
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
        let token = |id: TokenId| format::token(&app.token_bytes(id));
        let (parts, bits) = (without(&app.inside.interventions.get()), format::bits(kl));
        Some(match (own.choice.token, choice) {
            (own, other) if own == other => say().knocked_same(parts, bits, token(own)).to_string(),
            (own, other) => say()
                .knocked_other(parts, bits, token(other), token(own))
                .to_string(),
        })
    };
    let rows = move || {
        let altered: Arc<Altered> = altered.get()?;
        let step = app.step.get()?;
        let (own, other) = (&step.sampling.distribution, &altered.distribution);
        let top = |distribution: &logitscope_core::Distribution| {
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
        let prob = |distribution: &logitscope_core::Distribution, token| {
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
        <h3>{say().knocked_step().to_string()}</h3>
        <p class="heat-words" data-testid="knocked-words">{sentence}</p>
        <Show when=move || altered.with(Option::is_some) fallback=|| view! { <p class="muted waiting">{say().being_computed().to_string()}</p> }>
            <Table label=say().knocked_table().to_string() testid="knocked" whole=true columns=COLUMNS>{rows}</Table>
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
            of = say().rewrite_stale(of).to_string();
        }
        let compared = all.tokens.len().min(all.original.len());
        match all.first_difference() {
            Some(at) => say().rewritten_other(of, (at + 1).to_string()).to_string(),
            None if compared == 0 => say().rewritten_nothing(of).to_string(),
            None => say().rewritten_same(of, compared as u64).to_string(),
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
        <h3>{say().knocked_text().to_string()}</h3>
        <button class="button small" data-testid="rewrite" on:click=press>{move || if going() { say().rewrite_stop().to_string() } else { say().rewrite().to_string() }}</button>
        <span class="muted">" " {say().rewrite_how().to_string()}</span>
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
