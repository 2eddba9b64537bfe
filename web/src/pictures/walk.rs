//! Walks through a part of the page and writes down what is seen of it, as SVG: boxes, letters, lines and pictures, no markup of the page.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, Node, Range, Window};

use super::measure::Measure;
use super::style::{Area, Style, area};
use super::xml::{attribute, number};
use crate::browser;

/// What is written so far.
pub struct Walk<'a> {
    pub(super) window: Window,
    pub(super) range: Range,
    pub(super) measure: Measure,
    /// Where the picture begins in the window.
    pub(super) origin: (f64, f64),
    /// The elements.
    pub(super) out: String,
    /// Gradients and the like, which elements name.
    pub(super) defs: String,
    /// How many of them.
    ids: usize,
    /// Where a line ends in “…”, if it is too long.
    pub(super) bound: Option<f64>,
    /// The fonts of most texts.
    pub(super) family: String,
    /// What is drawn in the place of some elements.
    drawings: &'a [(Element, String)],
}

impl<'a> Walk<'a> {
    /// Begins in the top left corner of `root`; `None` without a page.
    pub fn new(root: &Element, drawings: &'a [(Element, String)]) -> Option<Self> {
        let [x, y, ..] = area(root);
        Some(Walk {
            window: browser::window()?,
            range: browser::document()?.create_range().ok()?,
            measure: Measure::new()?,
            origin: (x, y),
            out: String::new(),
            defs: String::new(),
            ids: 0,
            bound: None,
            family: browser::body_font(),
            drawings,
        })
    }

    /// A name that nothing else has.
    pub(super) fn id(&mut self) -> String {
        self.ids += 1;
        format!("p{}", self.ids)
    }

    /// A place of the window as one of the picture.
    pub(super) fn place(&self, [x, y, w, h]: Area) -> Area {
        [x - self.origin.0, y - self.origin.1, w, h]
    }

    /// What is in `element`, without its own box.
    pub fn inside(&mut self, element: &Element) {
        let Some(style) = Style::of(&self.window, element) else {
            return;
        };
        let mut all: Vec<(i32, Node)> = Vec::new();
        let nodes = element.child_nodes();
        for at in 0..nodes.length() {
            if let Some(node) = nodes.item(at) {
                all.push((self.level(&node), node));
            }
        }
        // The lower ones first; on one level they stay in their order.
        all.sort_by_key(|(level, _)| *level);
        for (_, node) in all {
            match node.dyn_ref::<Element>() {
                Some(child) => self.element(child),
                None if node.node_type() == Node::TEXT_NODE => self.text(&node, &style),
                None => {}
            }
        }
    }

    /// How high it lies: what has a place of its own is over what has none.
    fn level(&self, node: &Node) -> i32 {
        let style = node
            .dyn_ref::<Element>()
            .and_then(|e| Style::of(&self.window, e));
        let Some(style) = style else { return 0 };
        match (style.get("position").as_str(), style.number("z-index")) {
            ("static", _) => 0,
            (_, Some(z)) if z < 0.0 => -1,
            (_, Some(z)) => 1 + z as i32,
            (_, None) => 1,
        }
    }

    fn element(&mut self, element: &Element) {
        let drawn = self
            .drawings
            .iter()
            .find(|(own, _)| own.is_same_node(Some(element)));
        if let Some((_, drawing)) = drawn {
            let [x, y, ..] = self.place(area(element));
            let at = attribute(
                "transform",
                &format!("translate({} {})", number(x), number(y)),
            );
            self.out.push_str(&format!("<g{at}>{drawing}</g>"));
            return;
        }
        let Some(style) = Style::of(&self.window, element) else {
            return;
        };
        if style.get("display") == "none" {
            return;
        }
        let opacity = style.number("opacity").unwrap_or(1.0);
        if opacity <= 0.0 {
            return;
        }
        if opacity < 1.0 {
            self.out
                .push_str(&format!("<g{}>", attribute("opacity", &number(opacity))));
        }
        self.turned(element, &style);
        if opacity < 1.0 {
            self.out.push_str("</g>");
        }
    }

    /// The element; one that is turned or scaled is laid flat while it is read.
    fn turned(&mut self, element: &Element, style: &Style) {
        let Some(matrix) = matrix(style) else {
            return self.whole(element, style);
        };
        let own = element.unchecked_ref::<HtmlElement>().style();
        let names = ["transform", "rotate", "scale"];
        let before = names.map(|name| own.get_property_value(name).unwrap_or_default());
        for name in names {
            // Known properties with known values.
            let _ = own.set_property(name, "none");
        }
        let [x, y, ..] = self.place(area(element));
        let origin = style.get("transform-origin");
        let mut origin = origin.split(' ').filter_map(super::style::leading);
        let (cx, cy) = (
            x + origin.next().unwrap_or(0.0),
            y + origin.next().unwrap_or(0.0),
        );
        let there = format!("translate({} {})", number(cx), number(cy));
        let back = format!("translate({} {})", number(-cx), number(-cy));
        self.out.push_str(&format!(
            "<g{}>",
            attribute("transform", &format!("{there} {matrix} {back}"))
        ));
        self.whole(element, style);
        self.out.push_str("</g>");
        for (name, value) in names.into_iter().zip(before) {
            let _ = own.set_property(name, &value);
        }
    }

    fn whole(&mut self, element: &Element, style: &Style) {
        let visible = style.get("visibility") == "visible";
        if element.namespace_uri().as_deref() == Some("http://www.w3.org/2000/svg") {
            if visible {
                self.lines(element, style);
            }
            return;
        }
        let area = area(element);
        if visible {
            self.all_boxes(element, style, area);
        }
        match element.tag_name().to_ascii_lowercase().as_str() {
            "canvas" if visible => return self.canvas(element, style, area),
            "input" | "select" if visible => return self.control(element, style, area),
            "canvas" | "input" | "select" | "textarea" | "iframe" | "img" | "video" => return,
            _ => {}
        }
        let cuts = style.clips() && self.goes_beyond(element, style);
        let before = self.bound;
        if cuts {
            if style.get("text-overflow") == "ellipsis" {
                let [x, _, w, _] = area;
                self.bound =
                    Some(x + w - style.px("padding-right") - style.px("border-right-width"));
            }
            let id = self.id();
            let shape = self.rounded(self.place(area), style);
            self.defs
                .push_str(&format!("<clipPath id=\"{id}\"><rect{shape}/></clipPath>"));
            self.out.push_str(&format!("<g clip-path=\"url(#{id})\">"));
        }
        self.inside(element);
        if cuts {
            self.out.push_str("</g>");
        }
        self.bound = before;
    }

    /// Whether some of it lies outside its box, or in a rounded corner.
    fn goes_beyond(&self, element: &Element, style: &Style) -> bool {
        element.scroll_width() > element.client_width()
            || element.scroll_height() > element.client_height()
            || style.px("border-top-left-radius") > 0.0
    }
}

/// How it is turned or scaled; `None` if it is only moved.
fn matrix(style: &Style) -> Option<String> {
    let transform = style.get("transform");
    let rotate = style.get("rotate");
    let turns = rotate
        .strip_suffix("deg")
        .and_then(|degrees| degrees.parse().ok());
    let turns = turns.filter(|degrees: &f64| *degrees != 0.0);
    let inside = transform
        .strip_prefix("matrix(")
        .and_then(|rest| rest.strip_suffix(')'));
    let numbers: Vec<f64> = inside
        .map(|all| {
            all.split(',')
                .filter_map(|n| n.trim().parse().ok())
                .collect()
        })
        .unwrap_or_default();
    let moved = match numbers.as_slice() {
        [a, b, c, d, ..] => *a == 1.0 && *b == 0.0 && *c == 0.0 && *d == 1.0,
        _ => true,
    };
    if moved && turns.is_none() {
        return None;
    }
    let mut all = Vec::new();
    all.extend(turns.map(|degrees| format!("rotate({})", number(degrees))));
    if let [a, b, c, d, e, f] = numbers.as_slice() {
        let fine = |x: &f64| format!("{x:.5}");
        let [a, b, c, d] = [a, b, c, d].map(fine);
        all.push(format!(
            "matrix({a} {b} {c} {d} {} {})",
            number(*e),
            number(*f)
        ));
    }
    Some(all.join(" "))
}

/// A property of a JavaScript object, as a number.
pub(super) fn property(of: &JsValue, name: &str) -> Option<f64> {
    js_sys::Reflect::get(of, &name.into()).ok()?.as_f64()
}
