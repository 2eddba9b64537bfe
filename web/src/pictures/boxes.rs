//! Boxes: their ground, their borders, and the lines around them.

use web_sys::Element;

use super::style::{Area, Style, colour_and_rest, leading, parts};
use super::walk::Walk;
use super::xml::{attribute, number, numbers};

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

impl Walk<'_> {
    /// The box of an element; of one that runs over several lines, each of its boxes.
    pub(super) fn all_boxes(&mut self, element: &Element, style: &Style, area: Area) {
        if style.get("display") != "inline" {
            return self.boxed(style, area);
        }
        let rects = element.get_client_rects();
        for at in 0..rects.length() {
            if let Some(rect) = rects.item(at) {
                self.boxed(style, [rect.x(), rect.y(), rect.width(), rect.height()]);
            }
        }
    }

    fn boxed(&mut self, style: &Style, area: Area) {
        let [_, _, w, h] = area;
        if w <= 0.0 || h <= 0.0 {
            return;
        }
        let area = self.place(area);
        self.shadows(style, area, false);
        if let Some((ink, alpha)) = self.measure.ink(&style.get("background-color")) {
            self.rect(style, area, &ink, alpha);
        }
        self.gradient(style, area);
        self.shadows(style, area, true);
        self.borders(style, area);
        self.outline(style, area);
    }

    /// The attributes of a rectangle with the corners of a style.
    pub(super) fn rounded(&self, [x, y, w, h]: Area, style: &Style) -> String {
        let mut all = numbers(&[("x", x), ("y", y), ("width", w), ("height", h)]);
        let radius = style.get("border-top-left-radius");
        let length = leading(&radius).unwrap_or(0.0);
        let length = if radius.contains('%') {
            length / 100.0 * w
        } else {
            length
        };
        if length > 0.0 {
            all.push_str(&numbers(&[("rx", length.min(w / 2.0).min(h / 2.0))]));
        }
        all
    }

    fn rect(&mut self, style: &Style, area: Area, ink: &str, alpha: f64) {
        let shape = self.rounded(area, style);
        let shape = format!("<rect{shape}{}/>", filled(ink, alpha));
        self.out.push_str(&shape);
    }

    /// Two colours, from one side to the other; of a part of the box, or again and again, if the style says so.
    fn gradient(&mut self, style: &Style, [x, y, w, h]: Area) {
        let image = style.get("background-image");
        let inside = image
            .strip_prefix("linear-gradient(")
            .and_then(|rest| rest.strip_suffix(')'));
        let Some(inside) = inside else { return };
        let mut stops = parts(inside);
        let across = match stops.first() {
            Some(&("to right" | "90deg")) => true,
            Some(&("to bottom" | "180deg")) => false,
            Some(first) if first.starts_with("to ") || first.ends_with("deg") => return,
            _ => false,
        };
        if stops
            .first()
            .is_some_and(|first| first.starts_with("to ") || first.ends_with("deg"))
        {
            stops.remove(0);
        }
        let size = style.get("background-size");
        let mut sides = size
            .split(' ')
            .zip([w, h])
            .map(|(side, all)| match leading(side) {
                Some(part) if side.ends_with('%') => all * part / 100.0,
                Some(length) => length,
                None => all,
            });
        let (tile_w, tile_h) = (sides.next().unwrap_or(w), sides.next().unwrap_or(h));
        let long = if across { tile_w } else { tile_h };
        if tile_w <= 0.0 || tile_h <= 0.0 {
            return;
        }
        let last = stops.len().saturating_sub(1).max(1) as f64;
        let mut all = String::new();
        for (at, stop) in stops.iter().enumerate() {
            let (colour, place) = colour_and_rest(stop);
            let (ink, alpha) = self.measure.ink(colour).unwrap_or(("#000000".into(), 0.0));
            // A colour may have two places: from here to there.
            let places: Vec<f64> = place
                .split(' ')
                .filter_map(|place| {
                    let length = leading(place)?;
                    Some(if place.ends_with('%') {
                        length / 100.0
                    } else {
                        length / long
                    })
                })
                .collect();
            let places = if places.is_empty() {
                vec![at as f64 / last]
            } else {
                places
            };
            for place in places {
                let place = format!("{:.4}", place.clamp(0.0, 1.0));
                all.push_str(&format!(
                    "<stop{}{}{}/>",
                    attribute("offset", &place),
                    attribute("stop-color", &ink),
                    attribute("stop-opacity", &number(alpha))
                ));
            }
        }
        let id = self.id();
        let (x2, y2) = if across { (1.0, 0.0) } else { (0.0, 1.0) };
        let ends = numbers(&[("x1", 0.0), ("y1", 0.0), ("x2", x2), ("y2", y2)]);
        self.defs.push_str(&format!(
            "<linearGradient id=\"{id}\"{ends}>{all}</linearGradient>"
        ));
        let again = style.get("background-repeat") != "no-repeat";
        let small = tile_w + 0.5 < w || tile_h + 0.5 < h;
        if !(again && small) {
            let shape = self.rounded([x, y, tile_w, tile_h], style);
            self.out
                .push_str(&format!("<rect{shape} fill=\"url(#{id})\"/>"));
            return;
        }
        let mut left = x;
        while left < x + w - 0.1 {
            let part = numbers(&[
                ("x", left),
                ("y", y),
                ("width", tile_w.min(x + w - left)),
                ("height", tile_h.min(h)),
            ]);
            self.out
                .push_str(&format!("<rect{part} fill=\"url(#{id})\"/>"));
            left += tile_w.max(1.0);
        }
    }

    /// Lines that are drawn as shadows without a blur; real shadows belong to the screen.
    fn shadows(&mut self, style: &Style, [x, y, w, h]: Area, within: bool) {
        let all = style.get("box-shadow");
        if all == "none" {
            return;
        }
        for shadow in parts(&all) {
            let (colour, rest) = colour_and_rest(shadow);
            let lengths: Vec<f64> = rest.split(' ').filter_map(leading).collect();
            let &[right, down, blur, spread] = lengths.as_slice() else {
                continue;
            };
            if blur != 0.0 || rest.contains("inset") != within {
                continue;
            }
            let Some((ink, alpha)) = self.measure.ink(colour) else {
                continue;
            };
            let strip = match (within, right, down) {
                (true, r, _) if r > 0.0 => Some([x, y, r, h]),
                (true, r, _) if r < 0.0 => Some([x + w + r, y, -r, h]),
                (true, _, d) if d > 0.0 => Some([x, y, w, d]),
                (true, _, d) if d < 0.0 => Some([x, y + h + d, w, -d]),
                _ => None,
            };
            match strip {
                Some([x, y, w, h]) => {
                    let part = numbers(&[("x", x), ("y", y), ("width", w), ("height", h)]);
                    self.out
                        .push_str(&format!("<rect{part}{}/>", filled(&ink, alpha)));
                }
                None => {
                    let by = if within { spread / 2.0 } else { -spread / 2.0 };
                    let around = [x + by, y + by, w - 2.0 * by, h - 2.0 * by];
                    self.line(style, around, (&ink, alpha), spread, "solid");
                }
            }
        }
    }

    fn borders(&mut self, style: &Style, [x, y, w, h]: Area) {
        let sides = SIDES.map(|side| {
            let kind = style.get(&format!("border-{side}-style"));
            let width = style.px(&format!("border-{side}-width"));
            let width = if kind == "none" || kind == "hidden" {
                0.0
            } else {
                width
            };
            (width, kind, style.get(&format!("border-{side}-color")))
        });
        if sides.iter().all(|side| *side == sides[0]) {
            let (width, kind, colour) = &sides[0];
            if let Some((ink, alpha)) = self.measure.ink(colour).filter(|_| *width > 0.0) {
                let inner = [x + width / 2.0, y + width / 2.0, w - width, h - width];
                self.line(style, inner, (&ink, alpha), *width, kind);
            }
            return;
        }
        // Each side ends in a slope where it meets the next: a box of nothing but borders is made of triangles.
        let [top, right, bottom, left] = [0, 1, 2, 3].map(|at: usize| sides[at].0);
        let outer = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        let inner = [
            [x + left, y + top],
            [x + w - right, y + top],
            [x + w - right, y + h - bottom],
            [x + left, y + h - bottom],
        ];
        for (at, (width, kind, colour)) in sides.iter().enumerate() {
            let next = (at + 1) % 4;
            let Some((ink, alpha)) = self.measure.ink(colour).filter(|_| *width > 0.0) else {
                continue;
            };
            if kind == "dashed" || kind == "dotted" {
                let middle = |corner: usize| {
                    [0, 1].map(|i: usize| f64::midpoint(outer[corner][i], inner[corner][i]))
                };
                let ([x1, y1], [x2, y2]) = (middle(at), middle(next));
                let ends = numbers(&[("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)]);
                self.out.push_str(&format!(
                    "<line{ends}{}/>",
                    stroked(&ink, alpha, *width, kind)
                ));
                continue;
            }
            let corners = [outer[at], outer[next], inner[next], inner[at]];
            let corners = corners.map(|[x, y]| number(x) + "," + &number(y)).join(" ");
            self.out.push_str(&format!(
                "<polygon{}{}/>",
                attribute("points", &corners),
                filled(&ink, alpha)
            ));
        }
    }

    /// A line around the box, which takes no room.
    fn outline(&mut self, style: &Style, [x, y, w, h]: Area) {
        let (kind, width) = (style.get("outline-style"), style.px("outline-width"));
        if kind == "none" || kind == "auto" || width <= 0.0 {
            return;
        }
        let by = style.px("outline-offset") + width / 2.0;
        if let Some((ink, alpha)) = self.measure.ink(&style.get("outline-color")) {
            let around = [x - by, y - by, w + 2.0 * by, h + 2.0 * by];
            self.line(style, around, (&ink, alpha), width, &kind);
        }
    }

    fn line(
        &mut self,
        style: &Style,
        [x, y, w, h]: Area,
        (ink, alpha): (&str, f64),
        width: f64,
        kind: &str,
    ) {
        if w <= 0.0 || h <= 0.0 || width <= 0.0 {
            return;
        }
        let shape = self.rounded([x, y, w, h], style);
        self.out.push_str(&format!(
            "<rect{shape} fill=\"none\"{}/>",
            stroked(ink, alpha, width, kind)
        ));
    }
}

/// The attributes of what is filled.
pub(super) fn filled(ink: &str, alpha: f64) -> String {
    let mut all = attribute("fill", ink);
    if alpha < 1.0 {
        all.push_str(&attribute("fill-opacity", &number(alpha)));
    }
    all
}

/// The attributes of a line.
pub(super) fn stroked(ink: &str, alpha: f64, width: f64, kind: &str) -> String {
    let mut all = attribute("stroke", ink);
    all.push_str(&numbers(&[("stroke-width", width)]));
    if alpha < 1.0 {
        all.push_str(&attribute("stroke-opacity", &number(alpha)));
    }
    let dash = match kind {
        "dashed" => Some(3.0),
        "dotted" => Some(1.0),
        _ => None,
    };
    if let Some(dash) = dash {
        let length = number(dash * width.max(1.0));
        all.push_str(&attribute(
            "stroke-dasharray",
            &format!("{length} {length}"),
        ));
    }
    all
}
