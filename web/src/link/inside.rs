//! What a link says of the place in the model's inside: which layer and head, how they are drawn, at which token.

use super::Link;
use super::read::{short, word};

impl Link {
    /// Takes a key of the inside; whether it is one.
    pub(super) fn take_inside(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let number = || {
            value.parse::<u32>().map_err(|_| {
                let shown = short(value);
                format!("The link says {key}={shown}; it must be a whole number, 0 or more.")
            })
        };
        match key {
            "layer" => self.layer = Some(number()?),
            "head" => self.head = Some(number()?),
            "at" => self.at = Some(number()?),
            "drawn" => {
                let drawn = word(value).ok_or_else(|| {
                    let shown = short(value);
                    format!("The link says drawn={shown}; it must be scores, masked, pattern or without_first.")
                })?;
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
        assert_eq!(link.problems, [""; 0]);
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
