//! Playing: one step after another, at the speed of the page.

use leptos::prelude::*;
use logitscope_core::{StepRecord, StopReason};

use super::{Done, Failure, Outcome, Reply, jobs};
use crate::browser;
use crate::state::{Activity, App};

/// A run of steps that is going on.
pub(super) struct Play {
    /// Steps that may still be taken.
    left: Option<u32>,
    /// Most steps a second, 0 for no limit; `None`: as the page says.
    speed: Option<f64>,
    /// When the next step may begin, on the page's clock.
    due_ms: f64,
    /// Time spent in steps, without the waiting.
    busy_ms: f64,
    steps: Vec<StepRecord>,
    reply: Option<Reply>,
}

/// Starts to play. The outcome goes to `reply` when it ends.
pub(super) fn start(app: App, limit: Option<u32>, speed: Option<f64>, reply: Reply) {
    if let Err(failure) = check(app) {
        let _ = reply.send(Err(failure));
        return;
    }
    let play = Play {
        left: limit,
        speed,
        due_ms: browser::now_ms(),
        busy_ms: 0.0,
        steps: Vec::new(),
        reply: Some(reply),
    };
    *app.driver().playing.borrow_mut() = Some(play);
    app.refresh_activity();
}

fn check(app: App) -> Result<(), Failure> {
    let driver = app.driver();
    let run = driver.run.borrow();
    let run = run.as_ref().ok_or(Failure::NoModel)?;
    let max_tokens = run.stop_rules().max_tokens;
    if run.generated().len() >= max_tokens as usize {
        return Err(Failure::AtMaxTokens { max_tokens });
    }
    Ok(())
}

/// Milliseconds until the next step; `None` if nothing plays.
pub(super) fn due_in(app: App) -> Option<f64> {
    let driver = app.driver();
    let playing = driver.playing.borrow();
    playing
        .as_ref()
        .map(|play| (play.due_ms - browser::now_ms()).max(0.0))
}

/// Takes one step of the run that is playing.
pub(super) async fn once(app: App) {
    let driver = app.driver();
    if driver
        .playing
        .borrow()
        .as_ref()
        .is_some_and(|play| play.left == Some(0))
    {
        return end(app, Some(Ok(None)));
    }
    let began = browser::now_ms();
    let stepped = jobs::step(app).await;
    let now = browser::now_ms();
    let page_speed = app.speed.get_untracked();
    let outcome = {
        let mut playing = driver.playing.borrow_mut();
        // Paused while the step was being computed: the step stays.
        let Some(play) = playing.as_mut() else { return };
        match stepped {
            Err(failure) => Some(Err(failure)),
            Ok(record) => {
                play.busy_ms += now - began;
                play.left = play.left.map(|left| left.saturating_sub(1));
                let speed = play.speed.unwrap_or(page_speed);
                let pause_ms = if speed > 0.0 { 1000.0 / speed } else { 0.0 };
                play.due_ms = (play.due_ms + pause_ms).max(now);
                let stop = record.stop.clone();
                play.steps.push(record);
                measure(app, play);
                stop.map(|stop| Ok(Some(stop)))
            }
        }
    };
    if outcome.is_some() {
        end(app, outcome);
    }
}

fn measure(app: App, play: &Play) {
    if play.steps.len() >= 2 && play.busy_ms > 0.0 {
        let rate = play.steps.len() as f64 * 1000.0 / play.busy_ms;
        app.meters
            .update(|meters| meters.tokens_per_second = Some(rate));
    }
}

/// Ends what is playing, if anything is: with the reason, or `None` if it was interrupted.
pub(super) fn end(app: App, outcome: Option<Result<Option<StopReason>, Failure>>) {
    let Some(mut play) = app.driver().playing.borrow_mut().take() else {
        return;
    };
    app.refresh_activity();
    let steps = std::mem::take(&mut play.steps);
    let outcome: Outcome = outcome
        .unwrap_or(Ok(None))
        .map(|stop| Done::Steps(steps, stop));
    if let Ok(Done::Steps(steps, stop)) = &outcome {
        app.driver().events.run_ended(steps.len(), stop.as_ref());
    }
    if let Some(reply) = play.reply.take() {
        let _ = reply.send(outcome);
    }
}

impl App {
    /// Stops playing after the step that is being computed.
    pub fn pause(self) {
        end(self, None);
        self.driver().wake();
    }

    /// Sets [`App::activity`] to what is going on.
    pub(super) fn refresh_activity(self) {
        let driver = self.driver();
        let now = match (driver.playing.borrow().is_some(), driver.evaluating.get()) {
            (true, _) => Activity::Playing,
            (false, 0) => Activity::Idle,
            (false, _) => Activity::Evaluating,
        };
        if self.activity.get_untracked() != now {
            self.activity.set(now);
        }
    }
}
