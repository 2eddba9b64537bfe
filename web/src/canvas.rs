//! Pictures of many cells, drawn as one image.

use leptos::html::Canvas;
use leptos::prelude::*;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use crate::browser;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// One cell of a picture: its colour and how opaque it is, 0..=1.
pub type Cell = (Rgb, f64);

/// Paints `width` × `height` cells, `cell(x, y)`, one pixel each. The style sheet gives the canvas its size on the screen.
pub fn paint(
    canvas: NodeRef<Canvas>,
    width: usize,
    height: usize,
    cell: impl Fn(usize, usize) -> Cell,
) {
    let Some(canvas) = canvas.get_untracked() else {
        return;
    };
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    if width == 0 || height == 0 {
        return;
    }
    let mut pixels = Vec::with_capacity(4 * width * height);
    for y in 0..height {
        for x in 0..width {
            let ([r, g, b], opacity) = cell(x, y);
            pixels.extend([r, g, b, (255.0 * opacity.clamp(0.0, 1.0)).round() as u8]);
        }
    }
    let image = ImageData::new_with_u8_clamped_array(Clamped(&pixels), width as u32);
    if let (Ok(image), Some(context)) = (image, context(&canvas)) {
        // A canvas without memory for its pixels stays empty; the table beside it has the numbers.
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

/// What a colour of the theme, e.g. `--accent`, comes to on this screen.
pub fn theme_colour(name: &str) -> Option<Rgb> {
    let document = browser::document()?;
    let root = document.document_element()?;
    let probe = document
        .create_element("canvas")
        .ok()?
        .dyn_into::<HtmlCanvasElement>()
        .ok()?;
    // Only an element in the page has the colours of its theme. A style attribute would be inline style, which the page forbids.
    let own = web_sys::HtmlElement::style(&probe);
    own.set_property("display", "none").ok()?;
    own.set_property("color", &format!("var({name})")).ok()?;
    root.append_child(&probe).ok()?;
    let style = browser::window()?.get_computed_style(&probe).ok()??;
    let colour = style.get_property_value("color").ok()?;
    probe.remove();
    probe.set_width(1);
    probe.set_height(1);
    let context = context(&probe)?;
    context.set_fill_style_str(&colour);
    context.fill_rect(0.0, 0.0, 1.0, 1.0);
    let pixel = context.get_image_data(0.0, 0.0, 1.0, 1.0).ok()?.data();
    Some([*pixel.first()?, *pixel.get(1)?, *pixel.get(2)?])
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}
