//! The prediction game.

use std::fmt;
use std::str::FromStr;

/// The most tokens of one game.
pub const MOST_ROUNDS: u32 = 50;

/// Which tokens of the text are guessed: the places `from`..`to`, 0 being the first token, which nothing foretells. Spelled `5-15`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameChoices {
    /// The first.
    pub from: u32,
    /// Behind the last.
    pub to: u32,
}

impl GameChoices {
    /// The game over these places; `None` where there is nothing to guess.
    pub fn new(from: u32, to: u32) -> Option<Self> {
        let (from, to) = (from.max(1), to.min(from.max(1).saturating_add(MOST_ROUNDS)));
        (from < to).then_some(GameChoices { from, to })
    }
}

impl FromStr for GameChoices {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (from, to) = text.split_once('-').ok_or(())?;
        let place = |text: &str| text.trim().parse::<u32>().map_err(|_| ());
        GameChoices::new(place(from)?, place(to)?).ok_or(())
    }
}

impl fmt::Display for GameChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_is_written_and_what_is_none_is_refused() {
        for text in ["1-2", "5-15"] {
            assert_eq!(
                text.parse::<GameChoices>().map(|g| g.to_string()),
                Ok(text.into())
            );
        }
        assert_eq!(
            "0-3".parse::<GameChoices>().map(|g| g.to_string()),
            Ok("1-3".into())
        );
        assert_eq!("1-999".parse::<GameChoices>().map(|g| g.to), Ok(51));
        for text in [
            "",
            "5",
            "5-5",
            "7-5",
            "-1-2",
            "a-b",
            "1-2-3",
            "4294967296-9",
        ] {
            assert_eq!(text.parse::<GameChoices>(), Err(()), "{text}");
        }
    }
}
