//! The slices that the sampler left, end to end, and the random number on them. They stand beside the bars, and lie under them on a phone.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::dice::chosen_chip::ChosenButton;
use crate::components::dice::dice_bar;
use crate::components::dice::hand::Hand;
use crate::components::dice::pin::PinSlider;
use crate::components::dice::segments::{Segment, segments};
use crate::components::kit::format;
use crate::components::kit::padlock::Padlock;
use crate::components::kit::pointing::is_dimmed;
use crate::components::kit::show::Show;
use crate::components::step::in_words;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::state::App;
use crate::words::say;

/// What half of the chosen token takes of the axis, and what a number beside it takes: other numbers make room for both.
const CHIP: f64 = 0.12;
const NUMBER: f64 = 0.15;

/// How many tokens are left, the dice with its pin, and the token that it falls on.
#[component]
pub fn Odds(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let left = move || {
        shown.with(|s| {
            let sampling = &s.as_ref()?.view.sampling;
            let (left, all) = (sampling.processed.len(), sampling.distribution.d_vocab());
            Some(say().lesson_left(left as u64, all as u64).to_string())
        })
    };
    let is = move |what: Follows| shown.with(|s| s.as_ref().is_some_and(|s| s.follows == what));
    let u = Memo::new(move |_| shown.with(|s| s.as_ref().map_or(0.0, |s| s.view.sampling.draw.u)));
    let free = Signal::derive(move || {
        let stale = shown.with(|s| s.as_ref().is_none_or(|s| s.stale));
        is(Follows::Pending) && !stale && !app.locked(Control::Draw)
    });
    let hand = Hand::new(app, free, u.into());
    let given = Memo::new(move |_| is(Follows::Written));
    let says = Signal::derive(move || shown.with(|s| s.as_ref().map(falls).unwrap_or_default()));
    let range = move || {
        shown.with(|s| {
            let sampling = &s.as_ref()?.view.sampling;
            let (choice, u) = (sampling.choice, sampling.draw.u);
            Some(format::falls(choice.known_segment(), u))
        })
    };
    let chip = Memo::new(move |_| {
        shown.with(|s| {
            let s = s.as_ref()?;
            let text = format::token(s.vocab.bytes(s.chosen()));
            Some((s.chosen(), text, s.follows))
        })
    });
    view! {
        <p class="lesson-head odds-head">
            <span class="by-chain" data-testid="left">{left}</span>
            <span class="by-luck">
                {say().flow_dice().to_string()}
                <Show when=move || app.locked(Control::Draw)><Padlock says=say().locked_here().to_string() /></Show>
            </span>
        </p>
        <div class="odds" style=("--u", move || u.get().to_string())>
            {move || shown.get().map(|shown| view! { <Slices shown /> })}
            <div
                class="odds-dice"
                data-testid="dice"
                class:free=free
                node_ref=hand.bar
                on:pointerdown=move |ev| hand.take_hold(&ev)
                on:pointermove=move |ev| hand.follow(&ev)
                on:pointerup=move |_| hand.let_go()
                on:pointercancel=move |_| hand.let_go()
            >
                {move || (!given.get()).then(|| view! { <PinSlider hand u free says /> })}
                <span class="visually-hidden" data-testid="dice-range">{range}</span>
            </div>
            {move || chip.get().map(|(token, text, follows)| view! {
                <ChosenButton text follows {..} class:dimmed=is_dimmed(Some(token)) data-mark=token.to_string() />
            })}
        </div>
    }
}

/// The slices as bands with their names, as the bar of the dice, and the numbers beside it.
#[component]
fn Slices(
    /// The step on screen.
    shown: StepOnScreen,
) -> impl IntoView {
    let sampling = &shown.view.sampling;
    let drawn = shown.rolled_place();
    let all = segments(&sampling.processed, drawn);
    let written = shown.follows == Follows::Written;
    let band = |s: &Segment| {
        let (name, share) = (name(&shown, *s), s.high - s.low);
        let hit = s.place.is_some() && s.place == drawn;
        // How much of the slice the model alone gave, where it is that of one token.
        let was = s.place.and_then(|place| {
            let candidate = sampling.processed.list().get(place)?;
            let rank = sampling.distribution.rank(candidate.token)?;
            Some(
                (sampling.distribution.prob(rank) / share)
                    .min(1.0)
                    .to_string(),
            )
        });
        let said = format::known(s.share(), format::percent);
        let title = format!("{name}: {said}");
        let token = s
            .place
            .and_then(|place| Some(sampling.processed.list().get(place)?.token));
        view! {
            <div class="odds-slice" class:dimmed=is_dimmed(token) data-mark=token.map(|token| token.to_string()) class:chosen=hit class:luck=hit && !written style=("--from", s.low.to_string()) style=("--size", share.to_string())
                title=title>
                <span class="odds-band"><span class="odds-word">{name}</span><span class="odds-share num">{said}</span></span>
                <span class="odds-cut"></span>
                {was.map(|was| view! { <span class="odds-was" style=("--part", was)></span> })}
            </div>
        }
    };
    let (choice, u) = (sampling.choice, sampling.draw.u);
    let from = choice.low.min(u - CHIP) - NUMBER;
    let to = choice.high.max(u + CHIP) + NUMBER;
    let ticks = (0..=4u8).map(|quarter| f64::from(quarter) / 4.0);
    let ticks = ticks.filter(|tick| written || !(from..=to).contains(tick));
    let tick = |at: f64| {
        view! { <span class="odds-tick num" style=("--from", at.to_string())>{format::exactly(at)}</span> }
    };
    let edge = |class: &'static str, at: f64| {
        let words = format::known(choice.margin.of(at), |at| in_words::edge(at, u));
        view! { <span class=class style=("--from", at.to_string())>{words}</span> }
    };
    let edges = (!written).then(|| {
        (
            edge("odds-edge low num by-luck", choice.low),
            edge("odds-edge high num by-luck", choice.high),
        )
    });
    view! {
        <div class="odds-slices" aria-hidden="true">
            {all.iter().map(band).collect_view()}
            {ticks.map(tick).collect_view()}
            {edges}
        </div>
    }
}

/// The word of a slice, or how many tokens it stands for.
fn name(shown: &StepOnScreen, slice: Segment) -> String {
    match slice.place {
        Some(_) => format::bare(&dice_bar::name(shown, slice)).to_owned(),
        None => dice_bar::name(shown, slice),
    }
}

/// Where the random number falls, in words.
fn falls(shown: &StepOnScreen) -> String {
    let sampling = &shown.view.sampling;
    let (choice, u) = (sampling.choice, sampling.draw.u);
    let token = format::word(shown.vocab.bytes(choice.token));
    let share = format::known(choice.known_after(), format::percent);
    say()
        .flow_dice_says(format::draw(u, 3), token, share)
        .to_string()
}
