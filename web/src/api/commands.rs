//! The commands of the API. Each answers with plain data, or fails with a sentence.

use js_sys::{Float32Array, Reflect};
use leptos::prelude::*;
use logitscope_core::{NodeId, StepRecord, StopReason, Trace};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use super::args::{self, read};
use super::state::{Model, State};
use super::to_js;
use crate::driver::{Done, Failure, Job};
use crate::protocol::ModelSource;
use crate::state::App;
use crate::{address, browser};

/// Does `command` with named `args`.
pub(super) async fn execute(app: App, command: &str, args: JsValue) -> Result<JsValue, String> {
    match command {
        "load" => load(app, args).await,
        "setPrompt" => {
            let args::Prompt { text } = read(command, args)?;
            app.edit_prompt(text.clone());
            job(app, Job::Prompt(text)).await?;
            state(app)
        }
        "setSettings" => set_settings(app, &read(command, args)?),
        "step" => {
            let args::Nothing {} = read(command, args)?;
            step(app, Job::Step).await
        }
        "force" => {
            let args::Force { token_id } = read(command, args)?;
            step(app, Job::Force(token_id)).await
        }
        "branch" => {
            let args::Branch { node_id, token_id } = read(command, args)?;
            step(app, Job::Branch(NodeId(node_id), token_id)).await
        }
        "run" => run(app, read(command, args)?).await,
        "pause" => {
            let args::Nothing {} = read(command, args)?;
            app.pause();
            state(app)
        }
        "rewind" => {
            let args::Rewind { n } = read(command, args)?;
            change(app, Job::Rewind(n)).await
        }
        "goTo" => change(app, Job::GoTo(node(app, &read(command, args)?)?)).await,
        "rollAgain" => {
            let args::Nothing {} = read(command, args)?;
            change(app, Job::RollAgain).await
        }
        "select" => {
            let args: args::Node = read(command, args)?;
            if args.node_id.is_some() {
                job(app, Job::Show(node(app, &args)?)).await?;
            }
            app.select(args.node_id.map(NodeId));
            state(app)
        }
        "logits" => logits(app, node(app, &read(command, args)?)?).await,
        "trace" => {
            let args::Nothing {} = read(command, args)?;
            to_js(&app.trace().map_err(|e| e.to_string())?)
        }
        "importTrace" => import_trace(app, &args).await,
        "state" => {
            let args::Nothing {} = read(command, args)?;
            state(app)
        }
        _ => Err(format!("There is no command \"{command}\".")),
    }
}

fn state(app: App) -> Result<JsValue, String> {
    to_js(&State::of(app))
}

async fn job(app: App, job: Job) -> Result<Done, String> {
    let outcome = app.driver().submit(job).await;
    outcome.unwrap_or(Err(Failure::Superseded)).map_err(|failure| failure.to_string())
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
        Done::Step(record) => to_js(&Step { text: app.token_text_untracked(record.choice.token), record: *record }),
        _ => state(app),
    }
}

/// A step record with the text of its token.
#[derive(Serialize)]
struct Step {
    #[serde(flatten)]
    record: StepRecord,
    text: String,
}

async fn run(app: App, args: args::Run) -> Result<JsValue, String> {
    #[derive(Serialize)]
    struct Answer {
        steps: Vec<Step>,
        stop: Option<StopReason>,
    }
    if args.speed.is_some_and(|speed| !(speed.is_finite() && speed >= 0.0)) {
        return Err("run: speed must be a number, 0 or more.".into());
    }
    app.select(None);
    let Done::Steps(steps, stop) = job(app, Job::Play(args.max_tokens, args.speed.or(Some(0.0)))).await? else {
        return state(app);
    };
    let text = |record: &StepRecord| app.token_text_untracked(record.choice.token);
    let steps = steps.into_iter().map(|record| Step { text: text(&record), record }).collect();
    to_js(&Answer { steps, stop })
}

fn set_settings(app: App, new: &args::NewSettings) -> Result<JsValue, String> {
    let settings = new.settings(app.settings.get_untracked());
    app.try_settings(settings).map_err(|e| e.to_string())?;
    app.set_stop_rules(new.stop_rules(app.stop_rules.get_untracked()));
    if let Some(speed) = new.speed {
        app.set_speed(speed);
    }
    state(app)
}

/// The node that `args` name, or the cursor.
fn node(app: App, args: &args::Node) -> Result<NodeId, String> {
    let cursor = || app.driver().run.borrow().as_ref().and_then(|run| run.cursor());
    args.node_id.map(NodeId).or_else(cursor).ok_or_else(|| Failure::NoModel.to_string())
}

async fn logits(app: App, node: NodeId) -> Result<JsValue, String> {
    job(app, Job::Show(node)).await?;
    let driver = app.driver();
    let run = driver.run.borrow();
    let stored = run.as_ref().and_then(|run| run.logits().get(node));
    let stored = stored.ok_or_else(|| logitscope_core::CoreError::LogitsMissing.to_string())?;
    Ok(Float32Array::from(&stored.logits[..]).into())
}

/// `load`: a name, an address, or `{name, config, tokenizer, weights}` with three files.
async fn load(app: App, args: JsValue) -> Result<JsValue, String> {
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED);
    let model = get(&args, "model");
    let (name, source) = if let Some(name) = model.as_string() {
        address::model(Some(&name)).or_else(|problem| {
            // Named by a script, another site is what its author asked for.
            browser::absolute(&name).filter(|a| a.starts_with("http")).map(|a| address::folder(&a)).ok_or(problem)
        })?
    } else if model.is_object() {
        let file = |key: &str| {
            let value = get(&model, key);
            let is_file = value.is_instance_of::<web_sys::Blob>();
            is_file.then_some(value).ok_or_else(|| format!("load: {key} must be a File or a Blob."))
        };
        let name = get(&model, "name").as_string().unwrap_or_else(|| "your model".into());
        let (config, tokenizer, weights) = (file("config")?, file("tokenizer")?, file("weights")?);
        (name, ModelSource::Files { config, tokenizer, weights })
    } else {
        return Err("load: model must be a name, an address, or an object with three files.".into());
    };
    app.select(None);
    job(app, Job::Load(app.load_spec(name, source))).await?;
    to_js(&app.model.with_untracked(|m| m.as_ref().map(|m| Model::of(m))))
}

async fn import_trace(app: App, args: &JsValue) -> Result<JsValue, String> {
    let trace = Reflect::get(args, &"trace".into()).unwrap_or(JsValue::UNDEFINED);
    let json = match trace.as_string() {
        Some(json) => json,
        None => js_sys::JSON::stringify(&trace).ok().and_then(|s| s.as_string()).unwrap_or_default(),
    };
    let trace = Trace::from_json(&json).map_err(|e| e.to_string())?;
    change(app, Job::Import(Box::new(trace))).await
}
