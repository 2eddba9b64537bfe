//! Controls, as they are set: sliders, boxes to tick, numbers and choices.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

use super::boxes::{filled, stroked};
use super::style::{Area, Style};
use super::walk::{Walk, property};
use super::xml::numbers;

impl Walk<'_> {
    /// A control.
    pub(super) fn control(&mut self, element: &Element, style: &Style, area: Area) {
        if let Some(choice) = element.dyn_ref::<HtmlSelectElement>() {
            let at = choice.selected_index();
            let option = u32::try_from(at).ok().and_then(|at| choice.item(at));
            let says = option
                .and_then(|option| option.text_content())
                .unwrap_or_default();
            return self.value(style, area, says.trim());
        }
        let Some(input) = element.dyn_ref::<HtmlInputElement>() else {
            return;
        };
        match input.type_().as_str() {
            "range" => self.slider(input, area),
            "checkbox" | "radio" => self.tick(input, area),
            "number" | "text" | "search" => self.value(style, area, &input.value()),
            _ => {}
        }
    }

    /// What stands in a box, in one line.
    fn value(&mut self, style: &Style, [x, y, w, h]: Area, says: &str) {
        let font = style.font();
        let edge = |side: &str| {
            style.px(&format!("padding-{side}")) + style.px(&format!("border-{side}-width"))
        };
        let room = w - edge("left") - edge("right");
        let mut width = self.measure.width(&font, says);
        let mut says = says.to_owned();
        if width > room + 1.0 {
            says = self.shortened(&font, &says, room);
            width = room;
        }
        let left = match style.get("text-align").as_str() {
            "right" | "end" => x + w - edge("right") - width,
            "center" => x + edge("left") + (room - width) / 2.0,
            _ => x + edge("left"),
        };
        let size = style.px("font-size");
        // Letters stand a little below the middle of their line.
        let baseline = y + edge("top") + (h - edge("top") - edge("bottom")) / 2.0 + 0.36 * size;
        let [x, y, ..] = self.place([left, baseline, 0.0, 0.0]);
        self.letters(style, &says, (x, y), None, "");
    }

    fn slider(&mut self, input: &HtmlInputElement, area: Area) {
        let number = |text: String, usual: f64| text.parse().unwrap_or(usual);
        let (low, high) = (number(input.min(), 0.0), number(input.max(), 100.0));
        let value = property(input.as_ref(), "valueAsNumber").unwrap_or(low);
        let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
        let part = if part.is_finite() { part } else { 0.0 };
        let [x, y, w, h] = self.place(area);
        let (middle, thumb) = (y + h / 2.0, 9.0_f64.min(h / 2.0));
        let at = x + thumb + (w - 2.0 * thumb) * part;
        let [accent, rest, ground] = ["--accent", "--border", "--surface"];
        for (colour, from, to) in [(rest, x, x + w), (accent, x, at)] {
            if let Some((ink, alpha)) = self.measure.theme(colour) {
                let track = numbers(&[
                    ("x", from),
                    ("y", middle - 2.0),
                    ("width", (to - from).max(0.0)),
                    ("height", 4.0),
                    ("rx", 2.0),
                ]);
                self.out
                    .push_str(&format!("<rect{track}{}/>", filled(&ink, alpha)));
            }
        }
        for (colour, radius) in [(ground, thumb), (accent, thumb - 2.0)] {
            if let Some((ink, alpha)) = self.measure.theme(colour) {
                let dot = numbers(&[("cx", at), ("cy", middle), ("r", radius)]);
                self.out
                    .push_str(&format!("<circle{dot}{}/>", filled(&ink, alpha)));
            }
        }
    }

    fn tick(&mut self, input: &HtmlInputElement, area: Area) {
        let [x, y, w, h] = self.place(area);
        let on = input.checked();
        let accent = self
            .measure
            .theme("--accent")
            .unwrap_or(("#000000".into(), 1.0));
        let line = self
            .measure
            .theme("--control")
            .unwrap_or(("#808080".into(), 1.0));
        let (cx, cy) = (x + w / 2.0, y + h / 2.0);
        let side = w.min(h);
        let edge = if on { &accent } else { &line };
        let stroke = stroked(&edge.0, edge.1, 1.0, "solid");
        if w > 1.4 * h {
            // A switch: its ground is its box.
            let at = if on { x + w - h / 2.0 } else { x + h / 2.0 };
            let dot = numbers(&[("cx", at), ("cy", cy), ("r", h / 2.0 - 3.0)]);
            let ink = if on {
                self.measure.theme("--surface")
            } else {
                None
            };
            let (ink, alpha) = ink.unwrap_or(line);
            self.out
                .push_str(&format!("<circle{dot}{}/>", filled(&ink, alpha)));
            return;
        }
        if input.type_() == "radio" {
            let ring = numbers(&[("cx", cx), ("cy", cy), ("r", side / 2.0 - 0.5)]);
            self.out
                .push_str(&format!("<circle{ring} fill=\"none\"{stroke}/>"));
            if on {
                let dot = numbers(&[("cx", cx), ("cy", cy), ("r", side / 2.0 - 3.0)]);
                self.out
                    .push_str(&format!("<circle{dot}{}/>", filled(&accent.0, accent.1)));
            }
            return;
        }
        let frame = numbers(&[
            ("x", cx - side / 2.0 + 0.5),
            ("y", cy - side / 2.0 + 0.5),
            ("width", side - 1.0),
            ("height", side - 1.0),
            ("rx", 2.0),
        ]);
        let ground = if on {
            filled(&accent.0, accent.1)
        } else {
            " fill=\"none\"".into()
        };
        self.out
            .push_str(&format!("<rect{frame}{ground}{stroke}/>"));
        if on {
            let [a, b, c] = [(-0.25, 0.0), (-0.05, 0.2), (0.28, -0.2)].map(|(dx, dy)| {
                let place = numbers(&[("", cx + dx * side), ("", cy + dy * side)]);
                place.replace("=\"", "").replace('"', " ")
            });
            let (ink, alpha) = self
                .measure
                .theme("--on-accent")
                .unwrap_or(("#ffffff".into(), 1.0));
            self.out.push_str(&format!(
                "<polyline points=\"{a}{b}{c}\" fill=\"none\"{}/>",
                stroked(&ink, alpha, 2.0, "solid")
            ));
        }
    }
}
