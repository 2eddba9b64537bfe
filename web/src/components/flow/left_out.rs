//! Which stations there are.

use leptos::prelude::*;

use crate::choices::{PagePart, Station};
use crate::components::picture::{Frame, STATIONS};
use crate::state::App;

/// Whether an embedding page asked to leave a station out, a lesson does not name it, or it is not visible: the model runs elsewhere.
pub fn is_left_out(app: App, station: Station) -> bool {
    let part = match station {
        Station::Logits | Station::Softmax => PagePart::Step,
        Station::Sampler => PagePart::Sampler,
        Station::Dice => PagePart::Dice,
        _ => PagePart::Pipeline,
    };
    let elsewhere = station == Station::Embed && app.runs_elsewhere();
    elsewhere || app.hidden(part) || !app.embed.with(|e| e.keeps_station(station))
}

/// `frame` for the model: without what is left out, and with a box where nothing is visible; tracked.
pub fn fitted(app: App, frame: Frame) -> Frame {
    let left_out = STATIONS
        .into_iter()
        .filter(|station| is_left_out(app, *station));
    let frame = match app.runs_elsewhere() {
        true => frame.elsewhere(),
        false => frame,
    };
    frame.without(left_out.collect())
}

/// Whether there is a picture at all.
pub fn is_there(app: App) -> bool {
    !STATIONS
        .into_iter()
        .all(|station| is_left_out(app, station))
}
