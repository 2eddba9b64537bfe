//! What colours come to on this screen.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

use super::{document, window};

/// Colours of the theme, e.g. `--accent`, as the browser computes them, with the canvas that was asked for them; it is not in the page any more.
pub fn theme_colours(names: &[&str]) -> Option<(Vec<String>, HtmlCanvasElement)> {
    let document = document()?;
    let root = document.document_element()?;
    let probe = document.create_element("canvas").ok()?;
    let probe = probe.dyn_into::<HtmlCanvasElement>().ok()?;
    // Only an element in the page has the colours of its theme. A style attribute would be inline style, which the page forbids.
    let own = HtmlElement::style(&probe);
    own.set_property("display", "none").ok()?;
    let style = window()?.get_computed_style(&probe).ok()??;
    root.append_child(&probe).ok()?;
    // The style follows the element. Put into the page once for all of them, for that has the browser look at the page again.
    let colour = |name: &&str| {
        own.set_property("color", &format!("var({name})")).ok()?;
        style.get_property_value("color").ok()
    };
    let colours = names.iter().map(colour).collect::<Option<Vec<_>>>();
    probe.remove();
    Some((colours?, probe))
}

/// Red, green, blue and opacity of colours, by painting a pixel of each: no other program than a browser knows `oklch()`. What is no colour is
/// transparent.
pub fn painted(context: &CanvasRenderingContext2d, colours: &[String]) -> Option<Vec<[u8; 4]>> {
    let width = colours.len() as f64;
    context.clear_rect(0.0, 0.0, width, 1.0);
    for (at, colour) in colours.iter().enumerate() {
        context.set_fill_style_str("rgba(0,0,0,0)");
        context.set_fill_style_str(colour);
        context.fill_rect(at as f64, 0.0, 1.0, 1.0);
    }
    let pixels = context.get_image_data(0.0, 0.0, width, 1.0).ok()?.data();
    let (pixels, _) = pixels.as_chunks();
    Some(pixels.to_vec())
}
