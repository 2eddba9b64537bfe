//! Lays a part of the page out as a picture: without buttons and menus, and with all that is scrolled out of sight. Nobody sees it: it is
//! laid out, read and put back before the browser draws again.

use wasm_bindgen::JsCast;
use web_sys::{CssStyleDeclaration, Document, Element, HtmlElement, Window};

use super::style::{Style, area};
use crate::browser;

/// What belongs to the page, not to the picture: what is pressed, what explains it, and what leads out of it.
const LEFT_OUT: &[&str] = &[
    ".button, .menu, .twin, .visually-hidden, .inside-views, .opening-try, .memory-line, .station-card-head, .station-open",
    "#opened > .card-head, .strategy-transport, .sampler-tools, .chain-foot, .chain-leaders, .resting, .token-search",
    ".dice-controls, .seed, .tree-fold, .no-picture, [popover], dialog, details:not([open]), summary, textarea, script, style, template",
];

/// What is wider or higher than this stays cut, in CSS pixels.
const MOST: i32 = 4000;

/// A part of the page while it is laid out as a picture.
#[derive(Debug)]
pub struct LaidOut {
    root: Element,
    /// Whose property was what, with which priority.
    styles: Vec<(CssStyleDeclaration, String, String, String)>,
    /// What the style sheet put somewhere, as elements.
    parts: Vec<(Element, Element)>,
    /// How far elements were scrolled.
    scrolled: Vec<(Element, i32, i32)>,
    /// How far the page was.
    page: f64,
}

impl LaidOut {
    /// Lays `root` out.
    pub fn new(root: &Element) -> Option<Self> {
        let (window, document) = (browser::window()?, browser::document()?);
        let mut laid = LaidOut {
            root: root.clone(),
            styles: Vec::new(),
            parts: Vec::new(),
            scrolled: Vec::new(),
            page: browser::scrolled(),
        };
        // An attribute that the element always takes.
        let _ = root.set_attribute("data-picture", "");
        for selector in LEFT_OUT {
            for element in all(root, selector) {
                laid.set(&element, "display", "none");
            }
        }
        // Its frame is that of the page.
        for (name, value) in [("padding", "0"), ("border", "0"), ("min-height", "0")] {
            laid.set(root, name, value);
        }
        laid.open(&window);
        laid.put_parts(&window, &document);
        Some(laid)
    }

    fn set(&mut self, element: &Element, name: &str, value: &str) {
        let style = element.unchecked_ref::<HtmlElement>().style();
        let before = style.get_property_value(name).unwrap_or_default();
        let priority = style.get_property_priority(name);
        // Known properties with known values.
        let _ = style.set_property_with_priority(name, value, "important");
        self.styles.push((style, name.to_owned(), before, priority));
    }

    /// Gives room to what can be scrolled.
    fn open(&mut self, window: &Window) {
        let mut more = 0;
        for element in all(&self.root.clone(), "*") {
            let Some(style) = Style::of(window, &element) else {
                continue;
            };
            if !matches!(style.get("zoom").as_str(), "1" | "") {
                self.set(&element, "zoom", "1");
            }
            let scrolls = |name: &str| matches!(style.get(name).as_str(), "auto" | "scroll");
            if !scrolls("overflow-x") && !scrolls("overflow-y") {
                continue;
            }
            let (wide, high) = (element.scroll_width(), element.scroll_height());
            if wide > MOST || high > MOST {
                continue;
            }
            let (x, y) = (element.scroll_left(), element.scroll_top());
            self.scrolled.push((element.clone(), x, y));
            more = more.max(wide - element.client_width());
            for (name, value) in [
                ("max-height", "none"),
                ("max-width", "none"),
                ("overflow", "visible"),
            ] {
                self.set(&element, name, value);
            }
        }
        if more > 0 {
            let [_, _, width, _] = area(&self.root);
            let wide = format!("{}px", width + f64::from(more));
            for name in ["width", "max-width"] {
                self.set(&self.root.clone(), name, &wide);
            }
        }
    }

    /// Makes elements of what the style sheet adds before and after others: only elements tell where they are.
    fn put_parts(&mut self, window: &Window, document: &Document) {
        let mut found = Vec::new();
        for element in all(&self.root, "*") {
            if element.namespace_uri().as_deref() != Some("http://www.w3.org/1999/xhtml") {
                continue;
            }
            for part in ["::before", "::after"] {
                let Some(style) = Style::of_part(window, &element, part) else {
                    continue;
                };
                let content = style.get("content");
                let text = content
                    .strip_prefix('"')
                    .and_then(|rest| rest.strip_suffix('"'));
                if let Some(text) = text.filter(|_| style.get("display") != "none") {
                    let looks: Vec<_> =
                        style.names().map(|name| (style.get(&name), name)).collect();
                    found.push((element.clone(), part == "::before", text.to_owned(), looks));
                }
            }
        }
        for (element, first, text, looks) in found {
            // A name that no style sheet has.
            let Ok(part) = document.create_element("picture-part") else {
                continue;
            };
            part.set_text_content(Some(&text));
            let style = part.unchecked_ref::<HtmlElement>().style();
            for (value, name) in looks {
                // What the browser itself said.
                let _ = style.set_property(&name, &value);
            }
            let put = match first {
                true => element.insert_before(&part, element.first_child().as_ref()),
                false => element.append_child(&part),
            };
            if put.is_ok() {
                let _ = element.set_attribute("data-parts", "");
                self.parts.push((element, part));
            }
        }
    }

    /// Its width and height, in CSS pixels.
    pub fn size(&self) -> (f64, f64) {
        let [_, _, w, h] = area(&self.root);
        let (wide, high) = (self.root.scroll_width(), self.root.scroll_height());
        (w.max(f64::from(wide)), h.max(f64::from(high)))
    }
}

impl Drop for LaidOut {
    fn drop(&mut self) {
        for (element, part) in self.parts.drain(..) {
            part.remove();
            // An attribute of ours.
            let _ = element.remove_attribute("data-parts");
        }
        for (style, name, value, priority) in self.styles.drain(..).rev() {
            // What was there before.
            let _ = match value.is_empty() {
                true => style.remove_property(&name).map(drop),
                false => style.set_property_with_priority(&name, &value, &priority),
            };
        }
        for (element, x, y) in self.scrolled.drain(..) {
            element.set_scroll_left(x);
            element.set_scroll_top(y);
        }
        // Laid out again before things may move again: nothing glides back.
        let _ = area(&self.root);
        let _ = self.root.remove_attribute("data-picture");
        if browser::scrolled() != self.page {
            browser::scroll_page(self.page);
        }
    }
}

fn all(root: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = root.query_selector_all(selector) else {
        return Vec::new();
    };
    let nodes = (0..found.length()).filter_map(|at| found.item(at));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}
