//! The gates of a lesson, each across the width; what else acts stands beside them and cannot be changed.

use leptos::prelude::*;

use crate::choices::Kept;
use crate::components::kit::format;
use crate::components::kit::padlock::Padlock;
use crate::components::kit::show::Show;
use crate::components::sampler::sampler_words;
use crate::components::sampler::scale::Scale;
use crate::components::sampler::seed::Seed;
use crate::components::sampler::stage_drag::{Key, acting_keys, id};
use crate::components::sampler::stage_handle::StageHandle;
use crate::components::sampler::stage_parameter::FirstNumber;
use crate::state::App;
use crate::words::say;

/// The stages that act: those of the lesson with a slider, the others with their value.
#[component]
pub fn Gates() -> impl IntoView {
    let app = expect_context::<App>();
    let own = move |(kind, _): &Key| {
        app.keeps(Kept::Chain) || Kept::named(kind.name()).is_some_and(|kept| app.keeps(kept))
    };
    let acting = Memo::new(move |_| app.settings.with(|s| acting_keys(&s.chain)));
    let (open, fixed) = (
        Memo::new(move |_| acting.get().into_iter().filter(own).collect::<Vec<Key>>()),
        Memo::new(move |_| {
            let others = acting.get().into_iter().filter(|key| !own(key));
            others.collect::<Vec<Key>>()
        }),
    );
    view! {
        <div class="lesson-gates">
            <For each=move || open.get() key=|key| *key let:key>
                <div class="lesson-gate" data-testid=format!("gate-{}", id(key)) title=sampler_words::words(key.0).about>
                    <span class="lesson-gate-name">{sampler_words::words(key.0).label}</span>
                    <FirstNumber key />
                    <Notches key />
                </div>
            </For>
            <Show when=move || app.keeps(Kept::Seed) || fixed.with(|f| !f.is_empty())>
                <p class="lesson-fixed">
                    <Show when=move || app.keeps(Kept::Seed)><Seed labelled=true /></Show>
                    <For each=move || fixed.get() key=|key| *key let:key>
                        <Fixed key />
                    </For>
                </p>
            </Show>
        </div>
    }
}

/// A stage that acts, with its value.
#[component]
fn Fixed(
    /// The stage.
    key: Key,
) -> impl IntoView {
    let app = expect_context::<App>();
    let handle = StageHandle::new(app, key);
    let param = key.0.conventional().params().into_iter().next();
    let value = move || param.map(|p| format::setting(handle.value(p)));
    view! {
        <span class="lesson-set num" data-testid=format!("fixed-{}", id(key))>
            <Padlock says=say().lesson_fixed().to_string() />
            {sampler_words::words(key.0).label} " " {value}
        </span>
    }
}

/// The values at the ends of a slider, and in its middle.
#[component]
fn Notches(
    /// The stage.
    key: Key,
) -> impl IntoView {
    let param = key.0.conventional().params().into_iter().next();
    let scale = param.and_then(|p| sampler_words::look(p.parameter).scale);
    let words = scale.map(|scale| match scale {
        Scale::Linear { low, high } => [low, (low + high) / 2.0, high]
            .map(format::setting)
            .to_vec(),
        Scale::Vocabulary => vec!["1".to_owned(), say().lesson_all().to_string()],
    });
    words.map(|words| {
        let word = |word| view! { <span>{word}</span> };
        view! { <span class="notches num" aria-hidden="true">{words.into_iter().map(word).collect_view()}</span> }
    })
}
