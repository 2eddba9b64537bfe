//! Tokens that a server keeps back.

use crate::Alternative;

/// The bytes of tokens that came without text.
///
/// llama.cpp keeps a token back that may begin a stop string: it comes without text, and the next one with its text before its own. By its id the
/// list of the most probable tokens has the text, so each is told its own.
#[derive(Default)]
pub(crate) struct Held(Vec<u8>);

impl Held {
    /// Gives `own` its own text, as far as the list `top` beside it says it.
    pub fn tell(&mut self, own: &mut Alternative, top: &[Alternative]) {
        let said = own.shown();
        if said.is_empty() {
            let same = |other: &&Alternative| own.id.is_some() && other.id == own.id;
            let piece = top.iter().find(same).map(Alternative::shown);
            if let Some(piece) = piece.filter(|piece| !piece.is_empty()) {
                self.0.extend(&piece);
                put(own, piece);
            }
            return;
        }
        let before = std::mem::take(&mut self.0);
        let rest = said.strip_prefix(&before[..]);
        if let Some(rest) = rest.filter(|_| !before.is_empty()) {
            put(own, rest.to_vec());
        }
    }
}

fn put(own: &mut Alternative, bytes: Vec<u8>) {
    own.text = String::from_utf8_lossy(&bytes).into_owned();
    own.bytes = Some(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(id: u32, text: &str) -> Alternative {
        Alternative {
            text: text.into(),
            bytes: Some(text.into()),
            id: Some(id),
            log_prob: Some(-1.0),
        }
    }

    /// What is told of tokens that a server says so, each with a list of all.
    fn told(said: &[(u32, &str)]) -> Vec<String> {
        let top = [
            token(1, " so"),
            token(2, " quiet"),
            token(3, "."),
            token(9, ""),
        ];
        let mut held = Held::default();
        let one = |(id, text): &(u32, &str)| {
            let mut own = token(*id, text);
            held.tell(&mut own, &top);
            own.text
        };
        said.iter().map(one).collect()
    }

    #[test]
    fn what_was_kept_back_is_told_where_it_was_written() {
        assert_eq!(told(&[(1, " so"), (2, " quiet")]), [" so", " quiet"]);
        let kept = [(1, ""), (2, ""), (3, " so quiet."), (1, " so")];
        assert_eq!(told(&kept), [" so", " quiet", ".", " so"]);
        // An end sets it free, too.
        assert_eq!(told(&[(1, ""), (9, " so")]), [" so", ""]);
    }

    #[test]
    fn an_end_has_no_text_and_a_text_of_another_is_left_as_it_is() {
        assert_eq!(told(&[(3, "."), (9, "")]), [".", ""]);
        // One that the list does not have, and one that says something else.
        assert_eq!(told(&[(7, ""), (2, " so quiet")]), ["", " so quiet"]);
        assert_eq!(told(&[(1, ""), (2, " loud")]), [" so", " loud"]);
        // Half characters come together under the last one's id.
        assert_eq!(told(&[(3, "🦊")]), ["🦊"]);
    }
}
