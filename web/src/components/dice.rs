//! The random draw on the cumulative distribution of the surviving tokens.

use leptos::prelude::*;

use super::format;
use super::segments::{self, Segment};
use super::shown::Shown;
use super::token_text::TokenText;
use super::twin::{Column, Twin};

const COLUMNS: &[Column] = &[
    Column::Text("Token"),
    Column::Number("Begins at"),
    Column::Number("Ends before"),
    Column::Number("Probability"),
    Column::Text("Pin"),
];

/// Height of the bar; the axis is below it.
const BAR: f64 = 44.0;

/// The bar of the surviving tokens, each as long as its probability, with a pin at `u`.
#[component]
pub fn Dice(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<Shown>>,
) -> impl IntoView {
    let u = move || shown.with(|s| s.as_ref().map_or(0.0, |s| s.view.outlook.draw.u));
    let bar = move || shown.get().map(|s| draw_bar(&s));
    let cells = Signal::derive(move || shown.with(|s| s.as_ref().map(cells).unwrap_or_default()));
    view! {
        <div class="dice-scale">
            <svg class="dice-bar" role="img" data-testid="dice" aria-label=move || label(shown)>
                {bar}
                {(0..=4).map(tick).collect_view()}
            </svg>
            <div class="dice-pin" data-testid="dice-pin" data-u=move || u().to_string() style=("--at", move || u().to_string())>
                <span>{move || format!("u = {:.4}", u())}</span>
            </div>
        </div>
        {move || shown.get().map(|s| view! { <DiceCaption shown=s /> })}
        <Twin caption="Segments of the bar" testid="table-twin-dice" columns=COLUMNS rows=cells />
    }
}

/// Where the pin stands, in numbers.
#[component]
fn DiceCaption(
    /// The step on screen.
    shown: Shown,
) -> impl IntoView {
    let outlook = &shown.view.outlook;
    let (choice, draw) = (outlook.choice, outlook.draw);
    let roll = (draw.roll > 0).then(|| format!(", rolled again {}×", draw.roll));
    view! {
        <p class="dice-caption num">
            <span class="mono" data-testid="dice-range">
                {format::place(choice.low, draw.u)} " ≤ " {format::place(draw.u, choice.high)} " < "
                {format::place(choice.high, draw.u)}
            </span>
            ", so the draw selects "
            <span class="tok chosen">
                <TokenText bytes=shown.vocab.bytes(choice.token).to_vec() />
            </span>
            ". "
            <span class="caption">
                {format!("The number comes from seed {}, position {}{}.", draw.seed, draw.position, roll.unwrap_or_default())}
            </span>
        </p>
    }
}

fn at(x: f64) -> String {
    format!("{:.4}%", 100.0 * x)
}

fn draw_bar(shown: &Shown) -> impl IntoView + use<> {
    let outlook = &shown.view.outlook;
    let chosen = outlook.choice.rank as usize;
    let shown = shown.clone();
    segments::segments(&outlook.sampled, chosen)
        .into_iter()
        .map(move |s| {
            let name = name(&shown, s);
            let hit = s.rank == Some(chosen);
            let fits = segments::label_class(name.chars().count(), s.high - s.low);
            let title = format!("{name}: {}", format::percent(s.high - s.low));
            let text = fits.map(|class| {
                let class = format!("{class}{}", if hit { " chosen" } else { "" });
                view! { <text class=class x=at((s.low + s.high) / 2.0) y=BAR / 2.0 + 4.5>{name}</text> }
            });
            view! {
                <rect
                    class="segment"
                    class:chosen=hit
                    class:odd=s.rank.is_some_and(|r| r % 2 == 1)
                    class:tail=s.rank.is_none()
                    x=at(s.low)
                    width=at(s.high - s.low)
                    height=BAR
                >
                    <title>{title}</title>
                </rect>
                {text}
            }
        })
        .collect_view()
}

fn tick(quarter: u8) -> impl IntoView {
    let x = f64::from(quarter) / 4.0;
    let class = ["axis-label first", "axis-label", "axis-label", "axis-label", "axis-label last"];
    view! {
        <line class="tick" x1=at(x) x2=at(x) y1=BAR y2=BAR + 5.0 />
        <text class=class[usize::from(quarter)] x=at(x) y=BAR + 18.0>{x.to_string()}</text>
    }
}

fn name(shown: &Shown, segment: Segment) -> String {
    match segment.rank {
        Some(rank) => format::token(shown.vocab.bytes(shown.view.outlook.ranked.token(rank))),
        None => format!("{} more", format::count(segment.tokens as u64)),
    }
}

fn label(shown: Signal<Option<Shown>>) -> String {
    shown.with(|s| {
        let Some(s) = s else { return String::new() };
        let (choice, draw) = (s.view.outlook.choice, s.view.outlook.draw);
        let token = format::token(s.vocab.bytes(choice.token));
        let count = format::counted(s.view.outlook.sampled.len() as u64, "token", "tokens");
        format!(
            "Cumulative bar of {count}. The draw u = {:.4} falls on “{token}”, from {:.4} to {:.4}.",
            draw.u, choice.low, choice.high
        )
    })
}

fn cells(shown: &Shown) -> Vec<Vec<String>> {
    let chosen = shown.view.outlook.choice.rank as usize;
    segments::segments(&shown.view.outlook.sampled, chosen)
        .into_iter()
        .map(|s| {
            let pin = if s.rank == Some(chosen) { "u is here" } else { "" };
            let places = [format!("{:.6}", s.low), format!("{:.6}", s.high)];
            let [low, high] = places;
            vec![name(shown, s), low, high, format::percent(s.high - s.low), pin.into()]
        })
        .collect()
}
