//! What the page begins with: its link, or the text that its tab had before.

use crate::choices::DEFAULT_PROMPT;
use crate::link::Link;
use crate::models::DEFAULT_MODEL;
use crate::spelling;
use crate::state::{App, Level, Offer};
use crate::words::say;
use crate::{address, browser, remembered};

/// What the page was opened with.
pub struct Beginning {
    /// The state that its address names.
    pub link: Link,
    /// Whether a part of the page did not come that was to read this, or what is remembered.
    pub lost: bool,
}

/// Reads what the page was opened with. What reads links and memories is loaded where there are any.
pub async fn opened() -> Beginning {
    let address = address::read();
    let kept = || address::beside().is_some() || remembered::text().is_some();
    let spelling = match !address.is_empty() || kept() {
        true => spelling::come().await.map(Some),
        false => Ok(None),
    };
    let lost = remembered::prepare().await.is_err() || spelling.is_err();
    let spelling = spelling.ok().flatten();
    let link = spelling.map(|spelling| (spelling.read)(&address));
    Beginning {
        link: link.unwrap_or_default(),
        lost,
    }
}

/// A state as a link spells it, read once what reads it is there.
fn read(state: &str) -> Option<Link> {
    spelling::now().map(|spelling| (spelling.read)(state))
}

/// Whether the text went on in this entry of the history since its address named `link`.
pub(super) fn went_on(link: &Link) -> bool {
    let went_on = |text: String| {
        read(&text).is_some_and(|now| {
            now.tokens != link.tokens || link.prompt.is_some() && now.prompt != link.prompt
        })
    };
    // What a page writes into its history as it is left may be lost, what it keeps for the tab is not.
    let kept = || remembered::text_since(&address::read_last()).filter(|_| browser::is_reload());
    address::beside().is_some_and(went_on) || kept().is_some_and(went_on)
}

/// The state that this tab had before it was loaded again; says so, unless nothing was done then.
pub(super) fn text_from_before(app: App) -> Option<Link> {
    let read = |text: Option<String>| read(&text?);
    let mut link = match (read(remembered::text()), read(address::beside())) {
        // The tab has been at another place since then, and came back by another site.
        (Some(last), Some(beside)) if last.turns_from(&beside) => beside,
        (last, beside) => last.or(beside)?,
    };
    if !link.problems.is_empty() {
        // Of another version, or damaged.
        return None;
    }
    let prompt = link.prompt.clone()?;
    if prompt != DEFAULT_PROMPT || !link.tokens.is_empty() {
        let offer = Some(Offer::StartAfresh(DEFAULT_PROMPT.into()));
        app.notify_with(Level::Info, say().text_from_before().to_string(), offer);
    }
    // The page opens with that one anyway, and has a first picture of it.
    link.model = link.model.filter(|model| model != DEFAULT_MODEL);
    Some(link)
}
