//! What the page remembers between visits: settings, never texts; these stay with their tab. Where the browser keeps nothing
//! (a sandboxed frame, a private window), it goes on without.

use std::collections::{BTreeMap, BTreeSet};

use logitscope_core::Settings;
use serde::{Deserialize, Serialize};
use web_sys::Storage;

use crate::browser;
use crate::choices::{BUDGET_MIB, BUDGETS_MIB, Language, Theme, first_settings};
use crate::later::{Kept, Lost, bring, bundled};
use logitscope_core::Precision;
use logitscope_protocol::BackendChoice;

const KEY: &str = "logitscope.settings.1";
const MEASURED_KEY: &str = "logitscope.measured.1";
const LESSONS_KEY: &str = "logitscope.lessons.1";
const DRAFT_KEY: &str = "logitscope.lesson-draft.1";
const LANGUAGE_KEY: &str = "logitscope.language.1";
const SERVER_KEY: &str = "logitscope.server.1";
const LIST_KEY: &str = "logitscope.list.1";
const TEXT_KEY: &str = "logitscope.text.1";
const ADDRESS_KEY: &str = "logitscope.address.1";

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// The sampler's settings.
    pub settings: Settings,
    /// Most tokens to generate.
    pub max_tokens: u32,
    /// Most tokens a second while playing.
    pub speed: f64,
    /// Which backend the visitor asked for.
    pub backend: BackendChoice,
    /// Which precision the visitor asked for.
    pub precision: Precision,
    /// The colours of the page.
    pub theme: Theme,
    /// How much of the model's inside is kept, in MiB.
    pub inside_mib: u32,
    /// Whether the visitor knows what to try first.
    pub has_tried: bool,
}

impl Default for Remembered {
    fn default() -> Self {
        Remembered {
            settings: first_settings(),
            max_tokens: 200,
            speed: 4.0,
            backend: BackendChoice::Auto,
            precision: Precision::F16,
            theme: Theme::Auto,
            inside_mib: BUDGET_MIB,
            has_tried: false,
        }
    }
}

/// What reads the settings and writes them.
#[derive(Clone, Copy)]
struct Spelling {
    read: fn(&str) -> Remembered,
    write: fn(&Remembered) -> Option<String>,
}

bundled!(links, fetch_spelling, spelling_part: Spelling = Spelling {
    read: Remembered::read,
    write: |settings| serde_json::to_string(settings).ok(),
});

thread_local! {
    static SPELLING: Kept<Spelling> = const { Kept::new(fetch_spelling) };
}

/// The settings as they are kept, if any are.
fn kept() -> Option<String> {
    browser::storage().and_then(|s| s.get_item(KEY).ok().flatten())
}

/// Has what reads the settings come, where any are kept.
pub async fn prepare() -> Result<(), Lost> {
    if kept().is_some() {
        bring(&SPELLING).await?;
    }
    Ok(())
}

impl Remembered {
    /// What was remembered, once [`prepare`] is done; or the defaults.
    pub fn load() -> Self {
        let spelling = SPELLING.with(Kept::now);
        let read = |spelling: Spelling| kept().map(|text| (spelling.read)(&text));
        spelling.and_then(read).unwrap_or_default()
    }

    /// Remembers this.
    pub async fn save(&self) {
        // What does not come, or a full or forbidden storage, costs only the memory.
        if let Ok(spelling) = bring(&SPELLING).await
            && let (Some(storage), Some(text)) = (browser::storage(), (spelling.write)(self))
        {
            let _ = storage.set_item(KEY, &text);
        }
    }

    /// Reads what an earlier version, or anybody, may have written; what cannot be used is dropped.
    fn read(text: &str) -> Self {
        let found: Remembered = serde_json::from_str(text).unwrap_or_default();
        let usable = found.settings.check().is_ok()
            && found.speed.is_finite()
            && found.speed >= 0.0
            && BUDGETS_MIB.contains(&found.inside_mib);
        if usable { found } else { Remembered::default() }
    }
}

/// The language that the visitor chose, or, before that, the one that a link opened in this tab.
pub fn language() -> Option<Language> {
    let of = |storage: Option<Storage>| storage?.get_item(LANGUAGE_KEY).ok().flatten();
    let tag = of(browser::tab_storage()).or_else(|| of(browser::storage()))?;
    Language::of(&tag)
}

/// Keeps the language that a link opened, for this tab.
pub fn remember_language_of_tab(language: Language) {
    if let Some(storage) = browser::tab_storage() {
        // A full or forbidden storage costs only the memory.
        let _ = storage.set_item(LANGUAGE_KEY, language.tag());
    }
}

/// Keeps the language that the visitor chose; whether it could be kept.
pub fn remember_language(language: Language) -> bool {
    if let Some(storage) = browser::tab_storage() {
        let _ = storage.remove_item(LANGUAGE_KEY);
    }
    let kept = browser::storage().map(|storage| storage.set_item(LANGUAGE_KEY, language.tag()));
    kept.is_some_and(|kept| kept.is_ok())
}

/// The address of the server that was connected last.
pub fn server() -> Option<String> {
    browser::storage().and_then(|s| s.get_item(SERVER_KEY).ok().flatten())
}

/// Remembers the address of a server; its key is nobody's business.
pub fn remember_server(address: &str) {
    if let Some(storage) = browser::storage() {
        // A full or forbidden storage costs only the memory.
        let _ = storage.set_item(SERVER_KEY, address);
    }
}

/// How many tokens a server is to list, `Some(None)` being all of them; `None` if that was not chosen yet.
pub fn list_length() -> Option<Option<u32>> {
    let text = browser::storage().and_then(|s| s.get_item(LIST_KEY).ok().flatten())?;
    match text.parse() {
        Ok(0) => Some(None),
        Ok(n) => Some(Some(n)),
        Err(_) => None,
    }
}

/// Remembers it.
pub fn remember_list_length(n: Option<u32>) {
    if let Some(storage) = browser::storage() {
        let _ = storage.set_item(LIST_KEY, &n.unwrap_or_default().to_string());
    }
}

/// The state of this tab, as a link spells it.
pub fn text() -> Option<String> {
    browser::tab_storage().and_then(|s| s.get_item(TEXT_KEY).ok().flatten())
}

/// The state of this tab if it came from a page that was opened with `address`.
pub fn text_since(address: &str) -> Option<String> {
    let opened_with = browser::tab_storage()?.get_item(ADDRESS_KEY).ok()??;
    text().filter(|_| opened_with == address)
}

/// Keeps the state of this tab, whose page was opened with `address`.
pub fn remember_text(state: &str, address: &str) {
    if let Some(storage) = browser::tab_storage() {
        // A full or forbidden storage costs only the memory.
        let _ = storage.set_item(TEXT_KEY, state);
        let _ = storage.set_item(ADDRESS_KEY, address);
    }
}

/// Which steps of which lessons were done.
pub fn lessons() -> BTreeMap<String, BTreeSet<u32>> {
    let text = browser::storage().and_then(|s| s.get_item(LESSONS_KEY).ok().flatten());
    let read = |text: String| serde_json::from_str(&text).ok();
    text.and_then(read).unwrap_or_default()
}

/// Keeps that.
pub fn remember_lessons(done: &BTreeMap<String, BTreeSet<u32>>) {
    if let (Some(storage), Ok(text)) = (browser::storage(), serde_json::to_string(done)) {
        // A full or forbidden storage costs only the memory.
        let _ = storage.set_item(LESSONS_KEY, &text);
    }
}

/// The lesson that the visitor was writing.
pub fn lesson_draft() -> Option<String> {
    browser::storage().and_then(|s| s.get_item(DRAFT_KEY).ok().flatten())
}

/// Keeps that.
pub fn remember_lesson_draft(text: &str) {
    if let Some(storage) = browser::storage() {
        // A full or forbidden storage costs only the memory.
        let _ = storage.set_item(DRAFT_KEY, text);
    }
}

/// What the engine measured at an earlier visit; only the engine can read it.
pub fn measured() -> Option<String> {
    browser::storage().and_then(|s| s.get_item(MEASURED_KEY).ok().flatten())
}

/// Keeps what the engine measured.
pub fn remember_measured(text: &str) {
    if let Some(storage) = browser::storage() {
        // A full or forbidden storage costs only the memory.
        let _ = storage.set_item(MEASURED_KEY, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_memories_become_the_defaults() {
        for text in [
            "",
            "{",
            "[]",
            r#"{"settings":{"temperature":-3}}"#,
            r#"{"speed":-1}"#,
            r#"{"theme":7}"#,
        ] {
            assert_eq!(Remembered::read(text), Remembered::default(), "{text}");
        }
        assert_eq!(Remembered::read(r#"{"speed":9,"old":1}"#).speed, 9.0);
    }
}
