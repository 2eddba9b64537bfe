//! What can be said of the step on screen: `p(" bear") > 50 %`.

use std::fmt;

use logitscope_words::error::LessonFault;

use crate::lexer::{Word, quoted, words};
use crate::quantity::Quantity;

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
            "computed = 1",
            "altered(\" bear\") > model(\" bear\")",
            "altered_rank(\" bear\") > 1",
            "off <= 2",
            "lane_a(\" cold\") > lane_b(\" cold\")",
            "lane_c(\" cold\") = lane_d(\" cold\")",
            "kept < drafted",
            "ratio < 0.5",
            "alpha > beta",
            "tokens_a_pass > passes",
            "fit_draft > fit",
            "best_beam > greedy",
            "beam_first = favourite",
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
                "altered > 3",
                F::NoSuchQuantity {
                    name: "altered".into(),
                },
            ),
            (
                "lane_e(\"x\") > 3",
                F::NoSuchQuantity {
                    name: "lane_e".into(),
                },
            ),
            (
                "beam_first > 3",
                F::Kinds {
                    text: "beam_first > 3".into(),
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
