//! Playing: one step after another, at the speed of the page.

use leptos::prelude::*;

use super::{Driver, step};
use crate::browser;
use crate::state::{App, Failure, Play, Reply};

/// Starts to play. The outcome goes to `reply` when it ends.
pub(super) fn start(driver: &Driver, limit: Option<u32>, speed: Option<f64>, reply: Reply) {
    if let Err(failure) = check(driver) {
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
    *driver.session.playing.borrow_mut() = Some(play);
    driver.app.refresh_activity();
}

fn check(driver: &Driver) -> Result<(), Failure> {
    let run = driver.session.run().ok_or(Failure::NoModel)?;
    let max_tokens = run.stop_rules().max_tokens;
    if run.generated().len() >= max_tokens as usize {
        return Err(Failure::AtMaxTokens { max_tokens });
    }
    Ok(())
}

/// Milliseconds until the next step; `None` if nothing plays.
pub(super) fn due_in(driver: &Driver) -> Option<f64> {
    let playing = driver.session.playing.borrow();
    playing
        .as_ref()
        .map(|play| (play.due_ms - browser::now_ms()).max(0.0))
}

/// Takes one step of the run that is playing.
pub(super) async fn once(driver: &Driver) {
    if driver
        .session
        .playing
        .borrow()
        .as_ref()
        .is_some_and(|play| play.left == Some(0))
    {
        return driver.app.end_play(Some(Ok(None)));
    }
    let began = browser::now_ms();
    let stepped = step::step(driver).await;
    let now = browser::now_ms();
    let page_speed = driver.app.speed.get_untracked();
    let outcome = {
        let mut playing = driver.session.playing.borrow_mut();
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
                measure(driver.app, play);
                stop.map(|stop| Ok(Some(stop)))
            }
        }
    };
    if outcome.is_some() {
        driver.app.end_play(outcome);
    }
}

fn measure(app: App, play: &Play) {
    if play.steps.len() >= 2 && play.busy_ms > 0.0 {
        let rate = play.steps.len() as f64 * 1000.0 / play.busy_ms;
        app.meters
            .update(|meters| meters.tokens_per_second = Some(rate));
    }
}
