//! What is said of a head: its name, its kind, and the measures that say so.

use leptos::prelude::*;
use logitscope_core::heads::{
    ABOVE_CHANCE, HeadKind, HeadMeasures, LEAST_QUERIES, Measure, NAMED_FROM,
};

use crate::components::kit::format;

/// The name of a head, counted from 0 as in the literature.
pub fn title(layer: u32, head: u32) -> String {
    format!("Layer {layer}, head {head}")
}

/// What a kind of head is called, and its letter.
pub fn kind_name(kind: HeadKind) -> (&'static str, &'static str) {
    match kind {
        HeadKind::Previous => ("previous token", "P"),
        HeadKind::First => ("first token", "F"),
        HeadKind::Induction => ("induction", "I"),
    }
}

/// What a kind of head does.
fn kind_sentence(kind: HeadKind) -> &'static str {
    match kind {
        HeadKind::Previous => "A previous-token head in this text. ",
        HeadKind::First => "A first-token head in this text. ",
        HeadKind::Induction => "An induction head in this text. ",
    }
}

/// The letters, and when a head gets one.
#[component]
pub fn Kinds() -> impl IntoView {
    let letter = |kind: HeadKind, what: &'static str| {
        let (_, letter) = kind_name(kind);
        view! { <b>{letter}</b>{format!(": {what}. ")} }
    };
    let rule = format!(
        "A head gets a letter if at least {LEAST_QUERIES} tokens of this text have such a place to look at, and it gives that place {:.0} % of their attention on average, and at least {:.0} points more than attention spread evenly would.",
        100.0 * NAMED_FROM,
        100.0 * ABOVE_CHANCE
    );
    view! {
        <p class="caption" data-testid="head-kinds">
            {letter(HeadKind::Previous, "looks at the token before")}
            {letter(HeadKind::First, "at the first token, which often means at nothing")}
            {letter(HeadKind::Induction, "at what followed the same token earlier")}
            {rule}
        </p>
    }
}

/// A measure with what it is compared with.
fn measured(name: &str, measure: Measure) -> String {
    let compared = match measure.queries < LEAST_QUERIES {
        true => format!("only {}", tokens(measure.queries)),
        false => format!(
            "a name from {}; over {}",
            format::percent_exact(measure.named_from()),
            tokens(measure.queries)
        ),
    };
    format!(
        "{name} {} (spread evenly {}; {compared})",
        format::percent_exact(measure.share),
        format::percent_exact(measure.chance)
    )
}

fn tokens(n: u32) -> String {
    format::counted(u64::from(n), "token", "tokens")
}

/// What the run shows of a head.
pub fn about(measures: &HeadMeasures, entropy_bits: Option<f64>) -> String {
    let named = measures.kind().map(|(kind, _)| kind_sentence(kind));
    let parts = [
        ("on the token before", measures.previous),
        ("on the first token", measures.first),
        ("on what followed the same token before", measures.induction),
    ];
    let parts = parts.map(|(name, measure)| measure.map(|measure| measured(name, measure)));
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        return "The text is too short to say what this head does.".into();
    }
    let entropy = entropy_bits.map(|bits| format!(" Entropy of a row: {}.", format::bits(bits)));
    format!(
        "{}Mean attention {}.{}",
        named.unwrap_or_default(),
        parts.join(", "),
        entropy.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_says_what_it_is_compared_with() {
        let measure = |queries| Measure {
            share: 0.75,
            chance: 0.25,
            queries,
        };
        let words = |queries| measured("there", measure(queries)).replace('\u{202f}', " ");
        assert_eq!(
            words(8),
            "there 75.0 % (spread evenly 25.0 %; a name from 55.0 %; over 8 tokens)"
        );
        assert_eq!(
            words(1),
            "there 75.0 % (spread evenly 25.0 %; only 1 token)"
        );
    }
}
