//! What a link says of the place in the model's inside: which layer and head, how they are drawn, at which token.

use super::Link;
use super::problem::{Expected, Problem};
use super::read::{unusable, word};

impl Link {
    /// Takes a key of the inside; whether it is one.
    pub(super) fn take_inside(&mut self, key: &str, value: &str) -> Result<bool, Problem> {
        let number = || {
            let whole = value.parse::<u32>().ok();
            whole.ok_or_else(|| unusable(key, value, Expected::Whole))
        };
        match key {
            "layer" => self.layer = Some(number()?),
            "head" => self.head = Some(number()?),
            "at" => self.at = Some(number()?),
            "drawn" => {
                let known = Expected::OneOf(&["scores", "masked", "pattern", "without_first"]);
                let drawn = word(value).ok_or_else(|| unusable(key, value, known))?;
                self.drawn = Some(drawn);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Drawn;

    #[test]
    fn a_head_at_a_token_is_read() {
        let link = Link::read("#inside=attention&layer=3&head=5&drawn=without_first&at=23");
        assert_eq!(link.problems, []);
        assert_eq!(
            (link.layer, link.head, link.at),
            (Some(3), Some(5), Some(23))
        );
        assert_eq!(link.drawn, Some(Drawn::WithoutFirst));
    }

    #[test]
    fn what_is_no_place_is_named_and_left_out() {
        for bad in ["layer=x", "head=-1", "at=1.5", "at=", "drawn=all"] {
            let link = Link::read(bad);
            assert_eq!(link.problems.len(), 1, "{bad}");
            let problems = Vec::new();
            assert_eq!(Link { problems, ..link }, Link::default(), "{bad}");
        }
    }
}
