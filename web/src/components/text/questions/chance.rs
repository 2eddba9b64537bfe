//! What chance decides, and how the same comes again.

use leptos::prelude::*;
use logitscope_core::{Choice, Draw};

use super::act::{GoThere, Place};
use crate::choices::Station;
use crate::components::glossary::explained::Explained;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The draw, where it comes from, and what it falls on.
fn drawn(draw: &Draw, choice: &Choice, token: String) -> String {
    let u = format::draw(draw.u, 3);
    let [low, high] = choice.known_segment();
    let low = format::known(low, |x| format::draw(x, 3));
    let high = format::known(high, |x| format::decimals(x, 3));
    match draw.by_hand {
        true => say().answer_random_by_hand(u, token, low, high),
        false => say().answer_random_here(
            draw.seed.to_string(),
            draw.position.to_string(),
            (draw.roll + 1).to_string(),
            u,
            token,
            low,
            high,
        ),
    }
    .to_string()
}

/// What is random, and how do I get the same text again?
#[component]
pub fn WhatIsRandom(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let here = move || {
        let step = app.step.get()?;
        let choice = step.sampling.choice;
        let token = format::word(&app.token_bytes(choice.token));
        let text = drawn(&step.sampling.draw, &choice, token);
        Some(view! { <p><Explained text /></p> })
    };
    view! {
        <div class="answer" data-testid="answer-random">
            <p>{say().answer_random().to_string()}</p>
            {here}
            <p>{say().answer_random_again().to_string()}</p>
            <p class="chips">
                <button class="button small" data-testid="answer-link" on:click=move |_| app.copy_link()>{say().copy_link().to_string()}</button>
                <GoThere menu place=Place::Station(Station::Dice) words=say().answer_dice() />
            </p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::dice::Stream;

    #[test]
    fn the_draw_is_told_with_what_it_comes_from_and_where_it_falls() {
        let mut draw = Draw::new(7, 5, Stream::Token, 1);
        let choice = Choice {
            token: 3,
            rank: 1,
            logit: 13.38,
            prob_before: 0.15,
            prob_after: 0.2,
            margin: Default::default(),
            low: 0.58,
            high: 0.7684,
        };
        draw.u = 0.7119;
        let found = drawn(&draw, &choice, "wolf".into());
        let found = found.replace("‹seed:seed›", "seed");
        for part in [
            "seed 7",
            "position 5",
            "roll 2",
            "0.712",
            "“wolf”",
            "0.580",
            "0.768",
        ] {
            assert!(found.contains(part), "{part}: {found}");
        }
        draw.by_hand = true;
        let found = drawn(&draw, &choice, "wolf".into());
        assert!(
            found.contains("0.712") && !found.contains("position"),
            "{found}"
        );
    }
}
