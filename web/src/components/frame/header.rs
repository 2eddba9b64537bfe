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
            Some(view! {
                <strong data-testid="model-name">{model.name.clone()}</strong>
                {format!(", a transformer with {n} parameters, is running in this page. It picks one of {vocab} tokens at a time: press Step and watch.")}
            })
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
                    <button class="button small plain" data-testid="help" aria-label="Help and keys" title="Help and keys" on:click=move |_| on_help.run(())>
                        <span class="wide">"Help"</span> <kbd aria-hidden="true">"?"</kbd>
                    </button>
                    <button class="button small plain" data-testid="theme" aria-label="Light or dark" title="Light or dark" on:click=theme>
                        <Icon shape=Shape::Theme />
                    </button>
                </div>
            </div>
        </header>
    }
}
