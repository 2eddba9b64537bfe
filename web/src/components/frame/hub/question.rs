//! What the visitor is asked before a model comes: which file, or what to do with a model that does not fit.

use leptos::html::Div;
use leptos::prelude::*;
use logitscope_protocol::{BackendChoice, Misfit, OfferedFile, Plan, Repository, Secret};

use super::{busy, rough};
use crate::choices::Control;
use crate::components::kit::format;
use crate::state::{App, Question, Way};
use crate::words::say;

/// The question, if there is one.
#[component]
pub fn Ask<F>(
    /// What proves who asks.
    token: F,
) -> impl IntoView
where
    F: Fn() -> Option<Secret> + Copy + Send + Sync + 'static,
{
    let app = expect_context::<App>();
    let choose = Callback::new(move |repository| app.download(repository, token()));
    let get_as = Callback::new(move |(repository, way)| {
        app.download_as(repository, token(), Some(way));
    });
    let node = NodeRef::<Div>::new();
    // It may be far from what was pressed.
    Effect::new(move |_| {
        if let Some(node) = node
            .get()
            .filter(|_| app.downloads.question.with(Option::is_some))
        {
            node.scroll_into_view();
        }
    });
    let asked = move || match app.downloads.question.get()? {
        Question::WhichFile { repository, files } => {
            Some(view! { <Choice name=repository.name files get=choose /> }.into_any())
        }
        Question::TooLarge { repository, plan } => {
            Some(view! { <TooLarge repository plan get=get_as /> }.into_any())
        }
    };
    view! { <div node_ref=node>{asked}</div> }
}

/// The files of a repository, one to be chosen.
#[component]
fn Choice(
    /// The repository's name.
    name: String,
    /// Its files.
    files: Vec<OfferedFile>,
    /// Downloads one.
    get: Callback<Repository>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let row = move |file: OfferedFile| {
        let OfferedFile {
            repository,
            bytes,
            unread,
        } = file;
        let name = repository.path().unwrap_or_default();
        let label = format!("{}: {name}", say().hub_get());
        let action = match unread {
            Some(quantisation) => {
                let why = say().hub_unreadable_here(quantisation).to_string();
                view! { <span class="muted" data-testid="hub-unread">{why}</span> }.into_any()
            }
            None => view! {
                <button class="button small" data-testid="hub-choose" aria-label=label disabled=move || busy(app)
                    on:click=move |_| get.run(repository.clone())>{say().hub_get().to_string()}</button>
            }
            .into_any(),
        };
        view! {
            <li class="hub-model" data-testid="hub-file" data-file=name.clone()>
                <span class="hub-name">{name.clone()}</span>
                <span class="muted num">{format::bytes(bytes)}</span>
                <span class="hub-actions">{action}</span>
            </li>
        }
    };
    view! {
        <section class="hub-question" role="status" data-testid="hub-choice">
            <p>{say().hub_choose(name).to_string()}</p>
            <ul class="hub-list">{files.into_iter().map(row).collect_view()}</ul>
        </section>
    }
}

/// Why a model does not fit, and the nearest thing that does.
#[component]
fn TooLarge(
    /// The model.
    repository: Repository,
    /// What it would take.
    plan: Plan,
    /// Downloads it to be computed in another way.
    get: Callback<(Repository, Way)>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let name = repository.short().to_owned();
    let own = app.way().backend;
    let kept = plan.precision.name();
    let (why, nearest, nothing) = match plan.misfit {
        Some(Misfit::Memory { needed, most, fits }) => (
            say().hub_misfit(name, kept, rough(needed), rough(most)),
            fits.map(|(precision, bytes)| (own, precision, bytes)),
            say().hub_fits_nothing(),
        ),
        Some(Misfit::Piece {
            bytes,
            most,
            on_cpu,
        }) => (
            say().hub_misfit_piece(name, rough(bytes), rough(most)),
            on_cpu.map(|(precision, bytes)| (BackendChoice::Cpu, precision, bytes)),
            say().hub_fits_nowhere(),
        ),
        None => return ().into_any(),
    };
    let nearest = match nearest {
        Some((backend, precision, bytes)) => {
            let other = backend != own;
            let words = match other {
                true => say().hub_fits_cpu(precision.name(), rough(bytes)),
                false => say().hub_fits_as(precision.name(), rough(bytes)),
            };
            let changes = [
                (Control::Backend, other),
                (Control::Precision, precision != plan.precision),
            ];
            let held = move |(what, changes)| changes && app.locked(what);
            let disabled = move || busy(app) || changes.into_iter().any(held);
            view! {
                <button class="button primary" data-testid="hub-fits-as" disabled=disabled
                    on:click=move |_| get.run((repository.clone(), Way { backend, precision }))>{words.to_string()}</button>
            }
            .into_any()
        }
        None => view! { <p>{nothing.to_string()}</p> }.into_any(),
    };
    view! {
        <section class="hub-question" role="alert" data-testid="hub-too-large">
            <p>{why.to_string()}</p>
            {nearest}
        </section>
    }
    .into_any()
}
