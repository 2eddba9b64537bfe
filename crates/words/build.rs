//! Makes the message catalogue: a function for each English message, and for each language the texts that they give.
//!
//! A text is a pattern as `src/pattern.rs` reads it. English ones are compiled in, those of a file together, so that a page that is split takes
//! each only where it is said. Another language is one text, in the order of the English one; a message that it lacks is said in English.
//! `tests/languages.rs` names what is missing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;

/// The language that decides which messages there are.
const ENGLISH: &str = "en";
/// The languages that are translated from it.
const TRANSLATED: [&str; 4] = ["de", "es", "fr", "zh-Hans"];
/// What is made of English to see that nothing is forgotten, and that the page can be read from right to left.
const MIRRORED: &str = "ar-XB";

type Failure = Box<dyn std::error::Error>;

/// A message: its key, its text as a pattern, and its variables in the order of the text.
struct Message {
    key: String,
    pattern: String,
    variables: Vec<String>,
}

/// The messages of a file.
struct Group {
    name: String,
    messages: Vec<Message>,
}

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-changed=locales");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let locales = Path::new("locales");
    let english = groups(&locales.join(ENGLISH), None)?;
    fs::write(out.join("catalogue.rs"), functions(&english)?)?;
    let known: BTreeMap<&str, &Message> = english
        .iter()
        .flat_map(|group| &group.messages)
        .map(|message| (message.key.as_str(), message))
        .collect();
    for tag in TRANSLATED {
        let folder = locales.join(tag);
        let own = match folder.is_dir() {
            true => groups(&folder, Some(&known))?,
            false => Vec::new(),
        };
        let own: BTreeMap<&str, &str> = own
            .iter()
            .flat_map(|group| &group.messages)
            .map(|message| (message.key.as_str(), message.pattern.as_str()))
            .collect();
        let said = |message: &Message| {
            let own = own.get(message.key.as_str()).copied();
            own.unwrap_or(&message.pattern).to_owned()
        };
        fs::write(out.join(format!("{tag}.words")), whole(&english, said))?;
    }
    let mirrored = |message: &Message| mirrored(&message.pattern);
    fs::write(
        out.join(format!("{MIRRORED}.words")),
        whole(&english, mirrored),
    )?;
    Ok(())
}

/// The messages of every file of a language. `known`: those of English, whose variables a translation has to use.
fn groups(folder: &Path, known: Option<&BTreeMap<&str, &Message>>) -> Result<Vec<Group>, Failure> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ftl"));
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let said = |error: String| format!("{}: {error}", path.display());
        let messages = read(&fs::read_to_string(&path)?, known).map_err(said)?;
        all.push(Group { name, messages });
    }
    Ok(all)
}

fn read(text: &str, known: Option<&BTreeMap<&str, &Message>>) -> Result<Vec<Message>, String> {
    let resource = parser::parse(text).map_err(|(_, errors)| format!("{errors:?}"))?;
    let mut all = Vec::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let key = message.id.name.to_owned();
        let english = known.and_then(|known| known.get(key.as_str()));
        if known.is_some() && english.is_none() {
            // Of an older version.
            continue;
        }
        let said = |error: String| format!("{key}: {error}");
        let text = message
            .value
            .ok_or_else(|| said("it says nothing".into()))?;
        let mut variables = english
            .map(|english| english.variables.clone())
            .unwrap_or_default();
        let mut written = String::new();
        let may_add = english.is_none();
        write(&text, may_add, &mut variables, &mut written).map_err(said)?;
        all.push(Message {
            key,
            pattern: written,
            variables,
        });
    }
    Ok(all)
}

/// Writes a pattern as `src/pattern.rs` reads it. A variable that is not among `variables` is added, or refused.
fn write(
    pattern: &Pattern<&str>,
    may_add: bool,
    variables: &mut Vec<String>,
    out: &mut String,
) -> Result<(), String> {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => out.push_str(value),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(InlineExpression::StringLiteral { value }) => {
                    out.push_str(value);
                }
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    out.push('\u{1}');
                    out.push(place(id.name, may_add, variables)?);
                }
                Expression::Select {
                    selector: InlineExpression::VariableReference { id },
                    variants,
                } => {
                    out.push('\u{2}');
                    out.push(place(id.name, may_add, variables)?);
                    for variant in variants {
                        let key = match &variant.key {
                            VariantKey::Identifier { name } => name,
                            VariantKey::NumberLiteral { value } => value,
                        };
                        let default = if variant.default { "*" } else { "" };
                        out.push_str(&format!("\u{3}{default}{key}\u{4}"));
                        write(&variant.value, may_add, variables, out)?;
                    }
                    out.push('\u{5}');
                }
                _ => return Err("only values, texts and choices by a value are read".into()),
            },
        }
    }
    Ok(())
}

/// The letter of a variable.
fn place(name: &str, may_add: bool, variables: &mut Vec<String>) -> Result<char, String> {
    let at = match variables.iter().position(|own| own == name) {
        Some(at) => at,
        None if may_add => {
            variables.push(name.to_owned());
            variables.len() - 1
        }
        None => return Err(format!("English has no {{ ${name} }} here")),
    };
    let at = u8::try_from(at).map_err(|error| error.to_string())?;
    Ok(char::from(b'A' + at))
}

/// The texts of a language, in the order of the English ones: groups and messages end with a mark.
fn whole(english: &[Group], said: impl Fn(&Message) -> String) -> String {
    let mut out = String::new();
    for group in english {
        for message in &group.messages {
            out.push_str(&said(message));
            out.push('\u{1e}');
        }
        out.push('\u{1d}');
    }
    out
}

/// A pattern whose words are turned around, marks left alone: what stays as it was is no message.
fn mirrored(pattern: &str) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        if !word.is_empty() {
            // A mark that has what follows written from right to left, and its end.
            out.push_str(&format!("\u{202e}{word}\u{202c}"));
            word.clear();
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\u{1}' | '\u{2}' => {
                flush(&mut word, &mut out);
                out.push(c);
                out.extend(chars.next());
            }
            '\u{3}' => {
                flush(&mut word, &mut out);
                out.push(c);
                for c in chars.by_ref() {
                    out.push(c);
                    if c == '\u{4}' {
                        break;
                    }
                }
            }
            '\u{5}' => {
                flush(&mut word, &mut out);
                out.push(c);
            }
            c if c.is_alphabetic() => word.push(c),
            c => {
                flush(&mut word, &mut out);
                out.push(c);
            }
        }
    }
    flush(&mut word, &mut out);
    out
}

/// The catalogue's functions, and the English texts.
fn functions(groups: &[Group]) -> Result<String, Failure> {
    let mut out = String::new();
    let mut methods = String::new();
    for (at, group) in groups.iter().enumerate() {
        let name = group.name.to_uppercase();
        let mut text = String::new();
        let mut ends = Vec::new();
        for (number, message) in group.messages.iter().enumerate() {
            text.push_str(&message.pattern);
            ends.push(text.len().to_string());
            let function = message.key.replace('-', "_");
            let named: Vec<String> = message
                .variables
                .iter()
                .map(|v| v.replace('-', "_"))
                .collect();
            let taken: String = named.iter().fold(String::new(), |mut all, v| {
                let _ = write!(all, ", {v}: impl Into<Value<'v>>");
                all
            });
            let given: Vec<String> = named.iter().map(|v| format!("{v}.into()")).collect();
            let lifetime = if named.is_empty() { "" } else { "<'v>" };
            writeln!(
                methods,
                "pub fn {function}{lifetime}(&self{taken}) -> Message {{ self.say(&{name}, {number}, &[{}]) }}",
                given.join(", ")
            )?;
        }
        writeln!(
            out,
            "static {name}: Group = Group {{ at: {at}, text: {text:?}, ends: &[{}] }};",
            ends.join(", ")
        )?;
    }
    writeln!(out, "impl Catalogue {{ {methods} }}")?;
    Ok(out)
}
