//! The step in two lines of words, as data.

use logitscope_core::{Choice, Known, TokenId};

use crate::components::kit::format;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::words::{HERE, Message, Part, parts, say};

/// Who made a number or chose a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// Plain words.
    Nobody,
    /// The model.
    Model,
    /// The sampler chain.
    Chain,
    /// Chance.
    Luck,
}

impl Maker {
    /// The class that gives its colour.
    pub fn class(self) -> &'static str {
        match self {
            Maker::Nobody => "",
            Maker::Model => "by-model",
            Maker::Chain => "by-chain",
            Maker::Luck => "by-luck",
        }
    }
}

/// Some words of a line, and who made them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bit {
    /// Who made it.
    pub maker: Maker,
    /// What it says.
    pub text: String,
    /// The token that it names.
    pub token: Option<TokenId>,
}

impl Bit {
    fn new(maker: Maker, text: String) -> Self {
        Bit {
            maker,
            text,
            token: None,
        }
    }

    /// The word of a token.
    fn word(maker: Maker, shown: &StepOnScreen, token: TokenId) -> Self {
        let text = format::quoted(format::word(shown.vocab.bytes(token)));
        Bit {
            maker,
            text,
            token: Some(token),
        }
    }
}

/// One line.
pub type Line = Vec<Bit>;

/// A message with its values in their places; they stand for [`HERE`].
fn line<const N: usize>(message: &Message, values: [Bit; N]) -> Line {
    let nothing = || Bit::new(Maker::Nobody, String::new());
    let bit = |part| match part {
        Part::Words(text) => Bit::new(Maker::Nobody, text),
        Part::Value(at) => values.get(at).cloned().unwrap_or_else(nothing),
    };
    parts(message).into_iter().map(bit).collect()
}

/// What the page around the sentence knows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around {
    /// The size of the context, if it has no room left.
    pub full: Option<u32>,
    /// Whether bars beside it show what the model alone gave the token.
    pub bars: bool,
    /// How many parts of the model are off in the views, and what the favourite then has, 0..=1.
    pub without: Option<(u64, f64)>,
}

/// What the model gives, and what came of it.
pub fn in_words(shown: &StepOnScreen, around: Around) -> [Line; 2] {
    [gives(shown, around), came(shown, around)]
}

fn gives(shown: &StepOnScreen, around: Around) -> Line {
    let [text, token, probability, ..] = HERE;
    let message = match shown.recorded {
        true => say().sentence_favourite_recorded(text, token, probability),
        false => say().sentence_favourite(text, token, probability),
    };
    let distribution = &shown.view.sampling.distribution;
    let values = [
        Bit::new(Maker::Nobody, shown.last_words().trim_start().to_owned()),
        Bit::word(Maker::Model, shown, distribution.token(0)),
        Bit::new(Maker::Model, format::percent(distribution.prob(0))),
    ];
    let mut all = line(&message, values);
    if let Some((parts, share)) = around.without {
        let text = format!(
            "{}{}",
            format::gap(),
            say().sentence_without(parts, format::percent(share))
        );
        all.push(Bit::new(Maker::Model, text));
    }
    all
}

fn came(shown: &StepOnScreen, around: Around) -> Line {
    let sampling = &shown.view.sampling;
    let record = shown.view.record.as_ref();
    match (shown.follows, record) {
        (Follows::Pending, _) => match around.full {
            Some(context) => line(&say().sentence_full(u64::from(context)), []),
            None => landed(
                shown,
                &sampling.choice,
                sampling.draw.u,
                sampling.processed.len() == 1,
                around.bars,
            ),
        },
        // What was true when it was chosen, not what the settings of now make of it.
        (Follows::Sampled, _) => {
            let (choice, u, left) = record.map_or(
                (sampling.choice, sampling.draw.u, sampling.processed.len()),
                |r| (r.choice, r.draw.u, r.survivors as usize),
            );
            let now = now(shown, &choice);
            let bars = around.bars || now.is_some();
            let mut all = landed(shown, &choice, u, left == 1, bars);
            all.extend(now.into_iter().flatten());
            all
        }
        (Follows::Forced, Some(record)) => forced(shown, record.choice),
        (Follows::Forced | Follows::Written, _) => {
            let [token, before, ..] = HERE;
            let chosen = shown.chosen();
            let given = sampling.distribution.prob_of(chosen);
            let given = given.unwrap_or(Known::Unknown);
            let values = [
                Bit::word(Maker::Nobody, shown, chosen),
                Bit::new(Maker::Model, format::known(given, format::percent)),
            ];
            line(&say().sentence_given(token, before), values)
        }
    }
}

/// What the settings of now, which the picture shows, make of a choice of the past, if that is something else.
fn now(shown: &StepOnScreen, then: &Choice) -> Option<Line> {
    let now = &shown.view.sampling.choice;
    let after = |choice: &Choice| format::known(choice.known_after(), format::percent);
    let [here, ..] = HERE;
    let words = match now.token == then.token {
        true if after(now) == after(then) => return None,
        true => line(
            &say().sentence_now_same(here),
            [Bit::new(Maker::Chain, after(now))],
        ),
        false => line(
            &say().sentence_now_other(here),
            [Bit::word(Maker::Luck, shown, now.token)],
        ),
    };
    let gap = Bit::new(Maker::Nobody, format::gap());
    Some(std::iter::once(gap).chain(words).collect())
}

/// Where the draw fell. `only`: nothing else was left to fall on. `bars`: what the model alone gave it is seen elsewhere.
fn landed(shown: &StepOnScreen, choice: &Choice, u: f64, only: bool, bars: bool) -> Line {
    let draw = Bit::new(Maker::Luck, format::draw(u, 3));
    let token = Bit::word(Maker::Luck, shown, choice.token);
    if only {
        let [here, number, ..] = HERE;
        let message = match shown.follows {
            Follows::Pending => say().sentence_only_one(here, number),
            _ => say().sentence_only_one_came(here, number),
        };
        let token = Bit {
            maker: Maker::Chain,
            ..token
        };
        return line(&message, [token, draw]);
    }
    let [from, to] = choice
        .known_segment()
        .map(|known| Bit::new(Maker::Nobody, edge_words(known, u)));
    let after = Bit::new(
        Maker::Chain,
        format::known(choice.known_after(), format::percent),
    );
    let [a, b, c, d, e, f] = HERE;
    if choice.rank == 0 {
        return line(
            &say().sentence_landed_too(a, b, c, d),
            [draw, from, to, after],
        );
    }
    if bars {
        let message = say().sentence_landed_short(a, b, c, d, e);
        return line(&message, [draw, token, from, to, after]);
    }
    let before = Bit::new(Maker::Model, format::percent(choice.prob_before));
    line(
        &say().sentence_landed(a, b, c, d, e, f),
        [draw, token, from, to, after, before],
    )
}

fn forced(shown: &StepOnScreen, choice: Choice) -> Line {
    let sampling = &shown.view.sampling;
    let token = Bit::word(Maker::Nobody, shown, choice.token);
    let drawn = Bit::word(Maker::Luck, shown, sampling.choice.token);
    let after = Bit::new(
        Maker::Chain,
        format::known(choice.known_after(), format::percent),
    );
    let [a, b, c, ..] = HERE;
    if sampling.choice.token == choice.token {
        return line(&say().sentence_chose_same(a, b), [token, after]);
    }
    if choice.prob_after == 0.0 {
        let before = Bit::new(Maker::Model, format::percent(choice.prob_before));
        return line(&say().sentence_chose_cut(a, b, c), [token, before, drawn]);
    }
    line(&say().sentence_chose_other(a, b, c), [token, after, drawn])
}

/// The same of one that may lie in a range.
fn edge_words(known: Known<f64>, u: f64) -> String {
    let words = format::known(known, |x| edge(x, u));
    match words.contains('–') {
        true => format!("({words})"),
        false => words,
    }
}

/// An edge of a slice: three digits, more where they are needed to tell it from the draw.
pub fn edge(x: f64, u: f64) -> String {
    let digits = (3..=12)
        .find(|&digits| format!("{x:.digits$}") != format!("{u:.digits$}"))
        .unwrap_or(3);
    format::decimals(x, digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use logitscope_core::{NodeId, Run, Settings, Timings, Vocab};

    use crate::state::step_view;

    /// A run over " a", " b", " c" with the prompt " a" and this draw at its end; b is the favourite.
    fn run(u: f64, settings: Settings) -> Run {
        let vocab = Vocab::new([" a", " b", " c"], None);
        let mut run = Run::new(Arc::new(vocab), 8, 1 << 20);
        run.set_settings(settings).expect("in range");
        run.set_prompt(&[0]).expect("valid");
        feed(&mut run);
        run.set_u(Some(u)).expect("in range");
        run
    }

    fn feed(run: &mut Run) {
        let node = run.cursor().expect("a prompt");
        // 9 %, 67 %, 24 %
        run.accept_logits(node, Arc::from([0.0, 2.0, 1.0]), Timings::default())
            .expect("finite");
    }

    fn plain() -> Settings {
        Settings::basic(1.0, 0, 1.0, 1)
    }

    fn shown(run: &Run, at: u32, follows: Follows) -> StepOnScreen {
        StepOnScreen {
            view: Arc::new(step_view(run, Some(NodeId(at)), None).expect("logits are there")),
            vocab: Arc::clone(run.vocab()),
            context: Arc::from([0]),
            follows,
            stale: false,
            recorded: false,
        }
    }

    fn said(run: &Run, follows: Follows, around: Around) -> [String; 2] {
        let text = |line: Line| line.into_iter().map(|bit| bit.text).collect::<String>();
        in_words(&shown(run, 0, follows), around).map(|line| text(line).replace('\u{202f}', " "))
    }

    #[test]
    fn what_is_to_come_says_where_the_draw_landed() {
        let [gives, came] = said(&run(0.8, plain()), Follows::Pending, Around::default());
        assert_eq!(gives, "After “a” the model’s favourite is b (66.5 %).");
        assert_eq!(
            came,
            "The random number 0.800 landed in the slice of c: 0.665–0.910, 24.5 % wide (the model alone: 24.5 %)."
        );
        let bars = Around {
            full: None,
            bars: true,
            without: None,
        };
        let off = Around {
            without: Some((2, 0.125)),
            ..Around::default()
        };
        let [gives, _] = said(&run(0.8, plain()), Follows::Pending, off);
        assert!(gives.contains(" With 2 parts off: 12.5"), "{gives}");
        let [_, came] = said(&run(0.8, plain()), Follows::Pending, bars);
        assert!(came.ends_with("0.665–0.910, 24.5 % wide."), "{came}");
        let [_, came] = said(&run(0.3, plain()), Follows::Pending, Around::default());
        assert_eq!(
            came,
            "The random number 0.300 landed on it too: 0.000–0.665, 66.5 % wide."
        );
    }

    #[test]
    fn numbers_wear_the_colour_of_their_maker() {
        let run = run(0.8, plain());
        let [gives, came] = in_words(&shown(&run, 0, Follows::Pending), Around::default());
        let made = |line: Line, maker: Maker| -> Vec<String> {
            let of = line.into_iter().filter(|bit| bit.maker == maker);
            of.map(|bit| bit.text.replace('\u{202f}', " ")).collect()
        };
        assert_eq!(made(gives, Maker::Model), ["b", "66.5 %"]);
        assert_eq!(made(came.clone(), Maker::Luck), ["0.800", "c"]);
        assert_eq!(made(came.clone(), Maker::Chain), ["24.5 %"]);
        assert_eq!(made(came, Maker::Model), ["24.5 %"]);
    }

    #[test]
    fn where_nothing_is_left_to_chance_it_says_so() {
        for settings in [
            Settings::basic(0.0, 0, 1.0, 1),
            Settings::basic(1.0, 1, 1.0, 1),
        ] {
            let [_, came] = said(&run(0.8, settings), Follows::Pending, Around::default());
            assert_eq!(
                came,
                "The sampler leaves only b: whatever the random number (0.800), it comes next."
            );
        }
        let [_, came] = said(
            &run(0.8, plain()),
            Follows::Pending,
            Around {
                full: Some(8),
                bars: false,
                without: None,
            },
        );
        assert_eq!(
            came,
            "The context is full: this model reads at most 8 tokens. Rewind or restart."
        );
    }

    #[test]
    fn what_was_drawn_is_told_as_it_was_then() {
        let mut run = run(0.8, plain());
        run.step().expect("logits are there");
        feed(&mut run);
        let [_, as_then] = said(&run, Follows::Sampled, Around::default());
        assert!(!as_then.contains("current"), "{as_then}");
        for (settings, now) in [
            (Settings::basic(1.0, 1, 1.0, 1), "it would be b."),
            (Settings::basic(2.0, 0, 1.0, 1), "its slice is 30.7 % wide."),
        ] {
            run.set_settings(settings).expect("in range");
            let [_, came] = said(&run, Follows::Sampled, Around::default());
            let then =
                "The random number 0.800 landed in the slice of c: 0.665–0.910, 24.5 % wide.";
            assert_eq!(came, format!("{then} With the current settings {now}"));
        }
    }

    #[test]
    fn what_was_chosen_or_given_is_not_told_as_drawn() {
        let forced = |token, settings: Settings| {
            let mut run = run(0.8, settings);
            run.force(token).expect("logits are there");
            feed(&mut run);
            let [_, came] = said(&run, Follows::Forced, Around::default());
            came
        };
        assert_eq!(forced(0, plain()), "You chose a (9.0 %); the dice said c.");
        assert_eq!(
            forced(2, plain()),
            "You chose c (24.5 %), and so did the dice."
        );
        assert_eq!(
            forced(0, Settings::basic(1.0, 1, 1.0, 1)),
            "You chose a, which the sampler had cut (9.0 % for the model alone); the dice said b."
        );
        let mut run = run(0.8, plain());
        run.set_prompt(&[0, 0]).expect("valid");
        let [_, came] = said(&run, Follows::Written, Around::default());
        assert_eq!(came, "You wrote a: the model gave it 9.0 %.");
    }
}
