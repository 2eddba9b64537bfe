//! A drawing as PNG.

use futures_channel::oneshot;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use super::Drawing;
use crate::browser;

/// Pixels for each of CSS.
const SCALE: f64 = 2.0;
/// The most pixels that every browser has on a canvas.
const MOST: f64 = 16_000_000.0;

/// Paints it; refused where the browser does not give out what it painted.
pub async fn paint(drawing: Drawing) -> Result<Vec<u8>, JsValue> {
    let document = browser::document().ok_or(JsValue::NULL)?;
    let (w, h) = drawing.size;
    let scale = SCALE.min((MOST / (w * h)).sqrt());
    let (wide, high) = ((w * scale).round(), (h * scale).round());
    let image: HtmlImageElement = document.create_element("img")?.unchecked_into();
    let text = String::from(js_sys::encode_uri_component(&drawing.svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{text}"));
    JsFuture::from(image.decode()).await?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width(wide as u32);
    canvas.set_height(high as u32);
    let context = canvas.get_context("2d")?.ok_or(JsValue::NULL)?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, wide, high)?;
    let (done, painted) = oneshot::channel();
    let taken = Closure::once_into_js(move |blob: JsValue| {
        // Nobody waits any more only where the page is gone.
        let _ = done.send(blob);
    });
    canvas.to_blob(taken.unchecked_ref())?;
    let blob: Blob = painted.await.unwrap_or(JsValue::NULL).dyn_into()?;
    let bytes = JsFuture::from(blob.array_buffer()).await?;
    Ok(js_sys::Uint8Array::new(&bytes).to_vec())
}
