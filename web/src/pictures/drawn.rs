//! What is drawn on the page already: lines of SVG, of which only known shapes are taken, and canvases.

use std::fmt::Write;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, Node};

use super::style::{Area, Style};
use super::walk::Walk;
use super::xml::{attribute, escaped, numbers};

/// The shapes that are taken.
const SHAPES: [&str; 12] = [
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "title",
];

/// The attributes that say where they are.
const PLACES: [&str; 22] = [
    "d",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "dx",
    "dy",
    "width",
    "height",
    "points",
    "transform",
    "viewBox",
    "preserveAspectRatio",
    "pathLength",
    "textLength",
];

/// The places that a style sheet may say instead.
const STYLED: [&str; 9] = ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"];

/// What a style says of lines, and what it is if nothing is said.
const LOOKS: [(&str, &str); 9] = [
    ("stroke-width", "1px"),
    ("stroke-dasharray", "none"),
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("opacity", "1"),
    ("fill-opacity", "1"),
    ("stroke-opacity", "1"),
    ("vector-effect", "none"),
    ("shape-rendering", "auto"),
];

/// What it says of letters.
const LETTERS: [(&str, &str); 5] = [
    ("font-size", ""),
    ("font-weight", "400"),
    ("text-anchor", "start"),
    ("dominant-baseline", "auto"),
    ("letter-spacing", "normal"),
];

impl Walk<'_> {
    /// A picture of lines, in its place.
    pub(super) fn lines(&mut self, element: &Element, style: &Style) {
        let [x, y, w, h] = self.place(super::style::area(element));
        let edge = |side: &str| {
            style.px(&format!("padding-{side}")) + style.px(&format!("border-{side}-width"))
        };
        let (left, top) = (edge("left"), edge("top"));
        let (w, h) = (w - left - edge("right"), h - top - edge("bottom"));
        if w <= 0.0 || h <= 0.0 {
            return;
        }
        let mut all = numbers(&[("x", x + left), ("y", y + top), ("width", w), ("height", h)]);
        for name in ["viewBox", "preserveAspectRatio"] {
            if let Some(value) = element.get_attribute(name) {
                all.push_str(&attribute(name, &value));
            }
        }
        let overflow = style.get("overflow-x");
        if overflow == "visible" {
            all.push_str(" overflow=\"visible\"");
        }
        let mut out = format!("<svg{all}>");
        self.shapes_in(element, &mut out);
        out.push_str("</svg>");
        self.out.push_str(&out);
    }

    fn shapes_in(&mut self, element: &Element, out: &mut String) {
        let nodes = element.child_nodes();
        for node in (0..nodes.length()).filter_map(|at| nodes.item(at)) {
            match node.dyn_ref::<Element>() {
                Some(child) => self.shape(child, out),
                None if node.node_type() == Node::TEXT_NODE => {
                    let text = node.text_content().unwrap_or_default();
                    if !text.trim().is_empty() {
                        out.push_str(&escaped(&text));
                    }
                }
                None => {}
            }
        }
    }

    fn shape(&mut self, element: &Element, out: &mut String) {
        let tag = element.local_name();
        let Some(tag) = SHAPES.into_iter().find(|known| *known == tag) else {
            return;
        };
        let Some(style) = Style::of(&self.window, element) else {
            return;
        };
        if style.get("display") == "none" || style.get("visibility") != "visible" {
            return;
        }
        // Writing into a string cannot fail.
        let _ = write!(out, "<{tag}");
        if tag != "title" {
            self.looks(element, tag, &style, out);
        }
        out.push('>');
        self.shapes_in(element, out);
        let _ = write!(out, "</{tag}>");
    }

    /// Where a shape is, and what it looks like.
    fn looks(&mut self, element: &Element, tag: &str, style: &Style, out: &mut String) {
        for name in PLACES {
            if let Some(value) = element.get_attribute(name) {
                out.push_str(&attribute(name, &value));
            }
        }
        for name in STYLED {
            let fits = match name {
                "cx" | "cy" => matches!(tag, "circle" | "ellipse"),
                "r" => tag == "circle",
                "rx" | "ry" => matches!(tag, "rect" | "ellipse"),
                _ => tag == "rect",
            };
            let own = style.get(name);
            if fits
                && element.get_attribute(name).is_none()
                && !matches!(own.as_str(), "" | "auto" | "0px")
            {
                out.push_str(&attribute(name, &own));
            }
        }
        let moved = style.get("transform");
        if element.get_attribute("transform").is_none() && moved.starts_with("matrix(") {
            out.push_str(&attribute("transform", &moved));
        }
        if tag == "g" || tag == "svg" {
            if let Some(opacity) = style.number("opacity").filter(|opacity| *opacity < 1.0) {
                out.push_str(&numbers(&[("opacity", opacity)]));
            }
            return;
        }
        for name in ["fill", "stroke"] {
            let paint = style.get(name);
            match self.measure.ink(&paint).filter(|_| paint != "none") {
                Some((ink, alpha)) => {
                    out.push_str(&attribute(name, &ink));
                    if alpha < 1.0 {
                        out.push_str(&numbers(&[(
                            if name == "fill" {
                                "fill-opacity"
                            } else {
                                "stroke-opacity"
                            },
                            alpha,
                        )]));
                        continue;
                    }
                    let see = if name == "fill" {
                        "fill-opacity"
                    } else {
                        "stroke-opacity"
                    };
                    if let Some(part) = style.number(see).filter(|part| *part < 1.0) {
                        out.push_str(&numbers(&[(see, part)]));
                    }
                }
                None if name == "fill" => out.push_str(" fill=\"none\""),
                None => {}
            }
        }
        let letters = matches!(tag, "text" | "tspan");
        let more: &[(&str, &str)] = if letters { &LETTERS } else { &[] };
        for (name, usual) in LOOKS.iter().chain(more) {
            let own = style.get(name);
            if own != *usual
                && !own.is_empty()
                && !name.ends_with("l-opacity")
                && !name.ends_with("e-opacity")
            {
                out.push_str(&attribute(name, &own));
            }
        }
        let family = style.get("font-family");
        if letters && family != self.family {
            out.push_str(&attribute("font-family", &family));
        }
    }

    /// A canvas as an image: one pixel a cell, or as sharp as the screen is.
    pub(super) fn canvas(&mut self, element: &Element, style: &Style, area: Area) {
        let Some(canvas) = element.dyn_ref::<HtmlCanvasElement>() else {
            return;
        };
        // One that shows another site's picture cannot be read; there is none.
        let Ok(address) = canvas.to_data_url() else {
            return;
        };
        let edge = |side: &str| {
            style.px(&format!("padding-{side}")) + style.px(&format!("border-{side}-width"))
        };
        let [x, y, w, h] = self.place(area);
        let (left, top) = (edge("left"), edge("top"));
        let (w, h) = (w - left - edge("right"), h - top - edge("bottom"));
        if !address.starts_with("data:image/png") || w <= 0.0 || h <= 0.0 {
            return;
        }
        let place = numbers(&[("x", x + left), ("y", y + top), ("width", w), ("height", h)]);
        let cells = style.get("image-rendering");
        let cells = match cells.as_str() {
            "pixelated" | "crisp-edges" => " style=\"image-rendering:pixelated\"",
            _ => "",
        };
        let address = attribute("href", &address);
        self.out.push_str(&format!(
            "<image{place} preserveAspectRatio=\"none\"{cells}{address}/>"
        ));
    }
}
