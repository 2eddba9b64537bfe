//! The commands of the API. Each answers with plain data, or fails with a sentence.

use std::pin::Pin;

use js_sys::{Float32Array, Reflect};
use leptos::prelude::*;
use logitscope_core::chain::Sampler;
use logitscope_core::{CoreError, NodeId, StepRecord, StopReason, StopRules, TokenId, Trace};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use super::args::Args;
use super::methods::METHODS;
use super::state::{Model, State};
use super::strategies;
use super::to_js;
use crate::later::{Lost, bundled};
use crate::sources::{NoRecording, read_recording};
use crate::state::{App, ChainBy, Done, Failure, Files, Job};
use crate::words::say;
use crate::{browser, models};
use logitscope_protocol::{Extras, ModelSource};

type Execute = fn(App, String, JsValue) -> Doing;
type Doing = Pin<Box<dyn Future<Output = Result<JsValue, String>>>>;

bundled!(driver, executor, executor_part: Execute = |app, command, values| {
    Box::pin(async move { execute_here(app, &command, values).await })
});

/// Does `command` with named arguments.
pub(super) async fn execute(app: App, command: String, values: JsValue) -> Result<JsValue, String> {
    match executor().here().await {
        Ok(execute) => execute(app, command, values).await,
        Err(Lost) => Err(say().part_lost().to_string()),
    }
}

async fn execute_here(app: App, command: &str, values: JsValue) -> Result<JsValue, String> {
    let Some(&(command, known)) = METHODS.iter().find(|(name, _)| *name == command) else {
        return Err(format!("There is no command \"{command}\"."));
    };
    let args = Args::new(command, values, known)?;
    let node_id = || -> Result<Option<NodeId>, String> { Ok(args.whole("nodeId")?.map(NodeId)) };
    match command {
        "load" => load(app, &args.raw("model")).await,
        "setPrompt" => {
            let text: String = args.needed("text", args.text("text"))?;
            app.edit_prompt(text.clone());
            job(app, Job::Prompt(text)).await?;
            state(app)
        }
        "setSettings" => set_settings(app, &args),
        "step" => step(app, Job::Step).await,
        "force" => {
            step(
                app,
                Job::Force(args.needed("tokenId", args.whole("tokenId"))?),
            )
            .await
        }
        "branch" => {
            let node = args.needed("nodeId", node_id())?;
            step(
                app,
                Job::Branch(node, args.needed("tokenId", args.whole("tokenId"))?),
            )
            .await
        }
        "run" => run(app, args.whole("maxTokens")?, args.amount("speed")?).await,
        "pause" => {
            app.pause();
            state(app)
        }
        "rewind" => change(app, Job::Rewind(args.needed("n", args.whole("n"))?)).await,
        "goTo" => change(app, Job::GoTo(args.needed("nodeId", node_id())?)).await,
        "rollAgain" => change(app, Job::RollAgain).await,
        "select" => {
            let node = node_id()?;
            if let Some(node) = node {
                job(app, Job::Show(node)).await?;
            }
            app.select(node);
            state(app)
        }
        "logits" => {
            let cursor = app.session().run().and_then(|run| run.cursor());
            logits(
                app,
                node_id()?
                    .or(cursor)
                    .ok_or_else(|| Failure::NoModel.to_string())?,
            )
            .await
        }
        "record" => {
            let bytes = app.recording().await.map_err(|e| e.to_string())?;
            Ok(js_sys::Uint8Array::from(&*bytes).into())
        }
        "trace" => to_js(&app.trace().map_err(|e| e.to_string())?),
        "open" => {
            strategies::open(app, args.text("station")?, args.whole("step")?).await?;
            state(app)
        }
        "setStrategies" => {
            strategies::ask(app, &args)?;
            state(app)
        }
        "strategy" => strategies::record(app).await,
        "openRecording" => open_recording(app, &args.raw("recording")).await,
        "importTrace" => import_trace(app, &args.raw("trace")).await,
        _ => state(app),
    }
}

fn state(app: App) -> Result<JsValue, String> {
    to_js(&State::of(app))
}

async fn job(app: App, job: Job) -> Result<Done, String> {
    let outcome = app.session().queue.submit(job).await;
    outcome
        .unwrap_or(Err(Failure::Superseded))
        .map_err(|failure| failure.to_string())
}

/// A job that moves the cursor: the answer is the state after it.
async fn change(app: App, change: Job) -> Result<JsValue, String> {
    app.select(None);
    job(app, change).await?;
    state(app)
}

/// A job that takes a step: the answer is its record.
async fn step(app: App, step: Job) -> Result<JsValue, String> {
    app.select(None);
    match job(app, step).await? {
        Done::Step(record) => to_js(&Step::new(app, *record)),
        _ => state(app),
    }
}

/// A step record, with its token and the token's text at hand.
#[derive(Serialize)]
struct Step {
    #[serde(flatten)]
    record: StepRecord,
    token: TokenId,
    text: String,
}

impl Step {
    fn new(app: App, record: StepRecord) -> Self {
        let token = record.choice.token;
        Step {
            text: app.token_text_untracked(token),
            token,
            record,
        }
    }
}

async fn run(app: App, limit: Option<u32>, speed: Option<f64>) -> Result<JsValue, String> {
    #[derive(Serialize)]
    struct Answer {
        steps: Vec<Step>,
        stop: Option<StopReason>,
    }
    app.select(None);
    let Done::Steps(steps, stop) = job(app, Job::Play(limit, speed.or(Some(0.0)))).await? else {
        return state(app);
    };
    let steps = steps
        .into_iter()
        .map(|record| Step::new(app, record))
        .collect();
    to_js(&Answer { steps, stop })
}

/// What is named changes, the rest stays; if anything is refused, nothing changes.
fn set_settings(app: App, args: &Args) -> Result<JsValue, String> {
    let mut settings = app.settings.get_untracked();
    let rules = app.stop_rules.get_untracked();
    let chain = args.text("chain")?;
    let mut names_chain = chain.is_some();
    if let Some(chain) = chain {
        settings.chain = chain.parse().map_err(|e: CoreError| e.to_string())?;
    }
    let named = [
        args.number("temperature")?
            .map(|t| Sampler::Temperature { t }),
        args.whole("top_k")?
            .or(args.whole("topK")?)
            .map(|k| Sampler::TopK { k }),
        args.number("top_p")?
            .or(args.number("topP")?)
            .map(|p| Sampler::TopP { p }),
    ];
    for sampler in named.into_iter().flatten() {
        settings.chain.set(sampler);
        names_chain = true;
    }
    settings.seed = args.whole("seed")?.unwrap_or(settings.seed);
    let rules = StopRules {
        max_tokens: args
            .whole("max_tokens")?
            .or(args.whole("maxTokens")?)
            .unwrap_or(rules.max_tokens),
        sequences: args.texts("stop")?.unwrap_or(rules.sequences),
    };
    let speed = args.amount("speed")?;
    app.try_settings(settings).map_err(|e| e.to_string())?;
    if names_chain {
        // Even where it is what was there.
        app.session().chain_by.set(ChainBy::Somebody);
    }
    app.set_stop_rules(rules);
    if let Some(speed) = speed {
        app.set_speed(speed);
    }
    state(app)
}

async fn logits(app: App, node: NodeId) -> Result<JsValue, String> {
    job(app, Job::Show(node)).await?;
    let session = app.session();
    let run = session.run();
    let stored = run.as_ref().and_then(|run| run.logits().get(node)?.all());
    let stored = stored.ok_or_else(|| logitscope_core::CoreError::LogitsMissing.to_string())?;
    Ok(Float32Array::from(&stored[..]).into())
}

/// `load`: a name, an address, or `{name, config, tokenizer, weights}` with three files.
async fn load(app: App, model: &JsValue) -> Result<JsValue, String> {
    let get = |key: &str| Reflect::get(model, &key.into()).unwrap_or(JsValue::UNDEFINED);
    let (name, source) = if let Some(name) = model.as_string().filter(|name| !name.is_empty()) {
        models::model(Some(&name)).or_else(|problem| {
            // Named by a script, another site is what its author asked for.
            browser::absolute(&name)
                .filter(|a| a.starts_with("http"))
                .map(|a| models::at(&a))
                .ok_or_else(|| problem.to_string())
        })?
    } else if model.is_object() {
        let file = |key: &str| {
            let value = get(key);
            let is_file = value.is_instance_of::<web_sys::Blob>();
            is_file
                .then_some(value)
                .ok_or_else(|| format!("load: {key} must be a File or a Blob."))
        };
        let extra = |key: &str| {
            let file = get(key);
            match file.is_instance_of::<web_sys::Blob>() {
                true => file,
                false => JsValue::UNDEFINED,
            }
        };
        let name = get("name")
            .as_string()
            .unwrap_or_else(|| say().own_model_name().to_string());
        let (config, tokenizer, weights) = (file("config")?, file("tokenizer")?, file("weights")?);
        (
            name,
            ModelSource::Files {
                config,
                tokenizer,
                weights,
                extras: Extras {
                    generation: extra("generation"),
                    tokenizer_config: extra("tokenizerConfig"),
                    chat_template: extra("chatTemplate"),
                },
            },
        )
    } else {
        return Err(
            "load: model must be a name, an address, or an object with three files.".into(),
        );
    };
    app.select(None);
    job(app, Job::Load(app.load_spec(name, source))).await?;
    to_js(
        &app.model
            .with_untracked(|m| m.as_ref().map(|m| Model::of(m))),
    )
}

/// A recording as an `ArrayBuffer` or bytes, or by the address of its file.
async fn open_recording(app: App, given: &JsValue) -> Result<JsValue, String> {
    let files = if let Some(address) = given.as_string() {
        let absolute = browser::absolute(&address);
        Files::RecordingAt(absolute.ok_or_else(|| say().recorded_not_there(&address).to_string())?)
    } else if given.is_instance_of::<js_sys::ArrayBuffer>()
        || given.is_instance_of::<js_sys::Uint8Array>()
    {
        let bytes = js_sys::Uint8Array::new(given).to_vec();
        match read_recording(&bytes).await {
            Ok(recording) => Files::Recording(recording),
            Err(NoRecording::Fault(fault)) => return Err(fault.to_string()),
            Err(_) => return Err(say().part_lost().to_string()),
        }
    } else {
        return Err(
            "openRecording: recording must be an address, an ArrayBuffer or a Uint8Array.".into(),
        );
    };
    let name = say().flow_recorded().to_string();
    change(app, Job::Load(app.spec(name, files))).await
}

async fn import_trace(app: App, trace: &JsValue) -> Result<JsValue, String> {
    let json = match trace.as_string() {
        Some(json) => json,
        None => js_sys::JSON::stringify(trace)
            .ok()
            .and_then(|s| s.as_string())
            .unwrap_or_default(),
    };
    let trace = Trace::from_json(&json).map_err(|e| e.to_string())?;
    change(app, Job::Import(Box::new(trace))).await
}
