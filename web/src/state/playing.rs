//! Playing, as data: what is left of it, and how it ends. The driver takes the steps.

use leptos::prelude::*;
use logitscope_core::{StepRecord, StopReason};

use super::job::{Done, Outcome, Reply};
use super::{Activity, App, Event, Failure};

/// A run of steps that is going on.
pub(crate) struct Play {
    /// Steps that may still be taken.
    pub left: Option<u32>,
    /// Most steps a second, 0 for no limit; `None`: as the page says.
    pub speed: Option<f64>,
    /// When the next step may begin, on the page's clock.
    pub due_ms: f64,
    /// Time spent in steps, without the waiting.
    pub busy_ms: f64,
    /// The steps so far.
    pub steps: Vec<StepRecord>,
    /// Where the outcome goes.
    pub reply: Option<Reply>,
}

impl App {
    /// Stops playing after the step that is being computed.
    pub fn pause(self) {
        self.end_play(None);
        self.session().queue.wake();
    }

    /// Ends what is playing, if anything is: with the reason, or `None` if it was interrupted.
    pub(crate) fn end_play(self, outcome: Option<Result<Option<StopReason>, Failure>>) {
        let session = self.session();
        let Some(mut play) = session.playing.take() else {
            return;
        };
        self.refresh_activity();
        let steps = std::mem::take(&mut play.steps);
        let outcome: Outcome = outcome
            .unwrap_or(Ok(None))
            .map(|stop| Done::Steps(steps, stop));
        if let Ok(Done::Steps(steps, stop)) = &outcome {
            let ended = Event::RunEnded(steps.len(), stop.as_ref());
            session.events.emit(ended);
        }
        if let Some(reply) = play.reply.take() {
            let _ = reply.send(outcome);
        }
    }

    /// How many tokens a second it plays, 0 being as many as it can; `None` while it rests; tracked.
    pub fn play_speed(self) -> Option<f64> {
        let page = self.speed.get();
        if self.activity.get() != Activity::Playing {
            return None;
        }
        let session = self.session();
        let playing = session.playing.try_borrow();
        let own = playing.ok().and_then(|play| play.as_ref()?.speed);
        Some(own.unwrap_or(page))
    }

    /// Whether it plays more than `most` tokens a second; tracked.
    pub fn plays_faster_than(self, most: f64) -> bool {
        self.play_speed()
            .is_some_and(|speed| speed <= 0.0 || speed > most)
    }

    /// Sets [`App::activity`] to what is going on.
    pub(crate) fn refresh_activity(self) {
        let session = self.session();
        let now = match (session.playing.borrow().is_some(), session.evaluating.get()) {
            (true, _) => Activity::Playing,
            (false, 0) => Activity::Idle,
            (false, _) => Activity::Evaluating,
        };
        if self.activity.get_untracked() != now {
            self.activity.set(now);
        }
    }
}
