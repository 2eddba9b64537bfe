//! The ways back to texts that the one on screen parted from: a mark at every parting, and behind it where the other ways lead.

use leptos::html::Details;
use leptos::prelude::*;
use logitscope_core::NodeId;

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::token_text::TokenText;
use crate::state::{App, Branch, Parting};
use crate::words::say;

/// The marks of all partings of the text, first things first.
#[component]
pub fn Branches() -> impl IntoView {
    let app = expect_context::<App>();
    let mark = Later::new(app, fetch_mark);
    let partings = Memo::new(move |_| app.branches());
    let marks = move || {
        let all = partings.get().into_iter();
        all.map(|parting| mark.view(move |mark| mark(parting.clone())))
            .collect_view()
    };
    view! { <div class="branches" data-testid="branches" hidden=move || partings.with(Vec::is_empty)>{marks}</div> }
}

bundled!(stations, fetch_mark, mark: fn(Parting) -> AnyView = |parting| view! { <BranchMark parting /> }.into_any());

/// One parting: how many other ways go on there, and, opened, where they lead.
#[component]
pub fn BranchMark(
    /// The place and the other ways.
    parting: Parting,
) -> impl IntoView {
    let app = expect_context::<App>();
    let ways = parting.others.len() as u64;
    let title = match parting.after {
        Some(_) => say().branches_at(ways, u64::from(parting.position)),
        None => say().branches_at_start(ways),
    };
    let locked = move || app.locked(Control::Rewind);
    let list = NodeRef::<Details>::new();
    let go = move |node: NodeId| {
        // The element may become the mark of another parting.
        if let Some(list) = list.get_untracked() {
            list.set_open(false);
        }
        app.go_to_branch(node);
    };
    let one = move |branch: Branch| {
        let node = branch.node;
        let bytes = untrack(|| app.token_bytes(branch.token));
        let prob = branch.prob.map(format::percent);
        view! {
            <li>
                <button class="button small plain" data-testid="branch" data-node=node.0.to_string() disabled=locked
                    on:click=move |_| go(node)>
                    <span class="tok"><TokenText bytes /></span>
                    <span class="num">{prob}</span>
                    <span class="muted">{say().branch_length(u64::from(branch.length)).to_string()}</span>
                    <span class="branch-end">{branch.last_words}</span>
                </button>
            </li>
        }
    };
    view! {
        <details node_ref=list class="branch-mark" data-testid="branch-mark" data-position=parting.position.to_string()>
            <summary title=title.to_string() aria-label=title.to_string()><Icon shape=Shape::Fork />{say().branches_on(ways).to_string()}</summary>
            <ul>{parting.others.into_iter().map(one).collect_view()}</ul>
        </details>
    }
}
