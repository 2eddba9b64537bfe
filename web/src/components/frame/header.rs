//! The top of the page.

use leptos::prelude::*;

use crate::choices::Control;
use crate::choices::Theme;
use crate::components::frame::load::{self, Load};
use crate::components::frame::logo::Logo;
use crate::components::frame::model_menu::ModelMenu;
use crate::components::frame::share_menu::ShareMenu;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::{around, say};

/// Name, what is running, and the menus.
#[component]
pub fn Header(
    /// Opens the help.
    on_help: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let what = move || {
        app.model.with(|m| {
            let model = &m.as_ref()?.model;
            let (n, vocab) = (format::rough(model.n_params), format::count(model.d_vocab.into()));
            let (before, after) = around(|name| say().running(name, n, vocab));
            Some(view! { {before} <strong data-testid="model-name">{model.name.clone()}</strong> {after} })
        })
    };
    let theme = move |_| {
        let dark = crate::components::frame::theme::is_dark(app.theme.get_untracked());
        app.set_theme(if dark { Theme::Light } else { Theme::Dark });
    };
    view! {
        <header class="header">
            <div class="header-row">
                <div class="brand">
                    <Logo />
                    <h1>"Logitscope"</h1>
                </div>
                <div class="tagline">
                    <Show when=move || load::waiting(app).is_none() fallback=|| view! { <Load /> }>
                        <p>{what}</p>
                    </Show>
                </div>
                <div class="header-tools">
                    <ModelMenu />
                    <Show when=move || !app.locked(Control::Share)>
                        <ShareMenu />
                    </Show>
                    <button class="button small plain" data-testid="help" aria-label=say().help_and_keys().to_string() title=say().help_and_keys().to_string() on:click=move |_| on_help.run(())>
                        <span class="wide">{say().help().to_string()}</span> <kbd aria-hidden="true">"?"</kbd>
                    </button>
                    <button class="button small plain" data-testid="theme" aria-label=say().light_or_dark().to_string() title=say().light_or_dark().to_string() on:click=theme>
                        <Icon shape=Shape::Theme />
                    </button>
                </div>
            </div>
        </header>
    }
}
