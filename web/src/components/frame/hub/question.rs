//! What the visitor is asked before a model comes: which file, or what to do with a model that does not fit.

use leptos::html::Div;
use leptos::prelude::*;
use logitscope_core::Precision;
use logitscope_protocol::{Misfit, OfferedFile, Plan, Repository, Secret};

use super::{busy, rough};
use crate::choices::Control;
use crate::components::kit::format;
use crate::state::{App, Question};
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
    let keep_as = Callback::new(move |(repository, precision)| {
        app.download_as(repository, token(), Some(precision));
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
            Some(view! { <TooLarge repository plan get=keep_as /> }.into_any())
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
        let name = repository.file.clone().unwrap_or_default();
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
    /// Downloads it with another precision.
    get: Callback<(Repository, Precision)>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let name = repository.short().to_owned();
    let (why, fits) = match plan.misfit {
        Some(Misfit::Memory { needed, most, fits }) => {
            let precision = plan.precision.name();
            let why = say().hub_misfit(name, precision, rough(needed), rough(most));
            (why.to_string(), fits)
        }
        Some(Misfit::Piece { bytes, most }) => {
            let why = say().hub_misfit_piece(name, rough(bytes), rough(most));
            (why.to_string(), None)
        }
        None => (String::new(), None),
    };
    let nearest = match (fits, plan.misfit) {
        (Some((precision, bytes)), _) => view! {
            <button class="button primary" data-testid="hub-fits-as" disabled=move || busy(app) || app.locked(Control::Precision)
                on:click=move |_| get.run((repository.clone(), precision))>{say().hub_fits_as(precision.name(), rough(bytes)).to_string()}</button>
        }
        .into_any(),
        (None, Some(Misfit::Memory { .. })) => view! { <p>{say().hub_fits_nothing().to_string()}</p> }.into_any(),
        (None, _) => ().into_any(),
    };
    view! {
        <section class="hub-question" role="alert" data-testid="hub-too-large">
            <p>{why}</p>
            {nearest}
        </section>
    }
}
