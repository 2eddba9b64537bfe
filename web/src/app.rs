//! The page as a whole.

use leptos::html::Dialog;
use leptos::prelude::*;

use crate::choices::{Control, PagePart};
use crate::components::dice::card::Dice;
use crate::components::frame::cache_off::CacheOff;
use crate::components::frame::failed::Failed;
use crate::components::frame::files;
use crate::components::frame::footer::Footer;
use crate::components::frame::header::Header;
use crate::components::frame::help::Help;
use crate::components::frame::keys;
use crate::components::frame::load::Load;
use crate::components::frame::notices::Notices;
use crate::components::frame::open_full::OpenFull;
use crate::components::frame::status::Status;
use crate::components::inside::InsideCard;
use crate::components::kit::show::Show;
use crate::components::pipeline::card::Pipeline;
use crate::components::sampler::chain_editor::ChainEditor;
use crate::components::step::compare::Compare;
use crate::components::step::step_card::StepCard;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::components::text::legend::Legend;
use crate::components::text::prompt::Prompt;
use crate::components::text::run_chart::{ColourBy, RunChart};
use crate::components::text::stop_note::StopNote;
use crate::components::text::transcript::{Transcript, TranscriptTable};
use crate::components::text::transport::Transport;
use crate::components::text::what_if::WhatIfLine;
use crate::start::start;
use crate::state::App;

/// Everything: makes the state, gives it to the parts, and puts them in their places.
#[component]
pub fn Page() -> impl IntoView {
    let app = start();
    provide_context(app);
    let help = NodeRef::<Dialog>::new();
    keys::listen(app, help);
    let dragging = RwSignal::new(false);
    let shown = StepOnScreen::memo(app);
    let part = move |part: PagePart| move || !app.hidden(part);
    let framed = move || !app.embed.with(|e| e.embed);
    view! {
        <div
            class="app"
            class:embed=move || !framed()
            class:drop-target=dragging
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
            <Show when=move || framed() && !app.hidden(PagePart::Header)>
                <Header on_help=Callback::new(move |()| keys::open(help)) />
            </Show>
            <main class="page">
                <Show when=part(PagePart::Notices)>
                    <Notices />
                </Show>
                <Failed />
                // Without a header, the load has its own place.
                <Show when=move || !framed() || app.hidden(PagePart::Header)>
                    <Load />
                </Show>
                <Show when=part(PagePart::Prompt)>
                    <Prompt />
                </Show>
                <TextCard />
                <Show when=part(PagePart::Pipeline)>
                    <Pipeline shown />
                </Show>
                <div class="columns" class:single=move || app.hidden(PagePart::Sampler)>
                    <Show when=part(PagePart::Sampler)>
                        <ChainEditor shown />
                    </Show>
                    <div class="stack">
                        <Show when=part(PagePart::Step)>
                            <StepCard shown />
                        </Show>
                        <Compare shown />
                        <Show when=part(PagePart::Dice)>
                            <DiceCard shown />
                        </Show>
                    </div>
                </div>
                <Show when=part(PagePart::Inside)>
                    <InsideCard />
                </Show>
                <Show when=part(PagePart::Status)>
                    <Status />
                </Show>
                <Show when=move || !framed() && !app.hidden(PagePart::Footer)>
                    <OpenFull />
                </Show>
            </main>
            <Show when=move || framed() && !app.hidden(PagePart::Footer)>
                <Footer />
            </Show>
            <Help dialog=help />
        </div>
    }
}

/// The text so far and the buttons that make it longer.
#[component]
fn TextCard() -> impl IntoView {
    let app = expect_context::<App>();
    let part = move |part: PagePart| move || !app.hidden(part);
    view! {
        <section class="card" aria-labelledby="text-title">
            <Show when=part(PagePart::Transcript)>
                <div class="card-head">
                    <h2 id="text-title">"Text so far"</h2>
                    <p class="caption">"Press a token to inspect it."</p>
                    <ColourBy />
                    <Legend />
                    <TranscriptTable />
                </div>
                <Transcript />
                <WhatIfLine />
                <RunChart />
                <StopNote />
            </Show>
            <Show when=move || !app.hidden(PagePart::Transport) && !app.hidden(PagePart::Controls)>
                <Transport />
            </Show>
            <CacheOff />
        </section>
    }
}

/// The draw.
#[component]
fn DiceCard(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    view! {
        <section class="card" aria-labelledby="dice-title">
            <div class="card-head">
                <h2 id="dice-title">"The dice"</h2>
                <p class="caption">"Every surviving token owns a piece as long as its probability. The pin is the random number."</p>
            </div>
            <Show when=move || shown.with(Option::is_some)>
                <Dice shown />
            </Show>
        </section>
    }
}
