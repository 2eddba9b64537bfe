//! The dialog that makes an embed: what it shows, how large it is, what it looks like, and the line of HTML for it.

use leptos::html::Div;
use leptos::prelude::*;

use crate::browser;
use crate::choices::{EMBED_SIZES, EmbedPlan, Kept, Theme};
use crate::components::kit::format;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::{Modal, ModalHandle};
use crate::components::kit::number_box::{NumberBox, Range};
use crate::components::kit::show::Show;
use crate::components::kit::width::width_of;
use crate::state::App;
use crate::words::{Message, say};

/// How wide or high an embed can be, in CSS pixels.
const SIDE: Range = Range {
    min: 200.0,
    max: 4000.0,
    step: 10.0,
    whole: true,
};

/// How much of the window's height the preview takes at most.
const HIGH: f64 = 0.6;

/// The first of what is a station of the picture and not a control.
const FIRST_STATION: Kept = Kept::Pipeline;

/// The dialog; what it holds is loaded later.
#[component]
pub fn EmbedDialog(
    /// Whoever opens it has it, too.
    handle: ModalHandle,
) -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::new(app, fetch_inside);
    Effect::new(move |_| handle.open.get().then(|| inside.want()));
    view! {
        <Modal handle name="embed" title=say().embed_title() close=say().embed_close()>
            {inside.view_at_rest(move |inside| inside(handle.open))}
        </Modal>
    }
}

bundled!(stations, fetch_inside, inside: fn(RwSignal<bool>) -> AnyView = |open| view! { <Columns open /> }.into_any());

/// Check boxes, size and colours, the embed as it will be, and its line of HTML.
#[component]
fn Columns(
    /// Whether the dialog is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let plan = RwSignal::new(EmbedPlan::default());
    let own_size = RwSignal::new(false);
    let made = Memo::new(move |_| {
        open.get()
            .then(|| plan.with(|plan| app.planned_embed(plan)))
    });
    let address = move || made.with(|made| made.as_ref().map(|(address, _)| address.clone()));
    let code = move || made.with(|made| made.as_ref().map(|(_, code)| code.clone()));
    let copy = move |_| {
        if let Some(code) = untrack(code) {
            app.copy_embed_code(code);
        }
    };
    let room = NodeRef::<Div>::new();
    let width = width_of(room);
    let scale = Memo::new(move |_| {
        let (_, window) = browser::window_size();
        let size = plan.with(|p| p.size);
        width
            .get()
            .map_or(1.0, |width| scale(size, (width, HIGH * window)))
    });
    let scaled = move |side: fn((u32, u32)) -> u32| {
        move || format!("{}px", f64::from(plan.with(|p| side(p.size))) * scale.get())
    };
    let own_files = move || open.get() && app.link_model().is_none();
    view! {
        <div class="embed-columns">
            <div class="embed-choices">
                <Ticks plan title=say().embed_controls() stations=false />
                <Ticks plan title=say().embed_stations() stations=true />
                <Show when=move || plan.with(|p| p.show.is_empty())>
                    <p class="caption">{say().embed_shows_all().to_string()}</p>
                </Show>
                <label class="check">
                    <input type="checkbox" data-testid="embed-lock-text" prop:checked=move || plan.with(|p| p.lock_text)
                        on:change:target=move |ev| plan.update(|p| p.lock_text = ev.target().checked()) />
                    {say().embed_lock_text().to_string()}
                </label>
                <Show when=move || app.has_recorded_lesson()>
                    <label class="check">
                        <input type="checkbox" data-testid="embed-recorded" prop:checked=move || plan.with(|p| p.from_recording)
                            on:change:target=move |ev| plan.update(|p| p.from_recording = ev.target().checked()) />
                        {say().embed_recorded().to_string()}
                    </label>
                </Show>
                <Size plan own=own_size />
                <Colours plan />
                <Show when=own_files>
                    <p class="caption">{say().embed_needs_files().to_string()}</p>
                </Show>
            </div>
            <div class="embed-made">
                <h3>{say().embed_preview().to_string()}</h3>
                <div class="embed-preview" node_ref=room>
                    <div style:width=scaled(|size| size.0) style:height=scaled(|size| size.1)>
                        <Show when=move || open.get()>
                            <iframe
                                data-testid="embed-preview"
                                title=say().embed_preview().to_string()
                                src=address
                                width=move || plan.with(|p| p.size.0.to_string())
                                height=move || plan.with(|p| p.size.1.to_string())
                                style:transform=move || format!("scale({})", scale.get())
                            ></iframe>
                        </Show>
                    </div>
                </div>
                <Show when=move || scale.get() < 1.0>
                    <p class="caption">{move || say().embed_scaled(format::axis_percent(scale.get())).to_string()}</p>
                </Show>
                <div class="embed-code-head">
                    <h3 id="embed-code-title">{say().embed_code().to_string()}</h3>
                    <button class="button primary" data-testid="embed-copy" on:click=copy>{say().embed_copy().to_string()}</button>
                </div>
                <textarea class="embed-code" data-testid="embed-code" readonly rows="4" aria-labelledby="embed-code-title"
                    prop:value=move || code().unwrap_or_default()></textarea>
            </div>
        </div>
    }
}

/// How large an embed is shown, 0..=1, so that it fits into its room.
fn scale((width, height): (u32, u32), room: (f64, f64)) -> f64 {
    let fits = |room: f64, side: u32| room / f64::from(side.max(1));
    fits(room.0, width).min(fits(room.1, height)).min(1.0)
}

/// Check boxes for the controls, or for the stations, that an embed can keep.
#[component]
fn Ticks(
    /// What is to be made.
    plan: RwSignal<EmbedPlan>,
    /// What they are.
    title: Message,
    /// Whether those of the stations.
    stations: bool,
) -> impl IntoView {
    let tick = move |kept: &Kept| {
        let kept = *kept;
        let turn = move |on: bool| {
            plan.update(|plan| {
                match on {
                    true => plan.show.insert(kept),
                    false => plan.show.remove(&kept),
                };
            });
        };
        view! {
            <label class="check">
                <input type="checkbox" data-testid=format!("embed-show-{}", kept.name())
                    prop:checked=move || plan.with(|p| p.show.contains(&kept))
                    on:change:target=move |ev| turn(ev.target().checked()) />
                {label(kept).to_string()}
            </label>
        }
    };
    let these = Kept::ALL
        .iter()
        .filter(|kept| (**kept >= FIRST_STATION) == stations);
    view! {
        <fieldset class="ticks">
            <legend>{title.to_string()}</legend>
            {these.map(tick).collect_view()}
        </fieldset>
    }
}

fn label(kept: Kept) -> Message {
    let say = say();
    match kept {
        Kept::Temperature => say.embed_temperature(),
        Kept::TopK => say.embed_top_k(),
        Kept::TopP => say.embed_top_p(),
        Kept::Chain => say.embed_chain(),
        Kept::Seed => say.embed_seed(),
        Kept::Candidates => say.embed_candidates(),
        Kept::Dice => say.embed_dice(),
        Kept::Step => say.embed_step(),
        Kept::Play => say.embed_play(),
        Kept::Rewind => say.embed_rewind(),
        Kept::Speed => say.embed_speed(),
        Kept::Pipeline => say.embed_pipeline(),
        Kept::Logits => say.embed_logits(),
        Kept::Sampler => say.embed_sampler(),
    }
}

/// One of the sizes that fit, or another.
#[component]
fn Size(
    /// What is to be made.
    plan: RwSignal<EmbedPlan>,
    /// Whether the size is the visitor's own.
    own: RwSignal<bool>,
) -> impl IntoView {
    let choose = move |value: String| {
        let size = value.parse().ok().and_then(|at: usize| EMBED_SIZES.get(at));
        own.set(size.is_none());
        if let Some(size) = size {
            plan.update(|plan| plan.size = *size);
        }
    };
    let option = |(at, (width, height)): (usize, (u32, u32))| {
        view! { <option value=at.to_string()>{format!("{width} × {height}")}</option> }
    };
    let width = Signal::derive(move || plan.with(|p| p.size.0.into()));
    let height = Signal::derive(move || plan.with(|p| p.size.1.into()));
    // In range, so nothing is lost.
    let set_width = Callback::new(move |to: f64| plan.update(|p| p.size.0 = to as u32));
    let set_height = Callback::new(move |to: f64| plan.update(|p| p.size.1 = to as u32));
    view! {
        <label class="field">
            {say().embed_size().to_string()}
            <select data-testid="embed-size" on:change:target=move |ev| choose(ev.target().value())>
                {EMBED_SIZES.into_iter().enumerate().map(option).collect_view()}
                <option value="own">{say().embed_size_own().to_string()}</option>
            </select>
        </label>
        <Show when=move || own.get()>
            <div class="menu-actions">
                <label class="field" for="embed-width">{say().embed_width().to_string()}</label>
                <NumberBox id="embed-width".to_owned() testid="embed-width".to_owned() range=SIDE value=width live=false on_change=set_width locked=false />
                <label class="field" for="embed-height">{say().embed_height().to_string()}</label>
                <NumberBox id="embed-height".to_owned() testid="embed-height".to_owned() range=SIDE value=height live=false on_change=set_height locked=false />
            </div>
        </Show>
    }
}

/// Light, dark, or as the visitor has it.
#[component]
fn Colours(
    /// What is to be made.
    plan: RwSignal<EmbedPlan>,
) -> impl IntoView {
    let choose = move |value: String| {
        let theme = match value.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        };
        plan.update(|plan| plan.theme = theme);
    };
    view! {
        <label class="field">
            {say().embed_colours().to_string()}
            <select data-testid="embed-theme" on:change:target=move |ev| choose(ev.target().value())>
                <option value="auto">{say().embed_colours_auto().to_string()}</option>
                <option value="light">{say().embed_colours_light().to_string()}</option>
                <option value="dark">{say().embed_colours_dark().to_string()}</option>
            </select>
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preview_shrinks_until_it_fits_and_never_grows() {
        assert_eq!(scale((720, 480), (360.0, 600.0)), 0.5);
        assert_eq!(scale((720, 480), (900.0, 240.0)), 0.5);
        assert_eq!(scale((720, 480), (900.0, 600.0)), 1.0);
    }
}
