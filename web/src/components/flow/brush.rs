//! A canvas that is told only what changes: most calls set what it has already, and a text that is handed over is copied and read each time.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use js_sys::JsString;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::CanvasRenderingContext2d;

use super::palette::{Palette, css};
use crate::components::kit::canvas::Rgb;
use crate::components::picture::Ink;

#[wasm_bindgen]
extern "C" {
    /// A canvas that takes colours as texts of the browser.
    type Inked;
    #[wasm_bindgen(method, setter = fillStyle)]
    fn set_fill(this: &Inked, colour: &JsString);
    #[wasm_bindgen(method, setter = strokeStyle)]
    fn set_line(this: &Inked, colour: &JsString);
}

/// The most colours that are kept. A picture has the shades of one theme.
const MOST: usize = 4096;

/// ColourTexts as texts of the browser, each made once.
#[derive(Default)]
pub struct ColourTexts(RefCell<HashMap<Rgb, JsString>>);

impl ColourTexts {
    fn text(&self, colour: Rgb) -> JsString {
        let mut known = self.0.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        let text = known
            .entry(colour)
            .or_insert_with(|| css(colour, 1.0).into());
        text.clone()
    }
}

/// A canvas with its palette, and what it was last set to.
pub(super) struct Brush<'a> {
    pub context: &'a CanvasRenderingContext2d,
    pub palette: &'a Palette,
    colours: &'a ColourTexts,
    fill: Cell<Option<Rgb>>,
    line: Cell<Option<Rgb>>,
    /// Weight and size.
    font: Cell<(u16, u8)>,
    align: Cell<Option<i8>>,
}

impl<'a> Brush<'a> {
    pub fn new(
        context: &'a CanvasRenderingContext2d,
        palette: &'a Palette,
        colours: &'a ColourTexts,
    ) -> Self {
        Brush {
            context,
            palette,
            colours,
            fill: Cell::default(),
            line: Cell::default(),
            font: Cell::default(),
            align: Cell::default(),
        }
    }

    /// What is filled from now on has this colour.
    pub fn fill_with(&self, colour: Rgb) {
        if self.fill.replace(Some(colour)) != Some(colour) {
            let canvas = self.context.unchecked_ref::<Inked>();
            canvas.set_fill(&self.colours.text(colour));
        }
    }

    /// The same of a colour of the palette.
    pub fn fill_in(&self, ink: Ink) {
        self.fill_with(self.palette.rgb(ink));
    }

    /// The fill was set to something else.
    pub fn forget_fill(&self) {
        self.fill.set(None);
    }

    /// Draws the line of the path.
    pub fn stroke(&self, ink: Ink, width: f64) {
        let colour = self.palette.rgb(ink);
        if self.line.replace(Some(colour)) != Some(colour) {
            let canvas = self.context.unchecked_ref::<Inked>();
            canvas.set_line(&self.colours.text(colour));
        }
        self.context.set_line_width(width);
        self.context.stroke();
    }

    /// The colour of lines was set back.
    pub fn forget_line(&self) {
        self.line.set(None);
    }

    /// The font and the side of what is written from now on.
    pub fn write_in(&self, weight: u16, size: u8, align: i8) {
        if self.font.replace((weight, size)) != (weight, size) {
            let font = &self.palette.font;
            self.context.set_font(&format!("{weight} {size}px {font}"));
        }
        if self.align.get().is_none() {
            self.context.set_text_baseline("middle");
        }
        if self.align.replace(Some(align)) != Some(align) {
            self.context.set_text_align(match align {
                -1 => "left",
                0 => "center",
                _ => "right",
            });
        }
    }
}
