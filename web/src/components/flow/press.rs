//! What a press on a mark of the picture does.

use leptos::prelude::*;
use logitscope_core::TokenId;

use crate::choices::{Control, InsideView, PagePart};
use crate::components::picture::What;
use crate::components::step::step_on_screen::{Follows, StepOnScreen, take};
use crate::state::App;

/// Whether a press on it does something.
pub fn acts(app: App, shown: Signal<Option<StepOnScreen>>, what: What) -> bool {
    match what {
        What::Share(_) | What::Band(_) => {
            let written =
                shown.with_untracked(|s| s.as_ref().is_none_or(|s| s.follows == Follows::Written));
            !written && !untrack(|| app.locked(Control::Force) || app.hidden(PagePart::Candidates))
        }
        _ => view(what).is_some() && !untrack(|| app.hidden(PagePart::Inside)),
    }
}

/// A band uses its token; what a layer did opens that layer.
pub fn press(app: App, shown: Signal<Option<StepOnScreen>>, what: What, token: Option<TokenId>) {
    match (what, token) {
        (What::Share(_) | What::Band(_), Some(token)) => take(app, shown, token),
        _ => open(app, what),
    }
}

/// Opens the layer that `what` is about, where it shows best.
pub fn open(app: App, what: What) {
    if let Some((inside, layer)) = view(what) {
        app.open_layer(inside, layer);
    }
}

/// Which view shows more of it, and of which layer.
fn view(what: What) -> Option<(InsideView, u32)> {
    Some(match what {
        What::Ribbon(layer, _) | What::Change(layer, 0 | 2) => (InsideView::Attention, layer),
        What::Change(layer, _) => (InsideView::Neurons, layer),
        What::Word(layer) | What::Rank(layer) => (InsideView::Lens, layer),
        _ => return None,
    })
}
