//! Pictures of the page as files: one SVG with everything in it, and the same as PNG.
//!
//! A picture on the page is a mixture of elements, lines and canvases. [`laid_out`] lays it out without the buttons, [`walk`] reads where the
//! browser put each box and each line of letters and writes that down as plain shapes. So the file holds no markup of the page, and is not
//! for browsers alone.

mod boxes;
mod controls;
mod drawn;
mod laid_out;
mod letters;
pub mod measure;
mod paragraph;
mod raster;
mod sheet;
mod style;
mod walk;
pub mod xml;

use std::future::Future;
use std::pin::Pin;

use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::later::bundled;

/// What a picture stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// As large as it is, for a page of text or a slide.
    Figure,
    /// A3, across, with the text above the picture.
    Poster,
}

/// A picture that is to be saved.
#[derive(Debug, Clone)]
pub struct Picture {
    /// What it is on the page.
    pub root: Element,
    /// What it is called.
    pub title: String,
    /// The name of the file, without its ending.
    pub name: String,
    /// What it stands on.
    pub paper: Paper,
    /// SVG that is drawn in the place of elements in it.
    pub drawings: Vec<(Element, String)>,
}

/// What stands around a picture, in the page's language.
#[derive(Debug, Clone)]
pub struct About {
    /// The text that the visitor wrote, and what the model wrote after it.
    pub text: [String; 2],
    /// The model, the prompt, the settings, and how to cite it; a paragraph each.
    pub lines: Vec<String>,
    /// The language, as a tag.
    pub language: String,
}

/// A picture as a file.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// All of it.
    pub svg: String,
    /// Its width and height, in CSS pixels.
    pub size: (f64, f64),
}

/// A PNG that is on its way.
pub type Painting = Pin<Box<dyn Future<Output = Result<Vec<u8>, JsValue>>>>;

/// What makes files of pictures.
#[derive(Clone, Copy)]
pub struct Pictures {
    /// Draws a picture with what stands around it, in the font of the page (WOFF2).
    pub draw: fn(&Picture, &About, Option<&[u8]>) -> Option<Drawing>,
    /// Paints it as PNG, with two pixels for each of CSS.
    pub paint: fn(Drawing) -> Painting,
}

bundled!(pictures, /// What makes files of pictures.
pub fetch_pictures, pictures_part: Pictures = Pictures {
    draw: sheet::draw,
    paint: |drawing| Box::pin(raster::paint(drawing)),
});
