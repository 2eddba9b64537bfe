//! The `ask` block of a step: a question and what must be done.

use crate::fields::{Field, Fields};
use crate::{Answer, Condition, Is, LessonError, LessonFault, Quantity, Question, Task};

/// The fields of a question.
const NAMES: [&str; 12] = [
    "ask", "hidden", "goal", "right", "wrong", "answer", "number", "within", "order", "guess",
    "hint", "because",
];
/// What separates an answer from the condition that makes it right.
const WHEN: &str = " when ";
/// How far off a number may be, where the file does not say: 5 %.
const WITHIN: f64 = 0.05;

/// Reads a question; what is wrong with it is added to `errors`.
pub fn read(fields: &Fields, errors: &mut Vec<LessonError>) -> Option<Question> {
    let before = errors.len();
    fields.check(&NAMES, errors);
    let asks = fields.needed("ask", errors);
    let hidden = word(fields, "hidden", "yes", errors);
    let task = task(fields, errors);
    let mut one = |name| fields.one(name, errors).map(|field| field.value.clone());
    let (hint, because) = (one("hint"), one("because"));
    let question = Question {
        asks,
        // What is to be guessed is not on screen.
        hidden: hidden || task == Some(Task::Guess),
        task: task?,
        hint,
        because,
    };
    (errors.len() == before).then_some(question)
}

fn task(fields: &Fields, errors: &mut Vec<LessonError>) -> Option<Task> {
    let wrong = |line, fault| LessonError { line, fault };
    let goals: Vec<&Field> = fields.of("goal").collect();
    let order: Vec<&Field> = fields.of("order").collect();
    let answers = answers(fields, errors);
    let number = fields.one("number", errors);
    let guess = word(fields, "guess", "token", errors);
    let kinds = [
        guess,
        !goals.is_empty(),
        !order.is_empty(),
        !answers.is_empty(),
        number.is_some(),
    ];
    match kinds.into_iter().filter(|there| *there).count() {
        0 => errors.push(wrong(fields.line, LessonFault::NoTask)),
        1 => {}
        _ => errors.push(wrong(fields.line, LessonFault::TwoTasks)),
    }
    let within = fields
        .one("within", errors)
        .and_then(|field| share(field, errors));
    if guess {
        return Some(Task::Guess);
    }
    if let Some(field) = number {
        let of = read_or_say(field, Quantity::read, errors)?;
        let within = within.unwrap_or(WITHIN);
        return Some(Task::Number { of, within });
    }
    if !goals.is_empty() {
        let read = |field: &&Field| read_or_say(field, Condition::read, errors);
        return Some(Task::Goal(goals.iter().filter_map(read).collect()));
    }
    if !order.is_empty() {
        let read = |field: &&Field| read_or_say(field, Quantity::read, errors);
        let all: Vec<Quantity> = order.iter().filter_map(read).collect();
        if all.len() < 2 {
            errors.push(wrong(fields.line, LessonFault::NothingToOrder));
        }
        return Some(Task::Order(all));
    }
    let can = |is: fn(&Is) -> bool| answers.iter().any(|answer| is(&answer.is));
    let sides = [can(|is| *is != Is::Wrong), can(|is| *is != Is::Right)];
    if !answers.is_empty() && (answers.len() < 2 || sides.contains(&false)) {
        errors.push(wrong(fields.line, LessonFault::OneSided));
    }
    (!answers.is_empty()).then_some(Task::Choice(answers))
}

/// Whether the field is there; it can say nothing but `only`.
fn word(fields: &Fields, name: &str, only: &str, errors: &mut Vec<LessonError>) -> bool {
    let Some(field) = fields.one(name, errors) else {
        return false;
    };
    if field.value != only {
        errors.push(LessonError {
            line: field.line,
            fault: LessonFault::UnknownName {
                name: field.value.clone(),
                known: only.into(),
            },
        });
    }
    true
}

/// The answers to choose from, in their order in the file.
fn answers(fields: &Fields, errors: &mut Vec<LessonError>) -> Vec<Answer> {
    let mut all: Vec<(&Field, Is)> = Vec::new();
    all.extend(fields.of("right").map(|field| (field, Is::Right)));
    all.extend(fields.of("wrong").map(|field| (field, Is::Wrong)));
    let mut answers: Vec<(u32, Answer)> = all
        .into_iter()
        .map(|(field, is)| {
            (
                field.line,
                Answer {
                    text: field.value.clone(),
                    is,
                },
            )
        })
        .collect();
    for field in fields.of("answer") {
        let Some((text, condition)) = field.value.rsplit_once(WHEN) else {
            errors.push(LessonError {
                line: field.line,
                fault: LessonFault::NoComparison {
                    text: field.value.clone(),
                },
            });
            continue;
        };
        let read = |text: &str| Condition::read(text);
        match read(condition) {
            Ok(condition) => answers.push((
                field.line,
                Answer {
                    text: text.trim().into(),
                    is: Is::When(condition),
                },
            )),
            Err(fault) => errors.push(LessonError {
                line: field.line,
                fault,
            }),
        }
    }
    for (line, _) in answers.iter().filter(|(_, answer)| answer.text.is_empty()) {
        let name = "answer".into();
        errors.push(LessonError {
            line: *line,
            fault: LessonFault::Missing { name },
        });
    }
    answers.sort_by_key(|(line, _)| *line);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn read_or_say<T>(
    field: &Field,
    read: fn(&str) -> Result<T, LessonFault>,
    errors: &mut Vec<LessonError>,
) -> Option<T> {
    let said = |fault| {
        errors.push(LessonError {
            line: field.line,
            fault,
        })
    };
    read(&field.value).map_err(said).ok()
}

/// A share in percent, such as `10 %`.
fn share(field: &Field, errors: &mut Vec<LessonError>) -> Option<f64> {
    let number = field.value.trim_end_matches('%').trim();
    let value = number.parse().ok().filter(|p| (0.0..=100.0).contains(p));
    if value.is_none() {
        errors.push(LessonError {
            line: field.line,
            fault: LessonFault::Number {
                name: field.name.clone(),
                value: field.value.clone(),
                low: 0.0,
                high: 100.0,
            },
        });
    }
    value.map(|percent: f64| percent / 100.0)
}
