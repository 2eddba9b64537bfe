//! Taking the state elsewhere: links, embeds and traces.

mod pictures;
mod recording;
mod reply;
mod tables;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::error::TraceFault;
use logitscope_core::trace::{Ablation, Beside};
use logitscope_core::{CoreError, Precision, Settings, Trace};
use logitscope_protocol::BackendChoice;

use crate::choices::{
    Asked, Control, Drawn, EmbedPlan, InsideView, Language, LessonPlace, OWN_LESSON, Station,
    TableFormat, Theme,
};
use crate::later::{Lost, bundled};
use crate::lessons::is_bundled;
use crate::link::{self, Link};
use crate::state::{App, Entry, Failure, Files, Inside, Job, Level, LoadSpec, Origin, Replay};
use crate::strategies::Kind;
use crate::words::{language, say};
use crate::{browser, models};

/// How long it is said that something was copied, in milliseconds.
const COPIED_MS: f64 = 5000.0;

/// What writes the run as a trace, and reads one.
#[derive(Clone, Copy)]
struct Traces {
    write: fn(App) -> Result<String, Failure>,
    read: fn(&str) -> Result<Box<Trace>, CoreError>,
}

bundled!(driver, traces, traces_part: Traces = Traces {
    write: |app| Ok(app.trace()?.to_json()?),
    read: |json| Ok(Box::new(Trace::from_json(json)?)),
});

impl App {
    /// Copies an address that opens this state, token by token.
    pub fn copy_link(self) {
        let address = self.address(false);
        self.copy(Copied::Link, address.clone(), address);
    }

    /// Copies a line of HTML that embeds this state.
    pub fn copy_embed(self) {
        self.copy_embed_code(link::embed_code(&self.address(true), (None, EMBED_HEIGHT)));
    }

    /// Copies this line of HTML.
    pub fn copy_embed_code(self, code: String) {
        self.copy(Copied::Embed, code.clone(), code);
    }

    /// The address of an embed that shows this state as `plan` says, and the line of HTML for it.
    pub fn planned_embed(self, plan: &EmbedPlan) -> (String, String) {
        let mut link = self.link();
        link.embed.embed = true;
        link.embed.show = plan.show.clone();
        match plan.lock_text {
            true => link.embed.lock.insert(Control::Prompt),
            false => link.embed.lock.remove(&Control::Prompt),
        };
        if plan.from_recording && self.has_recorded_lesson() {
            (link.recorded, link.model) = (Some(models::OF_LESSON.into()), None);
        }
        link.theme = Some(plan.theme).filter(|theme| *theme != Theme::Auto);
        if !plan.show.is_empty() {
            // A lesson has its own places for what it shows.
            (link.open, link.inside) = (None, None);
        }
        let address = spelled(&link);
        let (width, height) = plan.size;
        let code = link::embed_code(&address, (Some(width), height));
        (address, code)
    }

    /// Whether a lesson is open that comes with a recorded run; tracked.
    pub fn has_recorded_lesson(self) -> bool {
        let lesson = self.lesson.get();
        lesson.is_some_and(|lesson| is_bundled(&lesson.name))
    }

    /// The address of this state.
    pub fn address(self, embed: bool) -> String {
        let mut link = self.link();
        link.embed.embed = embed;
        if !embed {
            link.embed.show.clear();
        }
        let elsewhere = link.recorded.is_some() || link.endpoint.is_some();
        let named = link.model.is_some() || elsewhere;
        if !named && self.model.with_untracked(Option::is_some) {
            self.notify(Level::Warning, say().link_without_files().to_string());
        }
        spelled(&link)
    }

    /// Downloads the run as a trace (JSON).
    pub fn export_trace(self) {
        let name = self
            .model
            .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
        let name = format!("logitscope-{}.trace.json", name.unwrap_or_default());
        self.with_traces(move |traces| {
            let written = (traces.write)(self).and_then(|json| {
                let refused = |e| Failure::Download {
                    why: browser::words(&e),
                };
                browser::download(&name, "application/json", json.as_bytes()).map_err(refused)
            });
            if let Err(failure) = written {
                self.notify(Level::Error, failure.to_string());
            }
        });
    }

    /// Saves the text as a table, one row a token.
    pub fn export_table(self, format: TableFormat) {
        let rows = self.rows();
        let (name, mime, text) = match format {
            TableFormat::Csv => ("logitscope-run.csv", "text/csv", tables::csv(&rows)),
            TableFormat::Markdown => {
                let settings = self.settings.get_untracked();
                let model = self
                    .model
                    .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
                let (model, chain) = (model.unwrap_or_default(), settings.chain.to_string());
                let say = say();
                let about = tables::About {
                    settings: say
                        .export_settings(model, chain, settings.seed.to_string())
                        .to_string(),
                    citation: say
                        .export_citation(env!("CARGO_PKG_VERSION"), self.address(false))
                        .to_string(),
                };
                let text = tables::markdown(&rows, &about);
                ("logitscope-run.md", "text/markdown", text)
            }
        };
        if let Err(e) = browser::download(name, mime, text.as_bytes()) {
            let why = browser::words(&e);
            self.notify(Level::Error, Failure::Download { why }.to_string());
        }
    }

    /// The tokens of the text, with what is known of them.
    fn rows(self) -> Vec<tables::Row> {
        let draws = |node| {
            let record = self.read(|run| run.record(node).map(|record| record.draw.u));
            record.flatten()
        };
        let row = |entry: &Entry| tables::Row {
            position: entry.position,
            id: entry.token,
            text: entry.text.clone(),
            origin: match entry.origin {
                Origin::Prompt => "prompt",
                Origin::Sampled => "sampled",
                Origin::Forced => "forced",
            },
            prob: entry.prob,
            rank: entry.rank.map(|rank| rank + 1),
            surprisal_bits: entry.surprisal_bits,
            entropy_bits: entry.entropy_bits,
            prob_after: entry.prob_after,
            u: draws(entry.node),
        };
        self.transcript
            .with_untracked(|all| all.iter().map(row).collect())
    }

    /// Calls `f` with what reads and writes traces, once that is there.
    fn with_traces(self, f: impl FnOnce(Traces) + 'static) {
        spawn_local(async move {
            match traces().here().await {
                Ok(there) => f(there),
                Err(Lost) => self.notify(Level::Error, say().part_lost().to_string()),
            }
        });
    }

    /// Replaces the run by that of a trace (JSON).
    pub fn import_trace(self, file: String, text: String) {
        self.with_traces(move |traces| match (traces.read)(&text) {
            Ok(trace) => {
                self.select(None);
                self.run_job(Job::Import(trace));
            }
            Err(error) => {
                let words = say().file_unreadable(file, error.to_string());
                self.notify(Level::Error, words.to_string());
            }
        });
    }

    /// The run as a trace.
    pub fn trace(self) -> Result<Trace, Failure> {
        let model = self.model.get_untracked().ok_or(Failure::NoModel)?;
        let session = self.session();
        let run = session.run().ok_or(Failure::NoModel)?;
        let mut trace = Trace::new(&run, model.model.clone(), model.backend.clone())?;
        trace.knock_out = self.ablation();
        trace.strategies = self.beside()?;
        Ok(trace)
    }

    /// What is switched off beside the run, and what was written without it.
    fn ablation(self) -> Option<Ablation> {
        let off = self.inside.interventions.get_untracked();
        let ablated = self.inside.ablated_run.get_untracked();
        let (rewritten_off, tokens) = ablated
            .map(|all| (all.interventions, all.tokens))
            .unwrap_or_default();
        let any = !off.is_empty() || !tokens.is_empty();
        any.then_some(Ablation {
            off,
            rewritten_off,
            tokens,
        })
    }

    /// The model that is loaded, as a link names it; `None` for files that the visitor picked.
    pub(crate) fn link_model(self) -> Option<String> {
        let session = self.session();
        let spec = session.spec.borrow();
        let LoadSpec { name, files, .. } = spec.as_ref()?;
        match files {
            Files::Checkpoint(source) => models::link_name(name, source),
            Files::RecordingAt(_) | Files::Recording(_) => None,
        }
    }

    /// The recorded run that answers, as a link names it; `None` for a file that the visitor opened, and for a model.
    pub(crate) fn link_recorded(self) -> Option<String> {
        let session = self.session();
        let spec = session.spec.borrow();
        let Files::RecordingAt(address) = &spec.as_ref()?.files else {
            return None;
        };
        let name = |lesson: &Option<LessonPlace>| {
            let lesson = lesson.as_ref().map(|lesson| lesson.name.as_str());
            models::recording_name(address, lesson)
        };
        Some(self.lesson.with_untracked(name))
    }

    /// This state as a link.
    pub(crate) fn link(self) -> Link {
        let settings = self.settings.get_untracked();
        let rules = self.stop_rules.get_untracked();
        let not = |default: bool| (!default).then_some(());
        let (backend, precision, theme) = (
            self.backend.get_untracked(),
            self.precision.get_untracked(),
            self.theme.get_untracked(),
        );
        let model = self.link_model();
        let view = self.inside.view.get_untracked();
        let Inside {
            layer, head, drawn, ..
        } = self.inside;
        // A head that is still to be chosen is chosen again where the link is opened.
        let chosen = !self.inside.head_awaits.get_untracked();
        let shown = |shows: fn(InsideView) -> bool, what: RwSignal<u32>| {
            view.filter(|view| chosen && shows(*view))
                .map(|_| what.get_untracked())
        };
        let attention = view.filter(|view| view.shows_a_head());
        let drawn = attention.map(|_| drawn.get_untracked());
        let endpoint = untrack(|| self.server_address());
        let here = endpoint.is_none().then_some(self);
        let chat = here.and_then(App::chat_of_run);
        let replay = match &endpoint {
            None => self.replay(),
            // Who opens the link is not connected: the text is there, its tokens are not.
            Some(_) => Replay {
                prompt: self.session().run().map(|run| run.text()),
                ..Replay::default()
            },
        };
        Link {
            lesson: self.lesson.get_untracked(),
            own_lesson: self.own_lesson.get_untracked().filter(|_| {
                self.lesson
                    .with_untracked(|l| l.as_ref().is_some_and(|l| l.name == OWN_LESSON))
            }),
            game: self.game.get_untracked(),
            chat: chat.is_some(),
            prompt: chat.or(replay.prompt),
            seed: Some(settings.seed),
            max_tokens: Some(rules.max_tokens),
            stop: rules.sequences,
            // Always named: a page that has another model open would go on with that one.
            model,
            endpoint,
            recorded: self.link_recorded(),
            backend: not(backend == BackendChoice::Auto).map(|()| backend),
            precision: not(precision == Precision::F16).map(|()| precision),
            speed: None,
            language: Some(language()).filter(|own| *own != Language::English),
            theme: not(theme == Theme::Auto).map(|()| theme),
            off: Some(self.inside.interventions.get_untracked()).filter(|off| !off.is_empty()),
            open: self
                .open
                .get_untracked()
                .filter(|open| view.map(Station::of) != Some(*open)),
            draft: self.link_draft(),
            step: self.strategy_step(),
            inside: view,
            layer: shown(InsideView::shows_a_layer, layer),
            head: shown(InsideView::shows_a_head, head),
            drawn: drawn.filter(|drawn| *drawn != Drawn::default()),
            at: self.link_at(),
            under: untrack(|| self.looks_under()),
            embed: self.embed.get_untracked(),
            tokens: replay.tokens,
            earlier: replay.earlier,
            next: replay.next,
            problems: Vec::new(),
            ..chain_link(&settings)
        }
        .with_asked(&untrack(|| self.strategies.asked()))
    }

    /// The strategies beside the run, if any was begun or is asked for something other than the ordinary.
    fn beside(self) -> Result<Option<Beside>, Failure> {
        let asked = untrack(|| self.strategies.asked());
        let open = self.open.get_untracked().filter(|open| open.is_strategy());
        let records = Station::STRATEGIES.into_iter().filter_map(Kind::recorded);
        let records = records.filter_map(|kind| self.record_of(kind));
        let read = |record: Result<String, String>| {
            record.and_then(|json| serde_json::from_str(&json).map_err(|e| e.to_string()))
        };
        let records: Result<Vec<_>, String> = records.map(read).collect();
        let records = records.map_err(|why| CoreError::Trace(TraceFault::Json { why }))?;
        if records.is_empty() && asked == Asked::default() {
            return Ok(None);
        }
        let link = Link {
            open,
            step: self.strategy_step(),
            ..Link::default()
        };
        let link = link::write(&link.with_asked(&asked));
        Ok(Some(Beside { link, records }))
    }

    /// The step of the open strategy that is on screen, if it is not the first.
    fn strategy_step(self) -> Option<u32> {
        let kind = Kind::stepped(self.open.get_untracked()?)?;
        let at = untrack(|| self.pace(kind)).at;
        u32::try_from(at).ok().filter(|at| *at != 1)
    }

    /// Which step of the text is on screen, if it is not the one at its end. A step of another branch is not in the link.
    fn link_at(self) -> Option<u32> {
        let selected = self.selected.get_untracked()?;
        let path = self.session().run()?.path();
        let at = path.iter().position(|node| *node == selected)?;
        Some(at as u32)
    }

    /// Copies the settings as `program` takes them.
    pub fn copy_settings(self, program: &'static str, text: String) {
        self.copy(Copied::Settings(program), text.clone(), text);
    }

    fn copy(self, what: Copied, text: String, shown: String) {
        spawn_local(async move {
            if browser::copy(&text).await {
                self.notify_for(COPIED_MS, say().copied(what.words()).to_string());
            } else {
                let text = say().copy_refused(what.words(), shown);
                self.notify(Level::Warning, text.to_string());
            }
        });
    }
}

/// The height of an embed of the whole page, in CSS pixels.
const EMBED_HEIGHT: u32 = 720;

/// The address of this page with a link.
fn spelled(link: &Link) -> String {
    format!("{}#{}", browser::page_address(), link::write(link))
}

/// The chain in a link: by its three known values if it is the default one but for them.
pub(crate) fn chain_link(settings: &Settings) -> Link {
    let value = |sampler, param| settings.chain.value(sampler, param);
    let values = (
        value("temperature", "t"),
        value("top_k", "k"),
        value("top_p", "p"),
    );
    if let (Some(t), Some(k), Some(p)) = values
        && Settings::basic(t, k as u32, p, settings.seed) == *settings
    {
        return Link {
            temperature: Some(t),
            top_k: Some(k as u32),
            top_p: Some(p),
            ..Link::default()
        };
    }
    Link {
        chain: Some(settings.chain.clone()),
        ..Link::default()
    }
}

/// What is copied.
#[derive(Debug, Clone, Copy)]
enum Copied {
    Link,
    Embed,
    /// The settings, as this program takes them.
    Settings(&'static str),
}

impl Copied {
    fn words(self) -> String {
        match self {
            Copied::Link => say().copied_link().to_string(),
            Copied::Embed => say().copied_embed().to_string(),
            Copied::Settings(program) => program.to_owned(),
        }
    }
}
