//! The bar: always at the top, always as high, whatever happens.

use leptos::prelude::*;

use crate::choices::{Control, PagePart, Theme};
use crate::components::frame::load::Load;
use crate::components::frame::logo::Logo;
use crate::components::frame::model_menu::ModelMenu;
use crate::components::frame::share_menu::ShareMenu;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::components::lessons::LessonMenu;
use crate::components::text::transport::Transport;
use crate::state::App;
use crate::words::say;

/// Whether the page has its bar: an embed and a lesson have none.
pub fn is_there(app: App) -> bool {
    app.embed.with(|e| e.is_framed()) && !app.hidden(PagePart::Header)
}

/// Whether the buttons that drive the run are shown.
pub fn drives(app: App) -> bool {
    !app.hidden(PagePart::Transport) && !app.hidden(PagePart::Controls)
}

/// Name, model, the buttons that drive the run, and the menus.
#[component]
pub fn Header(
    /// Opens the help.
    on_help: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
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
                <ModelMenu />
                <Show when=move || drives(app)><Transport /></Show>
                <div class="header-tools">
                    <LessonMenu />
                    <Show when=move || !app.locked(Control::Share)>
                        <ShareMenu />
                    </Show>
                    <button class="button plain more" popovertarget="more-page" data-testid="more-page" aria-label=say().more().to_string()>
                        <Icon shape=Shape::More />
                    </button>
                    <div class="more-items" id="more-page" popover="auto">
                        <button class="button plain" data-testid="help" aria-label=say().help_and_keys().to_string() title=say().help_and_keys().to_string() on:click=move |_| on_help.run(())>
                            <b aria-hidden="true">"?"</b> <span class="folded">{say().help_and_keys().to_string()}</span>
                        </button>
                        <button class="button plain" data-testid="theme" aria-label=say().light_or_dark().to_string() title=say().light_or_dark().to_string() on:click=theme>
                            <Icon shape=Shape::Theme /> <span class="folded">{say().light_or_dark().to_string()}</span>
                        </button>
                    </div>
                </div>
            </div>
            <Load />
        </header>
    }
}
