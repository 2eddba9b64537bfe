//! How a lane differs from the first one, and how a link or an argument spells it: `write=greedy;model=draft;chain=temperature~1.4;prompt=Once`.

use std::fmt;
use std::str::FromStr;

use super::Writing;
use crate::beam::options::MOST_BEAMS;
use crate::chain::Chain;
use crate::strategy::Role;
use crate::{CoreError, excerpt};

/// What is other in a lane; what is `None` is that of the first lane.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneSpec {
    /// Whose logits.
    pub of: Role,
    /// How it chooses.
    pub writing: Writing,
    /// Its sampler.
    pub chain: Option<Chain>,
    /// What it goes on from.
    pub prompt: Option<String>,
}

impl Default for LaneSpec {
    /// The first lane once more.
    fn default() -> Self {
        LaneSpec {
            of: Role::Model,
            writing: Writing::Sampled,
            chain: None,
            prompt: None,
        }
    }
}

const MODELS: [(Role, &str); 3] = [
    (Role::Model, "run"),
    (Role::Draft, "draft"),
    (Role::Altered, "altered"),
];

const SAMPLED: &str = "sampled";
const GREEDY: &str = "greedy";
const BEAMS: &str = "beams";
/// Takes all that follows: a prompt may have any sign in it.
const PROMPT: &str = "prompt=";

impl FromStr for LaneSpec {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let mut spec = LaneSpec::default();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(prompt) = rest.strip_prefix(PROMPT) {
                spec.prompt = Some(prompt.to_owned());
                break;
            }
            let (word, after) = rest.split_once(';').unwrap_or((rest, ""));
            let bad = || CoreError::LaneWord {
                word: excerpt::excerpt(word),
            };
            match word.split_once('=').ok_or_else(bad)? {
                ("model", name) => {
                    let found = MODELS.iter().find(|(_, own)| *own == name);
                    spec.of = found.ok_or_else(bad)?.0;
                }
                ("write", name) => spec.writing = writing(name).ok_or_else(bad)?,
                ("chain", chain) => spec.chain = Some(chain.parse()?),
                _ => return Err(bad()),
            }
            rest = after;
        }
        Ok(spec)
    }
}

fn writing(name: &str) -> Option<Writing> {
    match name {
        SAMPLED => Some(Writing::Sampled),
        GREEDY => Some(Writing::Greedy),
        _ => {
            let width = name.strip_prefix(BEAMS)?.parse().ok()?;
            let within = (1..=MOST_BEAMS).contains(&width);
            within.then_some(Writing::Beams(width))
        }
    }
}

impl fmt::Display for LaneSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = MODELS.iter().find(|(of, _)| *of == self.of);
        let model = model.map_or("", |(_, name)| name);
        write!(f, "write=")?;
        match &self.writing {
            // A link has no tokens in it: what is given there is drawn.
            Writing::Sampled | Writing::Given(_) => f.write_str(SAMPLED)?,
            Writing::Greedy => f.write_str(GREEDY)?,
            Writing::Beams(width) => write!(f, "{BEAMS}{width}")?,
        }
        if self.of != Role::Model {
            write!(f, ";model={model}")?;
        }
        if let Some(chain) = &self.chain {
            write!(f, ";chain={chain}")?;
        }
        match &self.prompt {
            Some(prompt) => write!(f, ";{PROMPT}{prompt}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_is_read_as_it_is_spelled() {
        let spec = LaneSpec {
            of: Role::Draft,
            writing: Writing::Beams(4),
            chain: "temperature~1.4,top_k~3".parse().ok(),
            prompt: Some("a;b=c, prompt=d".to_owned()),
        };
        let spelled =
            "write=beams4;model=draft;chain=temperature~1.4,top_k~3;prompt=a;b=c, prompt=d";
        assert_eq!(spec.to_string(), spelled);
        assert_eq!(spelled.parse(), Ok(spec));
        assert_eq!("".parse(), Ok(LaneSpec::default()));
        let greedy = "write=greedy".parse::<LaneSpec>().map(|s| s.writing);
        assert_eq!(greedy, Ok(Writing::Greedy));
        for bad in ["x", "model=none", "write=beams0", "write=", "what=1"] {
            let word = bad.to_owned();
            assert_eq!(bad.parse::<LaneSpec>(), Err(CoreError::LaneWord { word }));
        }
        assert!("chain=none".parse::<LaneSpec>().is_err());
    }
}
