//! The text, each token as strongly coloured as the query attends to it.

use leptos::prelude::*;
use web_sys::{Element, Event};

use super::head_view::HeadView;
use crate::components::kit::format;
use crate::components::kit::place;
use crate::components::kit::roving;
use crate::state::App;
use crate::words::say;

/// How a token looks.
#[derive(Clone, Copy, PartialEq, Default)]
struct Look {
    /// How strongly it is coloured, 0..=1.
    strength: f32,
    /// Whether it comes after the query.
    later: bool,
    /// Whether it is the query.
    query: bool,
    /// Whether it is the key.
    key: bool,
}

impl Look {
    fn class(self) -> String {
        let all = [
            (true, "attended"),
            (self.query, "query"),
            (self.key, "key"),
            (self.later, "later"),
        ];
        let own = all.into_iter().filter(|(on, _)| *on);
        own.map(|(_, name)| name).collect::<Vec<_>>().join(" ")
    }
}

/// The text under one query: point at a token to see what it attends to, press it to inspect its step.
#[component]
pub fn Strip(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let app = expect_context::<App>();
    let weights = Memo::new(move |_| view.shown_row());
    let tokens = Memo::new(move |_| view.layer.with(|l| l.tokens.clone()));
    let looks = Memo::new(move |_| {
        let own = |id| (id, ArcRwSignal::new(Look::default()));
        tokens.get().into_iter().map(own).collect::<Vec<_>>()
    });
    // Each token hears of its own look alone: of a long text, most would be told for nothing whenever the pointer moves.
    Effect::new(move |_| {
        let (query, key) = (view.query.get(), view.key.get());
        let most = view.most.get().max(f32::MIN_POSITIVE);
        let weights = weights.get();
        for (at, (_, look)) in looks.get().iter().enumerate() {
            let weight = weights.get(at).copied();
            let new = Look {
                strength: (weight.unwrap_or(0.0).max(0.0) / most).sqrt(),
                later: weight.is_none(),
                query: query == Some(at),
                key: key == Some(at),
            };
            if look.get_untracked() != new {
                look.set(new);
            }
        }
    });
    let words = move |at: usize| match (
        weights.with(|w| w.get(at).copied()),
        view.drawn.get_untracked(),
    ) {
        (None, _) => say().strip_later().to_string(),
        (Some(score), drawn) if drawn.is_scores() => {
            say().strip_score(format::logit(score)).to_string()
        }
        (Some(weight), _) => format::percent_exact(f64::from(weight)),
    };
    // The one that has a title, which is true as long as it is pointed at.
    let titled = StoredValue::new_local(None::<Element>);
    let turn_to = move |item: Option<(Element, usize)>| {
        view.pointed.set(item.as_ref().map(|(_, at)| *at));
        if let Some(old) = titled.get_value() {
            // It may have none.
            let _ = old.remove_attribute("title");
        }
        if let Some((element, at)) = &item {
            // Any text will do.
            let _ = element.set_attribute("title", &untrack(|| words(*at)));
        }
        titled.set_value(item.map(|(element, _)| element));
    };
    let point = move |event: &Event| turn_to(place::of(event));
    let forget = move || turn_to(None);
    let token = move |(at, (id, look)): (usize, (u32, ArcRwSignal<Look>))| {
        let own = [look.clone(), look.clone(), look];
        let [class, strength, stop] = own.map(|look| move || look.get());
        view! {
            <button
                class=move || class().class()
                style=("--w", move || format!("{:.3}", strength().strength))
                tabindex=move || if stop().query { "0" } else { "-1" }
                data-testid="attended"
                data-at=at.to_string()
            >
                {format::token(&app.token_bytes(id))}
            </button>
        }
    };
    let all = move || {
        looks
            .get()
            .into_iter()
            .enumerate()
            .map(token)
            .collect_view()
    };
    let press = move |event: &Event| {
        if let Some((_, at)) = place::of(event) {
            app.select_at(at);
        }
    };
    view! {
        <div class="attention-strip">
            <p class="caption no-picture">{say().strip_about().to_string()}</p>
            <div
                class="strip"
                role="group"
                aria-label=say().strip_label().to_string()
                on:keydown=|ev| roving::on_keydown(&ev)
                on:pointerover=move |ev| point(&ev)
                on:pointerleave=move |_| forget()
                on:focusin=move |ev| point(&ev)
                on:focusout=move |_| forget()
                on:click=move |ev| press(&ev)
            >
                {all}
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_says_what_it_is_to_the_one_that_looks() {
        let look = Look::default();
        assert_eq!(look.class(), "attended");
        let look = Look {
            query: true,
            later: true,
            ..look
        };
        assert_eq!(look.class(), "attended query later");
    }
}
