//! What colours come to on this screen.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

use super::{document, window};

/// A colour of the theme, e.g. `--accent`, as the browser computes it, with the canvas that was asked for it; it is not in the page any more.
pub fn theme_colour(name: &str) -> Option<(String, HtmlCanvasElement)> {
    let document = document()?;
    let root = document.document_element()?;
    let probe = document.create_element("canvas").ok()?;
    let probe = probe.dyn_into::<HtmlCanvasElement>().ok()?;
    // Only an element in the page has the colours of its theme. A style attribute would be inline style, which the page forbids.
    let own = HtmlElement::style(&probe);
    own.set_property("display", "none").ok()?;
    own.set_property("color", &format!("var({name})")).ok()?;
    root.append_child(&probe).ok()?;
    let style = window()?.get_computed_style(&probe).ok()??;
    let colour = style.get_property_value("color").ok()?;
    probe.remove();
    Some((colour, probe))
}

/// Red, green, blue and opacity of a colour, by painting a pixel: no other program than a browser knows `oklch()`. What is no colour is
/// transparent.
pub fn painted(context: &CanvasRenderingContext2d, colour: &str) -> Option<[u8; 4]> {
    context.set_fill_style_str("rgba(0,0,0,0)");
    context.set_fill_style_str(colour);
    context.clear_rect(0.0, 0.0, 1.0, 1.0);
    context.fill_rect(0.0, 0.0, 1.0, 1.0);
    let pixel = context.get_image_data(0.0, 0.0, 1.0, 1.0).ok()?.data();
    pixel.first_chunk().copied()
}
