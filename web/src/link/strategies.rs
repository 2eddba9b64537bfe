//! What a link says of the strategies.

use super::Link;
use super::problem::{Expected, Problem};
use super::read::unusable;
use crate::choices::{
    Asked, BeamChoices, CompareChoices, ContextChoices, CostChoices, ExploreChoices, GuideChoices,
    SpeculateChoices,
};

impl Link {
    /// What the strategies are asked for; the ordinary where it says nothing.
    pub fn asked(&self) -> Asked {
        let mut compare = self.compare.clone().unwrap_or_default();
        if compare.lanes.is_empty() {
            compare.lanes = CompareChoices::default().lanes;
        }
        Asked {
            beams: self.beams.unwrap_or_default(),
            speculate: self.speculate.unwrap_or_default(),
            explore: self.explore.unwrap_or_default(),
            guide: self.guide.clone().unwrap_or_default(),
            compare,
            context: self.context.unwrap_or_default(),
            cost: self.cost.unwrap_or_default(),
        }
    }

    /// `asked`, with what the link says.
    pub fn asked_of(self, asked: Asked) -> Asked {
        let own = self.asked();
        Asked {
            beams: self.beams.unwrap_or(asked.beams),
            speculate: self.speculate.unwrap_or(asked.speculate),
            explore: self.explore.unwrap_or(asked.explore),
            guide: self.guide.unwrap_or(asked.guide),
            compare: self.compare.map_or(asked.compare, |_| own.compare),
            context: self.context.unwrap_or(asked.context),
            cost: self.cost.unwrap_or(asked.cost),
        }
    }

    /// `self` with what is not the ordinary of `asked`.
    pub fn with_asked(mut self, asked: &Asked) -> Self {
        fn unusual<T: PartialEq + Default + Clone>(value: &T) -> Option<T> {
            Some(value.clone()).filter(|value| *value != T::default())
        }
        self.beams = unusual(&asked.beams);
        self.speculate = unusual(&asked.speculate);
        self.explore = unusual(&asked.explore);
        self.guide = unusual(&asked.guide);
        self.compare = unusual(&asked.compare);
        self.context = unusual(&asked.context);
        self.cost = unusual(&asked.cost);
        self
    }

    /// Takes a key of the strategies; whether it is one.
    pub(super) fn take_strategy(&mut self, key: &str, value: &str) -> Result<bool, Problem> {
        let bad = |expected| unusable(key, value, expected);
        let like = |example| bad(Expected::Like(example));
        match key {
            "beams" => {
                let read = BeamChoices::read(value);
                self.beams = Some(read.ok_or_else(|| like("4,1,likely,12,drawn"))?);
            }
            "speculate" => {
                let read = SpeculateChoices::read(value);
                self.speculate = Some(read.ok_or_else(|| like("model,ratio,4,24,adapts"))?);
            }
            "explore" => {
                let read = ExploreChoices::read(value);
                self.explore = Some(read.ok_or_else(|| like("3,4"))?);
            }
            "guide" => {
                let read = GuideChoices::read(value);
                let read = read.ok_or_else(|| like("guidance,20,best,4,0.6,0.1,1.5"))?;
                let against = self.guide.take().unwrap_or_default().against;
                self.guide = Some(GuideChoices { against, ..read });
            }
            "against" => {
                let guide = self.guide.get_or_insert_default();
                guide.against = value.to_owned();
            }
            "compare" => {
                let most = CompareChoices::read_most(value).ok_or_else(|| like("24"))?;
                self.lanes().max_tokens = most;
            }
            "lane" => {
                let spec = value
                    .parse()
                    .map_err(|_| like("write=greedy;model=draft"))?;
                let lanes = &mut self.lanes().lanes;
                if lanes.len() < CompareChoices::MOST {
                    lanes.push(spec);
                }
            }
            "context" => {
                let read = ContextChoices::read(value);
                self.context = Some(read.ok_or_else(|| like("slide,16,4,40"))?);
            }
            "cost" => {
                let read = CostChoices::read(value);
                self.cost = Some(read.ok_or_else(|| like("1,0.1,4,1000"))?);
            }
            "draft" => self.draft = Some(value.to_owned()).filter(|v| !v.is_empty()),
            "step" => {
                let read = value.parse().ok();
                self.step = Some(read.ok_or_else(|| bad(Expected::Whole))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The comparison, without a lane as long as none is named.
    fn lanes(&mut self) -> &mut CompareChoices {
        self.compare.get_or_insert_with(|| CompareChoices {
            lanes: Vec::new(),
            ..CompareChoices::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::write;

    #[test]
    fn a_search_at_a_step_is_read_and_what_is_none_is_named() {
        let link = Link::read(
            "open=beams&beams=8,0.5,never,20&speculate=lookup&explore=5,2&step=3&draft=models/a",
        );
        assert_eq!(link.problems, []);
        assert_eq!(link.beams.map(|b| (b.width, b.max_tokens)), Some((8, 20)));
        assert_eq!(link.explore.map(|e| (e.tokens, e.depth)), Some((5, 2)));
        assert!(link.speculate.is_some() && link.step == Some(3));
        assert_eq!(link.draft.as_deref(), Some("models/a"));
        assert!(
            write(&link).contains("&draft=models%2Fa&"),
            "{}",
            write(&link)
        );
        let link = Link::read(
            "compare=9&lane=write%3Dgreedy&lane=model%3Ddraft%3Bprompt%3DA%3Bb&context=stop&cost=2,0,3,5",
        );
        assert_eq!(link.problems, []);
        let compare = link.compare.expect("two lanes");
        let spelled: Vec<_> = compare.lanes.iter().map(ToString::to_string).collect();
        let wanted = ["write=greedy", "write=sampled;model=draft;prompt=A;b"];
        assert_eq!(
            (compare.max_tokens, &spelled[..]),
            (9, &wanted.map(str::to_owned)[..])
        );
        assert!(link.context.is_some() && link.cost.is_some_and(|cost| cost.runs == 5));
        let link = Link::read("against=a%2Cb&guide=search,9");
        let guide = link.guide.expect("a search");
        assert_eq!((guide.max_tokens, guide.against.as_str()), (9, "a,b"));
        for bad in [
            "guide=x",
            "compare=0",
            "lane=x",
            "context=x",
            "cost=-1",
            "beams=0",
            "speculate=nobody",
            "explore=3,99",
            "step=-1",
        ] {
            let link = Link::read(bad);
            assert_eq!(link.problems.len(), 1, "{bad}");
            let problems = Vec::new();
            assert_eq!(Link { problems, ..link }, Link::default(), "{bad}");
        }
    }
}
