//! Which stations there are.

use leptos::prelude::*;

use crate::choices::{PagePart, Station};
use crate::components::picture::STATIONS;
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

/// Whether there is a picture at all.
pub fn is_there(app: App) -> bool {
    !STATIONS
        .into_iter()
        .all(|station| is_left_out(app, station))
}
