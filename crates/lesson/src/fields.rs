//! Lines of `name: value`, as in a lesson's head and its blocks.

use crate::{LessonError, LessonFault};

/// A field of a head or a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its value, without the space around it.
    pub value: String,
    /// Its line, 1 being the first of the file.
    pub line: u32,
}

/// The fields of a head or a block, and its mistakes.
#[derive(Debug, Default)]
pub struct Fields {
    /// Where it begins.
    pub line: u32,
    all: Vec<Field>,
}

impl Fields {
    /// Reads `lines`, which follow line `line`. A line that begins with a space goes on with the value before it; one with `#` at its beginning, and
    /// an empty one, say nothing.
    pub fn read<'a>(
        line: u32,
        lines: impl IntoIterator<Item = &'a str>,
        errors: &mut Vec<LessonError>,
    ) -> Self {
        let mut all: Vec<Field> = Vec::new();
        for (at, text) in (line + 1..).zip(lines) {
            let trimmed = text.trim();
            if trimmed.is_empty() || text.starts_with('#') {
                continue;
            }
            let goes_on = text.starts_with(char::is_whitespace);
            if let Some(last) = all.last_mut().filter(|_| goes_on) {
                last.value = format!("{} {trimmed}", last.value).trim().into();
                continue;
            }
            match text.split_once(':') {
                Some((name, value)) if !name.trim().is_empty() => all.push(Field {
                    name: name.trim().into(),
                    value: value.trim().into(),
                    line: at,
                }),
                _ => errors.push(LessonError {
                    line: at,
                    fault: LessonFault::NotAField { text: text.into() },
                }),
            }
        }
        Fields { line, all }
    }

    /// All of them, in their order.
    pub fn into_all(self) -> Vec<Field> {
        self.all
    }

    /// Names what is not among `known`.
    pub fn check(&self, known: &[&str], errors: &mut Vec<LessonError>) {
        for field in self
            .all
            .iter()
            .filter(|f| !known.contains(&f.name.as_str()))
        {
            errors.push(LessonError {
                line: field.line,
                fault: LessonFault::UnknownName {
                    name: field.name.clone(),
                    known: known.join(", "),
                },
            });
        }
    }

    /// Those of this name.
    pub fn of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Field> {
        self.all.iter().filter(move |field| field.name == name)
    }

    /// The values of this name that say something.
    pub fn values(&self, name: &str) -> Vec<String> {
        let all = self.of(name).map(|field| field.value.clone());
        all.filter(|value| !value.is_empty()).collect()
    }

    /// The one of this name, if it says something; a second one is a mistake.
    pub fn one(&self, name: &str, errors: &mut Vec<LessonError>) -> Option<&Field> {
        for more in self.all.iter().filter(|field| field.name == name).skip(1) {
            errors.push(LessonError {
                line: more.line,
                fault: LessonFault::Twice { name: name.into() },
            });
        }
        let found = self.all.iter().find(|field| field.name == name);
        found.filter(|field| !field.value.is_empty())
    }

    /// The one of this name; that it is missing is a mistake.
    pub fn needed(&self, name: &str, errors: &mut Vec<LessonError>) -> String {
        if let Some(found) = self.one(name, errors) {
            return found.value.clone();
        }
        errors.push(LessonError {
            line: self.line,
            fault: LessonFault::Missing { name: name.into() },
        });
        String::new()
    }
}
