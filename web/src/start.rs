//! How the page begins, and the only file that knows everybody: link, state, driver, API and recording are put together here.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::driver::Driver;
use crate::link::Link;
use crate::models::{self, DEFAULT_MODEL};
use crate::remembered::Remembered;
use crate::sources::{EngineClient, Recording};
use crate::state::{Activity, App, History, Job, Level};
use crate::words::say;
use crate::{address, api, browser};

/// The prompt of a page that was opened without one.
pub const DEFAULT_PROMPT: &str = "Once upon a time";

/// Makes the state, reads the link and the remembered settings, starts the engine and loads the model. Called once, inside the
/// root component.
pub fn start() -> App {
    let link = address::read();
    let remembered = if link.embed.embed {
        Remembered::default()
    } else {
        Remembered::load()
    };
    let app = App::new(&remembered);
    if !browser::is_secure() {
        app.notify(Level::Warning, say().not_secure().to_string());
    }
    apply_choices(app, &link);
    app.paint_theme();
    app.prompt
        .set(link.prompt.clone().unwrap_or_else(|| DEFAULT_PROMPT.into()));
    let driver = Driver::new(app, Rc::new(EngineClient::default()));
    spawn_local(Rc::clone(&driver).drive());
    let ready = open_model(app, &link);
    if link.model.is_none() && app.prompt.with_untracked(|p| p == DEFAULT_PROMPT) {
        spawn_local(show_recording(Rc::clone(&driver)));
    }
    api::install(app, ready);
    watch(app, driver);
    browser::on_scheme_change(move || app.inside.scheme.update(|n| *n += 1));
    address::follow(move |link| open_link(app, &link));
    app
}

/// Has the driver follow what the page shows.
fn watch(app: App, driver: Rc<Driver>) {
    let driver = StoredValue::new_local(driver);
    Effect::new(move |_| {
        app.settings.track();
        app.revision.track();
        app.pinned.track();
        // While playing, every step would begin it anew.
        if app.activity.get() != Activity::Playing {
            driver.get_value().reevaluate();
        }
    });
    Effect::new(move |_| {
        app.inside.interventions.track();
        app.inside.under.track();
        app.follow_lane();
        if app.focus().is_some() {
            app.session().queue.wake();
        }
    });
}

async fn show_recording(driver: Rc<Driver>) {
    let folder = format!("models/{DEFAULT_MODEL}");
    if let Some(recording) = Recording::fetch(&folder).await {
        driver.show_first_picture(&recording, DEFAULT_PROMPT).await;
    }
}

/// Goes to the state of `link`, whatever is there now.
fn open_link(app: App, link: &Link) {
    app.pause();
    app.select(None);
    apply_choices(app, link);
    app.paint_theme();
    let other_model = link.model.as_deref() != app.link_model().as_deref();
    if !other_model {
        app.keep_inside_within();
    }
    if let Some(prompt) = &link.prompt {
        app.edit_prompt(prompt.clone());
    }
    if other_model && link.model.is_some() {
        let _ = open_model(app, link);
        return;
    }
    let choices = (app.backend.get_untracked(), app.precision.get_untracked());
    let old = app
        .session()
        .spec
        .borrow()
        .as_ref()
        .map(|spec| (spec.backend, spec.precision));
    if old.is_some_and(|old| old != choices) {
        app.run_job(Job::Reload(choices.0, choices.1));
    }
    if link.prompt.is_some() || !link.tokens.is_empty() {
        app.run_job(Job::Prompt(app.prompt.get_untracked()));
    }
    if !link.tokens.is_empty() {
        app.run_job(Job::Replay(link.tokens.clone()));
    }
    go_to_step(app, link);
}

/// Shows the step that `link` names, once its tokens are there.
fn go_to_step(app: App, link: &Link) {
    if let Some(at) = link.at {
        app.run_job(Job::SelectAt(at));
    }
}

/// Loads the model of `link` and takes its steps; done when the first distribution is there.
fn open_model(app: App, link: &Link) -> js_sys::Promise {
    let (name, source) = models::model(link.model.as_deref()).unwrap_or_else(|problem| {
        app.notify(Level::Warning, problem.to_string());
        models::bundled(DEFAULT_MODEL)
    });
    let queue = &app.session().queue;
    let loaded = queue.submit(Job::Load(app.load_spec(name, source)));
    let replay = (!link.tokens.is_empty()).then(|| Job::Replay(link.tokens.clone()));
    let replayed = replay.map(|job| queue.submit(job));
    go_to_step(app, link);
    api::ready(app, loaded, replayed)
}

fn apply_choices(app: App, link: &Link) {
    for problem in &link.problems {
        app.notify(Level::Warning, problem.to_string());
    }
    if let Some(choice) = link.backend {
        app.backend.set(choice);
    }
    if let Some(precision) = link.precision {
        app.precision.set(precision);
    }
    if let Some(speed) = link.speed {
        app.speed.set(speed);
    }
    if let Some(theme) = link.theme {
        app.theme.set(theme);
    }
    app.inside
        .interventions
        .set(link.off.clone().unwrap_or_default());
    app.look_under(link.under);
    app.show_head(link.layer.unwrap_or(0), link.head.unwrap_or(0));
    app.draw_attention(link.drawn.unwrap_or_default());
    app.look_inside(link.inside);
    app.embed.set(link.embed.clone());
    app.set_stop_rules(link.stop_rules(app.stop_rules.get_untracked()));
    app.set_settings(link.settings(app.settings.get_untracked()));
    app.history.set(History::default());
    app.do_not_remember();
}
