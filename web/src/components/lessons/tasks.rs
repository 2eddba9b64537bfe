//! What a visitor does to answer: bring the page somewhere, choose, or give a number.

use leptos::prelude::*;
use logitscope_lesson::{Answer, Condition, Is, Quantity, Term};

use super::judged::{holds, in_percent, now as now_of, number, shown, why};
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// Conditions that the step on screen is to fulfil: it is looked at all the time.
#[component]
pub fn Goal(
    /// All of them.
    conditions: Vec<Condition>,
    /// Called when all hold.
    solved: Callback<()>,
    /// Whether they once did.
    right: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let all = StoredValue::new(conditions.clone());
    Effect::new(move |_| {
        let fulfilled = all.with_value(|all| {
            let held = |condition| holds(app, condition) == Some(Ok(true));
            // Each is looked at, so that each is followed.
            all.iter().map(held).filter(|held| !held).count() == 0
        });
        if fulfilled {
            solved.run(());
        }
    });
    let several = conditions.len() > 1;
    let rows = conditions.into_iter().map(|condition| {
        // Of several, each says what it is about.
        let name = several.then(|| condition.left.to_string());
        let held = {
            let condition = condition.clone();
            Memo::new(move |_| holds(app, &condition))
        };
        let now = move || match &condition.left {
            Term::Of(quantity) => Some(match now_of(app, quantity)? {
                Ok(value) => say().lessons_now(value).to_string(),
                Err(unknown) => why(&unknown),
            }),
            _ => None,
        };
        view! {
            <li class:held=move || held.get() == Some(Ok(true)) data-testid="lesson-goal">{name.map(|name| view! { <code>{name}</code> " " })}{now}</li>
        }
    });
    view! {
        <ul class="lesson-goals" class:right=right>{rows.collect_view()}</ul>
    }
}

/// Answers, one of which is to be pressed.
#[component]
pub fn Choice(
    /// All of them.
    answers: Vec<Answer>,
    /// Called when a right one is pressed.
    solved: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let answers = StoredValue::new(answers);
    let pressed = RwSignal::new(Vec::<(usize, bool)>::new());
    // One that was pressed before the page can tell whether it is right.
    let awaits = RwSignal::new(None::<usize>);
    let judge = move |at: usize| {
        answers.with_value(|all| match &all.get(at)?.is {
            Is::Right => Some(Ok(true)),
            Is::Wrong => Some(Ok(false)),
            Is::When(condition) => holds(app, condition),
        })
    };
    let tell = move |at: usize, right: bool| {
        pressed.update(|all| {
            all.retain(|(other, _)| *other != at);
            all.push((at, right));
        });
        if right {
            solved.run(());
        }
    };
    let press = move |at: usize| {
        awaits.set(None);
        match untrack(|| judge(at)) {
            Some(Ok(right)) => tell(at, right),
            Some(Err(_)) => awaits.set(Some(at)),
            None => {}
        }
    };
    Effect::new(move |_| {
        let at = awaits.get();
        if let Some((at, Ok(right))) = at.and_then(|at| Some((at, judge(at)?))) {
            awaits.set(None);
            tell(at, right);
        }
    });
    let unknown = move || judge(awaits.get()?)?.err().map(|unknown| why(&unknown));
    let buttons = answers.with_value(|all| {
        let button = |(at, answer): (usize, &Answer)| {
            let was = move |as_told: bool| move || pressed.with(|all| all.contains(&(at, as_told)));
            view! {
                <button class="button small lesson-answer" data-testid="lesson-answer" class:is-right=was(true) class:is-wrong=was(false)
                    class:is-noted=move || awaits.get() == Some(at) on:click=move |_| press(at)>
                    {answer.text.clone()}
                </button>
            }
        };
        all.iter().enumerate().map(button).collect_view()
    });
    let wrong = move || {
        let last = pressed.with(|all| all.last().is_some_and(|(_, right)| !right));
        last && awaits.get().is_none()
    };
    view! {
        <div class="lesson-answers">{buttons}</div>
        <NotYet when=Signal::derive(wrong) />
        <Awaits why=Signal::derive(unknown) />
    }
}

/// A number to be given.
#[component]
pub fn Number(
    /// Of what.
    of: Quantity,
    /// How far off it may be, as a share of it.
    within: f64,
    /// Called when it is near enough.
    solved: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let typed = RwSignal::new(String::new());
    let said = RwSignal::new(None::<String>);
    let in_percent = in_percent(&of);
    let check = move |ev: leptos::ev::SubmitEvent| {
        ev.prevent_default();
        let text = typed.get_untracked().replace(',', ".");
        let number_typed: Option<f64> = text
            .trim()
            .trim_end_matches('%')
            .trim()
            .trim_start_matches('L')
            .parse()
            .ok();
        let Some(guess) = number_typed.filter(|x: &f64| x.is_finite()) else {
            return said.set(Some(say().lessons_no_number().to_string()));
        };
        let guess = if in_percent { guess / 100.0 } else { guess };
        said.set(match untrack(|| number(app, &of)) {
            None => None,
            Some(Err(unknown)) => Some(why(&unknown)),
            Some(Ok(x)) if (guess - x).abs() <= within * x.abs() => {
                solved.run(());
                Some(say().lessons_it_is(shown(&of, x)).to_string())
            }
            Some(Ok(x)) if guess < x => Some(say().lessons_more().to_string()),
            Some(Ok(_)) => Some(say().lessons_less().to_string()),
        });
    };
    view! {
        <form class="lesson-number" on:submit=check>
            <input type="text" inputmode="decimal" class="num" data-testid="lesson-number" aria-label=say().lessons_your_number().to_string()
                prop:value=typed on:input:target=move |ev| typed.set(ev.target().value()) />
            {in_percent.then_some("%")}
            <button class="button small" data-testid="lesson-check">{say().lessons_check().to_string()}</button>
            <span role="status" data-testid="lesson-said">{said}</span>
        </form>
    }
}

/// That an answer was wrong.
#[component]
pub fn NotYet(
    /// Whether the last one was.
    when: Signal<bool>,
) -> impl IntoView {
    view! {
        <div role="status">
            <Show when=move || when.get()>
                <p class="lesson-wrong" data-testid="lesson-wrong">{say().lessons_wrong().to_string()}</p>
            </Show>
        </div>
    }
}

/// That an answer is noted, and what is to be done before it can be judged.
#[component]
pub fn Awaits(
    /// What; `None` while nothing waits.
    why: Signal<Option<String>>,
) -> impl IntoView {
    let says = move || why.get().map(|why| say().lessons_awaits(why).to_string());
    view! { <p role="status" class="lesson-awaits" data-testid="lesson-awaits" hidden=move || why.with(Option::is_none)>{says}</p> }
}
