//! What is said of a head: its name, its kind, and the measures that say so.

use leptos::prelude::*;
use logitscope_core::heads::{
    ABOVE_CHANCE, HeadKind, HeadMeasures, LEAST_QUERIES, Look, Measure, NAMED_FROM,
};

use crate::components::kit::format;
use crate::words::{Message, say};

/// The name of a head, counted from 0 as in the literature.
pub fn title(layer: u32, head: u32) -> String {
    say()
        .head_title(layer.to_string(), head.to_string())
        .to_string()
}

/// What a kind of head is called, and its letter.
pub fn kind_name(kind: HeadKind) -> (String, &'static str) {
    match kind {
        HeadKind::Previous => (say().head_previous().to_string(), "P"),
        HeadKind::First => (say().head_first().to_string(), "F"),
        HeadKind::Induction => (say().head_induction().to_string(), "I"),
    }
}

/// Where the head `(layer, head)` looks from the token `from` at place `query`: at `to`.
pub fn look_words(
    (layer, head): (u32, u32),
    look: Look,
    query: usize,
    from: String,
    to: String,
) -> Message {
    let share = format::percent(f64::from(look.share));
    let (layer, head) = (layer.to_string(), head.to_string());
    match look {
        _ if look.followed => say().head_follows(layer, head, from, to, share),
        _ if look.place == query => say().head_looks_at_itself(layer, head, from, share),
        _ if look.place == 0 => say().head_looks_at_first(layer, head, from, to, share),
        _ => say().head_looks(layer, head, from, to, share),
    }
}

/// The letters, and when a head gets one.
#[component]
pub fn Kinds() -> impl IntoView {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let rule = say().head_kinds_rule(
        LEAST_QUERIES.to_string(),
        percent(NAMED_FROM),
        percent(ABOVE_CHANCE),
    );
    view! {
        <p class="caption" data-testid="head-kinds">
            {format::sentences([say().head_kinds().to_string(), rule.to_string()])}
        </p>
    }
}

/// A measure with what it is compared with.
fn measured(name: String, measure: Measure) -> String {
    let tokens = u64::from(measure.queries);
    let compared = match measure.queries < LEAST_QUERIES {
        true => say().head_few(tokens).to_string(),
        false => say()
            .head_named_from(format::percent_exact(measure.named_from()), tokens)
            .to_string(),
    };
    let (share, chance) = (
        format::percent_exact(measure.share),
        format::percent_exact(measure.chance),
    );
    say()
        .head_measured(name, share, chance, compared)
        .to_string()
}

/// What the run shows of a head.
pub fn about(measures: &HeadMeasures, entropy_bits: Option<f64>) -> String {
    let named = measures
        .kind()
        .map(|(kind, _)| say().head_is(kind_name(kind).0).to_string());
    let parts = [
        (say().head_on_the_one_before(), measures.previous),
        (say().head_on_the_first(), measures.first),
        (say().head_on_what_followed(), measures.induction),
    ];
    let parts = parts.map(|(name, measure)| Some(measured(name.to_string(), measure?)));
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        return say().head_text_too_short().to_string();
    }
    let entropy = entropy_bits.map(|bits| say().head_entropy(format::bits(bits)).to_string());
    let sentences = [
        named,
        Some(say().head_mean(parts.join(", ")).to_string()),
        entropy,
    ];
    format::sentences(sentences.into_iter().flatten())
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
        let words = |queries| measured("there".into(), measure(queries)).replace('\u{202f}', " ");
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
