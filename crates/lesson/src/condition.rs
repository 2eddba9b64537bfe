//! What can be said of the step on screen: `p(" bear") > 50 %`.

use std::fmt;

use logitscope_words::error::LessonFault;

use crate::lexer::{Word, words};

/// Something of the step on screen.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// `p("…")`: the probability of a token after the chain, 0 to 1; 0 where the chain cut it.
    Prob(String),
    /// `model("…")`: the probability that the model alone gives a token.
    Model(String),
    /// `logit("…")`: the logit of a token.
    Logit(String),
    /// `rank("…")`: the rank of a token by the model's probability, 1 being the most probable.
    Rank(String),
    /// `entropy`: the entropy of the model's distribution, in bits.
    Entropy,
    /// `entropy_after`: the entropy after the chain, in bits.
    EntropyAfter,
    /// `left`: how many tokens the chain leaves.
    Left,
    /// `draw`: the random number, 0 to 1.
    Draw,
    /// `length`: how many tokens the step has before it.
    Length,
    /// `stage("…")`: the first number of the stage of this name, where it acts.
    Stage(String),
    /// `place("…")`: where the stage of this name stands in the chain, 1 being the first.
    Place(String),
    /// `tokens`: how many tokens the prompt has.
    Tokens,
    /// `branches`: how many texts the tree of the run has.
    Branches,
    /// `layer`: the layer that the opened view of the inside shows, 0 being the first.
    Layer,
    /// `head`: the head that the opened view of attention shows, 0 being the first.
    Head,
    /// `attends("…")`: the share of its attention that the shown head gives, from the current token, to the last token of this text before it, 0 to 1.
    Attends(String),
    /// `lens("…")`: the rank of a token if the model ended after the shown layer, 1 being the most probable.
    Lens(String),
    /// `first_lead("…")`: the first layer after which a token would be the most probable, 0 being the first layer.
    FirstLead(String),
    /// `last`: the last token of the text on screen.
    Last,
    /// `temperature`, `top_k`, `top_p`, `min_p`: the value of that stage; unknown where it does not act.
    Setting(Setting),
    /// `chosen`: the token that the draw falls on.
    Chosen,
    /// `favourite`: the most probable token after the chain.
    Favourite,
}

/// A setting of the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Temperature.
    Temperature,
    /// Top-k.
    TopK,
    /// Top-p.
    TopP,
    /// Min-p.
    MinP,
}

impl Setting {
    const ALL: [Setting; 4] = [
        Setting::Temperature,
        Setting::TopK,
        Setting::TopP,
        Setting::MinP,
    ];

    /// The sampler's name in the chain, and here, and its parameter.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Setting::Temperature => ("temperature", "t"),
            Setting::TopK => ("top_k", "k"),
            Setting::TopP => ("top_p", "p"),
            Setting::MinP => ("min_p", "p"),
        }
    }
}

/// One side of a condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A number.
    Number(f64),
    /// A token, by its text.
    Token(String),
    /// Something of the step.
    Of(Quantity),
}

/// How two sides are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
}

impl Compare {
    const ALL: [Compare; 5] = [
        Compare::More,
        Compare::AtLeast,
        Compare::Less,
        Compare::AtMost,
        Compare::Equal,
    ];

    fn mark(self) -> &'static str {
        match self {
            Compare::More => ">",
            Compare::AtLeast => ">=",
            Compare::Less => "<",
            Compare::AtMost => "<=",
            Compare::Equal => "=",
        }
    }
}

/// Something that holds at a step, or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The left side.
    pub left: Term,
    /// How they are compared.
    pub compare: Compare,
    /// The right side.
    pub right: Term,
}

impl Condition {
    /// Reads `p(" bear") > 50 %`. A token is compared with a token, by `=` alone.
    pub fn read(text: &str) -> Result<Self, LessonFault> {
        let all = words(text)?;
        let mut rest = all.as_slice();
        let left = term(&mut rest)?;
        let mark = match take(&mut rest) {
            Some(Word::Mark(mark)) => Compare::ALL.into_iter().find(|c| c.mark() == *mark),
            _ => None,
        };
        let compare = mark.ok_or_else(|| LessonFault::NoComparison { text: text.into() })?;
        let right = term(&mut rest)?;
        at_end(rest, text)?;
        let tokens = [&left, &right].map(Term::is_token);
        match tokens {
            [false, false] => {}
            [true, true] if compare == Compare::Equal => {}
            _ => return Err(LessonFault::Kinds { text: text.into() }),
        }
        Ok(Condition {
            left,
            compare,
            right,
        })
    }
}

impl Quantity {
    /// Reads `p(" bear")` alone; what is no number is refused.
    pub fn read(text: &str) -> Result<Self, LessonFault> {
        let all = words(text)?;
        let mut rest = all.as_slice();
        let found = term(&mut rest)?;
        at_end(rest, text)?;
        match found {
            Term::Of(quantity) if !quantity.is_token() => Ok(quantity),
            _ => Err(LessonFault::NotANumberOfTheStep { text: text.into() }),
        }
    }

    /// Whether its value is a token.
    fn is_token(&self) -> bool {
        matches!(
            self,
            Quantity::Chosen | Quantity::Favourite | Quantity::Last
        )
    }

    /// The names without a token, as they are written.
    fn named(name: &str) -> Option<Self> {
        let setting = Setting::ALL.into_iter().find(|s| s.names().0 == name);
        Some(match name {
            "entropy" => Quantity::Entropy,
            "entropy_after" => Quantity::EntropyAfter,
            "left" => Quantity::Left,
            "draw" => Quantity::Draw,
            "length" => Quantity::Length,
            "tokens" => Quantity::Tokens,
            "branches" => Quantity::Branches,
            "layer" => Quantity::Layer,
            "head" => Quantity::Head,
            "chosen" => Quantity::Chosen,
            "favourite" => Quantity::Favourite,
            "last" => Quantity::Last,
            _ => Quantity::Setting(setting?),
        })
    }

    /// The quantity of this name of the token `text`.
    fn of(name: &str, text: String) -> Option<Self> {
        Some(match name {
            "p" => Quantity::Prob(text),
            "model" => Quantity::Model(text),
            "logit" => Quantity::Logit(text),
            "rank" => Quantity::Rank(text),
            "stage" => Quantity::Stage(text),
            "place" => Quantity::Place(text),
            "attends" => Quantity::Attends(text),
            "lens" => Quantity::Lens(text),
            "first_lead" => Quantity::FirstLead(text),
            _ => return None,
        })
    }
}

impl Term {
    fn is_token(&self) -> bool {
        match self {
            Term::Number(_) => false,
            Term::Token(_) => true,
            Term::Of(quantity) => quantity.is_token(),
        }
    }
}

fn take<'a>(rest: &mut &'a [Word]) -> Option<&'a Word> {
    let (first, after) = rest.split_first()?;
    *rest = after;
    Some(first)
}

fn at_end(rest: &[Word], text: &str) -> Result<(), LessonFault> {
    match rest.is_empty() {
        true => Ok(()),
        false => Err(LessonFault::MoreThanOne { text: text.into() }),
    }
}

fn term(rest: &mut &[Word]) -> Result<Term, LessonFault> {
    Ok(match take(rest) {
        Some(Word::Number(value)) => Term::Number(*value),
        Some(Word::Quoted(text)) => Term::Token(text.clone()),
        Some(Word::Name(name)) => {
            let unknown = || LessonFault::NoSuchQuantity { name: name.clone() };
            let quantity = match rest {
                [
                    Word::Mark("("),
                    Word::Quoted(text),
                    Word::Mark(")"),
                    after @ ..,
                ] => {
                    *rest = after;
                    Quantity::of(name, text.clone())
                }
                _ => Quantity::named(name),
            };
            Term::Of(quantity.ok_or_else(unknown)?)
        }
        Some(Word::Mark(mark)) => {
            return Err(LessonFault::Unexpected {
                text: (*mark).into(),
            });
        }
        None => return Err(LessonFault::NoTerm),
    })
}

/// `text` in quotes, so that it reads back.
pub fn quoted(text: &str) -> String {
    let inside = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{inside}\"")
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |name: &str, text: &str| format!("{name}({})", quoted(text));
        f.write_str(&match self {
            Quantity::Prob(text) => of("p", text),
            Quantity::Model(text) => of("model", text),
            Quantity::Logit(text) => of("logit", text),
            Quantity::Rank(text) => of("rank", text),
            Quantity::Stage(text) => of("stage", text),
            Quantity::Place(text) => of("place", text),
            Quantity::Attends(text) => of("attends", text),
            Quantity::Lens(text) => of("lens", text),
            Quantity::FirstLead(text) => of("first_lead", text),
            Quantity::Tokens => "tokens".into(),
            Quantity::Branches => "branches".into(),
            Quantity::Layer => "layer".into(),
            Quantity::Head => "head".into(),
            Quantity::Last => "last".into(),
            Quantity::Entropy => "entropy".into(),
            Quantity::EntropyAfter => "entropy_after".into(),
            Quantity::Left => "left".into(),
            Quantity::Draw => "draw".into(),
            Quantity::Length => "length".into(),
            Quantity::Setting(setting) => setting.names().0.into(),
            Quantity::Chosen => "chosen".into(),
            Quantity::Favourite => "favourite".into(),
        })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(value) => write!(f, "{value}"),
            Term::Token(text) => f.write_str(&quoted(text)),
            Term::Of(quantity) => write!(f, "{quantity}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.compare.mark(), self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "p(\" bear\") > 0.5",
            "model(\" a \\\"b\\\"\\n\\\\\") <= 0.25",
            "logit(\"x\") >= -3",
            "rank(\" wolf\") = 1",
            "p(\" bear\") < p(\" fox\")",
            "entropy > 6",
            "entropy_after < entropy",
            "left = 1",
            "draw < 0.5",
            "length >= 10",
            "temperature = 0",
            "top_k <= 3",
            "top_p < 1",
            "min_p > 0.1",
            "chosen = \" bear\"",
            "favourite = chosen",
            "last = \" wolf\"",
            "stage(\"repetition_penalty\") > 1",
            "place(\"top_p\") < place(\"temperature\")",
            "attends(\" forest\") > 0.5",
            "lens(\" bear\") = 1",
            "first_lead(\" bear\") < layer",
            "tokens >= head",
            "branches > 1",
        ] {
            assert_eq!(
                Condition::read(text).map(|c| c.to_string()),
                Ok(text.to_owned())
            );
        }
        let percent = Condition::read("p( \" bear\" )>60 %").map(|c| c.to_string());
        assert_eq!(percent, Ok("p(\" bear\") > 0.6".into()));
    }

    #[test]
    fn what_is_none_is_refused_with_its_reason() {
        use LessonFault as F;
        for (text, fault) in [
            ("", F::NoTerm),
            (
                "entropy",
                F::NoComparison {
                    text: "entropy".into(),
                },
            ),
            ("entropy >", F::NoTerm),
            ("> 3", F::Unexpected { text: ">".into() }),
            (
                "entropi > 3",
                F::NoSuchQuantity {
                    name: "entropi".into(),
                },
            ),
            ("p > 3", F::NoSuchQuantity { name: "p".into() }),
            (
                "left(\"x\") > 3",
                F::NoSuchQuantity {
                    name: "left".into(),
                },
            ),
            (
                "p(\"x) > 3",
                F::Quote {
                    text: "\"x) > 3".into(),
                },
            ),
            (
                "left = 1 2",
                F::MoreThanOne {
                    text: "left = 1 2".into(),
                },
            ),
            (
                "chosen > \"a\"",
                F::Kinds {
                    text: "chosen > \"a\"".into(),
                },
            ),
            (
                "left = \"a\"",
                F::Kinds {
                    text: "left = \"a\"".into(),
                },
            ),
            ("left = 1-2", F::Unexpected { text: "1-2".into() }),
            (
                "left € 1",
                F::Unexpected {
                    text: "€ 1".into()
                },
            ),
        ] {
            assert_eq!(Condition::read(text), Err(fault), "{text}");
        }
        let number = Quantity::read("chosen");
        assert_eq!(
            number,
            Err(F::NotANumberOfTheStep {
                text: "chosen".into()
            })
        );
    }
}
