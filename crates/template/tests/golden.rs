//! Templates against Transformers: `tests/golden/templates.json`, which `make_templates.py` wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use logitscope_template::{Chat, ChatTemplate, Message, Moment, TemplateError};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The file.
#[derive(Deserialize)]
struct Golden {
    now: [u16; 6],
    special_tokens: BTreeMap<String, String>,
    conversations: BTreeMap<String, Vec<(String, String)>>,
    variables: BTreeMap<String, Map<String, Value>>,
    templates: BTreeMap<String, String>,
    /// Template, conversation, whether an answer is to begin, variables, and what Transformers makes of it.
    cases: Vec<(String, String, bool, String, Expected)>,
    snippets: Vec<(String, Expected)>,
}

/// What Transformers makes of a conversation.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expected {
    Text(String),
    Raised(String),
    Syntax(String),
    Fails(String),
}

fn golden() -> Golden {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("../../tests/golden/templates.json");
    serde_json::from_slice(&fs::read(file).expect("the golden file")).expect("its form")
}

impl Golden {
    fn render(
        &self,
        source: &str,
        conversation: &str,
        generation: bool,
        variables: &str,
    ) -> Result<String, TemplateError> {
        let said = self.conversations[conversation].iter().cloned();
        let messages: Vec<Message> = said
            .map(|(role, content)| Message { role, content })
            .collect();
        let part = |i: usize| u8::try_from(self.now[i]).expect("small");
        ChatTemplate::new(source)?.render(&Chat {
            messages: &messages,
            add_generation_prompt: generation,
            special_tokens: &self.special_tokens,
            variables: &self.variables[variables],
            now: Moment {
                year: self.now[0].into(),
                month: part(1),
                day: part(2),
                hour: part(3),
                minute: part(4),
                second: part(5),
            },
        })
    }
}

/// Whether both agree: on each letter of a text or of the template's own words, else on that there is an error.
fn agrees(got: &Result<String, TemplateError>, expected: &Expected) -> bool {
    match (got, expected) {
        (Ok(got), Expected::Text(expected)) => got == expected,
        (Err(TemplateError::Raised { message }), Expected::Raised(expected)) => message == expected,
        (Err(TemplateError::Failed { .. }), Expected::Fails(_)) => true,
        // What Jinja finds while it compiles is found here where it is used, or the other way round.
        (
            Err(TemplateError::Syntax { .. } | TemplateError::Failed { .. }),
            Expected::Syntax(_) | Expected::Fails(_),
        ) => true,
        _ => false,
    }
}

#[test]
fn templates_give_the_text_that_transformers_gives() {
    let golden = golden();
    let mut wrong = Vec::new();
    for (template, conversation, generation, variables, expected) in &golden.cases {
        let source = &golden.templates[template];
        let got = golden.render(source, conversation, *generation, variables);
        if !agrees(&got, expected) {
            wrong.push(format!(
                "{template} of {conversation}, {generation}, {variables}:\n   got {got:?}\n  want {expected:?}"
            ));
        }
    }
    let n = golden.cases.len();
    assert!(
        wrong.is_empty(),
        "{} of {n}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(golden.templates.len() >= 20 && n >= 700, "{n} cases");
}

#[test]
fn snippets_give_what_jinja_gives() {
    let golden = golden();
    let mut wrong = Vec::new();
    for (source, expected) in &golden.snippets {
        let got = golden.render(source, "turns", true, "values");
        if !agrees(&got, expected) {
            wrong.push(format!("{source}\n   got {got:?}\n  want {expected:?}"));
        }
    }
    let n = golden.snippets.len();
    assert!(
        wrong.is_empty(),
        "{} of {n}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(n >= 180, "{n} snippets");
}
