//! The text: prompt and answer in one place, typed into directly, its tokens coloured inside it.
//!
//! A text box whose own letters are transparent lies over a layer with the same text in the same font, so that both wrap alike.

use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use logitscope_core::NodeId;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use crate::browser;
use crate::choices::{Control, PagePart};
use crate::components::kit::padlock::Padlock;
use crate::components::kit::show::Show;
use crate::components::strategies::Strategies;
use crate::components::text::chat::{ChatButton, ChatPanel};
use crate::components::text::colour_ramp::ColourRamp;
use crate::components::text::examples::Examples;
use crate::components::text::questions::Questions;
use crate::components::text::slot::Slot;
use crate::components::text::spans::{Span, spans};
use crate::components::text::stop_note::StopNote;
use crate::components::text::token::{self, Token};
use crate::components::text::what_if;
use crate::state::{App, TRANSCRIPT_ID};
use crate::words::say;

/// The most of a draft that is drawn: more is refused anyway, and only costs time.
const MOST_CHARS: usize = 20_000;

/// What the layer shows: the pieces of the run that still stand, and what was typed after them.
#[derive(Debug, Clone, PartialEq, Default)]
struct Shown {
    spans: Vec<Span>,
    typed: String,
}

impl Shown {
    /// The run's pieces as far as `draft` begins with them, and the rest of it.
    fn draft(mut spans: Vec<Span>, draft: &str) -> Self {
        let mut rest = draft;
        let stand = spans.iter().take_while(|span| {
            let after = rest.strip_prefix(span.text.as_str());
            rest = after.unwrap_or(rest);
            after.is_some()
        });
        let stand = stand.count();
        spans.truncate(stand);
        let typed = rest.chars().take(MOST_CHARS).collect();
        Shown { spans, typed }
    }

    fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}

/// The text, what its colours mean, how long it is, and texts to begin with.
#[component]
pub fn Surface(
    /// What stands at its right instead of all that.
    #[prop(optional, into)]
    side: Option<ViewFn>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let locked = move || app.locked(Control::Prompt) || app.hidden(PagePart::Prompt);
    let shown = Memo::new(move |_| {
        let spans = app.vocab.with(|v| {
            let v = v.as_ref()?;
            Some(app.transcript.with(|entries| spans(entries, v)))
        });
        let spans = spans.unwrap_or_default();
        match app.draft.get() || spans.is_empty() {
            true => app.prompt.with(|draft| Shown::draft(spans, draft)),
            false => Shown {
                spans,
                typed: String::new(),
            },
        }
    });
    let text = Memo::new(move |_| match app.draft.get() {
        false if shown.with(|s| !s.spans.is_empty()) => shown.with(Shown::text),
        _ => app.prompt.get(),
    });
    // Of a long text, the tokens that a change concerns hear of it, and no other.
    let inspected = Selector::new(move || {
        let past = app.selected.with(Option::is_some);
        app.step
            .with(|s| s.as_ref().filter(|_| past).map(|s| s.context))
    });
    let first_change = Selector::new(move || what_if::first_change(app));
    let pointed = Selector::new(move || app.pointed.get());
    let scroller = NodeRef::<Div>::new();
    Effect::new(move |_| {
        app.transcript.with(Vec::len);
        let following = app.selected.with(Option::is_none) && !app.draft.get_untracked();
        if let Some(scroller) = scroller.get().filter(|_| following) {
            // The new token is in the document one frame later.
            request_animation_frame(move || scroller.set_scroll_top(scroller.scroll_height()));
        }
    });
    let area = NodeRef::<Textarea>::new();
    let of = move |node: NodeId| {
        shown.with_untracked(|s| {
            let has = |span: &&Span| span.entries.iter().any(|entry| entry.node == node);
            s.spans.iter().find(has).cloned()
        })
    };
    // The text box lies over the tokens.
    let under = move |ev: &MouseEvent| {
        let (x, y) = (ev.client_x() as f32, ev.client_y() as f32);
        let node = browser::data_under(x, y, ".token", "data-node")?;
        node.parse().ok().map(NodeId)
    };
    let pressed_at = StoredValue::new(None);
    let press = move |ev: MouseEvent| {
        let area = area.get_untracked();
        let selects = area.is_some_and(|a| a.selection_start().ok() != a.selection_end().ok());
        if selects || app.draft.get_untracked() {
            return;
        }
        match under(&ev).and_then(of) {
            Some(span) if span.context().is_none() => {}
            pressed => app.select(pressed.and_then(|span| span.context())),
        }
        // The step that it leads to is looked at whole.
        app.point_at(None);
        pressed_at.set_value(Some((ev.client_x(), ev.client_y())));
    };
    // A finger does not rest on anything: its press acts. And a mouse that rests where it pressed points at nothing new.
    let point = move |ev: &PointerEvent| {
        let rests = pressed_at.get_value() == Some((ev.client_x(), ev.client_y()));
        if ev.pointer_type() != "touch" && !rests {
            app.point_at(under(ev));
        }
    };
    let leave = move |ev: KeyboardEvent| {
        if let Some(area) = area.get_untracked().filter(|_| ev.key() == "Escape") {
            // It has the focus, or the key would not be here.
            let _ = area.blur();
        }
    };
    let title = move || {
        app.pointed
            .get()
            .and_then(of)
            .map(|span| token::title(&span))
    };
    // Another model or an imported trace numbers its nodes anew: the number alone names no token.
    let key = |span: &Span| {
        let of = |e: &crate::state::Entry| {
            let known = [e.surprisal_bits, e.prob_after, e.top_mass, e.log_prob];
            (
                e.node,
                e.context,
                e.token,
                e.origin as u8,
                known.map(|x| x.map(f64::to_bits)),
            )
        };
        (
            span.text.clone(),
            span.entries.iter().map(of).collect::<Vec<_>>(),
        )
    };
    let length = move || {
        let tokens = match app.draft.get() {
            true => app.pieces.with(Vec::len),
            false => app.transcript.with(Vec::len),
        };
        let context = app
            .model
            .with(|m| m.as_ref().map(|m| u64::from(m.model.n_ctx)))?;
        Some((tokens as u64, context))
    };
    let in_words =
        move || length().map(|(tokens, context)| say().text_length(tokens, context).to_string());
    let in_short = move || {
        length().map(|(tokens, context)| say().text_length_short(tokens, context).to_string())
    };
    view! {
        <div class="surface-block">
        <section class="surface" class:locked=locked class:draft=move || app.draft.get() aria-labelledby="text-title">
            <h2 class="visually-hidden" id="text-title">{say().text().to_string()}</h2>
            <Show when=locked><Padlock says=say().text_locked().to_string() /></Show>
            <div class="surface-scroll" id=TRANSCRIPT_ID node_ref=scroller>
                <div class="surface-text" data-testid="transcript" aria-hidden="true">
                    <For each=move || shown.with(|s| s.spans.clone()) key=key let:span>
                        <Token span inspected=inspected.clone() first_change=first_change.clone() pointed=pointed.clone() />
                    </For>
                    <span class="typed">{move || shown.with(|s| s.typed.clone())}</span>
                    <Slot />
                    "\u{200b}"
                </div>
                <textarea
                    class="prompt-box"
                    data-testid="prompt"
                    node_ref=area
                    aria-label=say().text().to_string()
                    aria-describedby="prompt-error"
                    aria-invalid=move || app.prompt_error.with(Option::is_some).to_string()
                    placeholder=say().text_hint().to_string()
                    title=title
                    rows="1"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    readonly=locked
                    prop:value=move || text.get()
                    on:input:target=move |ev| app.set_prompt(ev.target().value())
                    on:click=press
                    on:keydown=leave
                    on:pointermove=move |ev| point(&ev)
                    on:pointerleave=move |_| app.point_at(None)
                ></textarea>
            </div>
            <div class="surface-side">
                {match side {
                    Some(side) => side.run(),
                    None => view! {
                        <ColourRamp />
                        <span class="caption num" data-testid="prompt-count" data-short=in_short>{in_words}</span>
                        <Show when=move || !locked()><ChatButton /><Examples /></Show>
                        <Show when=move || app.embed.with(|e| !e.embed)><Strategies /><Questions /></Show>
                    }.into_any(),
                }}
            </div>
        </section>
        <p class="field-error" id="prompt-error" role="alert" data-testid="prompt-error">
            {move || app.prompt_error.get()}
        </p>
        <StopNote />
        <ChatPanel />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_keeps_the_tokens_that_it_begins_with() {
        let span = |text: &str| Span {
            text: text.into(),
            entries: Vec::new(),
        };
        let run = || vec![span("In"), span(" the"), span(" wood")];
        let of = |draft: &str| {
            let shown = Shown::draft(run(), draft);
            (shown.spans.len(), shown.typed)
        };
        assert_eq!(of("In the wood and"), (3, " and".into()));
        assert_eq!(of("In the w"), (2, " w".into()));
        assert_eq!(of("Xn the wood"), (0, "Xn the wood".into()));
        assert_eq!(of(""), (0, String::new()));
        assert_eq!(of(&"x".repeat(2 * MOST_CHARS)).1.len(), MOST_CHARS);
    }
}
