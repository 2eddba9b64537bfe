//! A lesson as data.

use crate::condition::Condition;
use crate::quantity::Quantity;

/// A lesson: what its file says, without a mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its name, as a visitor reads it.
    pub title: String,
    /// What it is about, in one sentence.
    pub about: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// What a visitor can do after it; for the teacher.
    pub aims: Vec<String>,
    /// What is often got wrong; for the teacher.
    pub mistakes: Vec<String>,
    /// The teacher's plan: a line for each part of the time.
    pub plan: Vec<String>,
    /// What an embed of it shows, as a link's `show` names it; empty for the whole page.
    pub show: Vec<String>,
    /// What every state of its steps begins with.
    pub state: State,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its heading.
    pub title: String,
    /// Its text, as Markdown.
    pub text: String,
    /// The part of the page that it speaks of, which is outlined.
    pub mark: Option<String>,
    /// The state that it begins with; `None` goes on from what is there.
    pub state: Option<State>,
    /// Its question.
    pub question: Option<Question>,
}

/// A state of the page: names and values as in a link, each with the line of the file that says it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State(pub Vec<(String, String, u32)>);

impl State {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This state where `over` says nothing of the same name.
    pub fn under(&self, over: &State) -> State {
        let named = |key: &str| over.0.iter().any(|(other, ..)| other == key);
        let kept = self.0.iter().filter(|(key, ..)| !named(key));
        State(kept.chain(&over.0).cloned().collect())
    }
}

impl Lesson {
    /// The whole state that step `at` begins with, 0 being the first: its own, or that of the last step before it with one,
    /// over the lesson's. `None` past the end.
    pub fn state_at(&self, at: usize) -> Option<State> {
        let until = self.steps.get(..=at)?;
        let own = until.iter().rev().find_map(|step| step.state.as_ref());
        Some(own.map_or_else(|| self.state.clone(), |own| self.state.under(own)))
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What it asks.
    pub asks: String,
    /// Whether what the model makes of the text is hidden until it is answered.
    pub hidden: bool,
    /// What must be done.
    pub task: Task,
    /// What helps.
    pub hint: Option<String>,
    /// What is said once it is answered.
    pub because: Option<String>,
}

/// What must be done to answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// Bring the step on screen to where all of these hold.
    Goal(Vec<Condition>),
    /// Choose an answer.
    Choice(Vec<Answer>),
    /// Say how large this is at the step on screen.
    Number {
        /// What.
        of: Quantity,
        /// How far off a right answer may be, as a share of the value.
        within: f64,
    },
    /// Say which token comes next, before it is shown; any one is an answer, and is rated.
    Guess,
    /// Put these in order, the largest first, by what they are at the step on screen.
    Order(Vec<Quantity>),
}

/// One of the answers to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Its text.
    pub text: String,
    /// Whether it is right.
    pub is: Is,
}

/// When an answer is right.
#[derive(Debug, Clone, PartialEq)]
pub enum Is {
    /// Always.
    Right,
    /// Never.
    Wrong,
    /// Where this holds at the step on screen.
    When(Condition),
}
