//! What the browser says about its GPU adapter: wgpu passes on only a description that is often empty.

use js_sys::{Function, Promise, Reflect};
use logitscope_protocol::NoGpu;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The adapter's name, e.g. `google swiftshader` or `apple metal-3`.
pub async fn name() -> Result<String, NoGpu> {
    let global = js_sys::global();
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).unwrap_or_default();
    if get(&global, "isSecureContext") == JsValue::FALSE {
        return Err(NoGpu::NotSecure);
    }
    let gpu = get(&get(&global, "navigator"), "gpu");
    let request = get(&gpu, "requestAdapter")
        .dyn_into::<Function>()
        .map_err(|_| NoGpu::Unsupported)?;
    let promise = request.call0(&gpu).map_err(|_| NoGpu::NoAdapter)?;
    let adapter = JsFuture::from(Promise::resolve(&promise))
        .await
        .map_err(|_| NoGpu::NoAdapter)?;
    if adapter.is_falsy() {
        return Err(NoGpu::NoAdapter);
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
