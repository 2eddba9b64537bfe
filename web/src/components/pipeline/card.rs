//! The way from the text to the next token, with the real shapes.

use leptos::prelude::*;
use logitscope_core::trace::ModelInfo;

use crate::components::kit::format;
use crate::components::pipeline::pipeline_stage::{PipelineStage, stages};
use crate::components::pipeline::stage_button::StageButton;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::{Activity, App};
use logitscope_protocol::Loaded;

/// The strip of stages, in three groups: tokenizer, model, sampler.
#[component]
pub fn Pipeline(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let about = RwSignal::new(None::<&'static str>);
    let place = Memo::new(move |_| {
        app.model
            .with(|m| m.as_ref().map(|m| m.backend.kind.clone()))
    });
    let gpu = move || place.with(|p| p.as_deref() == Some("gpu"));
    let all = Memo::new(move |_| {
        let info: Option<ModelInfo> = app.model.with(|m| m.as_ref().map(|m| m.model.clone()));
        stages(info.as_ref(), shown.get().as_ref())
    });
    let group = move |from: usize, to: usize| {
        let of_group = move |s: Vec<PipelineStage>| s.into_iter().skip(from).take(to - from);
        let one = move |stage| view! { <StageButton stage about /> };
        move || of_group(all.get()).map(one).collect_view()
    };
    let busy = move || {
        app.activity.get() != Activity::Idle || shown.with(|s| s.as_ref().is_some_and(|s| s.stale))
    };
    let rows = move || shown.with(|s| s.as_ref().map(cached).unwrap_or_default());
    view! {
        <section class="card pipeline-card" aria-labelledby="pipeline-title" data-testid="pipeline">
            <div class="card-head">
                <h2 id="pipeline-title">"One step of the machine"</h2>
                <p class="caption" aria-live="polite">
                    {move || about.get().unwrap_or("The whole text goes in, one token comes out; it is appended, and the round starts again. Point at a part to see what it does.")}
                </p>
            </div>
            <div class="pipeline">
                <div class="pipe-group">
                    <p class="pipe-where"><strong>"CPU"</strong><span>"tokenizer"</span></p>
                    <ol class="pipe-stages">{group(0, 2)}</ol>
                </div>
                <div class="pipe-group" class:gpu=gpu class:busy=busy>
                    <p class="pipe-where">
                        <strong>{move || place.get().map_or("GPU or CPU".to_owned(), |p| p.to_uppercase())}</strong>
                        <span>{move || app.model.with(|m| m.as_deref().map(model_name))} {rows}</span>
                    </p>
                    <ol class="pipe-stages">{group(2, 5)}</ol>
                </div>
                <div class="pipe-group">
                    <p class="pipe-where"><strong>"CPU"</strong><span>"sampler"</span></p>
                    <ol class="pipe-stages">{group(5, 9)}</ol>
                </div>
            </div>
        </section>
    }
}

fn model_name(model: &Loaded) -> String {
    format!("model {}", model.model.name)
}

/// How much of the text this step computed, and how much came from the KV cache.
fn cached(shown: &StepOnScreen) -> String {
    let (rows, n) = (shown.view.timings.rows, shown.view.position);
    match rows {
        0 => String::new(),
        _ if rows >= n => format!(" · all {} positions computed", format::count(u64::from(n))),
        _ => format!(" · {} computed, {} from the KV cache", rows, n - rows),
    }
}
