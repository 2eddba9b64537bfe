//! The page as a whole.

use leptos::prelude::*;

use crate::browser;
use crate::choices::{Control, PagePart, Station};
use crate::components::flow::{self, Flow};
use crate::components::frame::cache_off::CacheOff;
use crate::components::frame::failed::Failed;
use crate::components::frame::files;
use crate::components::frame::footer::Footer;
use crate::components::frame::header::{self, Header};
use crate::components::frame::help::Help;
use crate::components::frame::keys;
use crate::components::frame::load::Load;
use crate::components::frame::notices::Notices;
use crate::components::frame::one_by_one::OneByOne;
use crate::components::frame::open_full::OpenFull;
use crate::components::frame::status::Status;
use crate::components::glossary::note::TermNote;
use crate::components::inside::Views;
use crate::components::kit::focus;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::modal::ModalHandle;
use crate::components::kit::show::Show;
use crate::components::lesson;
use crate::components::lessons;
use crate::components::step::sentence::Sentence;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::components::strategies::{self, StrategyCard};
use crate::components::text::branches::Branches;
use crate::components::text::details::FoldedTextDetails;
use crate::components::text::surface::Surface;
use crate::components::text::transport::Transport;
use crate::start::{Beginning, start};
use crate::state::App;
use crate::words::say;

/// Everything: makes the state, gives it to the parts, and puts them in their places.
#[component]
pub fn Page(
    /// What it was opened with.
    opened: Beginning,
) -> impl IntoView {
    let app = start(opened);
    provide_context(app);
    flow::follow_opened(app);
    let help = ModalHandle::default();
    keys::listen(app, help);
    let dragging = RwSignal::new(false);
    let shown = StepOnScreen::memo(app);
    let part = move |part: PagePart| move || !app.hidden(part);
    let framed = move || app.embed.with(|e| e.is_framed());
    let lesson = move || app.embed.with(|e| e.is_lesson());
    let parts = lesson::later();
    let taught = lessons::panel();
    let played = lessons::game_panel();
    let written = lessons::editor();
    let bottom = move || !header::is_there(app) && header::drives(app);
    Effect::new(move |_| {
        let runs = header::drives(app) && !(bottom() && lesson());
        let bars = [
            (header::is_there(app), "top"),
            (bottom(), "bottom"),
            (runs, "run"),
            (app.lesson.with(Option::is_some), "words"),
        ];
        let there = bars.iter().filter(|(there, _)| *there);
        browser::mark_bars(&there.map(|(_, name)| *name).collect::<Vec<_>>().join(" "));
    });
    view! {
        <div
            class="app"
            class:embed=move || !framed()
            class:is-lesson=lesson
            class:drop-target=dragging
            data-mark=move || app.mark.get()
            data-drop=move || dragging.get().then(files::drop_words)
            on:dragover=move |ev| {
                if files::carries(&ev) && !app.locked(Control::Model) {
                    ev.prevent_default();
                    dragging.set(true);
                }
            }
            on:dragleave=move |_| dragging.set(false)
            on:drop=move |ev| {
                dragging.set(false);
                files::dropped(app, &ev);
            }
        >
            <Show when=move || header::drives(app)>
                <button class="skip-link" data-testid="skip" on:click=move |_| focus::step()>{say().skip_to_step().to_string()}</button>
            </Show>
            <Show when=move || header::is_there(app)>
                <Header on_help=Callback::new(move |()| help.show()) />
            </Show>
            <main class="page" class:draft=move || app.draft.get() class:veiled=move || app.veiled.get() class:masked=move || app.text_masked.get()>
                <Show when=part(PagePart::Notices)>
                    <Notices />
                </Show>
                <Failed />
                <Show when=move || app.writes_lesson.get()>
                    {written.view(|editor| editor())}
                </Show>
                <Show when=move || app.lesson.with(Option::is_some)>
                    {taught.view(|panel| panel())}
                </Show>
                // Without a header, the load has its own place.
                <Show when=move || !header::is_there(app)>
                    <Load />
                </Show>
                {move || app.game.get().map(|game| view! { {played.view(move |part| part(game))} })}
                <Show when=lesson fallback=move || view! { <Whole shown /> }>
                    {parts.view(move |parts| (parts.body)(shown.into()))}
                </Show>
            </main>
            // Without a bar at the top there is one at the bottom.
            <Show when=bottom>
                <Show when=lesson fallback=|| view! { <Transport /> }>
                    {move || parts.get().map(|parts| (parts.bar)(shown.into()))}
                </Show>
            </Show>
            <Show when=move || framed() && !app.hidden(PagePart::Footer)>
                <Footer />
            </Show>
            <Help handle=help />
            <TermNote />
        </div>
    }
}

/// Everything between the two bars: the text, the step in words and as a picture, and what opens below it.
#[component]
fn Whole(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let part = move |part: PagePart| move || !app.hidden(part);
    view! {
        <Show when=move || !app.hidden(PagePart::Prompt) || !app.hidden(PagePart::Transcript)>
            <Surface />
        </Show>
        <Show when=move || !app.hidden(PagePart::Step) && !strategies::is_open(app)>
            <Sentence shown />
        </Show>
        <Show when=part(PagePart::Transcript)>
            <Branches />
        </Show>
        <CacheOff />
        <Show when=move || flow::is_there(app) && !strategies::is_open(app)>
            <Flow shown />
        </Show>
        <StrategyCard />
        <Show when=part(PagePart::Transcript)>
            <FoldedTextDetails />
        </Show>
        <Machine />
        <Show when=move || app.embed.with(|e| e.embed) && !app.hidden(PagePart::Footer)>
            <OpenFull />
        </Show>
    }
}

/// What runs where, and how fast: opened by the line below the picture.
#[component]
fn Machine() -> impl IntoView {
    let app = expect_context::<App>();
    let open = move || app.open.get() == Some(Station::Machine);
    let inside = Later::new(app, fetch_machine);
    view! {
        <Show when=move || open() && !app.hidden(PagePart::Status)>
            <section class="card" id=flow::OPENED data-testid="machine" aria-labelledby="machine-title">
                <div class="card-head">
                    <h2 id="machine-title">{say().flow_machine().to_string()}</h2>
                    {move || inside.get().map(|(_, save)| save())}
                    <button class="button small plain machine-close" data-testid="close-machine" aria-label=say().flow_close().to_string()
                        title=say().flow_close().to_string() on:click=move |_| { focus::close_opened(app); }>
                        <Icon shape=Shape::Close />
                    </button>
                </div>
                {inside.view(|(inside, _)| inside())}
            </section>
        </Show>
    }
}

/// What the machine holds, and what saves it as a picture.
type Opened = (fn() -> AnyView, fn() -> AnyView);

bundled!(stations, fetch_machine, machine: Opened = (
    || view! { <MachineInside /> }.into_any(),
    || view! { <flow::SavePicture /> }.into_any(),
));

#[component]
fn MachineInside() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <OneByOne />
        <Status />
        <Show when=move || !app.hidden(PagePart::Inside)>
            <Views station=Station::Machine />
        </Show>
    }
}
