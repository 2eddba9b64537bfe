//! Objects of the browser for which there are no types.

use js_sys::Reflect;
use logitscope_core::excerpt;
use wasm_bindgen::JsValue;

/// A part of an object; `undefined` where there is none.
pub fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or_default()
}

/// What an error of JavaScript says.
pub fn words(error: &JsValue) -> String {
    let said = get(error, "message").as_string();
    let said = said.or_else(|| error.as_string());
    excerpt(said.as_deref().unwrap_or("unknown error"))
}
