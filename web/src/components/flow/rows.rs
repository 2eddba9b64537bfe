//! The candidates as something to press: each row of the picture is a button that reads as a sentence.

use leptos::prelude::*;

use super::shared::Shared;
use crate::choices::{Control, PagePart, Station};
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::components::kit::show::Show;
use crate::components::kit::touch::Touch;
use crate::components::kit::with_values::with_values;
use crate::components::picture::What;
use crate::components::step::candidate::{ListedCandidate, Rest};
use crate::components::step::step_on_screen::{Follows, StepOnScreen, take};
use crate::state::App;
use crate::words::{HERE, say};

/// The most rows.
const MOST: usize = 16;

/// A button a row; pressing one uses its token.
#[component]
pub fn Rows(
    /// What the parts of the picture share.
    shared: Shared,
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let listed = Memo::new(move |_| {
        let ranks: Option<Vec<u32>> = shared
            .step
            .with(|step| Some(step.as_ref()?.candidates.iter().map(|c| c.rank).collect()));
        let ranks = ranks.unwrap_or_default();
        shown.with(|s| {
            let s = s.as_ref()?;
            let one = |rank: &u32| ListedCandidate::at(s, *rank as usize);
            Some((ranks.iter().map(one).collect::<Vec<_>>(), s.follows))
        })
    });
    let open = move || {
        shared
            .layout
            .with(|l| l.draws(Station::Logits) && l.draws(Station::Softmax))
    };
    // What has no row, for those who do not see the picture.
    let rest = move || {
        let rest = shown.with(|s| listed.with(|l| Rest::of(s.as_ref()?, &l.as_ref()?.0)));
        rest.map(|rest| {
            view! {
                <li class="visually-hidden" data-testid="rest-row">
                    {with_values(&say().read_rest(HERE[0], HERE[1], HERE[2]), [
                        view! { <span class="others">{rest.others_text()}</span> }.into_any(),
                        view! { <span class="was">{format::percent(rest.before)}</span> }.into_any(),
                        view! { <span class="now">{rest.after_text()}</span> }.into_any(),
                    ])}
                </li>
            }
        })
    };
    // One tab stop for all: the row that had the focus last, or the first one.
    let stop = RwSignal::new(0);
    let rows = move || {
        (0..MOST)
            .map(|at| view! { <Row at listed shared shown stop /> })
            .collect_view()
    };
    view! {
        <Show when=move || open() && !app.hidden(PagePart::Candidates)>
            <ol class="flow-rows" data-testid="candidates" aria-label=say().candidates().to_string()
                on:keydown=|ev| roving::walk(&ev, ".flow-rows")>
                {rows}
                {rest}
            </ol>
        </Show>
    }
}

#[component]
fn Row(
    /// Which row.
    at: usize,
    /// What is listed, and how the token of the step came about.
    listed: Memo<Option<(Vec<ListedCandidate>, Follows)>>,
    /// What the parts of the picture share.
    shared: Shared,
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
    /// Which row is the tab stop.
    stop: RwSignal<usize>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let row = Memo::new(move |_| {
        listed.with(|l| {
            let (rows, follows) = l.as_ref()?;
            Some((rows.get(at)?.clone(), *follows))
        })
    });
    let touch = Touch::none();
    let last = Memo::new(move |_| {
        listed.with(|l| {
            l.as_ref()
                .map_or(0, |(rows, _)| rows.len())
                .saturating_sub(1)
        })
    });
    let place = Memo::new(move |_| shared.layout.with(|l| l.row(at)));
    let side = move |i: usize| move || format!("{}px", place.get()[i]);
    let point = move |on: bool| {
        let row = row.try_with_untracked(|r| {
            r.as_ref()
                .map(|(r, _)| (What::Logit(r.rank as u32), Some(r.token)))
        });
        shared.point(row.flatten().filter(|_| on));
    };
    let sentence = move || {
        row.get().map(|(row, follows)| {
            view! {
                <span class="visually-hidden">
                    {row.mark(follows)}
                    {with_values(&say().read_row(HERE[0], HERE[1], HERE[2], HERE[3], HERE[4]), [
                        view! { <span class="rank">{format::count(row.rank as u64 + 1)}</span> }.into_any(),
                        view! { <span class="tok">{format::token(&row.bytes)}</span> }.into_any(),
                        view! { <span class="logit">{format::logit(row.logit)}</span> }.into_any(),
                        view! { <span class="was">{format::percent(row.before)}</span> }.into_any(),
                        view! { <span class="now">{row.after_text()}</span> }.into_any(),
                    ])}
                </span>
            }
        })
    };
    view! {
        {move || row.with(|r| r.as_ref().map(|(r, f)| (r.token, *f == Follows::Written))).map(|(token, written)| view! {
            <li>
                <button
                    class="flow-row"
                    class:chosen=move || row.with(|r| r.as_ref().is_some_and(|(r, _)| r.chosen))
                    class:rolled=move || row.with(|r| r.as_ref().is_some_and(|(r, _)| r.rolled))
                    data-testid="candidate-row"
                    data-token=token.to_string()
                    style=("--x", side(0))
                    style=("--y", side(1))
                    style=("--w", side(2))
                    style=("--h", side(3))
                    disabled=move || written || app.locked(Control::Force)
                    on:pointerdown=move |ev| {
                        let now = shared.pointed.get_untracked();
                        touch.begins(&ev, now.is_some_and(|(_, of)| of == Some(token)));
                    }
                    on:click=move |_| if touch.acts() { take(app, shown, token) }
                    tabindex=move || if stop.get().min(last.get()) == at { "0" } else { "-1" }
                    on:focus=move |_| {
                        stop.set(at);
                        point(true);
                    }
                    on:blur=move |_| point(false)
                >
                    {sentence}
                </button>
            </li>
        })}
    }
}
