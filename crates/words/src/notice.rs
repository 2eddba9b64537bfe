//! What a visitor should know of a model that was loaded, as data.

use crate::error::GenerationFault;
use crate::{Catalogue, excerpt};
use serde::{Deserialize, Serialize};

/// Something that is not as the files say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LoadNotice {
    /// A tensor has values that f16 cannot hold.
    KeptInF32 {
        /// Its name.
        tensor: String,
    },
    /// Matrices stay in f16 where whole numbers in blocks were asked for.
    KeptInF16 {
        /// How many.
        matrices: u32,
    },
    /// Positions of longer texts turn in another way, from their first token on.
    LongTexts {
        /// Tokens of the longest text that is none of these.
        first: u32,
        /// What the files call that way.
        kind: String,
    },
    /// The context is cut to what fits in memory.
    ShortContext {
        /// Positions that the model has.
        named: u32,
        /// Positions that are used.
        used: u32,
    },
    /// Tensors in the blocks are not used, for the configuration asks for none of them.
    Unasked {
        /// The name of one.
        first: String,
        /// How many.
        count: u32,
    },
    /// What the files say of chats is not used.
    ChatUnread {
        /// What the reader says of it.
        why: String,
    },
    /// What the files say of sampling is not used.
    Generation(GenerationFault),
}

impl LoadNotice {
    /// The notice in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            LoadNotice::Generation(fault) => return fault.words(say),
            LoadNotice::KeptInF32 { tensor } => say.kept_in_full(tensor),
            LoadNotice::ChatUnread { why } => say.chat_unread(why),
            LoadNotice::KeptInF16 { matrices } => say.kept_in_half(u64::from(*matrices)),
            LoadNotice::LongTexts { first, kind } => say.long_texts(u64::from(*first), kind),
            LoadNotice::Unasked { first, count } => say.unasked(u64::from(*count), first),
            LoadNotice::ShortContext { named, used } => {
                say.short_context(u64::from(*named), u64::from(*used))
            }
        }
        .to_string()
    }
}

/// Most characters that a notice lists.
const MOST_LISTED: usize = 8;

/// What is said of `characters` of a prompt that the vocabulary has nothing for; `None` where there are none.
pub fn left_out(characters: &[char], say: &Catalogue) -> Option<String> {
    let listed = characters.iter().take(MOST_LISTED);
    let listed: Vec<String> = listed.map(|c| excerpt(&c.to_string())).collect();
    let more = if characters.len() > MOST_LISTED {
        " …"
    } else {
        ""
    };
    let listed = listed.join(" ") + more;
    (!characters.is_empty()).then(|| say.left_out(listed, characters.len() as u64).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::english;

    #[test]
    fn unknown_characters_are_listed_and_many_are_cut() {
        let of = |text: &str| left_out(&text.chars().collect::<Vec<_>>(), &english());
        assert_eq!(of(""), None);
        let one = "The tokenizer of this model has no token for é: the model does not read it.";
        assert_eq!(of("é").as_deref(), Some(one));
        let many = of("abcdefghi").expect("some");
        assert!(many.contains("for a b c d e f g h …: the model does not read them"));
    }
}
