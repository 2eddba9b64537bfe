//! The lists of a sampler: tokens that are banned, biases, texts that break a repetition.

use leptos::prelude::*;
use logitscope_core::chain::{Sampler, Stage};

/// A text box for the list of a stage, if its sampler has one.
#[component]
pub fn StageLists(
    /// The stage.
    #[prop(into)]
    stage: Signal<Option<Stage>>,
    /// Changes the sampler.
    on_change: Callback<Sampler>,
    /// Whether an embedding page made it read-only.
    #[prop(into)]
    locked: Signal<bool>,
) -> impl IntoView {
    let wrong = RwSignal::new(false);
    let listed = Memo::new(move |_| stage.with(|s| s.as_ref().and_then(|s| list(&s.sampler))));
    let kind = Memo::new(move |_| listed.with(|l| l.as_ref().map(|(kind, _)| *kind)));
    let type_in = move |text: String| {
        let Some(stage) = stage.get_untracked() else {
            return;
        };
        let changed = read(stage.sampler, &text).filter(|s| s.check().is_ok());
        wrong.set(changed.is_none());
        if let Some(sampler) = changed {
            on_change.run(sampler);
        }
    };
    move || {
        let (name, label, hint) = kind.get()?;
        let value =
            move || listed.with(|l| l.as_ref().map(|(_, text)| text.clone()).unwrap_or_default());
        Some(view! {
            <label class="stage-list">
                <span>{label}</span>
                <input type="text" data-testid=name placeholder=hint disabled=locked aria-invalid=move || wrong.get().to_string()
                    prop:value=value on:change:target=move |ev| type_in(ev.target().value()) />
            </label>
        })
    }
}

/// Name, label and an example.
type Kind = (&'static str, &'static str, &'static str);

/// What is in the list, as it is typed.
fn list(sampler: &Sampler) -> Option<(Kind, String)> {
    let joined = |parts: Vec<String>| parts.join(" ");
    match sampler {
        Sampler::Banned { tokens } => Some((
            ("banned-list", "Token ids", "262 5"),
            joined(tokens.iter().map(u32::to_string).collect()),
        )),
        Sampler::LogitBias { bias } => Some((
            ("logit_bias-list", "Token id : bias", "262:-2 5:1.5"),
            joined(
                bias.iter()
                    .map(|(token, bias)| format!("{token}:{bias}"))
                    .collect(),
            ),
        )),
        Sampler::Dry { breakers, .. } => Some((
            (
                "dry-breakers",
                "Breakers, separated by spaces",
                "\\n : \" *",
            ),
            joined(
                breakers
                    .iter()
                    .map(|text| text.replace('\n', "\\n"))
                    .collect(),
            ),
        )),
        _ => None,
    }
}

/// The sampler with a list as it was typed; `None` if that cannot be read.
fn read(mut sampler: Sampler, text: &str) -> Option<Sampler> {
    let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
    match &mut sampler {
        Sampler::Banned { tokens } => {
            *tokens = words.map(|word| word.parse().ok()).collect::<Option<_>>()?
        }
        Sampler::LogitBias { bias } => {
            let pair = |word: &str| {
                let (token, bias) = word.split_once(':')?;
                Some((token.parse().ok()?, bias.parse().ok()?))
            };
            *bias = words.map(pair).collect::<Option<_>>()?;
        }
        Sampler::Dry { breakers, .. } => {
            *breakers = text
                .split_whitespace()
                .map(|word| word.replace("\\n", "\n"))
                .collect();
        }
        _ => words.next().map_or(Some(()), |_| None)?,
    }
    Some(sampler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_shown() {
        for (sampler, text) in [
            (Sampler::Banned { tokens: vec![] }, "5 262"),
            (Sampler::LogitBias { bias: vec![] }, "5:-1.5 262:100"),
            (Sampler::conventional("dry").expect("it exists"), "\\n ; *"),
        ] {
            let sampler = read(sampler, text).expect("it can be read");
            assert_eq!(list(&sampler).expect("it has a list").1, text);
        }
        for text in ["x", "5:1", "-1"] {
            assert_eq!(
                read(Sampler::Banned { tokens: vec![] }, text),
                None,
                "{text}"
            );
        }
        assert_eq!(read(Sampler::LogitBias { bias: vec![] }, "5"), None);
    }
}
