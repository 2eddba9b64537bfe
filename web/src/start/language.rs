//! Which language the page speaks.

use crate::choices::Language;
use crate::link::Link;
use crate::{browser, remembered, words};

/// Has the page speak the visitor's language before anything is shown, or that of the link that it is opened with.
pub async fn choose(link: &Link) {
    let language = of(link);
    // One that does not come is said in English.
    let spoken = match words::speak(language).await {
        Ok(()) => language,
        Err(words::Lost) => Language::English,
    };
    browser::mark_language(spoken.tag(), spoken.direction());
}

/// That of the link, which its tab keeps; else the one that the visitor chose; else the first of the browser's that is spoken here.
fn of(link: &Link) -> Language {
    if let Some(language) = link.language {
        if !link.embed.embed {
            remembered::remember_language_of_tab(language);
        }
        return language;
    }
    let remembers = !link.embed.embed;
    let chosen = remembers.then(remembered::language).flatten();
    chosen.unwrap_or_else(|| first(&browser::languages()))
}

/// The first of these that is spoken here.
fn first(tags: &[String]) -> Language {
    let mut known = tags.iter().filter_map(|tag| Language::of(tag));
    known.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_is_spoken_here_is_taken() {
        let first = |tags: &[&str]| first(&tags.iter().map(|t| t.to_string()).collect::<Vec<_>>());
        assert_eq!(first(&["it", "fr-CH", "en"]), Language::French);
        assert_eq!(first(&["it", "zh-TW"]), Language::English);
        assert_eq!(first(&[]), Language::English);
    }
}
