//! What an element looks like on the page.

use web_sys::{CssStyleDeclaration, Element, Window};

/// x, y, width, height, in CSS pixels from the top left of the window.
pub type Area = [f64; 4];

/// The style of an element, with everything that it inherits.
#[derive(Debug)]
pub struct Style(CssStyleDeclaration);

impl Style {
    /// That of `element`.
    pub fn of(window: &Window, element: &Element) -> Option<Self> {
        window.get_computed_style(element).ok()?.map(Style)
    }

    /// That of what the style sheet puts into it: `::before` or `::after`.
    pub fn of_part(window: &Window, element: &Element, part: &str) -> Option<Self> {
        let style = window.get_computed_style_with_pseudo_elt(element, part);
        style.ok()?.map(Style)
    }

    /// A property; empty if there is no such one.
    pub fn get(&self, name: &str) -> String {
        self.0.get_property_value(name).unwrap_or_default()
    }

    /// A length, in CSS pixels; 0 where it is a word.
    pub fn px(&self, name: &str) -> f64 {
        leading(&self.get(name)).unwrap_or(0.0)
    }

    /// A number without a unit.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name).parse().ok()
    }

    /// The names of all properties.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.0.length()).map(|at| self.0.item(at))
    }

    /// Whether what goes beyond its edges is cut.
    pub fn clips(&self) -> bool {
        self.get("overflow-x") != "visible" || self.get("overflow-y") != "visible"
    }

    /// What the canvas takes as its font.
    pub fn font(&self) -> String {
        let [style, weight, size, family] =
            ["font-style", "font-weight", "font-size", "font-family"].map(|name| self.get(name));
        [style, weight, size, family].join(" ")
    }
}

/// The number that `text` begins with.
pub fn leading(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.e".contains(c));
    text[..end.unwrap_or(text.len())].parse().ok()
}

/// `text` at the commas that stand in no brackets.
pub fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                all.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(text[from..].trim());
    all
}

/// A colour and what follows it: `rgb(1, 2, 3) 0px 4px`.
pub fn colour_and_rest(text: &str) -> (&str, &str) {
    let bracket = text
        .find('(')
        .filter(|at| text.find(' ').is_none_or(|space| *at < space));
    let end = match bracket {
        Some(_) => text.find(')').map(|at| at + 1),
        None => text.find(' '),
    };
    let (colour, rest) = text.split_at(end.unwrap_or(text.len()));
    (colour, rest.trim())
}

/// The area of `element`.
pub fn area(element: &Element) -> Area {
    let rect = element.get_bounding_client_rect();
    [rect.x(), rect.y(), rect.width(), rect.height()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_a_style_are_read_as_browsers_write_them() {
        assert_eq!(
            parts("to right, rgb(1, 2, 3), red 30%"),
            ["to right", "rgb(1, 2, 3)", "red 30%"]
        );
        assert_eq!(
            colour_and_rest("rgb(1, 2, 3) 0px 0px 0px 1px inset"),
            ("rgb(1, 2, 3)", "0px 0px 0px 1px inset")
        );
        assert_eq!(colour_and_rest("red 30%"), ("red", "30%"));
        assert_eq!(
            colour_and_rest("oklch(0.5 0.1 200)"),
            ("oklch(0.5 0.1 200)", "")
        );
        assert_eq!(
            (leading("12.5px"), leading("auto"), leading("-3px 4px")),
            (Some(12.5), None, Some(-3.0))
        );
    }
}
