//! The whole picture once more, out of sight and in a size of its own, to be saved.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;

use super::chips::Chips;
use super::data;
use super::forks::Forks;
use super::gate::Gates;
use super::heads::Heads;
use super::left_out::fitted;
use super::palette::Palette;
use super::pin::{ChosenChip, Pin};
use super::priority::priority;
use super::shared::Shared;
use super::vector::vector;
use crate::browser;
use crate::choices::{PictureFormat, Station};
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::picture::{Frame, Layout, Step};
use crate::components::step::step_on_screen::StepOnScreen;
use crate::inspect::flow::row_count;
use crate::pictures::measure::Measure;
use crate::pictures::{Paper, Picture};
use crate::state::{App, Level};
use crate::words::say;

/// How long what is still computed is waited for: so often, and each time so many milliseconds.
const PATIENCE: (usize, f64) = (60, 50.0);

/// What was made, once it is on the page.
type Made = Rc<RefCell<Option<(Shared, [NodeRef<Div>; 2])>>>;

/// The width of the picture, the height of a window in which it is as high as it is to be, and where it begins there.
fn room(paper: Paper) -> (f64, f64, f64) {
    match paper {
        Paper::Figure => (1232.0, 800.0, 192.0),
        Paper::Poster => (1500.0, 944.0, 192.0),
    }
}

/// Saves the picture of the step on screen, all of it.
pub async fn save(app: App, paper: Paper, format: PictureFormat) {
    let Some(body) = browser::document().and_then(|document| document.body()) else {
        return;
    };
    // What the layers did is computed while the picture is on screen.
    let asked = app.flow_visible.get_untracked();
    app.flow_visible.set(true);
    let made = Made::default();
    let making = Rc::clone(&made);
    let sheet = leptos::mount::mount_to(body, move || {
        provide_context(app);
        sheet(app, paper, &making)
    });
    for _ in 0..PATIENCE.0 {
        browser::sleep(PATIENCE.1).await;
        if made
            .borrow()
            .as_ref()
            .is_some_and(|(shared, _)| is_complete(*shared))
        {
            break;
        }
    }
    let picture = made
        .borrow()
        .as_ref()
        .and_then(|made| picture(app, paper, made));
    match picture {
        Some(picture) => app.picture_saved(picture, format).await,
        None => app.notify(Level::Error, say().picture_not_drawn().to_string()),
    }
    drop(sheet);
    // What was opened or closed meanwhile has said so itself.
    if !asked
        && app
            .open
            .with_untracked(|open| open.is_some_and(Station::is_strategy))
    {
        app.flow_visible.set(false);
    }
}

/// Whether there is nothing to wait for.
fn is_complete(shared: Shared) -> bool {
    let layers = |step: &Step| step.layers.as_ref().is_some_and(|l| l.words.is_some());
    shared
        .step
        .with_untracked(|step| step.as_deref().is_some_and(layers))
}

/// What was made, with its marks as lines.
fn picture(
    app: App,
    paper: Paper,
    (shared, [body, marks]): &(Shared, [NodeRef<Div>; 2]),
) -> Option<Picture> {
    let (body, marks) = (body.get_untracked()?, marks.get_untracked()?);
    let step = shared.step.get_untracked()?;
    let scenes = shared.layout.with_untracked(|layout| layout.draw(&step));
    let measure = Measure::new()?;
    let lines = vector(
        &scenes,
        &Palette::of_theme(),
        &measure,
        &browser::body_font(),
    );
    let (title, name) = match paper {
        Paper::Figure => {
            let token = format::bare(&step.chosen_text).to_owned();
            (say().picture_flow(token).to_string(), "logitscope-flow")
        }
        Paper::Poster => {
            let model = app
                .model
                .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
            let title = say().picture_poster(model.unwrap_or_default());
            (title.to_string(), "logitscope-poster")
        }
    };
    Some(Picture {
        root: body.into(),
        title,
        name: name.to_owned(),
        paper,
        drawings: vec![(marks.into(), lines)],
    })
}

/// The picture, out of sight.
fn sheet(app: App, paper: Paper, made: &Made) -> impl IntoView + use<> {
    let shown: Signal<_> = StepOnScreen::memo(app).into();
    let (width, window, top) = room(paper);
    let priority = priority(app, shown);
    let layout = Memo::new(move |_| {
        let n_layers = app.layers_and_heads().map_or(6, |(n, _)| n);
        let n = shown
            .with(|s: &Option<StepOnScreen>| s.as_ref().map_or(1, |s| s.view.position as usize));
        let rows = row_count(n, app.flow_room.get()).saturating_sub(1);
        let stages = app.settings.with(|s| s.chain.acting().count());
        let frame = fitted(app, Frame::new((width, window, top), n_layers, rows, None));
        Layout::Wide(Box::new(priority.with(|p| frame.with_stages(stages, p))))
    });
    let step = data::steps(app, shown, layout);
    let shared = Shared {
        layout,
        step,
        pointed: RwSignal::new(None),
    };
    let refs = [NodeRef::<Div>::new(), NodeRef::<Div>::new()];
    made.replace(Some((shared, refs)));
    let there = move |station: Station| {
        move || step.with(Option::is_some) && layout.with(|l| l.draws(station))
    };
    view! {
        <div class="picture-sheet" aria-hidden="true" inert=true style=("--width", format!("{width}px"))>
            <div class="flow-body" node_ref=refs[0] style=("--height", move || layout.with(|l| format!("{}px", l.height())))>
                <div class="picture-marks" node_ref=refs[1]></div>
                <Heads shared />
                <Show when=there(Station::Tokens)>
                    <Chips shared />
                </Show>
                <Show when=there(Station::Sampler)>
                    <Gates shared />
                </Show>
                <Show when=there(Station::Dice)>
                    <Pin shared />
                    <Forks shared />
                    <ChosenChip shared />
                </Show>
            </div>
        </div>
    }
}
