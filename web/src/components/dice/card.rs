//! The random draw on the cumulative distribution of the surviving tokens.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::dice::dice_bar::{DiceAxis, DiceBar, name};
use crate::components::dice::dice_controls::DiceControls;
use crate::components::dice::hand::Hand;
use crate::components::dice::race::Race;
use crate::components::dice::segments;
use crate::components::glossary::opening::Opening;
use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::components::kit::token_text::TokenText;
use crate::components::kit::with_values::with_values;
use crate::components::sampler::seed::Seed;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;
use crate::words::{Catalogue, HERE, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_begins),
    Heading::Number(Catalogue::col_ends),
    Heading::Number(Catalogue::col_probability),
    Heading::Text(Catalogue::col_pin),
];

/// The bar of the surviving tokens, each as long as its probability, with a pin at `u`.
#[component]
pub fn Dice(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let u = move || shown.with(|s| s.as_ref().map_or(0.0, |s| s.view.sampling.draw.u));
    let app = expect_context::<App>();
    let open = move || {
        !app.locked(Control::Draw)
            && shown.with(|s| s.as_ref().is_some_and(|s| s.view.pending && !s.stale))
    };
    let hand = Hand::new(app, Signal::derive(open), Signal::derive(u));
    let cells = Signal::derive(move || shown.with(|s| s.as_ref().map(cells).unwrap_or_default()));
    view! {
        <Opening look=say().look_dice() tries=say().try_dice() />
        <div
            class="dice-scale"
            class:open=open
            node_ref=hand.bar
            on:pointerdown=move |ev| hand.take_hold(&ev)
            on:pointermove=move |ev| hand.follow(&ev)
            on:pointerup=move |_| hand.let_go()
            on:pointercancel=move |_| hand.let_go()
        >
            <svg class="dice-bar" role="img" data-testid="dice" aria-label=move || label(shown)>
                {move || shown.get().map(|shown| view! { <DiceBar shown /> })}
                <DiceAxis />
            </svg>
            <div class="dice-pin" data-testid="dice-pin" data-u=move || u().to_string() style=("--at", move || u().to_string())>
                <span>{move || say().dice_pin(format::draw(u(), 4)).to_string()}</span>
            </div>
        </div>
        {move || shown.get().map(|s| view! { <DiceCaption shown=s /> })}
        <DiceControls shown />
        <div class="seed">
            <Seed labelled=true />
            <p class="caption">{say().dice_seed().to_string()}</p>
        </div>
        <Race shown />
        <TableTwin caption=say().dice_table().to_string() testid="table-twin-dice" columns=COLUMNS rows=cells />
    }
}

/// Where the pin stands, in numbers.
#[component]
fn DiceCaption(
    /// The step on screen.
    shown: StepOnScreen,
) -> impl IntoView {
    let sampling = &shown.view.sampling;
    let (choice, draw) = (sampling.choice, sampling.draw);
    let (seed, position) = (draw.seed.to_string(), draw.position.to_string());
    let from = match (draw.by_hand, draw.roll) {
        (true, _) => say().dice_by_hand().to_string(),
        (_, 0) => say().dice_from(seed, position).to_string(),
        (_, roll) => say()
            .dice_from_rolled(seed, position, roll.to_string())
            .to_string(),
    };
    let [range, token, source, ..] = HERE;
    let places = view! {
        <span class="mono" data-testid="dice-range">
            {format::falls(choice.known_segment(), draw.u)}
        </span>
    };
    let chosen = view! {
        <span class="tok chosen">
            <TokenText bytes=shown.vocab.bytes(choice.token).to_vec() />
        </span>
    };
    let from = view! { <span class="caption">{from}</span> };
    let values = [places.into_any(), chosen.into_any(), from.into_any()];
    view! {
        <p class="dice-caption num">{with_values(&say().dice_selects(range, token, source), values)}</p>
    }
}

fn label(shown: Signal<Option<StepOnScreen>>) -> String {
    shown.with(|s| {
        let Some(s) = s else { return String::new() };
        let (choice, draw) = (s.view.sampling.choice, s.view.sampling.draw);
        let token = format::token(s.vocab.bytes(choice.token));
        let count = s.view.sampling.processed.len() as u64;
        let decimals = |x| format::decimals(x, 4);
        let edges = choice.known_segment();
        let [low, high] = edges.map(|edge| format::known(edge, decimals));
        let u = decimals(draw.u);
        say().dice_label(count, u, token, low, high).to_string()
    })
}

fn cells(shown: &StepOnScreen) -> Vec<Vec<String>> {
    let chosen = shown.rolled_place();
    segments::segments(&shown.view.sampling.processed, chosen)
        .into_iter()
        .map(|s| {
            let hit = s.place.is_some() && s.place == chosen;
            let pin = hit.then(|| say().dice_here().to_string());
            let decimals = |edge| format::known(edge, |x| format::decimals(x, 6));
            let [low, high] = s.edges().map(decimals);
            vec![
                name(shown, s),
                low,
                high,
                format::known(s.share(), format::percent_exact),
                pin.unwrap_or_default(),
            ]
        })
        .collect()
}
