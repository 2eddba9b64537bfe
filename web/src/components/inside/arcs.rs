//! Attention as arcs over the text.

use leptos::prelude::*;
use web_sys::PointerEvent;

use super::head_view::HeadView;
use crate::browser;
use crate::components::kit::canvas;
use crate::components::kit::format;
use crate::components::kit::place;
use crate::state::App;
use crate::words::say;

/// Width of a token, in units of the view box, which are CSS pixels.
const TOKEN: f64 = 58.0;
/// Height of the arcs, in the same units.
const HEIGHT: f64 = 110.0;
/// Height of the line of text below them.
const TEXT: f64 = 22.0;
/// Weights below this have no arc.
const LEAST: f32 = 0.02;
/// Weights from this on have one also while another token looks.
const STRONG: f32 = 0.25;
/// Characters of a token that fit.
const CHARS: usize = 7;

/// The middle of a token.
fn middle(at: usize) -> f64 {
    (at as f64 + 0.5) * TOKEN
}

/// An arc from the token at `query` to that at `key`, as the data of a path; a small circle for a token that looks at itself.
fn arc(query: usize, key: usize, n: usize) -> String {
    let (from, to) = (middle(query), middle(key));
    if query == key {
        let left = from - 5.0;
        return format!("M{left:.1} {HEIGHT} A5 7 0 1 1 {:.1} {HEIGHT}", from + 5.0);
    }
    let (rx, widest) = ((from - to) / 2.0, (n.max(2) - 1) as f64);
    // The widest arc touches the top.
    let ry = (HEIGHT - 8.0) * ((query - key) as f64 / widest).sqrt();
    format!("M{to:.1} {HEIGHT} A{rx:.1} {ry:.1} 0 0 1 {from:.1} {HEIGHT}")
}

/// The first characters of a token.
fn short(text: &str) -> String {
    let mut chars = text.chars();
    let mut short: String = chars.by_ref().take(CHARS).collect();
    if chars.next().is_some() {
        short.pop();
        short.push('…');
    }
    short
}

/// Arcs from the token that looks to those that it looks at; strong ones of the others in grey.
#[component]
pub fn Arcs(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let app = expect_context::<App>();
    let tokens = Memo::new(move |_| view.layer.with(|l| l.tokens.clone()));
    let n = move || tokens.with(Vec::len);
    let weights = move |query: usize| {
        let head = view.head.get();
        view.layer.with(|layer| {
            let row = layer.rows.get(query).map(|row| row.pattern(head).to_vec());
            row.unwrap_or_default()
        })
    };
    let others = move || {
        let n = n();
        let of = move |query: usize| {
            let strong = weights(query).into_iter().enumerate();
            let strong = strong.filter(move |(key, weight)| *weight >= STRONG && *key != query);
            strong.map(move |(key, _)| arc(query, key, n))
        };
        let all: Vec<String> = (0..n).flat_map(of).collect();
        view! { <path class="arc faint" d=all.join(" ")></path> }
    };
    let own = move || {
        let (n, query) = (n(), view.query.get()?);
        let one = |(key, weight): (usize, f32)| {
            let strong = format!("{:.3}", weight.sqrt());
            view! {
                <path class="arc" data-testid="arc" style=("--w", strong) d=arc(query, key, n)>
                    <title>{format::percent_exact(f64::from(weight))}</title>
                </path>
            }
        };
        let seen = weights(query).into_iter().enumerate();
        let seen = seen.filter(|(_, weight)| *weight >= LEAST);
        Some(seen.map(one).collect_view())
    };
    // The one that looks and the one that did are told, and no other.
    let looks = Selector::new(move || view.query.get());
    let text = move || {
        let word = |(at, id): (usize, u32)| {
            let (name, looks) = (format::token(&app.token_bytes(id)), looks.clone());
            view! {
                <text class="arc-token" class:query=move || looks.selected(&Some(at)) x=format!("{:.1}", middle(at)) y=format!("{:.1}", HEIGHT + 15.0) data-at=at.to_string()>
                    {short(&name)}
                </text>
            }
        };
        tokens
            .get()
            .into_iter()
            .enumerate()
            .map(word)
            .collect_view()
    };
    let leave = move |ev: PointerEvent| {
        if !canvas::is_finger(&ev) {
            view.pointed.set(None);
        }
    };
    let point = move |ev: PointerEvent| match place::of(&ev) {
        Some((_, at)) => view.pointed.set(Some(at)),
        None => leave(ev),
    };
    let width = move || n() as f64 * TOKEN;
    // A long text opens at the step on screen.
    let at = Memo::new(move |_| view.step.get().unwrap_or(n().saturating_sub(1)));
    Effect::new(move |_| browser::scroll_sideways_soon("arcs-scroll", middle(at.get())));
    view! {
        <h3>{say().arcs().to_string()}</h3>
        <p class="caption">{say().arcs_about(format::percent_exact(f64::from(LEAST)), format::percent_exact(f64::from(STRONG))).to_string()}</p>
        <div class="arcs-scroll" id="arcs-scroll" tabindex="0" role="region" aria-label=say().arcs_region().to_string()>
            <svg class="arcs" data-testid="arcs" viewBox=move || format!("0 0 {} {}", width(), HEIGHT + TEXT) width=width height=HEIGHT + TEXT role="img" aria-label=say().arcs().to_string()
                on:pointerover=point on:pointerleave=leave>
                {others}
                {own}
                {text}
            </svg>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_arc_is_the_highest_and_a_token_that_looks_at_itself_has_a_loop() {
        assert_eq!(arc(4, 0, 5), "M29.0 110 A116.0 102.0 0 0 1 261.0 110");
        assert_eq!(arc(1, 0, 5), "M29.0 110 A29.0 51.0 0 0 1 87.0 110");
        assert!(arc(2, 2, 5).starts_with("M140.0 110 A5 7"));
    }

    #[test]
    fn a_long_token_is_cut() {
        assert_eq!(
            (short("␣capital").as_str(), short("␣Paris").as_str()),
            ("␣capit…", "␣Paris")
        );
    }
}
