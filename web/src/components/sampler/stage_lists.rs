//! The lists of a sampler: tokens that are banned, biases, texts that break a repetition.

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::chain::{Sampler, Stage};

use crate::components::kit::token_text::TokenText;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

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
    let app = expect_context::<App>();
    let wrong = RwSignal::new(None::<String>);
    let listed = Memo::new(move |_| stage.with(|s| s.as_ref().and_then(|s| list(&s.sampler))));
    let kind = Memo::new(move |_| listed.with(|l| l.as_ref().map(|(kind, _)| *kind)));
    let type_in = move |text: String| {
        // A list that goes with what was typed in it is told so when its stage is gone.
        let Some(stage) = stage.try_get_untracked().flatten() else {
            return;
        };
        let find = |text: &str| {
            app.vocab
                .with_untracked(|v| v.as_ref()?.find(text.as_bytes()))
        };
        let read = read(stage.sampler, &text, find);
        let known = |token: &TokenId| {
            app.vocab
                .with_untracked(|v| v.as_ref().map_or(Ok(*token), |v| v.check(*token)))
        };
        let read = read.and_then(|s| {
            let tokens = s.tokens();
            let checked = s
                .check()
                .and_then(|()| tokens.iter().try_for_each(|t| known(t).map(|_| ())));
            checked.map(|()| s).map_err(|e| e.to_string())
        });
        wrong.set(read.as_ref().err().cloned());
        if let Ok(sampler) = read {
            on_change.run(sampler);
        }
    };
    // What the ids stand for.
    let named = move || {
        let tokens = stage.with(|s| s.as_ref().map(|s| s.sampler.tokens()))?;
        let chip = |token| view! { <span class="tok"><TokenText bytes=app.token_bytes(token) /></span> " " };
        (!tokens.is_empty()).then(|| view! { <p class="caption listed-tokens">{tokens.into_iter().map(chip).collect_view()}</p> })
    };
    move || {
        let (name, label, hint) = kind.get()?;
        let value =
            move || listed.with(|l| l.as_ref().map(|(_, text)| text.clone()).unwrap_or_default());
        Some(view! {
            <label class="stage-list">
                <span>{label(&say()).to_string()}</span>
                <input type="text" data-testid=name placeholder=hint disabled=locked aria-invalid=move || wrong.with(Option::is_some).to_string()
                    prop:value=value on:change:target=move |ev| type_in(ev.target().value()) />
            </label>
            <p class="field-error" role="alert">{move || wrong.get()}</p>
            {named}
        })
    }
}

/// Name, label and an example.
type Kind = (&'static str, Word, &'static str);

/// What is in the list, as it is typed.
fn list(sampler: &Sampler) -> Option<(Kind, String)> {
    let joined = |parts: Vec<String>| parts.join(" ");
    match sampler {
        Sampler::Banned { tokens } => Some((
            ("banned-list", Catalogue::list_tokens, "\" the\" 262"),
            joined(tokens.iter().map(u32::to_string).collect()),
        )),
        Sampler::LogitBias { bias } => Some((
            (
                "logit_bias-list",
                Catalogue::list_biases,
                "\" the\":-2 5:1.5",
            ),
            joined(
                bias.iter()
                    .map(|(token, bias)| format!("{token}:{bias}"))
                    .collect(),
            ),
        )),
        Sampler::Dry { breakers, .. } => Some((
            ("dry-breakers", Catalogue::list_breakers, "\\n : \" *"),
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

/// The sampler with a list as it was typed; if that cannot be read, why.
fn read(
    mut sampler: Sampler,
    text: &str,
    find: impl Fn(&str) -> Option<TokenId>,
) -> Result<Sampler, String> {
    match &mut sampler {
        Sampler::Banned { tokens } => {
            let item = |(token, bias): (TokenId, Option<f64>)| match bias {
                None => Ok(token),
                Some(_) => Err(say().list_no_bias_here().to_string()),
            };
            *tokens = items(text, find)?
                .into_iter()
                .map(item)
                .collect::<Result<_, _>>()?;
        }
        Sampler::LogitBias { bias } => {
            let item = |(token, bias): (TokenId, Option<f64>)| {
                let bias =
                    bias.ok_or_else(|| say().list_bias_missing(token.to_string()).to_string())?;
                Ok::<_, String>((token, bias))
            };
            *bias = items(text, find)?
                .into_iter()
                .map(item)
                .collect::<Result<_, _>>()?;
        }
        Sampler::Dry { breakers, .. } => {
            *breakers = text
                .split_whitespace()
                .map(|word| word.replace("\\n", "\n"))
                .collect();
        }
        _ => {}
    }
    Ok(sampler)
}

/// Tokens by id or by their text in quotation marks, each with a bias behind a colon or without: `262 " the":-2`.
fn items(
    mut text: &str,
    find: impl Fn(&str) -> Option<TokenId>,
) -> Result<Vec<(TokenId, Option<f64>)>, String> {
    const ENDS: [char; 2] = [' ', ','];
    let mut found = Vec::new();
    loop {
        text = text.trim_start_matches(ENDS);
        if text.is_empty() {
            return Ok(found);
        }
        let token = if let Some(quoted) = text.strip_prefix('"') {
            let (inside, after) = quoted
                .split_once('"')
                .ok_or_else(|| say().list_not_closed().to_string())?;
            text = after;
            let inside = inside.replace("\\n", "\n");
            find(&inside).ok_or_else(|| say().list_no_token(inside.as_str()).to_string())?
        } else {
            let end = text.find([' ', ',', ':']).unwrap_or(text.len());
            let (id, after) = text.split_at(end);
            text = after;
            id.parse().map_err(|_| say().list_no_id(id).to_string())?
        };
        let bias = match text.strip_prefix(':') {
            Some(after) => {
                let end = after.find(ENDS).unwrap_or(after.len());
                let (bias, after) = after.split_at(end);
                text = after;
                Some(
                    bias.parse()
                        .map_err(|_| say().list_no_number(bias).to_string())?,
                )
            }
            None => None,
        };
        found.push((token, bias));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::chain::Kind;

    #[test]
    fn lists_are_read_as_they_are_shown() {
        for (sampler, text) in [
            (Sampler::Banned { tokens: vec![] }, "5 262"),
            (Sampler::LogitBias { bias: vec![] }, "5:-1.5 262:100"),
            (Kind::Dry.conventional(), "\\n ; *"),
        ] {
            let sampler = read(sampler, text, |_| None).expect("it can be read");
            assert_eq!(list(&sampler).expect("it has a list").1, text);
        }
    }

    #[test]
    fn tokens_are_named_by_their_text_too_and_mistakes_are_explained() {
        let find = |text: &str| {
            [" the", "a:b"]
                .iter()
                .position(|t| *t == text)
                .map(|at| at as TokenId)
        };
        let ban = |text: &str| read(Sampler::Banned { tokens: vec![] }, text, find);
        let tokens = vec![0, 7, 1];
        assert_eq!(ban("\" the\" 7,\"a:b\""), Ok(Sampler::Banned { tokens }));
        for (text, words) in [
            ("x", "no token id"),
            ("5:1", "no bias"),
            ("\"no\"", "No token"),
            ("\"", "not closed"),
        ] {
            let error = ban(text).expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
        let bias = |text: &str| read(Sampler::LogitBias { bias: vec![] }, text, find);
        let want = vec![(0, -2.0), (9, 1.5)];
        assert_eq!(
            bias("\" the\":-2 9:1.5"),
            Ok(Sampler::LogitBias { bias: want })
        );
        for text in ["5", "5:x"] {
            assert!(bias(text).is_err(), "{text}");
        }
    }
}
