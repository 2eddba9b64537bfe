//! A conversation with a chat model: what was said, and the text that the model's template makes of it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::TokenId;
use logitscope_core::chat_format::ChatFormat;

use super::{App, Entry, Origin};
use crate::later::{Lost, Part};
use crate::words::say;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// How the model is to behave.
    System,
    /// The visitor.
    User,
    /// The model.
    Assistant,
}

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// By whom.
    pub by: Speaker,
    /// What.
    pub text: String,
}

/// A prompt that a chat template made: nothing is put before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChatText {
    /// As the template made it.
    pub made: String,
    /// As the prompt box shows it: some tokenizers give spaces back otherwise.
    pub shown: String,
    /// Whether a model has read it.
    pub was_read: bool,
}

impl ChatText {
    /// One that no model has read yet.
    pub fn new(made: String) -> Self {
        ChatText {
            shown: made.clone(),
            made,
            was_read: false,
        }
    }
}

/// What makes a text of a conversation, or says in words why it does not.
pub type Render = fn(&ChatFormat, &[Turn]) -> Result<String, String>;

/// The conversation.
#[derive(Debug, Clone, Copy)]
pub struct Chat {
    /// Whether it is on screen.
    pub open: RwSignal<bool>,
    /// What was said; the answer that the model writes now is not among it.
    pub turns: RwSignal<Vec<Turn>>,
    /// How the model is to behave; empty where nothing is said of it.
    pub system: RwSignal<String>,
    /// The text that the template made of it.
    sent: RwSignal<Option<String>>,
    /// Why it makes none.
    pub fault: RwSignal<Option<String>>,
}

impl Default for Chat {
    fn default() -> Self {
        Chat {
            open: RwSignal::new(false),
            turns: RwSignal::default(),
            system: RwSignal::default(),
            sent: RwSignal::new(None),
            fault: RwSignal::new(None),
        }
    }
}

impl App {
    /// How the model wants to be spoken to, if it is a chat model; tracked.
    pub fn chat_format(self) -> Option<ChatFormat> {
        self.model.with(|model| model.as_ref()?.chat.clone())
    }

    /// What the model answers in the conversation on screen, as far as it has come; `None` where another text runs; tracked.
    pub fn chat_answer(self) -> Option<String> {
        let sent = self.chat.sent.get()?;
        let runs = self.ran.with(|ran| is_alike(ran, &sent));
        let asked = self
            .chat
            .turns
            .with(|turns| turns.last().is_some_and(|turn| turn.by == Speaker::User));
        if !runs || !asked {
            return None;
        }
        self.vocab.with(|vocab| {
            let vocab = vocab.as_ref()?;
            let tokens = self
                .transcript
                .with(|entries| answer(entries, vocab.end_tokens()));
            Some(vocab.text(&tokens))
        })
    }

    /// The tokens that the model read of the conversation, each with whether the template put it there; tracked.
    pub fn chat_tokens(self) -> Vec<(TokenId, bool)> {
        let Some(sent) = self.chat.sent.get() else {
            return Vec::new();
        };
        let said = self.chat.turns.with(|turns| places(&sent, turns));
        self.pieces.with(|pieces| {
            let is_said = |range: &std::ops::Range<usize>| {
                said.iter()
                    .any(|own| own.start < range.end && range.start < own.end)
            };
            pieces
                .iter()
                .map(|piece| (piece.token, !is_said(&piece.range)))
                .collect()
        })
    }

    /// Says `message` to the model, and has it answer. What it answered before becomes a turn of the conversation. `said` hears that the
    /// template took it.
    pub fn say_to_model(
        self,
        message: String,
        render: Part<Render>,
        said: impl FnOnce() + 'static,
    ) {
        let Some(format) = untrack(|| self.chat_format()) else {
            return;
        };
        let mut turns = self.chat.turns.get_untracked();
        if turns.is_empty() {
            let system = self.chat.system.get_untracked();
            let said = !system.trim().is_empty();
            turns.extend(said.then_some(Turn {
                by: Speaker::System,
                text: system,
            }));
        }
        if let Some(text) = untrack(|| self.chat_answer()) {
            turns.push(Turn {
                by: Speaker::Assistant,
                text,
            });
        } else if turns.last().is_some_and(|turn| turn.by == Speaker::User) {
            // It was never answered.
            turns.pop();
        }
        turns.push(Turn {
            by: Speaker::User,
            text: message,
        });
        spawn_local(async move {
            let made = match render.here().await {
                Ok(render) => render(&format, &turns),
                Err(Lost) => Err(say().part_lost().to_string()),
            };
            match made {
                Ok(text) => {
                    self.chat.fault.set(None);
                    self.chat.turns.set(turns);
                    self.chat.sent.set(Some(text.clone()));
                    *self.session().chat_text.borrow_mut() = Some(ChatText::new(text.clone()));
                    self.play_text(text);
                    said();
                }
                Err(why) => self.chat.fault.set(Some(why)),
            }
        });
    }

    /// The text that a chat template made the prompt of the run of. Where that is not known, a prompt is one that lacks what the tokenizer
    /// begins any other text with.
    pub(crate) fn chat_of_run(self) -> Option<String> {
        let session = self.session();
        let run = session.run()?;
        let shown = run.prompt_text();
        if let Some(chat) = &*session.chat_text.borrow()
            && chat.shown == shown
        {
            return Some(chat.made.clone());
        }
        let (is_bare, spaced) = self.model.with_untracked(|model| {
            let beginning = &model.as_ref()?.beginning;
            let begins = run.prompt().starts_with(&beginning.tokens);
            Some((!begins, beginning.spaced))
        })?;
        let own = shown.strip_prefix(' ').filter(|_| spaced);
        (is_bare && !shown.is_empty()).then(|| own.unwrap_or(&shown).to_owned())
    }

    /// Begins another conversation.
    pub fn forget_chat(self) {
        self.chat.turns.set(Vec::new());
        self.chat.sent.set(None);
        self.chat.fault.set(None);
    }
}

/// Whether two texts are the same but for spaces: some tokenizers give them back otherwise.
fn is_alike(a: &str, b: &str) -> bool {
    let signs = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    };
    a == b || signs(a) == signs(b)
}

/// The tokens that came after the prompt, up to one that ends a text.
fn answer(entries: &[Entry], ends: &[TokenId]) -> Vec<TokenId> {
    let after = entries
        .iter()
        .filter(|entry| entry.origin != Origin::Prompt);
    after
        .map(|entry| entry.token)
        .take_while(|token| !ends.contains(token))
        .collect()
}

/// Where in `text` the turns stand, one after another, in bytes. Templates cut spaces around them.
fn places(text: &str, turns: &[Turn]) -> Vec<std::ops::Range<usize>> {
    let mut from = 0;
    let mut all = Vec::new();
    for turn in turns {
        let words = turn.text.trim();
        if let Some(at) = text[from..].find(words).filter(|_| !words.is_empty()) {
            let start = from + at;
            from = start + words.len();
            all.push(start..from);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(text: &str) -> Turn {
        Turn {
            by: Speaker::User,
            text: text.into(),
        }
    }

    #[test]
    fn what_was_said_is_found_in_its_order() {
        let text = "<user>\nuser\n<model>\nso é\n<user>\nuser";
        let turns = [turn("user"), turn(" so é "), turn("gone"), turn("user")];
        let found: Vec<&str> = places(text, &turns)
            .into_iter()
            .map(|range| &text[range])
            .collect();
        // The first is found in the template's own words; nothing tells them apart.
        assert_eq!(found, ["user", "so é", "user"]);
        assert!(places("", &turns).is_empty());
        assert!(places("a", &[turn(" ")]).is_empty());
    }

    #[test]
    fn spaces_make_no_other_text() {
        assert!(is_alike("<s>[INST] a", "<s> [INST]  a"));
        assert!(!is_alike("<s>[INST] a", "<s> [INST] ab"));
    }
}
