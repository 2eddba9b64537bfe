//! The text on screen, carried over to another model: token by token where both read the same tokens, else as a text.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, TokenId};

use super::{Driver, prompt, replay, step};
use crate::state::{Failure, Level, Replay};
use crate::words::say;

/// A text that another model is to have.
pub(super) struct Carried {
    /// How it came about.
    replay: Replay,
    /// All of it.
    text: String,
    /// The model before.
    model: String,
    /// What that thought of the step on screen.
    shown: Option<Thought>,
}

/// What a model favours at a step.
struct Thought {
    context: NodeId,
    favourite: TokenId,
    prob: f64,
}

impl Carried {
    /// The text on screen; `None` if there is none, or if the prompt box holds another one that waits to be run.
    pub fn of(driver: &Driver) -> Option<Self> {
        let app = driver.app;
        let replay = app.replay();
        let run = driver.session.run()?;
        let waits = replay.prompt != Some(app.prompt.get_untracked());
        if waits || app.recorded.get_untracked() || run.cursor().is_none() {
            return None;
        }
        let model = model_name(driver)?;
        let step = app.step.get_untracked();
        let context = step.map(|step| step.context).or(run.cursor());
        // The end may be in the middle of a character.
        let text = run.text();
        Some(Carried {
            text: text.trim_end_matches('\u{fffd}').to_owned(),
            shown: context.and_then(|context| Thought::of(&run, context)),
            replay,
            model,
        })
    }

    /// All of it as a text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The run as the model of the empty run `fresh` can go on with it, at the end of its prompt. `None` if that reads other tokens, or not so
    /// many.
    pub fn run_for(&self, driver: &Driver, fresh: &Run) -> Option<Run> {
        let run = driver.session.run()?;
        let same = fresh.vocab().parts() == run.vocab().parts();
        let fits = same && fresh.check_prompt(&run.prompt()).is_ok();
        fits.then(|| fresh.of_model_like(&run))
    }
}

impl Thought {
    fn of(run: &Run, context: NodeId) -> Option<Self> {
        let distribution = &run.logits().get(context)?.distribution;
        Some(Thought {
            context,
            favourite: distribution.token(0),
            prob: distribution.prob(0),
        })
    }
}

/// Has the distribution after the prompt of a run that was carried over.
pub(super) async fn begin(driver: &Driver) -> Result<(), Failure> {
    prompt::evaluate(driver).await?;
    replay::tell_prompt(driver);
    Ok(())
}

/// Takes the steps of the text with the model that is there now, and says what that thinks of the step on screen.
pub(super) async fn go_on(driver: &Driver, carried: &Carried) {
    let app = driver.app;
    let name = model_name(driver).unwrap_or_default();
    let kept = match replay::retrace(driver, &carried.replay).await {
        Ok(kept) => kept,
        Err(Failure::Superseded) => return,
        Err(failure) => {
            let text = say().text_kept_in_part(&name, failure.sentence());
            return app.notify(Level::Warning, text.to_string());
        }
    };
    let mut words = vec![say().text_kept(&name).to_string()];
    if let Some(before) = &carried.shown {
        words.extend(compare(driver, &carried.model, &name, before).await);
    }
    if kept > 0 {
        let all = carried.replay.tokens.len() as u64;
        words.push(say().text_kept_forced(kept, all).to_string());
    }
    app.notify(Level::Info, words.join(&say().sentence_gap().to_string()));
}

/// Says that the text is the prompt of a model that reads other tokens, if anything of it was generated.
pub(super) fn say_prompt(driver: &Driver, carried: &Carried) {
    if !carried.replay.tokens.is_empty() {
        let text = say().text_kept_as_prompt(model_name(driver).unwrap_or_default());
        driver.app.notify(Level::Info, text.to_string());
    }
}

/// What both models favour at the step on screen, in words.
async fn compare(driver: &Driver, before: &str, now: &str, then: &Thought) -> Option<String> {
    let app = driver.app;
    step::show(driver, then.context).await.ok()?;
    let (thought, old) = {
        let run = driver.session.run()?;
        (
            Thought::of(&run, then.context)?,
            run.vocab().show(then.favourite),
        )
    };
    let (was, is) = (percent(then.prob), percent(thought.prob));
    let words = if thought.favourite == then.favourite {
        say().text_kept_same_favourite(old.trim(), before, was, now, is)
    } else {
        let new = app.token_text_untracked(thought.favourite);
        say().text_kept_favourite(before, old.trim(), was, now, new.trim(), is)
    };
    Some(words.to_string())
}

/// The name of the model, with where it runs if that is elsewhere: the same one may be here, too.
fn model_name(driver: &Driver) -> Option<String> {
    let app = driver.app;
    let name = app
        .model
        .with_untracked(|m| Some(m.as_ref()?.model.name.clone()))?;
    Some(match untrack(|| app.runs_elsewhere()) {
        true => format!("{name} {}", say().server_badge()),
        false => name,
    })
}

/// A probability in words: one decimal.
fn percent(prob: f64) -> String {
    let percent = prob * 100.0;
    match percent {
        p if p > 0.0 && p < 0.1 => "<0.1\u{202f}%".to_owned(),
        p => format!("{p:.1}\u{202f}%"),
    }
}
