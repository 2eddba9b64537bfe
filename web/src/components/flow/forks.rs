//! On the dice, the ways that were taken from here before: pressing one leads there.

use leptos::prelude::*;
use logitscope_core::NodeId;

use super::shared::Shared;
use crate::choices::Control;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::picture::segment;
use crate::state::App;
use crate::words::say;

/// A mark: where it leads, its token, and the middle of that token's segment, 0..=1.
type Fork = (NodeId, String, f64);

/// A small mark on the segment of each token that another branch goes on with.
#[component]
pub fn Forks(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let forks = Memo::new(move |_| {
        let partings = app.branches();
        shared.step.with(|step| {
            let step = step.as_ref()?;
            let here = partings
                .into_iter()
                .find(|p| p.after == Some(step.context))?;
            let one = |branch: crate::state::Branch| {
                let (from, to) = segment(step, branch.token)?;
                let name = format::word(&untrack(|| app.token_bytes(branch.token)));
                Some((branch.node, name, (from + to) / 2.0))
            };
            Some(
                here.others
                    .into_iter()
                    .filter_map(one)
                    .collect::<Vec<Fork>>(),
            )
        })
    });
    let bar = Memo::new(move |_| shared.layout.with(|l| (l.bar(), l.is_tall())));
    let mark = move |(node, name, middle): Fork| {
        let place = move || match bar.get() {
            ([x, y, w, h], false) => (x + w / 2.0, y + middle * h),
            ([x, y, w, h], true) => (x + middle * w, y + h / 2.0),
        };
        let title = say().flow_fork(name).to_string();
        view! {
            <button class="flow-fork" data-testid="flow-fork" title=title.clone() aria-label=title
                disabled=move || app.locked(Control::Rewind)
                style=("--x", move || format!("{}px", place().0)) style=("--y", move || format!("{}px", place().1))
                on:click=move |_| app.go_to_branch(node)>
                <Icon shape=Shape::Fork />
            </button>
        }
    };
    move || {
        forks
            .get()
            .map(|all| all.into_iter().map(mark).collect_view())
    }
}
