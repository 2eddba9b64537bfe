//! The help dialog.

use leptos::prelude::*;

use crate::components::glossary::list::GlossaryList;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::{Modal, ModalHandle};
use crate::components::kit::show::Show;
use crate::components::lessons::tour;
use crate::state::App;
use crate::words::{Message, around, say};

/// Every key, and what it does.
fn keys() -> [(Message, Message); 9] {
    let say = say();
    [
        (say.key_step(), say.key_step_does()),
        (say.key_play(), say.key_play_does()),
        (say.key_rewind(), say.key_rewind_does()),
        (say.key_roll(), say.key_roll_does()),
        (say.key_inspect(), say.key_inspect_does()),
        (say.key_newest(), say.key_newest_does()),
        (say.key_restart(), say.key_restart_does()),
        (say.key_prompt(), say.key_prompt_does()),
        (say.key_help(), say.key_help_does()),
    ]
}

/// What the page shows, and its keys.
#[component]
pub fn Help(
    /// Whoever opens it has it, too.
    handle: ModalHandle,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    view! {
        <Modal handle name="help" title=say().help_title() close=say().close_help()>
            // An embed is its page's own tour.
            <Show when=move || app.embed.with(|e| !e.embed)>
                <p><button class="button primary" data-testid="help-tour" on:click=move |_| { handle.close(); tour::take(app); }>{say().tour_take().to_string()}</button></p>
            </Show>
            {inside.view_at_rest(|inside| inside())}
        </Modal>
    }
}

bundled!(stations, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());

/// What the dialog says.
#[component]
fn Inside() -> impl IntoView {
    let key = |(key, what): (Message, Message)| {
        view! {
            <dt><kbd>{key.to_string()}</kbd></dt>
            <dd>{what.to_string()}</dd>
        }
    };
    let (before, after) = around(|logit| say().help_round(logit));
    let makers = [
        ("by-model", say().help_slate()),
        ("by-chain", say().help_teal()),
        ("by-luck", say().help_orange()),
    ];
    view! {
        <div class="help-text">
            <p>{before} <em>{say().help_logit().to_string()}</em> {after}</p>
            <p class="help-makers">
                {say().help_colours().to_string()}
                {makers.map(|(class, word)| view! { <span class=class>{word.to_string()}</span> })}
            </p>
            <p>{say().help_point().to_string()}</p>
            <p>{say().help_open().to_string()}</p>
            <p>{say().help_branches().to_string()}</p>
            <p>{say().help_questions().to_string()}</p>
        </div>
        <h3>{say().keys().to_string()}</h3>
        <dl class="shortcuts">{keys().map(key).into_iter().collect_view()}</dl>
        <GlossaryList />
    }
}
