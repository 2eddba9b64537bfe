//! Where a head looks on average over the text: four places, each with a bar.

use leptos::prelude::*;

use super::head_view::HeadView;
use crate::components::kit::format;
use crate::words::say;

/// What followed the same token before, the token before, the first one, itself.
#[component]
pub fn Averages(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let all = Memo::new(move |_| {
        let head = view.head.get();
        view.layer.with(|layer| {
            let own = layer.measures(head);
            [
                own.induction,
                own.previous,
                own.first,
                layer.on_itself(head),
            ]
        })
    });
    let names = [
        say().head_on_what_followed().to_string(),
        say().head_on_the_one_before().to_string(),
        say().head_on_the_first().to_string(),
        say().head_on_itself().to_string(),
    ];
    let row = move |(at, name): (usize, String)| {
        let measure = move || all.with(|all| all[at]);
        let share = move || measure().map_or(String::new(), |m| format::percent(m.share));
        let bar = move || format!("{:.3}", measure().map_or(0.0, |m| m.share));
        let rows = move || {
            measure().map_or_else(
                || say().head_no_rows().to_string(),
                |m| {
                    say()
                        .head_rows(u64::from(m.queries), format::percent(m.chance))
                        .to_string()
                },
            )
        };
        view! {
            <li class="average" title=rows>
                <span>{name}</span> <span class="num">{share}</span>
                <span class="average-bar" style=("--p", bar)></span>
            </li>
        }
    };
    let rows = names.into_iter().enumerate().map(row).collect_view();
    view! { <ul class="averages" data-testid="averages">{rows}</ul> }
}
