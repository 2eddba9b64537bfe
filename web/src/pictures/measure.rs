//! Widths of texts, lines of letters and colours, as this browser has them.

use std::collections::HashMap;

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::browser;

/// A colour that every program knows, and how opaque it is, 0..=1.
pub type Ink = (String, f64);

/// A canvas that is not on the page: it measures, and tells what a colour comes to.
#[derive(Debug)]
pub struct Measure {
    context: CanvasRenderingContext2d,
    inks: HashMap<String, Ink>,
    ascents: HashMap<String, f64>,
}

impl Measure {
    /// `None` where there is no canvas.
    pub fn new() -> Option<Self> {
        let canvas = browser::document()?.create_element("canvas").ok()?;
        let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
        canvas.set_width(1);
        canvas.set_height(1);
        // It is only there to be read.
        let options = js_sys::Object::new();
        js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into()).ok()?;
        let context = canvas.get_context_with_context_options("2d", &options);
        let context = context.ok()??.dyn_into().ok()?;
        Some(Measure {
            context,
            inks: HashMap::new(),
            ascents: HashMap::new(),
        })
    }

    /// How wide `text` is, in px.
    pub fn width(&self, font: &str, text: &str) -> f64 {
        self.context.set_font(font);
        self.context.measure_text(text).map_or(0.0, |m| m.width())
    }

    /// How far down in a line of letters, 0..=1, these stand.
    pub fn ascent(&mut self, font: &str) -> f64 {
        if let Some(known) = self.ascents.get(font) {
            return *known;
        }
        self.context.set_font(font);
        let share = self.context.measure_text("x").ok().map(|m| {
            let (up, down) = (m.font_bounding_box_ascent(), m.font_bounding_box_descent());
            up / (up + down)
        });
        let share = share.filter(|share| share.is_finite()).unwrap_or(0.8);
        self.ascents.insert(font.to_owned(), share);
        share
    }

    /// A colour of a style sheet; `None` if nothing of it is seen.
    pub fn ink(&mut self, colour: &str) -> Option<Ink> {
        let ink = match self.inks.get(colour) {
            Some(known) => known.clone(),
            None => {
                let found = plain(colour).or_else(|| self.painted(colour))?;
                self.inks.insert(colour.to_owned(), found.clone());
                found
            }
        };
        Some(ink).filter(|(_, alpha)| *alpha > 0.004)
    }

    /// A colour of the theme, e.g. `--accent`.
    pub fn theme(&mut self, name: &str) -> Option<Ink> {
        if let Some(known) = self.inks.get(name) {
            return Some(known.clone());
        }
        let (colours, _) = browser::theme_colours(&[name])?;
        let ink = self.ink(colours.first()?)?;
        self.inks.insert(name.to_owned(), ink.clone());
        Some(ink)
    }

    /// Paints a pixel and looks at it: no other program than a browser knows `oklch()`.
    fn painted(&self, colour: &str) -> Option<Ink> {
        let all = browser::painted(&self.context, &[colour.to_owned()])?;
        let [r, g, b, a] = *all.first()?;
        Some((hex([r, g, b]), f64::from(a) / 255.0))
    }
}

/// `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`.
fn plain(colour: &str) -> Option<Ink> {
    let inside = colour.strip_prefix("rgb")?.trim_start_matches('a');
    let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
    let all: Option<Vec<f64>> = inside
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    match all?.as_slice() {
        [r, g, b] => Some((hex([*r, *g, *b].map(|x| x.round() as u8)), 1.0)),
        [r, g, b, a] => Some((hex([*r, *g, *b].map(|x| x.round() as u8)), *a)),
        _ => None,
    }
}

/// `#rrggbb`.
pub fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_colours_need_no_canvas() {
        assert_eq!(plain("rgb(1, 32, 255)"), Some(("#0120ff".into(), 1.0)));
        assert_eq!(plain("rgba(0, 0, 0, 0)"), Some(("#000000".into(), 0.0)));
        assert_eq!(plain("oklch(0.5 0.1 200)"), None);
    }
}
