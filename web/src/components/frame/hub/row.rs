//! One model of the dialog.

use leptos::prelude::*;
use logitscope_protocol::{Plan, Repository};

use super::plans::plan_words;
use super::{busy, is_beside, kept, rough, runs};
use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// One model: its name, how much of it is here, and what can be done with it.
#[component]
pub fn Row(
    /// Which: at a commit that is kept beside another one, or at any other.
    repository: Repository,
    /// What it is called.
    title: String,
    /// Its bytes, roughly; 0 where they are not known.
    about_bytes: u64,
    /// What it would take here, if that is known.
    #[prop(optional, into)]
    plan: Signal<Option<Plan>>,
    /// Whether it suits this device best.
    #[prop(optional, into)]
    suits: Signal<bool>,
    /// Downloads one.
    get: Callback<Repository>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let spelled = repository.to_string();
    let asked = StoredValue::new(repository);
    let is = move |other: &Repository| {
        let is_own = asked.with_value(|asked| asked.is_met_by(other));
        let is_pinned = asked.with_value(|asked| asked.revision.is_some());
        is_own && (is_pinned || !is_beside(app, other))
    };
    let own = Memo::new(move |_| asked.with_value(|asked| kept(app, asked)));
    let comes = move || {
        app.downloads
            .coming
            .with(|coming| coming.as_ref().is_some_and(|c| is(&c.repository)))
    };
    let is_running = move || runs(app).is_some_and(|own| is(&own));
    let size = move || match own.get() {
        Some(model) if model.whole => format::bytes(model.total),
        Some(model) => say()
            .hub_part(format::bytes(model.bytes), format::bytes(model.total))
            .to_string(),
        None if about_bytes > 0 => say().hub_size_about(rough(about_bytes)).to_string(),
        None => String::new(),
    };
    let whole = move || own.with(|own| own.as_ref().is_some_and(|model| model.whole));
    let begun = move || own.with(|own| own.as_ref().is_some_and(|model| !model.whole));
    let fetch = move |_| {
        let begun = own.get_untracked().map(|model| model.repository);
        get.run(begun.unwrap_or_else(|| asked.get_value()));
    };
    let open = move |_| {
        if let Some(model) = own.get_untracked() {
            app.open_stored(model.repository);
        }
    };
    let delete = move |_| {
        if let Some(model) = own.get_untracked() {
            app.delete_stored(model.repository);
        }
    };
    let label = |what: crate::words::Message, title: &str| format!("{what}: {title}");
    let (get_label, delete_label) = (
        label(say().hub_get(), &title),
        label(say().hub_delete(), &title),
    );
    let (go_on_label, open_label) = (
        label(say().hub_go_on(), &title),
        label(say().hub_run(), &title),
    );
    let takes = move || plan.get().map(|plan| plan_words(&plan));
    let parts = move || plan.get().map(|plan| format::memory_parts(&plan.memory));
    view! {
        <li class="hub-model" data-testid="hub-model" data-repository=spelled>
            <span class="hub-name">
                <span>
                    <b>{title}</b>
                    <Show when=move || suits.get()>" "<span class="hub-suits" data-testid="hub-suits">{say().hub_suits().to_string()}</span></Show>
                </span>
                <span class="muted">{spelled.clone()}</span>
            </span>
            <span class="muted num" data-testid="hub-size">{size}</span>
            <span class="hub-actions">
                <Show when=comes>
                    <button class="button small" data-testid="hub-stop" on:click=move |_| app.cancel_download()>{say().hub_stop().to_string()}</button>
                </Show>
                <Show when=move || !whole() && !begun() && !comes()>
                    <button class="button small" data-testid="hub-get" aria-label=get_label.clone() disabled=move || busy(app) on:click=fetch>{say().hub_get().to_string()}</button>
                </Show>
                <Show when=move || begun() && !comes()>
                    <button class="button small" data-testid="hub-go-on" aria-label=go_on_label.clone() disabled=move || busy(app) on:click=fetch>{say().hub_go_on().to_string()}</button>
                </Show>
                <Show when=move || whole() && !is_running()>
                    <button class="button small" data-testid="hub-open" aria-label=open_label.clone() disabled=move || app.locked(Control::Model) on:click=open>{say().hub_run().to_string()}</button>
                </Show>
                <Show when=is_running>
                    <span class="muted" data-testid="hub-runs">{say().hub_runs().to_string()}</span>
                </Show>
                <Show when=move || own.with(Option::is_some) && !is_running() && !comes()>
                    <button class="button small plain" data-testid="hub-delete" aria-label=delete_label.clone() on:click=delete>{say().hub_delete().to_string()}</button>
                </Show>
            </span>
            <span class="hub-takes muted num" data-testid="hub-takes" title=parts hidden=move || plan.get().is_none()>{takes}</span>
        </li>
    }
}
