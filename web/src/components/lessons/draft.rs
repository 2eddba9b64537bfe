//! The text of a lesson that is being written.

use logitscope_lesson::{Lesson, STATE_KEYS, quoted};

use crate::choices::{EmbedOptions, LessonPlace, OWN_LESSON};
use crate::link::{self, Link, decode};
use crate::models::DEFAULT_MODEL;
use crate::remembered::Remembered;
use crate::words::{Message, say};

/// A kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// With answers.
    Choice,
    /// For something to be brought about.
    Goal,
    /// For a number to be read off.
    Number,
    /// For the next token.
    Guess,
    /// For an order.
    Order,
}

impl Asks {
    /// All of them.
    pub const ALL: [Asks; 5] = [
        Asks::Choice,
        Asks::Goal,
        Asks::Number,
        Asks::Guess,
        Asks::Order,
    ];

    /// Its name, for the browser suite.
    pub fn name(self) -> &'static str {
        match self {
            Asks::Choice => "choice",
            Asks::Goal => "goal",
            Asks::Number => "number",
            Asks::Guess => "guess",
            Asks::Order => "order",
        }
    }

    /// What its button says.
    pub fn label(self) -> Message {
        let say = say();
        match self {
            Asks::Choice => say.editor_choice(),
            Asks::Goal => say.editor_goal(),
            Asks::Number => say.editor_number(),
            Asks::Guess => say.editor_guess(),
            Asks::Order => say.editor_order(),
        }
    }

    /// A block to be filled in.
    pub fn block(self) -> String {
        let say = say();
        let (asks, task) = match self {
            Asks::Choice => (say.editor_asks_choice(), "right: …\nwrong: …"),
            Asks::Goal => (say.editor_asks_goal(), "goal: p(\" bear\") > 60 %\nhint: …"),
            Asks::Number => (say.editor_asks_number(), "number: model(\" bear\")"),
            Asks::Guess => (say.editor_asks_guess(), "guess: token"),
            Asks::Order => (
                say.editor_asks_order(),
                "order: model(\" bear\")\norder: model(\" wolf\")",
            ),
        };
        format!("```ask\nask: {asks}\n{task}\nbecause: …\n```\n")
    }
}

/// What a lesson begins with.
pub fn begun() -> String {
    let say = say();
    format!(
        "---\ntitle: {}\nabout: {}\nminutes: 10\n---\n",
        say.editor_first_title(),
        say.editor_first_about()
    )
}

/// A step that has the page as `link` says; the `number`-th.
pub fn step(link: &Link, number: usize) -> String {
    let spelled = link::write(link);
    let fields = spelled.split('&').filter_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let value = decode(value);
        let kept = STATE_KEYS.contains(&key) && !value.is_empty() && !is_default(key, &value);
        kept.then(|| format!("{key}: {}\n", field(&value)))
    });
    let fields: String = fields.collect();
    let (heading, text) = (say().editor_heading(number as u64), say().editor_text());
    format!("## {heading}\n\n```state\n{fields}```\n\n{text}\n")
}

/// A value as it stands in a file: in quotes where it would not be read back without.
fn field(value: &str) -> String {
    let reads_back = value.trim() == value && !value.starts_with('"') && value.lines().count() < 2;
    match reads_back {
        true => value.to_owned(),
        false => quoted(value),
    }
}

/// Whether a lesson says it only where it is otherwise.
fn is_default(key: &str, value: &str) -> bool {
    match key {
        "model" => value == DEFAULT_MODEL,
        "max_tokens" => value == Remembered::default().max_tokens.to_string(),
        _ => false,
    }
}

/// The name of its file: its title in small letters.
pub fn file_name(text: &str) -> String {
    let title = text.lines().find_map(|line| line.strip_prefix("title:"));
    let small = title.unwrap_or_default().trim().to_ascii_lowercase();
    let words = small.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(8).collect();
    match words.is_empty() {
        true => "lesson.md".into(),
        false => format!("{}.md", words.join("-")),
    }
}

/// The link of an embed that shows the lesson: the file itself is in it, so no server needs to have it.
pub fn embed(text: String) -> Link {
    let show = Lesson::read(&text)
        .map(|lesson| lesson.show)
        .unwrap_or_default();
    let options = Link::read(&format!("embed=1&show={}", show.join(","))).embed;
    Link {
        lesson: Some(LessonPlace {
            name: OWN_LESSON.into(),
            step: 1,
        }),
        own_lesson: Some(text),
        embed: EmbedOptions {
            embed: true,
            ..options
        },
        ..Link::default()
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_is_a_lesson() {
        let link = Link::read(
            "model=pocket&prompt=a%20%26%20b&chain=temperature~0.5&seed=7&open=dice&embed=1&max_tokens=200&tokens=1.2",
        );
        for asks in Asks::ALL {
            let piece = asks.block();
            let text = format!("{}\n{}\n{piece}", begun(), step(&link, 1));
            let lesson = Lesson::read(&text).unwrap_or_else(|e| unreachable!("{e:?} in {text}"));
            let state = lesson.state_at(0).expect("a state");
            let all: Vec<String> = state.0.iter().map(|(k, v, _)| format!("{k}={v}")).collect();
            assert_eq!(
                all.join(" "),
                "prompt=a & b chain=temperature~0.5 seed=7 open=dice tokens=1.2"
            );
        }
    }

    #[test]
    fn no_prompt_loses_anything_on_its_way_into_a_lesson() {
        for prompt in [
            "two\nlines",
            "ends in a space ",
            "\"Yes\"",
            "\"Yes\" she said",
            "a\\b",
            "# no remark",
            "a: b",
        ] {
            let link = Link {
                prompt: Some(prompt.into()),
                ..Link::default()
            };
            let text = format!("{}\n{}", begun(), step(&link, 1));
            let lesson = Lesson::read(&text).unwrap_or_else(|e| unreachable!("{e:?} in {text}"));
            let state = lesson.state_at(0).expect("a state");
            assert_eq!(state.0[0].1, prompt);
        }
    }

    #[test]
    fn a_file_is_called_as_its_title() {
        assert_eq!(
            file_name("---\ntitle: Colder, and <b>hotter\n"),
            "colder-and-b-hotter.md"
        );
        assert_eq!(file_name("---\ntitle: 温度\n"), "lesson.md");
        assert_eq!(file_name(""), "lesson.md");
    }

    #[test]
    fn an_embed_has_the_lesson_in_its_link() {
        let text = "---\ntitle: a\nabout: b\nminutes: 1\nshow: dice, step\n---\n## a\nb & c #1\n";
        let spelled = link::write(&embed(text.into()));
        let link = Link::read(&spelled);
        assert_eq!(link.own_lesson.as_deref(), Some(text));
        assert!(link.embed.embed && link.embed.show.len() == 2 && !link.has_text());
    }
}
