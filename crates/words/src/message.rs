//! What is said.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// A message with its values, in one language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Message(Cow<'static, str>);

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message(text.into())
    }
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Message(text.into())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<Message> for str {
    fn eq(&self, other: &Message) -> bool {
        self == other.0
    }
}

impl PartialEq<Message> for &str {
    fn eq(&self, other: &Message) -> bool {
        *self == other.0
    }
}
