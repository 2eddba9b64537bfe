//! The marks of the picture as SVG: the twin of what paints them on a canvas.

use super::palette::Palette;
use crate::components::picture::{Fill, Ink, Mark, Scene, Shape, Verb};
use crate::pictures::measure::{Measure, hex};
use crate::pictures::xml::{attribute, escaped, number, numbers};

/// Writes marks.
pub struct Vector<'a> {
    palette: &'a Palette,
    measure: &'a Measure,
    font: &'a str,
    out: String,
    /// How many gradients there are.
    turns: usize,
}

/// The marks of all scenes, the lower ones first, in the fonts of `font`.
pub fn vector(scenes: &[Scene], palette: &Palette, measure: &Measure, font: &str) -> String {
    let mut vector = Vector {
        palette,
        measure,
        font,
        out: String::new(),
        turns: 0,
    };
    // Slanted lines, 4 px apart.
    let line = attribute("stroke", &palette.css(Ink::Cut));
    let hatch = format!("<path d=\"M-1 1l2-2M0 4l4-4M3 5l2-2\" stroke-width=\"1\"{line}/>");
    vector.out.push_str(&format!(
        "<defs><pattern id=\"hatch\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">{hatch}</pattern></defs>"
    ));
    for mark in scenes.iter().flat_map(|scene| &scene.marks) {
        vector.mark(mark);
    }
    vector.out
}

impl Vector<'_> {
    fn mark(&mut self, mark: &Mark) {
        if mark.alpha <= 0.0 {
            return;
        }
        let faint = match mark.alpha < 1.0 {
            true => attribute("opacity", &format!("{:.3}", mark.alpha)),
            false => String::new(),
        };
        match (&mark.shape, mark.fill) {
            (Shape::Stripes(area, cells, alpha, upright), _) => {
                let faint = attribute("opacity", &format!("{:.3}", mark.alpha * alpha));
                self.stripes(*area, cells, *upright, &faint);
            }
            (Shape::Words { .. }, Fill::Flat(ink)) => self.words(&mark.shape, ink, &faint),
            (Shape::Words { .. }, _) => {}
            (shape, fill) => {
                let (shape, paint) = (outline(shape), self.paint(fill));
                self.out.push_str(&format!("<{shape}{paint}{faint}/>"));
            }
        }
    }

    /// The attributes of a filling.
    fn paint(&mut self, fill: Fill) -> String {
        let ink = |name: &str, ink: Ink| attribute(name, &self.palette.css(ink));
        let line = |width: f64| numbers(&[("stroke-width", width)]);
        match fill {
            Fill::Flat(own) => ink("fill", own),
            Fill::Hatch => " fill=\"url(#hatch)\"".to_owned(),
            Fill::Stroke(own, width) => ink("stroke", own) + &line(width) + " fill=\"none\"",
            Fill::Dashed(own, width) => {
                ink("stroke", own) + &line(width) + " fill=\"none\" stroke-dasharray=\"2 3\""
            }
            Fill::Both(inner, outer, width) => {
                ink("fill", inner) + &ink("stroke", outer) + &line(width)
            }
            Fill::Turn {
                from,
                to,
                between: (a, b),
                down,
            } => {
                self.turns += 1;
                let id = format!("turn{}", self.turns);
                let ends = match down {
                    true => numbers(&[("x1", 0.0), ("y1", a), ("x2", 0.0), ("y2", b)]),
                    false => numbers(&[("x1", a), ("y1", 0.0), ("x2", b), ("y2", 0.0)]),
                };
                let first = attribute("stop-color", &self.palette.css(from));
                let last = attribute("stop-color", &self.palette.css(to.unwrap_or(from)));
                let seen = if to.is_none() {
                    " stop-opacity=\"0\""
                } else {
                    ""
                };
                self.out.push_str(&format!(
                    "<defs><linearGradient id=\"{id}\" gradientUnits=\"userSpaceOnUse\"{ends}>\
                    <stop offset=\"0\"{first}/><stop offset=\"1\"{last}{seen}/></linearGradient></defs>"
                ));
                attribute("fill", &format!("url(#{id})"))
            }
        }
    }

    /// Cells of one colour beside each other are one.
    fn stripes(&mut self, [x, y, w, h]: [f64; 4], cells: &[f32], upright: bool, faint: &str) {
        self.out
            .push_str(&format!("<g{faint} shape-rendering=\"crispEdges\">"));
        let n = cells.len().max(1) as f64;
        let colours: Vec<_> = cells
            .iter()
            .map(|cell| self.palette.stripe(*cell))
            .collect();
        let mut first = 0;
        for run in colours.chunk_by(|one, next| one == next) {
            let (from, to) = (first as f64 / n, (first + run.len()) as f64 / n);
            first += run.len();
            let [left, top, wide, high] = match upright {
                true => [x + w * from, y, w * (to - from), h],
                false => [x, y + h * from, w, h * (to - from)],
            };
            let place = numbers(&[("x", left), ("y", top), ("width", wide), ("height", high)]);
            let ink = run
                .first()
                .map_or(String::new(), |own| attribute("fill", &hex(*own)));
            self.out.push_str(&format!("<rect{place}{ink}/>"));
        }
        self.out.push_str("</g>");
    }

    fn words(&mut self, shape: &Shape, ink: Ink, faint: &str) {
        let Shape::Words {
            at: [x, y],
            text,
            size,
            weight,
            align,
            most,
        } = shape
        else {
            return;
        };
        let font = [
            weight.to_string(),
            format!("{size}px"),
            self.font.to_owned(),
        ]
        .join(" ");
        let mut shown = text.clone();
        let mut letters: Vec<char> = text.chars().collect();
        while letters.len() > 1 && self.measure.width(&font, &shown) > *most {
            letters.pop();
            shown = letters.iter().chain(['…'].iter()).collect();
        }
        let anchor = match align {
            -1 => "start",
            0 => "middle",
            _ => "end",
        };
        let size = f64::from(*size);
        // The middle line of small letters and figures, without what a program takes for it.
        let place = numbers(&[("x", *x), ("y", y + 0.5 + 0.35 * size), ("font-size", size)]);
        let looks = attribute("text-anchor", anchor)
            + &attribute("font-weight", &weight.to_string())
            + &attribute("fill", &self.palette.css(ink));
        self.out.push_str(&format!(
            "<text{place}{looks}{faint}>{}</text>",
            escaped(&shown)
        ));
    }
}

/// An element and its places.
fn outline(shape: &Shape) -> String {
    let element = |name: &str, places: &[(&str, f64)]| name.to_owned() + &numbers(places);
    match shape {
        Shape::Rect([x, y, w, h, r]) => element(
            "rect",
            &[
                ("x", *x),
                ("y", *y),
                ("width", w.max(0.0)),
                ("height", h.max(0.0)),
                ("rx", r.max(0.0)),
            ],
        ),
        Shape::Dot([x, y, r]) => element("circle", &[("cx", *x), ("cy", *y), ("r", r.max(0.0))]),
        Shape::Path(verbs, points) => {
            let mut next = points.iter();
            let mut path = String::new();
            for verb in verbs {
                let (sign, count) = match verb {
                    Verb::Move => ('M', 1),
                    Verb::Line => ('L', 1),
                    Verb::Curve => ('C', 3),
                    Verb::Close => ('Z', 0),
                };
                path.push(sign);
                for [x, y] in next.by_ref().take(count) {
                    path.push_str(&format!("{} {} ", number(*x), number(*y)));
                }
            }
            "path".to_owned() + &attribute("d", path.trim_end())
        }
        Shape::Stripes(..) | Shape::Words { .. } => "g".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_point_by_point() {
        let path = Shape::Path(
            vec![Verb::Move, Verb::Curve, Verb::Close],
            vec![[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.5]],
        );
        assert_eq!(outline(&path), "path d=\"M0 1 C2 3 4 5 6 7.5 Z\"");
        let line = Shape::line([0.0, 0.0], [1.25, 2.0]);
        assert_eq!(outline(&line), "path d=\"M0 0 L1.25 2\"");
    }
}
