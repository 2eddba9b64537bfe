//! Letters: where the browser set them, line by line.

use web_sys::Node;

use super::boxes::filled;
use super::style::{Area, Style};
use super::walk::Walk;
use super::xml::{attribute, escaped, number, numbers};

/// A line of letters: its area in the window, and what it says.
type Line = (Area, String);

impl Walk<'_> {
    /// A text of the page.
    pub(super) fn text(&mut self, node: &Node, style: &Style) {
        if style.get("visibility") != "visible" {
            return;
        }
        let text = node.text_content().unwrap_or_default();
        let spaces = style.get("white-space");
        let kept = spaces.starts_with("pre") || spaces == "break-spaces";
        let words = words(&text, kept);
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return;
        };
        let mut lines = match self.areas(node, first.from, last.to).as_slice() {
            [] => Vec::new(),
            all if one_line(all) && !text.contains('\n') => {
                vec![(around(all), joined(&words))]
            }
            _ => self.broken(node, &words),
        };
        let size = style.px("font-size");
        for (area, says) in &mut lines {
            let end = area[0] + area[2];
            let bound = self.bound.filter(|bound| end > bound + 0.5);
            let length = match bound {
                Some(bound) => {
                    let font = style.font();
                    let room = bound - area[0];
                    *says = self.shortened(&font, says, room);
                    None
                }
                None => Some(area[2]),
            };
            if says.is_empty() || size <= 0.0 {
                continue;
            }
            let baseline = area[1] + area[3] * self.measure.ascent(&style.font());
            let [x, y, ..] = self.place([area[0], baseline, 0.0, 0.0]);
            let says = match style.get("text-transform").as_str() {
                "uppercase" => says.to_uppercase(),
                "lowercase" => says.to_lowercase(),
                _ => says.clone(),
            };
            match style.get("direction").as_str() {
                "rtl" => self.letters(style, &says, (x + area[2], y), length, "rtl"),
                _ => self.letters(style, &says, (x, y), length, ""),
            }
        }
    }

    /// One line of letters that begins at a place of the picture, and how long it is there.
    pub(super) fn letters(
        &mut self,
        style: &Style,
        says: &str,
        (x, y): (f64, f64),
        length: Option<f64>,
        direction: &str,
    ) {
        let Some((ink, alpha)) = self.measure.ink(&style.get("color")) else {
            return;
        };
        let mut all = numbers(&[("x", x), ("y", y), ("font-size", style.px("font-size"))]);
        all.push_str(&filled(&ink, alpha));
        let family = style.get("font-family");
        if family != self.family {
            all.push_str(&attribute("font-family", &family));
        }
        for (name, usual) in [
            ("font-weight", "400"),
            ("font-style", "normal"),
            ("letter-spacing", "normal"),
        ] {
            let own = style.get(name);
            if own != usual && !own.is_empty() {
                all.push_str(&attribute(name, &own));
            }
        }
        // What is underlined on the page can be pressed.
        if style.get("text-decoration-line").contains("through") {
            all.push_str(" text-decoration=\"line-through\"");
        }
        let figures = style.get("font-variant-numeric");
        if figures.contains("tabular") {
            all.push_str(" style=\"font-variant-numeric:tabular-nums\"");
        }
        if !direction.is_empty() {
            all.push_str(&attribute("direction", direction));
        }
        // With other fonts it stays as long as it was.
        if let Some(length) = length.filter(|length| *length > 0.0 && says.chars().count() > 1) {
            all.push_str(&attribute("textLength", &number(length)));
            all.push_str(" lengthAdjust=\"spacingAndGlyphs\"");
        }
        let says = escaped(says);
        self.out.push_str(&format!("<text{all}>{says}</text>"));
    }

    /// As many letters as have `room`, in px, and “…”.
    pub(super) fn shortened(&self, font: &str, says: &str, room: f64) -> String {
        let mut letters: Vec<char> = says.chars().collect();
        while !letters.is_empty() {
            letters.pop();
            let shown: String = letters.iter().collect::<String>().trim_end().to_owned() + "…";
            if self.measure.width(font, &shown) <= room + 0.5 {
                return shown;
            }
        }
        String::new()
    }

    /// The areas of a part of a text, in UTF-16 units.
    fn areas(&self, node: &Node, from: u32, to: u32) -> Vec<Area> {
        // Within the text.
        if self.range.set_start(node, from).is_err() || self.range.set_end(node, to).is_err() {
            return Vec::new();
        }
        let Some(rects) = self.range.get_client_rects() else {
            return Vec::new();
        };
        let all = (0..rects.length()).filter_map(|at| rects.item(at));
        let areas = all.map(|rect| [rect.x(), rect.y(), rect.width(), rect.height()]);
        areas.filter(|[_, _, w, h]| *w > 0.0 && *h > 0.0).collect()
    }

    /// A text that runs over several lines.
    fn broken(&self, node: &Node, words: &[Piece<'_>]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (nth, word) in words.iter().enumerate() {
            let all = self.areas(node, word.from, word.to);
            let before = if nth > 0 { " " } else { "" };
            if one_line(&all) {
                add(&mut lines, &all, before, word.says);
                continue;
            }
            // A word that has no room in one line.
            let mut at = word.from;
            for (nth, c) in word.says.chars().enumerate() {
                let next = at + c.len_utf16() as u32;
                let all = self.areas(node, at, next);
                let before = if nth == 0 { before } else { "" };
                add(&mut lines, &all, before, c.encode_utf8(&mut [0; 4]));
                at = next;
            }
        }
        lines
    }
}

/// A part of a text without a break, and where it is, in UTF-16 units.
struct Piece<'a> {
    from: u32,
    to: u32,
    says: &'a str,
}

/// The words of a text; its lines, where its spaces are kept.
fn words(text: &str, kept: bool) -> Vec<Piece<'_>> {
    let ends = |c: char| match kept {
        true => c == '\n',
        false => matches!(c, ' ' | '\n' | '\t' | '\r' | '\u{c}'),
    };
    let mut at = 0;
    let mut all = Vec::new();
    for piece in text.split_inclusive(ends) {
        let says = piece.trim_end_matches(ends);
        let to = at + says.encode_utf16().count() as u32;
        if !says.is_empty() {
            all.push(Piece { from: at, to, says });
        }
        at += piece.encode_utf16().count() as u32;
    }
    all
}

fn joined(words: &[Piece<'_>]) -> String {
    let all: Vec<&str> = words.iter().map(|word| word.says).collect();
    all.join(" ")
}

/// Whether all areas are in one line.
fn one_line(all: &[Area]) -> bool {
    all.iter().all(|area| same_line(area, &all[0]))
}

fn same_line(one: &Area, other: &Area) -> bool {
    (one[1] - other[1]).abs() < 2.0
}

/// The area around all of them.
fn around(all: &[Area]) -> Area {
    let edge =
        |f: fn(&Area) -> f64, by: fn(f64, f64) -> f64| all.iter().map(f).reduce(by).unwrap_or(0.0);
    let (left, top) = (edge(|a| a[0], f64::min), edge(|a| a[1], f64::min));
    let (right, low) = (
        edge(|a| a[0] + a[2], f64::max),
        edge(|a| a[1] + a[3], f64::max),
    );
    [left, top, right - left, low - top]
}

/// Adds to the last line, or begins one.
fn add(lines: &mut Vec<Line>, areas: &[Area], before: &str, says: &str) {
    let Some(first) = areas.first() else { return };
    match lines.last_mut().filter(|(own, _)| same_line(own, first)) {
        Some((own, line)) => {
            *own = around(&[*own, around(areas)]);
            line.push_str(before);
            line.push_str(says);
        }
        None => lines.push((around(areas), says.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places_in_utf16_units() {
        let all = words(" a 🌲b\n c", false);
        let found: Vec<_> = all.iter().map(|w| (w.from, w.to, w.says)).collect();
        assert_eq!(found, [(1, 2, "a"), (3, 6, "🌲b"), (8, 9, "c")]);
        let all = words("a  b\nc", true);
        let found: Vec<_> = all.iter().map(|w| (w.from, w.to, w.says)).collect();
        assert_eq!(found, [(0, 4, "a  b"), (5, 6, "c")]);
        assert!(words(" \n", false).is_empty());
    }

    #[test]
    fn words_of_a_line_are_put_together_and_another_line_begins_anew() {
        let mut lines = Vec::new();
        add(&mut lines, &[[0.0, 0.0, 10.0, 12.0]], "", "one");
        add(&mut lines, &[[14.0, 0.5, 10.0, 12.0]], " ", "two");
        add(&mut lines, &[[0.0, 18.0, 10.0, 12.0]], " ", "three");
        add(&mut lines, &[], " ", "gone");
        let says: Vec<_> = lines
            .iter()
            .map(|(area, says)| (area[2], says.as_str()))
            .collect();
        assert_eq!(says, [(24.0, "one two"), (10.0, "three")]);
    }
}
