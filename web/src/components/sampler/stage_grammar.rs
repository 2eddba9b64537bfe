//! The grammar of a stage: how it is written, its text, and examples to begin with.

use leptos::prelude::*;
use logitscope_core::chain::{Grammar, Language, Sampler, Stage};

use crate::components::sampler::condition::Condition;
use crate::state::App;
use crate::words::{Message, say};

/// Grammars to begin with.
const EXAMPLES: [(Language, &str); 4] = [
    (Language::Regex, " (yes|no|maybe)"),
    (
        Language::Regex,
        " (19|20)[0-9]{2}-(0[1-9]|1[0-2])-[0-3][0-9]",
    ),
    (Language::JsonSchema, include_str!("grammars/object.json")),
    (Language::Lark, include_str!("grammars/sum.lark")),
];

fn languages() -> [(Language, Message); 3] {
    let say = say();
    [
        (Language::Regex, say.grammar_regex()),
        (Language::JsonSchema, say.grammar_json()),
        (Language::Lark, say.grammar_lark()),
    ]
}

fn examples() -> [Message; 4] {
    let say = say();
    [
        say.grammar_example_answer(),
        say.grammar_example_date(),
        say.grammar_example_object(),
        say.grammar_example_sum(),
    ]
}

/// A select, a text box and examples, if the stage has a grammar. What is typed acts once it is applied.
#[component]
pub fn StageGrammar(
    /// The stage.
    #[prop(into)]
    stage: Signal<Option<Stage>>,
    /// Changes the sampler.
    on_change: Callback<Sampler>,
    /// Whether an embedding page made it read-only.
    #[prop(into)]
    locked: Signal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let own = Memo::new(move |_| {
        stage.with(|stage| match &stage.as_ref()?.sampler {
            Sampler::Grammar { grammar } => Some(grammar.clone()),
            _ => None,
        })
    });
    let there = Memo::new(move |_| own.with(Option::is_some));
    let wrong = RwSignal::new(None::<String>);
    // What is typed and not applied yet.
    let typed = RwSignal::new(Grammar::default());
    Effect::new(move |_| {
        if let Some(grammar) = own.get() {
            typed.set(grammar);
        }
    });
    let apply = move || {
        let Some(grammar) = typed.try_get_untracked() else {
            return;
        };
        let sampler = Sampler::Grammar { grammar };
        let checked = sampler.check();
        wrong.set(checked.as_ref().err().map(ToString::to_string));
        if checked.is_ok() {
            on_change.run(sampler);
        }
    };
    let changed = move || own.with(|own| own.as_ref() != Some(&*typed.read()));
    let language = move |(language, name): (Language, Message)| {
        let chosen = move || typed.with(|typed| typed.language) == language;
        view! { <option selected=chosen>{name.to_string()}</option> }
    };
    let set_language = move |index: i32| {
        if let Some((language, _)) = languages().into_iter().nth(index.max(0) as usize) {
            typed.update(|typed| typed.language = language);
        }
    };
    let set_example = move |index: i32| {
        let at = usize::try_from(index - 1).ok();
        if let Some((language, text)) = at.and_then(|at| EXAMPLES.get(at)) {
            typed.set(Grammar {
                language: *language,
                text: text.trim_end().to_owned(),
            });
            apply();
        }
    };
    let example = |name: Message| view! { <option>{name.to_string()}</option> };
    let blocked = Memo::new(move |_| {
        app.step
            .with(|step| step.as_ref()?.blocked.as_ref().map(ToString::to_string))
    });
    move || {
        there.get().then(|| view! {
            <div class="stage-grammar" data-testid="stage-grammar">
                <label class="field">{say().grammar_example().to_string()}
                    <select data-testid="grammar-example" disabled=locked on:change:target=move |ev| set_example(ev.target().selected_index())>
                        <option>{say().grammar_example_none().to_string()}</option>
                        {examples().map(example).into_iter().collect_view()}
                    </select>
                </label>
                <label class="field">{say().grammar_language().to_string()}
                    <select data-testid="grammar-language" disabled=locked on:change:target=move |ev| set_language(ev.target().selected_index())>
                        {languages().map(language).into_iter().collect_view()}
                    </select>
                </label>
                <label class="stage-list"><span>{say().grammar_text().to_string()}</span>
                    <textarea class="mono" rows="4" spellcheck="false" data-testid="grammar-text" disabled=locked
                        prop:value=move || typed.with(|typed| typed.text.clone())
                        on:input:target=move |ev| { let text = ev.target().value(); typed.update(|typed| typed.text = text) }></textarea>
                </label>
                <button class="button small" data-testid="grammar-apply" disabled=move || locked.get() || !changed() on:click=move |_| apply()>{say().grammar_apply().to_string()}</button>
                <p class="field-error" role="alert">{move || wrong.get().or(blocked.get())}</p>
                <p class="caption">{say().grammar_first().to_string()}</p>
                <Condition own />
            </div>
        })
    }
}
