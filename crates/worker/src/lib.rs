//! The worker's side of the messages: requests queue up before a [`Host`], which does one task after another and tells how far it is, or go to a
//! [`Desk`], which does them side by side. It runs in a worker, or on the page's own thread where workers are forbidden; nothing in here knows which.

pub mod js;

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use futures_channel::mpsc;
use js_sys::Function;
use logitscope_core::excerpt;
use logitscope_protocol::{Answer, Body, EngineError, Progress, Request, Response, Task, VERSION};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// How to hear of progress.
pub type Report<'a> = &'a dyn Fn(Progress);

type Job = (JsValue, Function);

/// Does what the page asks.
pub trait Host: 'static {
    /// Does `task`. On an error everything that was loaded before stays usable.
    fn answer(
        &mut self,
        task: Task,
        report: Report<'_>,
    ) -> impl Future<Output = Result<Answer, EngineError>>;

    /// Uses a moment in which nothing is asked.
    fn idle(&mut self) -> impl Future<Output = ()> {
        async {}
    }
}

/// Does what the page asks, several things at a time.
pub trait Desk: 'static {
    /// Does `task`.
    fn answer(
        &self,
        task: Task,
        report: Report<'_>,
    ) -> impl Future<Output = Result<Answer, EngineError>>;
}

thread_local! {
    /// Where requests queue up; the host works on one at a time, in order.
    static QUEUE: RefCell<Option<mpsc::UnboundedSender<Job>>> = const { RefCell::new(None) };
}

/// Takes a request (`protocol::Request`) and answers through `respond(response)`, possibly after
/// progress. `host` makes the host, which the program has one of.
pub fn handle<H: Host>(host: fn() -> H, request: JsValue, respond: Function) {
    QUEUE.with_borrow_mut(|queue| {
        let sender = queue.get_or_insert_with(|| start(host));
        // The receiver lives as long as the module.
        let _ = sender.unbounded_send((request, respond));
    });
}

/// The same without a queue: the request is answered beside those that came before it.
pub fn handle_beside(desk: Rc<impl Desk>, request: JsValue, respond: Function) {
    wasm_bindgen_futures::spawn_local(async move {
        work(
            async |task, report| desk.answer(task, report).await,
            request,
            &respond,
        )
        .await;
    });
}

/// In a worker, listens to the page. Does nothing on a page.
pub fn listen<H: Host>(host: fn() -> H) {
    listen_with(move |request, respond| handle(host, request, respond));
}

/// The same with whatever takes a request.
pub fn listen_with(handle: impl Fn(JsValue, Function) + 'static) {
    let Ok(scope) = js_sys::global().dyn_into::<web_sys::DedicatedWorkerGlobalScope>() else {
        return;
    };
    let answer_to = scope.clone();
    let respond = Closure::<dyn FnMut(JsValue)>::new(move |response: JsValue| {
        // Fails only if the response cannot be cloned, and it is plain data.
        let _ = answer_to.post_message(&response);
    });
    let respond: Function = respond.into_js_value().unchecked_into();
    let on_message =
        Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
            handle(event.data(), respond.clone());
        });
    scope.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
}

fn start<H: Host>(host: fn() -> H) -> mpsc::UnboundedSender<Job> {
    let (sender, mut receiver) = mpsc::unbounded::<Job>();
    wasm_bindgen_futures::spawn_local(async move {
        let mut host = host();
        let mut next = receiver.recv().await;
        while let Ok((request, respond)) = next {
            let answer = async |task: Task, report: Report<'_>| host.answer(task, report).await;
            work(answer, request, &respond).await;
            next = match receiver.try_recv() {
                Ok(job) => Ok(job),
                Err(_) => {
                    host.idle().await;
                    receiver.recv().await
                }
            };
        }
    });
    sender
}

async fn work<A>(answers: A, request: JsValue, respond: &Function)
where
    A: AsyncFnOnce(Task, Report<'_>) -> Result<Answer, EngineError>,
{
    let number = |name: &str| {
        let value = js_sys::Reflect::get(&request, &name.into()).ok()?;
        value.as_f64().map(|number| number as u32)
    };
    let id = number("id").unwrap_or(0);
    // Before the rest: a request of another version may be of another shape.
    let body = match number("version") {
        Some(VERSION) => answer(answers, id, request, respond).await,
        page => Body::Error(EngineError::Version {
            page,
            engine: VERSION,
        }),
    };
    send(respond, id, body);
}

async fn answer<A>(answers: A, id: u32, request: JsValue, respond: &Function) -> Body
where
    A: AsyncFnOnce(Task, Report<'_>) -> Result<Answer, EngineError>,
{
    let report = |progress| send(respond, id, Body::Progress(progress));
    match serde_wasm_bindgen::from_value::<Request>(request) {
        Ok(request) => match answers(request.task, &report).await {
            Ok(answer) => Body::Answer(answer),
            Err(error) => Body::Error(error),
        },
        Err(error) => Body::Error(EngineError::Request {
            why: excerpt(&error.to_string()),
        }),
    }
}

fn send(respond: &Function, id: u32, body: Body) {
    let serializer = Serializer::new().serialize_large_number_types_as_bigints(false);
    let pack = |body| {
        let response = Response {
            version: VERSION,
            id,
            body,
        };
        response.serialize(&serializer)
    };
    // What cannot be packed must not leave the page waiting.
    let unfit = |e: serde_wasm_bindgen::Error| EngineError::NotSent { why: e.to_string() };
    if let Ok(message) = pack(body).or_else(|e| pack(Body::Error(unfit(e)))) {
        // The page is gone if this fails.
        let _ = respond.call1(&JsValue::UNDEFINED, &message);
    }
}
