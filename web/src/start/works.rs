//! What works: a part of the page that comes after the first picture, and what follows it.

use std::cell::Cell;
use std::rc::Rc;

use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_recording::EXTENSION;

use crate::api::{self, Speak};
use crate::browser;
use crate::choices::DEFAULT_PROMPT;
use crate::driver::Driver;
use crate::later::{Kept, bring, bundled};
use crate::models::DEFAULT_MODEL;
use crate::sources::{LocalFuture, Replayed, fetch_recording};
use crate::state::{Activity, App, Failure, Phase};

/// What works, and tells scripts of it: the first picture is drawn without.
#[derive(Clone, Copy)]
struct Works {
    drive: fn(Rc<Driver>) -> LocalFuture<'static, ()>,
    reevaluate: fn(&Rc<Driver>),
    speak: Speak,
}

bundled!(driver, works, works_part: Works = Works {
    drive: |driver| Box::pin(driver.drive()),
    reevaluate: Driver::reevaluate,
    speak: api::spoken,
});

thread_local! {
    static WORKS: Kept<Works> = const { Kept::new(works) };
}

/// Has `driver` work for as long as the page lives. If what works does not come, every job fails, and the next one asks for it again.
pub(super) async fn work(driver: Rc<Driver>, app: App) {
    loop {
        if let Ok(works) = bring(&WORKS).await {
            api::begin(app, works.speak);
            return (works.drive)(driver).await;
        }
        let queue = &app.session().queue;
        while let Some((_, reply)) = queue.take() {
            // Who asked may have gone.
            let _ = reply.send(Err(Failure::PartLost));
        }
        if !matches!(app.phase.get_untracked(), Phase::Ready) {
            let failure = Failure::PartLost;
            let kind = failure.kind();
            app.phase.set(Phase::Failed { failure, kind });
        }
        queue.sleep_until_woken().await;
    }
}

/// How long what works waits for the first picture at most, in milliseconds.
pub(super) const PICTURE_MS: f64 = 2_000.0;

/// Waits until `task` is done, but not longer than that; it goes on by itself.
pub(super) async fn at_most(ms: f64, task: impl Future<Output = ()> + 'static) {
    let (done, waits) = oneshot::channel::<()>();
    let done = Rc::new(Cell::new(Some(done)));
    let late = Rc::clone(&done);
    browser::after(ms, move || drop(late.take()));
    spawn_local(async move {
        task.await;
        drop(done.take());
    });
    // It ends by being dropped.
    let _ = waits.await;
}

/// Shows the recorded first picture, if it comes.
pub(super) async fn show_recording(driver: Rc<Driver>) {
    let folder = format!("models/{DEFAULT_MODEL}");
    if let Ok(recording) = fetch_recording(&format!("{folder}/recorded.{EXTENSION}")).await {
        let source = Replayed::new(recording);
        driver.show_first_picture(&source, DEFAULT_PROMPT).await;
    }
}

/// Has the driver follow what the page shows.
pub(super) fn watch(app: App, driver: Rc<Driver>) {
    let driver = StoredValue::new_local(driver);
    Effect::new(move |_| {
        app.settings.track();
        app.revision.track();
        app.pinned.track();
        // While playing, every step would begin it anew.
        if app.activity.get() != Activity::Playing {
            // Before it is there, no step was taken.
            if let Some(works) = WORKS.with(Kept::now) {
                (works.reevaluate)(&driver.get_value());
            }
        }
    });
    Effect::new(move |_| app.follow_head());
    Effect::new(move |_| app.follow_asked());
    Effect::new(move |_| {
        app.inside.interventions.track();
        app.inside.under.track();
        app.follow_lane();
        if app.focus().is_some() {
            app.session().queue.wake();
        }
    });
}
