//! How the page begins, and the only file that knows everybody: link, state, driver, API and recording are put together here.

mod beginning;
pub mod language;
mod tab;
mod works;

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::choices::{DEFAULT_PROMPT, InsideView};
use crate::driver::Driver;
use crate::lessons::is_bundled;
use crate::link::Link;
use crate::models::{self, DEFAULT_MODEL};
use crate::remembered::Remembered;
use crate::sources::{Either, EngineClient};
use crate::spelling;
use crate::state::{
    Activity, App, ChainBy, ChatText, Files, History, Job, Level, LoadSpec, Offer, Replay, Wanted,
};
use crate::words::{language, say};
use crate::{address, api, browser};
use address::Way;
pub use beginning::{Beginning, opened};
use beginning::{text_from_before, went_on};
use tab::Tab;
use works::{PICTURE_MS, at_most, show_recording, watch, work};

/// Makes the state, with the link and the remembered settings, starts the engine and loads the model. Called once, inside the root component.
pub fn start(Beginning { mut link, lost }: Beginning) -> App {
    let remembered = if link.embed.embed {
        Remembered::default()
    } else {
        Remembered::load()
    };
    let app = App::new(&remembered);
    let mut way = Way::Address;
    if Tab::keeps(app) && (link.is_empty() || went_on(&link)) {
        (link, way) = match text_from_before(app) {
            Some(before) => (before, Way::History),
            None => (link, way),
        };
    }
    if lost {
        app.notify(Level::Error, say().part_lost().to_string());
    }
    if !browser::is_secure() {
        app.notify(Level::Warning, say().not_secure().to_string());
    }
    apply_choices(app, &link, way);
    app.paint_theme();
    app.prompt
        .set(link.prompt.clone().unwrap_or_else(|| DEFAULT_PROMPT.into()));
    let (here, elsewhere) = (EngineClient::here(), EngineClient::elsewhere());
    let kept = app.downloads.client();
    let source = Either::new(Rc::new(here), Rc::new(elsewhere), kept);
    let driver = Driver::new(app, Rc::new(source));
    let none_named = link.model.is_none() && link.recorded.is_none();
    let is_recorded = none_named && app.prompt.with_untracked(|p| p == DEFAULT_PROMPT);
    let works = work(Rc::clone(&driver), app);
    let shows = is_recorded.then(|| show_recording(Rc::clone(&driver)));
    spawn_local(async move {
        // What the picture needs has the line to itself.
        if let Some(shows) = shows {
            at_most(PICTURE_MS, shows).await;
        }
        works.await;
    });
    let ready = open_model(app, &link);
    api::install(app, ready);
    watch(app, driver);
    browser::on_scheme_change(move || app.inside.scheme.update(|n| *n += 1));
    browser::on_fonts(move || app.inside.scheme.update(|n| *n += 1));
    let tab = Tab::new(app);
    if Tab::keeps(app) {
        tab.follow_soon();
    }
    follow_wanted(app, Rc::clone(&tab));
    address::follow(move |link, way| match link {
        None => app.notify(Level::Error, say().part_lost().to_string()),
        // Everything is said anew.
        Some(Link {
            language: Some(other),
            ..
        }) if way == Way::Address && other != language() => browser::reload(),
        Some(link) => tab.open(&link, way),
    });
    keep_offline(app);
    app
}

/// How long after its first picture the page has the browser keep it, in milliseconds: first comes what a visitor may open.
const KEEP_AFTER_MS: f64 = 3_000.0;

/// Has the browser keep the page once it rests, and says when there is a new version.
fn keep_offline(app: App) {
    let seen = Memo::new(move |_| app.step.with(Option::is_some));
    Effect::new(move |begun: Option<bool>| {
        let begun = begun.unwrap_or_default();
        if seen.get() && !begun {
            keep_when_it_rests(app);
        }
        begun || seen.get()
    });
}

fn keep_when_it_rests(app: App) {
    browser::after(KEEP_AFTER_MS, move || {
        // Two processors have enough to do while the text is written.
        if app.activity.get_untracked() == Activity::Playing {
            return keep_when_it_rests(app);
        }
        let told = Cell::new(false);
        browser::keep_offline(move || {
            if !told.replace(true) {
                let offers = Some(Offer::NewVersion);
                app.notify_with(Level::Info, say().new_version().to_string(), offers);
            }
        });
    });
}

/// Goes to the states that parts of the page ask for. Back leads to the one before.
fn follow_wanted(app: App, tab: Rc<Tab>) {
    let tab = StoredValue::new_local(tab);
    Effect::new(move |_| {
        let Some(Wanted { state, is_another }) = app.wanted.get() else {
            return;
        };
        app.wanted.set(None);
        let tab = tab.get_value();
        spelling::with(move |spelling| {
            let Some(spelling) = spelling else {
                return app.notify(Level::Error, say().part_lost().to_string());
            };
            let state = (spelling.write)(&state);
            if is_another && Tab::keeps(app) {
                address::push(&state);
            }
            untrack(|| tab.open(&(spelling.read)(&state), Way::Address));
        });
    });
}

/// Goes to the state of `link`, whatever is there now.
fn open_link(app: App, link: &Link, way: Way) {
    app.pause();
    app.select(None);
    apply_choices(app, link, way);
    app.paint_theme();
    let recorded = recording(app, link);
    let other_model = match (&recorded, &link.model) {
        (Some(address), _) => shown_recording(app).as_ref() != Some(address),
        (None, Some(name)) => app.link_model().as_ref() != Some(name),
        (None, None) => app.link_model().is_some(),
    };
    if !other_model {
        app.keep_inside_within();
    }
    if let Some(prompt) = &link.prompt {
        app.edit_prompt(prompt.clone());
    }
    if other_model && (recorded.is_some() || link.model.is_some()) {
        let _ = open_model(app, link);
        return;
    }
    if app.model.with_untracked(Option::is_some) {
        app.settle_chain();
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
        app.run_job(Job::Replay(Replay {
            prompt: Some(app.prompt.get_untracked()),
            ..steps(link)
        }));
    }
    go_to_place(app, link);
}

/// The steps of `link`, to be taken from where its model is then.
fn steps(link: &Link) -> Replay {
    Replay {
        prompt: None,
        tokens: link.tokens.clone(),
        earlier: link.earlier.clone(),
        next: link.next,
    }
}

/// Opens what is open in `link`; text and settings stay.
fn go_to(app: App, link: &Link) {
    app.look_inside(link.inside);
    if link.inside.is_none() {
        app.open_station(link.open);
    }
    match link.draft.as_deref().map(|name| models::model(Some(name))) {
        Some(Ok((name, source))) => app.set_draft(name, source),
        Some(Err(problem)) => app.notify(Level::Warning, problem.to_string()),
        // Files stay: no link can name them.
        None if app.link_draft().is_some() => {
            let (name, source) = models::bundled(models::DRAFT_MODEL);
            app.set_draft(name, source);
        }
        None => {}
    }
    app.strategies.ask(link.asked());
    app.stand_at(link.step.unwrap_or(1) as usize);
}

/// Shows the step that `link` names, once its tokens are there, and its head: where it names none, the one that tells most about that step.
fn go_to_place(app: App, link: &Link) {
    if let Some(at) = link.at {
        app.run_job(Job::SelectAt(at));
    }
    let view = app.inside.view.get_untracked();
    let shows = view.is_some_and(InsideView::shows_a_head);
    if shows && link.layer.or(link.head).is_none() {
        app.run_job(Job::ShowTellingHead);
    }
}

/// The recorded run that answers now, by its address.
fn shown_recording(app: App) -> Option<String> {
    match &app.session().spec.borrow().as_ref()?.files {
        Files::RecordingAt(address) => Some(address.clone()),
        Files::Recording(_) | Files::Checkpoint(_) => None,
    }
}

/// The address of the recorded run that `link` asks for. Whoever follows one lesson from its recording goes on so in the next.
fn recording(app: App, link: &Link) -> Option<String> {
    let lesson = link.lesson.as_ref().map(|lesson| lesson.name.as_str());
    let shown = || {
        let lesson = lesson.filter(|name| app.replays.get_untracked() && is_bundled(name));
        let address = lesson.and_then(models::recording_of_lesson);
        address.filter(|_| link.model.is_none())
    };
    let Some(named) = &link.recorded else {
        return shown();
    };
    let found = models::recording(named, lesson);
    found
        .map_err(|problem| app.notify(Level::Warning, problem.to_string()))
        .ok()
}

/// What `link` has loaded: a recorded run, or a model.
fn what_to_load(app: App, link: &Link) -> LoadSpec {
    if let Some(address) = recording(app, link) {
        return app.spec_of_recording(address);
    }
    let (name, source) = models::model(link.model.as_deref()).unwrap_or_else(|problem| {
        app.notify(Level::Warning, problem.to_string());
        models::bundled(DEFAULT_MODEL)
    });
    app.load_spec(name, source)
}

/// Loads what `link` asks for and takes its steps; done when the first distribution is there.
fn open_model(app: App, link: &Link) -> js_sys::Promise {
    let queue = &app.session().queue;
    let spec = what_to_load(app, link);
    let replays = !matches!(spec.files, Files::Checkpoint(_));
    let loaded = queue.submit(Job::Load(spec));
    // A recorded run has its own text; a link may ask for another one of those that it knows.
    let prompt = link.prompt.clone().filter(|_| replays);
    let steps = Replay {
        prompt,
        ..steps(link)
    };
    let replayed = (steps != Replay::default()).then(|| queue.submit(Job::Replay(steps)));
    go_to_place(app, link);
    api::ready(app, loaded, replayed)
}

/// Takes what `link` chooses; one that leads back has a chain that may be nobody's choice.
fn apply_choices(app: App, link: &Link, way: Way) {
    for problem in &link.problems {
        app.notify(Level::Warning, problem.to_string());
    }
    app.embed.set(link.embed.clone());
    name_server(app, link);
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
    app.draw_attention(link.drawn.unwrap_or_default());
    go_to(app, link);
    app.show_head(link.layer.unwrap_or(0), link.head.unwrap_or(0));
    app.lesson_begins
        .set(link.lesson.is_some() && !link.has_text());
    if link.own_lesson.is_some() {
        app.own_lesson.set(link.own_lesson.clone());
    }
    app.lesson.set(link.lesson.clone());
    app.game.set(link.game);
    if let Some(made) = &link.prompt {
        let text = link.chat.then(|| ChatText::new(made.clone()));
        *app.session().chat_text.borrow_mut() = text;
    }
    app.set_stop_rules(link.stop_rules(app.stop_rules.get_untracked()));
    app.set_settings(link.settings(app.settings.get_untracked()));
    let chain_by = &app.session().chain_by;
    match (link.has_chain(), way) {
        (true, Way::Address) => chain_by.set(ChainBy::Somebody),
        (true, Way::History) => chain_by.set(ChainBy::Opening),
        (false, _) if link.has_run() && chain_by.get() == ChainBy::Default => {
            chain_by.set(ChainBy::Opening)
        }
        (false, _) => {}
    }
    app.history.set(History::default());
    app.do_not_remember();
}

/// Offers to connect to the server that `link` names, unless the page is connected to it or may not be.
fn name_server(app: App, link: &Link) {
    app.server_named.set(link.endpoint.clone());
    let connected = untrack(|| app.server_address());
    let named = link
        .endpoint
        .clone()
        .filter(|own| connected.as_ref() != Some(own));
    if let Some(address) = named.filter(|_| untrack(|| app.may_connect())) {
        let offer = Some(Offer::Connect(address.clone()));
        app.notify_with(Level::Info, say().server_named(address).to_string(), offer);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::sources::Replayed;
    use logitscope_core::Vocab;
    use logitscope_recording::Recording;

    /// Words that would say two things in a picture whose colours have meanings.
    const COLOURS: &str = "red green blue yellow black white brown grey gray pink orange purple golden silver colour dark bright";

    fn recorded() -> Replayed {
        let file = include_bytes!("../models/pocket/recorded.logitscope");
        Replayed::new(Rc::new(Recording::read(file).expect("a recording of ours")))
    }

    #[test]
    fn the_first_picture_shows_something_of_every_stage() {
        let _ = any_spawner::Executor::init_futures_executor();
        let owner = Owner::new();
        owner.set();
        let app = App::new(&Remembered::default());
        let driver = Driver::new(app, Rc::new(recorded()));
        let shows = Rc::clone(&driver);
        any_spawner::Executor::spawn_local(async move {
            shows.show_first_picture(&recorded(), DEFAULT_PROMPT).await;
        });
        any_spawner::Executor::poll_local();
        let view = app
            .step
            .get_untracked()
            .expect("the default prompt is the recorded one");
        let (distribution, processed) = (&view.sampling.distribution, &view.sampling.processed);
        let vocab = app.vocab.get_untracked().expect("it is recorded");
        let word = |vocab: &Vocab, rank| vocab.show(distribution.token(rank)).trim().to_lowercase();
        let many = (0..).take_while(|&rank| distribution.prob(rank) >= 0.01);
        for rank in many {
            let word = word(&vocab, rank);
            assert!(
                !COLOURS.split(' ').any(|colour| colour == word),
                "{word} is a colour"
            );
        }
        let favourite = distribution.prob(0);
        assert!(
            (0.2..=0.35).contains(&favourite),
            "the favourite has {favourite}"
        );
        assert!(
            distribution.prob(5) >= 0.04,
            "six candidates have 4 % or more"
        );
        assert_ne!(
            view.sampling.choice.rank, 0,
            "the draw is not the favourite"
        );
        let cuts = processed
            .records()
            .iter()
            .map(|record| record.mass_removed.middle());
        let most = cuts.fold(0.0, f64::max);
        assert!(most >= 0.04, "a filter cuts {most}");
        let draw = (
            word(&vocab, view.sampling.choice.rank as usize),
            format!("{:.3}", view.sampling.draw.u),
        );
        assert_eq!(draw, ("wolf".to_owned(), "0.712".to_owned()));
    }
}
