//! The parser behind messages.

use std::cell::RefCell;

use js_sys::Function;
use logitscope_core::Vocab;
use logitscope_core::chain::Mask;
use logitscope_core::error::GrammarError;
use logitscope_protocol::{GrammarAnswer, GrammarRequest};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::run::Parsers;

thread_local! {
    static PARSERS: RefCell<Option<Parsers>> = const { RefCell::new(None) };
}

/// Takes a request (`protocol::GrammarRequest`) and answers through `respond(answer)`.
pub fn handle(request: JsValue, respond: &Function) {
    // The page alone sends something.
    let Ok(request) = serde_wasm_bindgen::from_value(request) else {
        return;
    };
    let (id, mask) = match request {
        GrammarRequest::Vocabulary {
            id,
            bytes,
            ends,
            end_of_text,
        } => {
            let vocab = Vocab::from_parts(bytes, ends, end_of_text);
            let parsers = vocab.ok().map(|vocab| Parsers::new(&vocab));
            PARSERS.set(parsers);
            (id, Ok(Mask::new(Vec::new(), 0)))
        }
        GrammarRequest::Mask {
            id,
            grammar,
            generated,
        } => PARSERS.with_borrow_mut(|parsers| {
            let mask = match parsers {
                Some(parsers) => parsers.mask(&grammar, &generated),
                None => Err(GrammarError::Crashed),
            };
            (id, mask)
        }),
    };
    let answer = GrammarAnswer { id, mask };
    let serializer = Serializer::new().serialize_large_number_types_as_bigints(false);
    if let Ok(answer) = answer.serialize(&serializer) {
        // Whoever asked may be gone.
        let _ = respond.call1(&JsValue::UNDEFINED, &answer);
    }
}

/// In a worker, listens to the page. Does nothing on a page.
pub fn listen() {
    let Ok(scope) = js_sys::global().dyn_into::<web_sys::DedicatedWorkerGlobalScope>() else {
        return;
    };
    let answer_to = scope.clone();
    let respond = Closure::<dyn FnMut(JsValue)>::new(move |answer: JsValue| {
        // Fails only if the answer cannot be cloned, and it is plain data.
        let _ = answer_to.post_message(&answer);
    });
    let respond: Function = respond.into_js_value().unchecked_into();
    let on_message =
        Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
            handle(event.data(), &respond);
        });
    scope.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
}
