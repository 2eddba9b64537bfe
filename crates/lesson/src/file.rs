//! The file of a lesson, read.

use crate::fields::Fields;
use crate::{Lesson, LessonError, LessonFault, MARKS, STATE_KEYS, State, Step, ask, lexer};

/// Most characters of a file.
const LONGEST: usize = 200_000;
/// The fields of the head.
const HEAD: [&str; 7] = [
    "title", "about", "minutes", "aim", "mistake", "plan", "show",
];
/// The line around the head.
const RULE: &str = "---";
/// What begins and ends a block.
const FENCE: &str = "```";
/// What begins a step.
const STEP: &str = "##";
/// What a `state` block points at.
const MARK: &str = "mark";
/// The longest lesson, in minutes.
const MOST_MINUTES: f64 = 600.0;

impl Lesson {
    /// Reads the file of a lesson, or names every mistake of it with its line.
    pub fn read(text: &str) -> Result<Self, Vec<LessonError>> {
        if text.chars().nth(LONGEST).is_some() {
            let most = LONGEST as u64;
            return Err(vec![LessonError {
                line: 1,
                fault: LessonFault::Long { most },
            }]);
        }
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        let mut reader = Reader {
            lines: &lines,
            at: 0,
            errors: Vec::new(),
        };
        match reader.lesson() {
            Some(lesson) if reader.errors.is_empty() => Ok(lesson),
            _ => {
                reader.errors.sort_by_key(|error| error.line);
                Err(reader.errors)
            }
        }
    }
}

/// How far the file is read.
struct Reader<'a> {
    lines: &'a [&'a str],
    /// The next line, 0 being the first.
    at: usize,
    errors: Vec<LessonError>,
}

/// A step as far as it is read.
struct Open {
    step: Step,
    /// The line of its heading, 1 being the first.
    line: u32,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, line: u32, fault: LessonFault) {
        self.errors.push(LessonError { line, fault });
    }

    /// The number of the line that was taken last.
    fn line(&self) -> u32 {
        self.at as u32
    }

    fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.at)?;
        self.at += 1;
        Some(line)
    }

    /// The lines up to the one that is `end`, which is taken too; `None` where there is none.
    fn until(&mut self, end: &str) -> Option<&'a [&'a str]> {
        let rest = &self.lines[self.at..];
        let there = rest.iter().position(|line| line.trim_end() == end)?;
        self.at += there + 1;
        Some(&rest[..there])
    }

    /// The lines of a block up to its end, which is taken too. One without an end ends where another begins, or with the file.
    fn block(&mut self) -> &'a [&'a str] {
        let (began, rest) = (self.line(), &self.lines[self.at..]);
        let there = rest.iter().position(|line| line.starts_with(FENCE));
        let inside = &rest[..there.unwrap_or(rest.len())];
        self.at += inside.len();
        match there.map(|at| rest[at].trim_end() == FENCE) {
            Some(true) => self.at += 1,
            _ => self.wrong(began, LessonFault::BlockOpen),
        }
        inside
    }

    fn lesson(&mut self) -> Option<Lesson> {
        if self.next().map(str::trim_end) != Some(RULE) {
            self.wrong(1, LessonFault::NoHead);
            return None;
        }
        let Some(head) = self.until(RULE) else {
            self.wrong(1, LessonFault::HeadOpen);
            return None;
        };
        let head = Fields::read(1, head.iter().copied(), &mut self.errors);
        head.check(&HEAD, &mut self.errors);
        let minutes = self.minutes(&head);
        let errors = &mut self.errors;
        let show = head.one("show", errors).map(|field| field.value.clone());
        let show = show.unwrap_or_default();
        let names = show
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let mut lesson = Lesson {
            title: head.needed("title", errors),
            about: head.needed("about", errors),
            minutes,
            aims: head.values("aim"),
            mistakes: head.values("mistake"),
            plan: head.values("plan"),
            show: names.map(str::to_owned).collect(),
            state: State::default(),
            steps: Vec::new(),
        };
        self.steps(&mut lesson);
        if lesson.steps.is_empty() {
            self.wrong(self.line().max(1), LessonFault::NoSteps);
        }
        Some(lesson)
    }

    fn minutes(&mut self, head: &Fields) -> u32 {
        let said = head.needed("minutes", &mut self.errors);
        let minutes = said
            .parse()
            .ok()
            .filter(|m| (1.0..=MOST_MINUTES).contains(m));
        if let (None, Some(field)) = (minutes, head.of("minutes").next())
            && !said.is_empty()
        {
            self.wrong(
                field.line,
                LessonFault::Number {
                    name: field.name.clone(),
                    value: said,
                    low: 1.0,
                    high: MOST_MINUTES,
                },
            );
        }
        minutes.map_or(0, |m: f64| m.round() as u32)
    }

    /// What follows the head.
    fn steps(&mut self, lesson: &mut Lesson) {
        let mut open: Option<Open> = None;
        let mut stated = false;
        while let Some(line) = self.next() {
            if let Some(kind) = line.strip_prefix(FENCE) {
                let began = self.line();
                let inside = self.block();
                let fields = |errors: &mut _| Fields::read(began, inside.iter().copied(), errors);
                match (kind.trim(), &mut open) {
                    ("state", None) => {
                        let (state, _) = self.state(began, inside);
                        if std::mem::replace(&mut stated, true) {
                            self.second(began, "state");
                        }
                        lesson.state = state;
                    }
                    ("state", Some(open)) => {
                        let (state, mark) = self.state(began, inside);
                        // To point at something, nothing has to change.
                        let changes = mark.is_none() || !state.is_empty();
                        let before = open.step.state.is_some() || open.step.mark.is_some();
                        open.step.mark = mark;
                        open.step.state = changes.then_some(state);
                        if before {
                            self.second(began, "state");
                        }
                    }
                    ("ask", Some(open)) => {
                        let fields = fields(&mut self.errors);
                        let question = ask::read(&fields, &mut self.errors);
                        if open.step.question.is_some() {
                            self.second(began, "ask");
                        }
                        open.step.question = question.or(open.step.question.take());
                    }
                    // Of the text.
                    (_, Some(open)) => {
                        let block = [&[line], inside, &[FENCE]].concat();
                        open.step.text.push_str(&block.join("\n"));
                        open.step.text.push('\n');
                    }
                    (_, None) => self.wrong(began, LessonFault::NoStepYet { text: line.into() }),
                }
                continue;
            }
            let heading = line
                .strip_prefix(STEP)
                .filter(|rest| !rest.starts_with('#'));
            match (heading, &mut open) {
                (Some(title), _) => {
                    self.close(open.take(), lesson);
                    let title = title.trim().to_owned();
                    if title.is_empty() {
                        self.wrong(self.line(), LessonFault::NoHeading);
                    }
                    let step = Step {
                        title,
                        text: String::new(),
                        mark: None,
                        state: None,
                        question: None,
                    };
                    open = Some(Open {
                        step,
                        line: self.line(),
                    });
                }
                (None, Some(open)) => {
                    open.step.text.push_str(line);
                    open.step.text.push('\n');
                }
                (None, None) if line.trim().is_empty() => {}
                (None, None) => {
                    self.wrong(self.line(), LessonFault::NoStepYet { text: line.into() });
                }
            }
        }
        self.close(open, lesson);
    }

    fn second(&mut self, line: u32, name: &str) {
        self.wrong(line, LessonFault::SecondBlock { name: name.into() });
    }

    fn close(&mut self, open: Option<Open>, lesson: &mut Lesson) {
        let Some(Open { mut step, line }) = open else {
            return;
        };
        step.text = step.text.trim().into();
        if step.text.is_empty() && step.question.is_none() {
            self.wrong(line, LessonFault::NoText);
        }
        lesson.steps.push(step);
    }

    /// A state, and the part of the page that is outlined with it.
    fn state(&mut self, line: u32, inside: &[&str]) -> (State, Option<String>) {
        let fields = Fields::read(line, inside.iter().copied(), &mut self.errors);
        fields.check(&[STATE_KEYS, &[MARK]].concat(), &mut self.errors);
        let mark = fields.one(MARK, &mut self.errors).cloned();
        if let Some(unknown) = mark.as_ref().filter(|m| !MARKS.contains(&m.value.as_str())) {
            let fault = LessonFault::UnknownName {
                name: unknown.value.clone(),
                known: MARKS.join(", "),
            };
            self.wrong(unknown.line, fault);
        }
        let all = fields.into_all().into_iter().filter(|f| f.name != MARK);
        let all = all.map(|field| (field.name, lexer::plain(field.value), field.line));
        (State(all.collect()), mark.map(|field| field.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Condition, Is, Quantity, Question, Task};

    const WHOLE: &str = r#"---
title: Temperature
about: What the slider does,
  and what it never does.
minutes: 10
aim: Say what it does.
aim: Say what it never does.
mistake: It makes the model smarter.
show: temperature, dice
---

```state
prompt: In the forest lived a
seed: 1
```

## One slider

Drag it.

```rust
# of the text
```

```state
seed: 2
open: sampler
mark: dice
```

```ask
ask: Make the bear sure.
goal: p(" bear") > 99 %
goal: left > 1
hint: To the left.
because: It divides the logits.
```

## What stays

Look at the order.

```ask
# In their order in the file.
ask: Which leads?
answer: bear when favourite = " bear"
wrong: nobody
```

## How large

```ask
ask: How much?
number: p(" bear")
within: 10 %
```

Say it.

## In order

```ask
ask: Which is larger?
order: p(" bear")
order: p(" fox")
```

Once more.
"#;

    #[test]
    fn a_lesson_is_read() {
        let lesson = Lesson::read(WHOLE).expect("a lesson");
        assert_eq!(
            lesson.about,
            "What the slider does, and what it never does."
        );
        assert_eq!(
            (lesson.minutes, lesson.aims.len(), lesson.mistakes.len()),
            (10, 2, 1)
        );
        assert_eq!(lesson.show, ["temperature", "dice"]);
        let titles: Vec<&str> = lesson.steps.iter().map(|s| s.title.as_str()).collect();
        assert_eq!(
            titles,
            ["One slider", "What stays", "How large", "In order"]
        );
        assert_eq!(
            lesson.steps[0].text,
            "Drag it.\n\n```rust\n# of the text\n```"
        );
        assert_eq!(lesson.steps[2].text, "Say it.");
        assert_eq!(lesson.steps[0].mark.as_deref(), Some("dice"));
        assert!(
            lesson.steps[0]
                .state
                .as_ref()
                .is_some_and(|s| s.0.len() == 2)
        );
        let condition = |text| Condition::read(text).expect("a condition");
        let goals = [r#"p(" bear") > 99 %"#, "left > 1"].map(condition);
        assert_eq!(
            lesson.steps[0].question,
            Some(Question {
                asks: "Make the bear sure.".into(),
                hidden: false,
                task: Task::Goal(goals.into()),
                hint: Some("To the left.".into()),
                because: Some("It divides the logits.".into()),
            })
        );
        let task = |at: usize| lesson.steps[at].question.as_ref().map(|q| q.task.clone());
        let bear = Is::When(condition(r#"favourite = " bear""#));
        let answers = [("bear", bear), ("nobody", Is::Wrong)];
        let answers = answers.map(|(text, is)| Answer {
            text: text.into(),
            is,
        });
        assert_eq!(task(1), Some(Task::Choice(answers.into())));
        let of = |text: &str| Quantity::Prob(text.into());
        assert_eq!(
            task(2),
            Some(Task::Number {
                of: of(" bear"),
                within: 0.1
            })
        );
        assert_eq!(task(3), Some(Task::Order(vec![of(" bear"), of(" fox")])));
    }

    #[test]
    fn what_is_to_be_guessed_is_hidden() {
        let question = |more: &str| {
            let text = WHOLE.replace("number: p(\" bear\")\nwithin: 10 %", more);
            let lesson = Lesson::read(&text).expect("a lesson");
            let asked = lesson.steps[2].question.clone();
            asked.map(|question| (question.task == Task::Guess, question.hidden))
        };
        assert_eq!(question("guess: token"), Some((true, true)));
        assert_eq!(question("number: left\nhidden: yes"), Some((false, true)));
        assert_eq!(question("number: left"), Some((false, false)));
    }

    #[test]
    fn a_text_in_quotes_keeps_its_spaces_and_lines() {
        let prompt = |value: &str| {
            let text = WHOLE.replace("prompt: In the forest lived a", &format!("prompt: {value}"));
            Lesson::read(&text).expect("a lesson").state.0[0].1.clone()
        };
        for text in ["a ", "a\nb", "\"Hello\"", "\\n", " "] {
            assert_eq!(prompt(&crate::quoted(text)), text);
        }
        for text in ["\"Hello\" she said", "\"Hello", "a \"b\""] {
            assert_eq!(prompt(text), text, "these are no text in quotes");
        }
    }

    #[test]
    fn a_step_that_only_points_at_something_changes_nothing() {
        let text = WHOLE.replace("seed: 2\nopen: sampler\n", "");
        let lesson = Lesson::read(&text).expect("a lesson");
        assert_eq!(lesson.steps[0].state, None);
        assert_eq!(lesson.steps[0].mark.as_deref(), Some("dice"));
    }

    #[test]
    fn a_step_without_a_state_goes_on_from_the_last_one() {
        let lesson = Lesson::read(WHOLE).expect("a lesson");
        assert_eq!(lesson.steps[1].state, None);
        let spelled = |at| {
            let state = lesson.state_at(at)?;
            let all = state
                .0
                .into_iter()
                .map(|(key, value, _)| format!("{key}={value}"));
            Some(all.collect::<Vec<_>>().join("&"))
        };
        let whole = "prompt=In the forest lived a&seed=2&open=sampler";
        assert_eq!(
            [spelled(0), spelled(3)],
            [Some(whole.into()), Some(whole.into())]
        );
        assert_eq!(spelled(4), None);
    }

    #[test]
    fn line_ends_of_every_system_and_a_byte_order_mark_are_read() {
        let unix = Lesson::read(WHOLE);
        let windows = format!("\u{feff}{}", WHOLE.replace('\n', "\r\n"));
        assert_eq!(Lesson::read(&windows), unix);
    }

    /// What is wrong with `WHOLE` where `from` is `to`.
    fn wrong(from: &str, to: &str) -> Vec<(u32, LessonFault)> {
        assert!(WHOLE.contains(from), "{from}");
        let errors = Lesson::read(&WHOLE.replacen(from, to, 1)).expect_err(from);
        errors.into_iter().map(|e| (e.line, e.fault)).collect()
    }

    #[test]
    fn every_mistake_is_named_with_its_line() {
        use LessonFault as F;
        let missing = |name: &str| F::Missing { name: name.into() };
        let text = |text: &str| text.to_owned();
        for (from, to, line, fault) in [
            ("---\ntitle", "title", 1, F::NoHead),
            ("title: Temperature", "title:", 1, missing("title")),
            ("about: What the", "abuot: What the", 1, missing("about")),
            ("minutes: 10", "", 1, missing("minutes")),
            (
                "minutes: 10",
                "minutes: soon",
                5,
                F::Number {
                    name: text("minutes"),
                    value: text("soon"),
                    low: 1.0,
                    high: 600.0,
                },
            ),
            (
                "minutes: 10",
                "minutes: 10\nminutes: 11",
                6,
                F::Twice {
                    name: text("minutes"),
                },
            ),
            (
                "## One slider",
                "One slider",
                17,
                F::NoStepYet {
                    text: text("One slider"),
                },
            ),
            ("## One slider", "##", 17, F::NoHeading),
            ("## In order", "## Empty\n## In order", 60, F::NoText),
            (
                "open: sampler\nmark: dice\n```",
                "open: sampler\nmark: dice",
                25,
                F::BlockOpen,
            ),
            (
                "seed: 2",
                "seed 2",
                26,
                F::NotAField {
                    text: text("seed 2"),
                },
            ),
            (
                "Drag it.",
                "```state\nseed: 3\n```",
                27,
                F::SecondBlock {
                    name: text("state"),
                },
            ),
            (
                "ask: Which leads?",
                "hint: Which leads?",
                43,
                missing("ask"),
            ),
            ("wrong: nobody", "", 43, F::OneSided),
            ("wrong: nobody", "wrong:", 47, missing("answer")),
            (
                "answer: bear when favourite = \" bear\"\nwrong: nobody",
                "",
                43,
                F::NoTask,
            ),
            ("within: 10 %", "goal: left = 1", 52, F::TwoTasks),
            (
                "within: 10 %",
                "within: 101 %",
                55,
                F::Number {
                    name: text("within"),
                    value: text("101 %"),
                    low: 0.0,
                    high: 100.0,
                },
            ),
            ("order: p(\" fox\")", "", 62, F::NothingToOrder),
            (
                "mark: dice",
                "mark: nose",
                28,
                F::UnknownName {
                    name: text("nose"),
                    known: MARKS.join(", "),
                },
            ),
            (
                "hint: To the left.",
                "hidden: maybe",
                35,
                F::UnknownName {
                    name: text("maybe"),
                    known: text("yes"),
                },
            ),
            ("hint: To the left.", "guess: token", 31, F::TwoTasks),
            (
                "left > 1",
                "lift > 1",
                34,
                F::NoSuchQuantity { name: text("lift") },
            ),
        ] {
            let found = wrong(from, to);
            assert!(
                found.contains(&(line, fault.clone())),
                "{to}: {fault:?} not in {found:?}"
            );
        }
        for name in ["seeed: 1", "embed: 1", "show: dice"] {
            let [(13, F::UnknownName { .. })] = wrong("prompt: In the forest lived a", name)[..]
            else {
                panic!("{name}")
            };
        }
    }

    #[test]
    fn hostile_files_end_with_a_mistake_and_never_panic() {
        let long = "a".repeat(LONGEST + 1);
        let [error] = &Lesson::read(&long).expect_err("too long")[..] else {
            panic!("one")
        };
        assert_eq!(
            error.fault,
            LessonFault::Long {
                most: LONGEST as u64
            }
        );
        // Every beginning of a file, and every line of it left out, or by itself.
        for end in 0..WHOLE.len() {
            let _ = Lesson::read(&WHOLE[..end]);
        }
        let lines: Vec<&str> = WHOLE.lines().collect();
        for at in 0..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(at);
            let _ = Lesson::read(&fewer.join("\n"));
            assert!(Lesson::read(lines[at]).is_err());
        }
        let odd = Lesson::read("---\n\u{202e}:\u{1b}[2J\n---\n## <script>\n```ask\n\"(\n```\n");
        for error in odd.expect_err("odd") {
            assert!(error.to_string().len() < 400, "{error}");
        }
    }
}
