//! What is refused before it is parsed, because the parser would not end it by itself: it would overflow the stack, or take minutes.

use logitscope_core::chain::{Grammar, Language};
use logitscope_core::error::{GrammarError, GrammarLimit};
use serde_json::Value;

/// Brackets in brackets.
pub const MOST_GROUPS: u64 = 48;
/// Rules and terminals: a chain of 800 overflows the stack of a page.
pub const MOST_RULES: u64 = 160;
/// Properties, alternatives and definitions of a schema.
pub const MOST_PROPERTIES: u64 = 400;
/// `pattern`s of a schema: more of them under one another are ended by no limit.
pub const MOST_PATTERNS: u64 = 8;
/// The time of `multipleOf` grows with its value, and with the multiple that several have in common.
pub const LARGEST_MULTIPLE: f64 = 1_000.0;
/// The digits behind its point, which count like a larger value.
const FINEST_MULTIPLE: f64 = 0.001;

/// Refuses what is too much. The length of the text is the chain's to check.
pub fn check(grammar: &Grammar) -> Result<(), GrammarError> {
    let text = &grammar.text;
    at_most(depth(text), MOST_GROUPS, GrammarLimit::Groups)?;
    match grammar.language {
        Language::Regex => Ok(()),
        Language::Lark => {
            let rules = text.lines().filter(|line| line.contains(':')).count() as u64;
            at_most(rules, MOST_RULES, GrammarLimit::Rules)?;
            // A schema may stand inside, in any shape.
            match text.contains("%json") && text.contains("multipleOf") {
                true => Err(multiple("multipleOf")),
                false => Ok(()),
            }
        }
        Language::JsonSchema => {
            let read = serde_json::from_str(text);
            let schema: Value = read.map_err(|error| GrammarError::Refused {
                why: logitscope_core::excerpt::json_error(&error),
            })?;
            let mut found = Found::default();
            found.walk(&schema)?;
            at_most(found.patterns, MOST_PATTERNS, GrammarLimit::Patterns)?;
            at_most(found.entries, MOST_PROPERTIES, GrammarLimit::Properties)
        }
    }
}

fn at_most(n: u64, most: u64, limit: fn(u64) -> GrammarLimit) -> Result<(), GrammarError> {
    match n > most {
        true => Err(GrammarError::Limit {
            limit: limit(n),
            most,
        }),
        false => Ok(()),
    }
}

fn multiple(value: impl ToString) -> GrammarError {
    GrammarError::Limit {
        limit: GrammarLimit::Multiple(logitscope_core::excerpt::excerpt(&value.to_string())),
        most: LARGEST_MULTIPLE as u64,
    }
}

/// The deepest nesting of brackets, as if none stood in quotation marks.
fn depth(text: &str) -> u64 {
    let (mut now, mut most) = (0_u64, 0);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => now += 1,
            ')' | ']' | '}' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// What a schema has much of.
struct Found {
    /// Names and entries of lists.
    entries: u64,
    patterns: u64,
    /// The least common multiple of all `multipleOf`, in thousandths.
    multiple: u64,
}

impl Default for Found {
    fn default() -> Self {
        Found {
            entries: 0,
            patterns: 0,
            multiple: 1,
        }
    }
}

impl Found {
    fn walk(&mut self, value: &Value) -> Result<(), GrammarError> {
        match value {
            Value::Array(all) => {
                self.entries += all.len() as u64;
                all.iter().try_for_each(|one| self.walk(one))
            }
            Value::Object(all) => {
                self.entries += all.len() as u64;
                self.patterns += u64::from(all.contains_key("pattern"));
                if let Some(own) = all.get("multipleOf") {
                    self.take_multiple(own)?;
                }
                all.values().try_for_each(|one| self.walk(one))
            }
            _ => Ok(()),
        }
    }

    fn take_multiple(&mut self, value: &Value) -> Result<(), GrammarError> {
        let fine = |x: &f64| (FINEST_MULTIPLE..=LARGEST_MULTIPLE).contains(x);
        let factor = value.as_f64().filter(fine).ok_or_else(|| multiple(value))?;
        let thousandths = (factor / FINEST_MULTIPLE).round().max(1.0) as u64;
        // Of several the parser follows the multiple that they have in common.
        self.multiple = self.multiple / common(self.multiple, thousandths) * thousandths;
        match self.multiple as f64 * FINEST_MULTIPLE <= LARGEST_MULTIPLE {
            true => Ok(()),
            false => Err(multiple(value)),
        }
    }
}

/// The greatest common divisor.
fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}
