//! All there is to say about one stage, and how to move, switch and remove it.

use leptos::prelude::*;
use logitscope_core::chain::{Sampler, Stage, StageRecord};

use crate::browser;
use crate::components::kit::format;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::components::sampler::sampler_words::{self, Words};
use crate::components::sampler::stage_drag::{Key, id, keys, move_by, next_place, spelled, title};
use crate::components::sampler::stage_grammar::StageGrammar;
use crate::components::sampler::stage_handle::StageHandle;
use crate::components::sampler::stage_lists::StageLists;
use crate::components::sampler::stage_parameter::{StageParameter, params};
use crate::components::sampler::stage_table::StageTable;
use crate::components::sampler::stage_words;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;
use crate::words::say;

/// What the stage is, what it did at this step, its other numbers and lists.
#[component]
pub fn StageDetails(
    /// Which stage.
    key: Key,
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
    /// The stage that says more of itself.
    chosen: RwSignal<Option<Key>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let Words { about, rule, .. } = sampler_words::words(key.0);
    let (id, title) = (id(key), title(key));
    let handle = StageHandle::new(app, key);
    let at = Memo::new(move |_| handle.place());
    let stage: Memo<Option<Stage>> = Memo::new(move |_| handle.stage());
    let on = Memo::new(move |_| stage.with(|s| s.as_ref().is_some_and(|s| s.on)));
    let record: Memo<Option<StageRecord>> = Memo::new(move |_| {
        let at = at.get()?;
        let record = shown.with(|s| {
            let processed = &s.as_ref()?.view.sampling.processed;
            processed.records().get(at).cloned()
        })?;
        (record.stage.on && record.stage.sampler.kind() == key.0).then_some(record)
    });
    let locked = Signal::derive(move || handle.locked());
    let change = move |f: &dyn Fn(&mut Stage)| handle.change(f);
    let set_sampler =
        Callback::new(move |sampler: Sampler| change(&|stage| stage.sampler = sampler.clone()));
    let remove = move |_| {
        let Some(at) = at.get_untracked() else {
            return;
        };
        app.rebuild_chain(|chain| {
            chain.stages_mut().remove(at);
        });
        // The focus goes to the stage that takes its place, or to what can bring one back.
        let next = app.settings.with_untracked(|s| {
            let keys = keys(&s.chain);
            keys.get(at).or(keys.last()).copied()
        });
        chosen.set(next);
        browser::focus_soon(next.map_or("add-stage".to_owned(), |key| {
            format!("{}-remove", spelled(key))
        }));
    };
    let can = move |later: bool| {
        app.settings
            .with(|s| next_place(&s.chain, key, later).is_some())
    };
    let fixed = move |later: bool| move || app.chain_locked() || !can(later);
    let by = move |later: bool| {
        move_by(app, key, later);
        // At an end a button cannot have the focus.
        let later = untrack(|| can(later) == later);
        let key = spelled(key);
        browser::focus_soon(match later {
            true => format!("{key}-down"),
            false => format!("{key}-up"),
        });
    };
    let more = RwSignal::new(false);
    let token = move |token| app.token_text(token);
    let did = move || record.with(|r| r.as_ref().map(|r| stage_words::did(r, &token)));
    let filled = move || {
        let shown = more.get();
        record.with(|r| stage_words::filled(r.as_ref().filter(|_| shown)?, &token))
    };
    // The first number stands in the table, as long as the stage acts.
    let rows = move || {
        let skip = usize::from(on.get());
        let rest = params(key).into_iter().skip(skip);
        rest.map(|param| view! { <StageParameter key param labelled=true /> })
            .collect_view()
    };
    let button = |name: &str, words: String| (format!("{id}-{name}"), words);
    let (up, up_words) = button("up", say().sampler_earlier(title.clone()).to_string());
    let (down, down_words) = button("down", say().sampler_later(title.clone()).to_string());
    let (gone, gone_words) = button("remove", say().sampler_remove(title.clone()).to_string());
    let acts = say().sampler_acts(title.clone()).to_string();
    view! {
        <div class="stage-details" role="group" aria-label=title.clone() data-testid="stage-details">
            <div class="stage-top">
                <span class="stage-label">{title.clone()}</span>
                <button class="mini" id=format!("{}-up", spelled(key)) data-testid=up aria-label=up_words.clone() title=up_words
                    disabled=fixed(false) on:click=move |_| by(false)><Icon shape=Shape::Up /></button>
                <button class="mini" id=format!("{}-down", spelled(key)) data-testid=down aria-label=down_words.clone() title=down_words
                    disabled=fixed(true) on:click=move |_| by(true)><Icon shape=Shape::Down /></button>
                <button class="mini" id=format!("{}-remove", spelled(key)) data-testid=gone aria-label=gone_words.clone() title=gone_words
                    disabled=move || app.chain_locked() on:click=remove><Icon shape=Shape::Close /></button>
                <input type="checkbox" role="switch" class="switch" data-testid=format!("{id}-on") aria-label=acts.clone() title=acts
                    disabled=locked prop:checked=move || on.get()
                    on:change:target=move |ev| { let acts = ev.target().checked(); change(&|stage| stage.on = acts) } />
            </div>
            <p class="caption">{about} {format::gap()} {did}</p>
            <div class="stage-numbers">{rows}</div>
            <StageLists stage on_change=set_sampler locked />
            <StageGrammar stage on_change=set_sampler locked />
            <details class="stage-more" data-testid=format!("{id}-more") on:toggle:target=move |ev| more.set(ev.target().open())>
                <summary>{say().sampler_how().to_string()}</summary>
                <p class="formula mono">{rule}</p>
                <p class="formula mono" data-testid=format!("{id}-numbers") hidden=move || filled().is_none()>{filled}</p>
                <Show when=move || more.get()>
                    <StageTable record />
                </Show>
            </details>
        </div>
    }
}
