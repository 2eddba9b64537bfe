//! What Back goes over: which change of the page is a place to come back to, and which is only a step on.

use super::Link;

impl Link {
    /// Whether somebody who came here from `before` would look for that again: another text or another way in it, another model, another view.
    /// Steps, sliders and where one looks are no such turns.
    pub fn turns_from(&self, before: &Link) -> bool {
        self.prompt != before.prompt
            || self.lesson != before.lesson
            || self.model != before.model
            || self.recorded != before.recorded
            || self.inside != before.inside
            || self.open != before.open
            || !self.goes_on_from(before)
    }

    /// Whether only the text of the prompt differs, and nothing was generated: somebody types.
    pub fn is_typed_from(&self, before: &Link) -> bool {
        let prompt = self.prompt.clone();
        let typed = Link {
            prompt,
            ..before.clone()
        };
        before.tokens.is_empty() && typed == *self
    }

    /// Whether it has the text of `before`, and more.
    pub fn has_more_than(&self, before: &Link) -> bool {
        self.prompt == before.prompt
            && self.goes_on_from(before)
            && self.tokens.len() > before.tokens.len()
    }

    /// Whether it has the text of `before`, and more, and something else is open.
    pub fn went_on_elsewhere(&self, before: &Link) -> bool {
        let elsewhere = self.open != before.open || self.inside != before.inside;
        elsewhere && self.model == before.model && self.has_more_than(before)
    }

    /// Whether it has the text of `before`, longer, or shorter by a step.
    fn goes_on_from(&self, before: &Link) -> bool {
        let shared = self.tokens.iter().zip(&before.tokens);
        let same = shared.clone().all(|(a, b)| a.id == b.id);
        same && self.tokens.len() + 1 >= before.tokens.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &str) -> Link {
        Link::read(text)
    }

    #[test]
    fn a_step_a_slider_and_another_place_to_look_at_are_no_turns() {
        let from = link("prompt=a&tokens=1.2&inside=lens&temperature=1");
        for to in [
            "prompt=a&tokens=1.2.3.4&inside=lens&temperature=1",
            "prompt=a&tokens=1&inside=lens&temperature=1",
            "prompt=a&tokens=1.2&inside=lens&temperature=2&at=3&next=r1",
            "prompt=a&tokens=1.2f&inside=lens&seed=4",
        ] {
            assert!(!link(to).turns_from(&from), "{to}");
        }
    }

    #[test]
    fn another_text_another_way_another_model_and_another_view_are_turns() {
        let from = link("prompt=a&tokens=1.2.3&inside=lens");
        for to in [
            "prompt=b&tokens=1.2.3&inside=lens",
            "prompt=a&tokens=1.2.4&inside=lens",
            "prompt=a&tokens=1&inside=lens",
            "prompt=a&tokens=1.2.3&inside=cache",
            "prompt=a&tokens=1.2.3",
            "prompt=a&tokens=1.2.3&inside=lens&model=other",
        ] {
            assert!(link(to).turns_from(&from), "{to}");
        }
    }

    #[test]
    fn more_of_a_text_begins_with_it() {
        let from = link("prompt=a&tokens=1.2");
        assert!(link("prompt=a&tokens=1.2.3&seed=4&inside=lens").has_more_than(&from));
        for other in [
            "prompt=a&tokens=1.2",
            "prompt=a&tokens=1",
            "prompt=a&tokens=1.4.3",
            "prompt=b&tokens=1.2.3",
        ] {
            assert!(!link(other).has_more_than(&from), "{other}");
        }
    }

    #[test]
    fn a_text_that_went_on_at_another_place_is_kept_as_one_goes_back_there() {
        let now = link("prompt=a&tokens=1.2.3&open=dice");
        assert!(now.went_on_elsewhere(&link("prompt=a&tokens=1.2")));
        for other in [
            "prompt=a&tokens=1.2&open=dice",
            "prompt=a&tokens=1.4",
            "prompt=a&tokens=1.2.3",
            "prompt=b&tokens=1.2",
            "prompt=a&tokens=1.2&model=other",
        ] {
            assert!(!now.went_on_elsewhere(&link(other)), "{other}");
        }
    }

    #[test]
    fn typing_changes_the_prompt_alone() {
        let from = link("prompt=a&seed=2");
        assert!(link("prompt=ab&seed=2").is_typed_from(&from));
        assert!(!link("prompt=ab&seed=3").is_typed_from(&from));
        assert!(!link("prompt=ab&seed=2&tokens=1").is_typed_from(&from));
        let ran = link("prompt=a&seed=2&tokens=1");
        assert!(!link("prompt=ab&seed=2").is_typed_from(&ran));
    }
}
