//! The seed of the dice.

use leptos::prelude::*;
use logitscope_core::Settings;

use crate::choices::Control;
use crate::components::kit::number_box::Range;
use crate::components::sampler::parameter::Parameter;
use crate::state::App;
use crate::words::say;

/// Its number box.
#[component]
pub fn Seed(
    /// Whether its name is shown beside it; else it is only read out.
    #[prop(optional)]
    labelled: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let label = say().parameter_seed().to_string();
    let value = Signal::derive(move || app.settings.with(|s| s.seed.into()));
    let set = Callback::new(move |seed: f64| {
        app.set_settings(Settings {
            seed: seed as u32,
            ..app.settings.get_untracked()
        });
    });
    view! {
        <Parameter name="seed".to_owned() label labelled range=Range::whole_from(0) scale=None d_vocab=0u32 value on_change=set
            locked=Signal::derive(move || app.locked(Control::Seed)) />
    }
}
