//! What the browser says about its GPU adapter: wgpu passes on only a description that is often empty.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Why there is no adapter, in words for the visitor.
pub enum NoAdapter {
    /// The page was not loaded over https or from localhost.
    NotSecure,
    /// The browser has no WebGPU.
    Unsupported,
    /// The browser has WebGPU, but found no GPU for it.
    NoGpu,
}

impl NoAdapter {
    /// What happened, as a full sentence.
    pub fn words(&self) -> &'static str {
        match self {
            NoAdapter::NotSecure => {
                "This page was not loaded over https (or from localhost), so the browser hides WebGPU from it."
            }
            NoAdapter::Unsupported => {
                "This browser has no WebGPU. A current Chrome, Edge, Safari or Firefox has."
            }
            NoAdapter::NoGpu => {
                "The browser offers WebGPU but found no usable GPU; hardware acceleration may be switched off."
            }
        }
    }
}

/// The adapter's name, e.g. `google swiftshader` or `apple metal-3`.
pub async fn name() -> Result<String, NoAdapter> {
    let global = js_sys::global();
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).unwrap_or_default();
    if get(&global, "isSecureContext") == JsValue::FALSE {
        return Err(NoAdapter::NotSecure);
    }
    let gpu = get(&get(&global, "navigator"), "gpu");
    let request = get(&gpu, "requestAdapter")
        .dyn_into::<Function>()
        .map_err(|_| NoAdapter::Unsupported)?;
    let promise = request.call0(&gpu).map_err(|_| NoAdapter::NoGpu)?;
    let adapter = JsFuture::from(Promise::resolve(&promise))
        .await
        .map_err(|_| NoAdapter::NoGpu)?;
    if adapter.is_falsy() {
        return Err(NoAdapter::NoGpu);
    }
    let info = get(&adapter, "info");
    let words = ["vendor", "architecture", "device", "description"]
        .map(|key| get(&info, key).as_string().unwrap_or_default());
    let mut name: Vec<&str> = Vec::new();
    for word in words.iter().filter(|word| !word.is_empty()) {
        if !name.contains(&word.as_str()) {
            name.push(word);
        }
    }
    Ok(name.join(" "))
}
