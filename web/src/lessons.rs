//! The lessons that the page offers, and the state that a step of one begins with.

use logitscope_lesson::{Lesson, LessonError};

use crate::browser;
use crate::choices::{DEFAULT_PROMPT, EmbedOptions, LessonPlace, OWN_LESSON, first_settings};
use crate::link::{Link, encode};
use crate::words;

/// The names of the lessons that come with the page, in the order of their ideas.
pub const LESSONS: [&str; 14] = [
    "one-token-at-a-time",
    "tokens-are-not-words",
    "softmax-by-hand",
    "temperature",
    "cutting-the-tail",
    "what-is-random",
    "how-sure-is-it",
    "what-attention-reads",
    "how-the-answer-forms",
    "why-it-repeats",
    "one-token-is-slow",
    "several-texts-at-once",
    "a-small-model-drafts",
    "is-it-true",
];

/// The one that leads through the page.
pub const TOUR: &str = "tour";

/// The seed of a step that names none.
const SEED: u32 = 1;

/// Whether a lesson of this name comes with the page.
pub fn is_bundled(name: &str) -> bool {
    LESSONS.contains(&name) || name == TOUR
}

/// Why a lesson cannot be shown.
#[derive(Debug, Clone, PartialEq)]
pub enum NotShown {
    /// There is none of this name, or it did not come.
    Unknown,
    /// Its file has mistakes.
    Mistakes(Vec<LessonError>),
}

/// The lesson of this name; `own`: the text of [`OWN_LESSON`]. A name that ends in `.md` is the address of a file on the same site.
pub async fn lesson(name: &str, own: Option<&str>) -> Result<Lesson, NotShown> {
    if name == OWN_LESSON {
        let text = own.ok_or(NotShown::Unknown)?;
        return Lesson::read(text).map_err(NotShown::Mistakes);
    }
    if name.ends_with(".md") {
        let address = browser::absolute(name).filter(|address| browser::same_origin(address));
        let file = browser::fetch(&address.ok_or(NotShown::Unknown)?).await;
        return read(file);
    }
    if !is_bundled(name) {
        return Err(NotShown::Unknown);
    }
    let own = format!("lessons/{}/{name}.md", words::language().tag());
    let file = match browser::fetch(&own).await {
        // Not translated yet, or of a language that has no lessons.
        None => browser::fetch(&format!("lessons/en/{name}.md")).await,
        found => found,
    };
    read(file)
}

fn read(file: Option<Vec<u8>>) -> Result<Lesson, NotShown> {
    let text = file.and_then(|bytes| String::from_utf8(bytes).ok());
    Lesson::read(&text.ok_or(NotShown::Unknown)?).map_err(NotShown::Mistakes)
}

/// The state of the page at the beginning of `place`; it is the same for everybody, whatever their own settings are.
pub fn opening(lesson: &Lesson, place: &LessonPlace, embed: EmbedOptions) -> Link {
    let at = place.step.saturating_sub(1) as usize;
    let state = lesson.state_at(at).unwrap_or_default();
    let spelled = |(key, value, _): &(String, String, u32)| format!("{key}={}", encode(value));
    let mut all: Vec<String> = state.0.iter().map(spelled).collect();
    all.push(format!("show={}", lesson.show.join(",")));
    let mut link = Link::read(&all.join("&"));
    // Its text is here already.
    link.own_lesson = None;
    link.lesson = Some(place.clone());
    let shown = match embed.embed && embed.show.is_empty() {
        true => std::mem::take(&mut link.embed.show),
        false => embed.show.clone(),
    };
    link.embed = EmbedOptions {
        show: shown,
        ..embed
    };
    if !link.has_text() {
        // What no state names is the page's own.
        link.prompt = Some(DEFAULT_PROMPT.into());
    }
    link.seed.get_or_insert(SEED);
    if (link.temperature, link.top_k, link.top_p) == (None, None, None) {
        link.chain.get_or_insert(first_settings().chain);
    }
    link
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use logitscope_lesson::{STATE_KEYS, Task};

    const HEAD: &str = "---\ntitle: a\nabout: b\nminutes: 1\n---\n";

    /// A lesson of two steps, the first with this state.
    fn with(state: &str) -> Lesson {
        let text = format!("{HEAD}## a\nb\n```state\n{state}\n```\n## c\nd\n");
        Lesson::read(&text).expect("a lesson")
    }

    fn place(step: u32) -> LessonPlace {
        LessonPlace {
            name: "a".into(),
            step,
        }
    }

    #[test]
    fn what_a_state_may_name_a_link_may_name() {
        for key in STATE_KEYS {
            let unknown = Link::read(&format!("{key}=")).problems;
            let unknown: Vec<String> = unknown.iter().map(ToString::to_string).collect();
            let said = unknown.join(" ");
            let never = Link::read("nothing=").problems[0].to_string();
            assert!(!said.contains(&never.replace("nothing", key)), "{said}");
        }
    }

    #[test]
    fn a_step_begins_the_same_for_everybody() {
        let lesson = with("prompt: a + b & c\ntemperature: 2");
        for step in [1, 2] {
            let link = opening(&lesson, &place(step), EmbedOptions::default());
            assert_eq!(link.prompt.as_deref(), Some("a + b & c"));
            let mut cold = first_settings();
            cold.chain = logitscope_core::chain::Chain::default();
            let (one, other) = (link.settings(first_settings()), link.settings(cold));
            assert_eq!(one, other);
            assert_eq!(one.chain.value("temperature", "t"), Some(2.0));
            assert_eq!(link.lesson, Some(place(step)));
        }
        let plain = opening(&with("open: dice"), &place(1), EmbedOptions::default());
        assert_eq!(plain.chain, Some(first_settings().chain));
        // Without a text it would begin again and again.
        assert_eq!(plain.prompt.as_deref(), Some(DEFAULT_PROMPT));
    }

    #[test]
    fn an_embed_of_a_lesson_shows_what_its_file_says_and_the_page_all() {
        const TEXT: &str = "---\ntitle: a\nabout: b\nminutes: 1\nshow: dice, step\n---\n## a\nb\n";
        let lesson = Lesson::read(TEXT);
        let lesson = lesson.expect("a lesson");
        let shown = |embed: &str| opening(&lesson, &place(1), Link::read(embed).embed).embed;
        assert!(shown("embed=0").show.is_empty());
        assert_eq!(
            shown("embed=1&hide=footer"),
            Link::read("embed=1&show=dice,step&hide=footer").embed
        );
        assert_eq!(
            shown("embed=1&show=seed"),
            Link::read("embed=1&show=seed").embed
        );
    }

    #[test]
    fn the_lessons_of_the_page_have_no_mistakes() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons/en");
        let files = std::fs::read_dir(&folder).expect("lessons").count();
        assert_eq!(files, LESSONS.len() + 1);
        for name in LESSONS.into_iter().chain([TOUR]) {
            let text = std::fs::read_to_string(folder.join(format!("{name}.md")));
            let lesson = Lesson::read(&text.expect(name)).expect(name);
            assert!(
                !lesson.aims.is_empty() && !lesson.mistakes.is_empty() && !lesson.plan.is_empty(),
                "{name}"
            );
            for at in 0..lesson.steps.len() {
                let link = opening(&lesson, &place(at as u32 + 1), EmbedOptions::default());
                assert_eq!(link.problems, [], "{name}, step {}", at + 1);
                assert!(link.prompt.is_some(), "{name}: everybody has the same text");
            }
        }
    }

    #[test]
    fn a_translated_lesson_is_the_same_lesson() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
        let read = |language: &str, name: &str| {
            let text = std::fs::read_to_string(folder.join(language).join(format!("{name}.md")));
            let text = text.unwrap_or_else(|e| unreachable!("{language}/{name}: {e}"));
            Lesson::read(&text).unwrap_or_else(|e| unreachable!("{language}/{name}: {e:?}"))
        };
        // What of a step is no words: where it begins, what it points at, and what must be done.
        let bones = |lesson: &Lesson| {
            let step = |step: &logitscope_lesson::Step| {
                let state = step.state.as_ref().map(|state| {
                    let plain =
                        |(key, value, _): &(String, String, u32)| (key.clone(), value.clone());
                    state.0.iter().map(plain).collect::<Vec<_>>()
                });
                let task = step.question.as_ref().map(|question| {
                    let task = match &question.task {
                        Task::Choice(answers) => {
                            format!("{:?}", answers.iter().map(|a| &a.is).collect::<Vec<_>>())
                        }
                        other => format!("{other:?}"),
                    };
                    (question.hidden, task)
                });
                (state, step.mark.clone(), task)
            };
            lesson.steps.iter().map(step).collect::<Vec<_>>()
        };
        for language in crate::choices::Language::OFFERED {
            for name in LESSONS.into_iter().chain([TOUR]) {
                let (own, english) = (read(language.tag(), name), read("en", name));
                assert_eq!(bones(&own), bones(&english), "{}/{name}", language.tag());
                assert_eq!(
                    (own.minutes, own.aims.len(), own.plan.len()),
                    (english.minutes, english.aims.len(), english.plan.len())
                );
            }
        }
    }
}
