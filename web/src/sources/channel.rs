//! The way to the engine, and to the parser of grammars: a worker, or the page itself where workers are forbidden.

use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use logitscope_protocol::Crash;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

// A script cannot spell a dynamic import for a policy without `unsafe-eval` in any other way.
#[wasm_bindgen(inline_js = "export function load_module(url) { return import(url); }")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn load_module(url: &str) -> Result<Promise, JsValue>;
}

/// A started engine. Dropping it ends a worker at once.
pub(super) enum Channel {
    /// In a worker: the page never freezes, and a trap kills only the worker.
    Worker {
        worker: Worker,
        _on_message: Closure<dyn FnMut(MessageEvent)>,
        _on_error: Closure<dyn FnMut(Event)>,
    },
    /// On the page's own thread: in a frame whose sandbox forbids workers.
    Page {
        handle: Function,
        respond: Closure<dyn FnMut(JsValue)>,
    },
}

impl Channel {
    /// Starts the module at `url`, shown by the browser as `name`, for the `start`-th time.
    pub(super) async fn open(
        name: &str,
        url: &str,
        start: u32,
        on_message: Rc<dyn Fn(JsValue)>,
        on_error: Rc<dyn Fn(Crash)>,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(name);
        if is_opaque() {
            return Self::in_page(url, start, on_message).await;
        }
        match Worker::new_with_options(url, &options) {
            Ok(worker) => Ok(Self::in_worker(worker, on_message, on_error)),
            Err(_) => Self::in_page(url, start, on_message).await,
        }
    }

    fn in_worker(
        worker: Worker,
        on_message: Rc<dyn Fn(JsValue)>,
        on_error: Rc<dyn Fn(Crash)>,
    ) -> Self {
        let message = Closure::new(move |event: MessageEvent| on_message(event.data()));
        let error = Closure::new(move |event: Event| {
            let said = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            let said = said.filter(|words| !words.is_empty());
            on_error(said.map_or(Crash::NotLoaded, Crash::Said));
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(error.as_ref().unchecked_ref()));
        Channel::Worker {
            worker,
            _on_message: message,
            _on_error: error,
        }
    }

    async fn in_page(
        url: &str,
        start: u32,
        on_message: Rc<dyn Fn(JsValue)>,
    ) -> Result<Self, JsValue> {
        // A module is loaded once an address; another start needs another one, or a trapped engine
        // would come back as it was.
        let url = if start == 1 {
            url.to_owned()
        } else {
            format!("{url}?start={start}")
        };
        let module = JsFuture::from(load_module(&url)?).await?;
        let get = |name: &str| Reflect::get(&module, &name.into())?.dyn_into::<Function>();
        let started = get("default")?.call0(&JsValue::UNDEFINED)?;
        JsFuture::from(Promise::resolve(&started)).await?;
        let respond = Closure::new(move |response: JsValue| on_message(response));
        Ok(Channel::Page {
            handle: get("handle")?,
            respond,
        })
    }

    /// Sends a request; the answers come to `on_message`.
    pub(super) fn send(&self, request: &JsValue) -> Result<(), JsValue> {
        match self {
            Channel::Worker { worker, .. } => worker.post_message(request),
            Channel::Page { handle, respond } => handle
                .call2(&JsValue::UNDEFINED, request, respond.as_ref())
                .map(|_| ()),
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        if let Channel::Worker { worker, .. } = self {
            worker.terminate();
        }
    }
}

/// Whether the page is in a sandbox that gives it no origin. Other browsers refuse a worker there at once; Firefox makes one, which fails later.
fn is_opaque() -> bool {
    let origin = Reflect::get(&js_sys::global(), &"origin".into());
    origin.is_ok_and(|origin| origin.as_string().as_deref() == Some("null"))
}
