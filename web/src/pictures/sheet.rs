//! The sheet that a picture stands on: its ground, its title, what it shows, and under which settings it was made.

use super::boxes::filled;
use super::laid_out::LaidOut;
use super::measure::{Ink, Measure};
use super::paragraph::{Line, last, lines};
use super::style::Style;
use super::walk::Walk;
use super::xml::{attribute, base64, escaped, number, numbers};
use super::{About, Drawing, Paper, Picture};
use crate::browser;

/// The sides of a sheet of A3, in millimetres.
const A3: (f64, f64) = (420.0, 297.0);
/// A figure is at least as wide, in CSS pixels: its caption has to be read.
const LEAST: f64 = 560.0;

/// Sizes, in CSS pixels.
struct Sizes {
    margin: f64,
    title: f64,
    text: f64,
    caption: f64,
    /// How many lines of the text there are at most.
    lines: usize,
}

impl Paper {
    fn sizes(self) -> Sizes {
        match self {
            Paper::Figure => Sizes {
                margin: 24.0,
                title: 19.0,
                text: 15.0,
                caption: 13.0,
                lines: 0,
            },
            Paper::Poster => Sizes {
                margin: 56.0,
                title: 40.0,
                text: 26.0,
                caption: 16.0,
                lines: 3,
            },
        }
    }
}

/// The colours of a sheet.
struct Inks {
    ground: Ink,
    text: Ink,
    muted: Ink,
    written: Ink,
    line: Ink,
}

/// Draws a picture on its sheet. `font` is that of the page, as WOFF2.
pub fn draw(picture: &Picture, about: &About, font: Option<&[u8]>) -> Option<Drawing> {
    let laid = LaidOut::new(&picture.root)?;
    let (w, h) = laid.size();
    let ground = Style::of(&browser::window()?, &picture.root)?.get("background-color");
    let mut walk = Walk::new(&picture.root, &picture.drawings)?;
    walk.inside(&picture.root);
    drop(laid);
    let mut measure = Measure::new()?;
    let inks = inks(&mut measure, &ground)?;
    let family = browser::body_font();
    let sizes = picture.paper.sizes();
    let margin = sizes.margin;
    let poster = picture.paper == Paper::Poster;
    let inner = if poster { w } else { w.max(LEAST) };
    let width = inner + 2.0 * margin;
    let mut sheet = Sheet {
        measure: &measure,
        family: &family,
        out: String::new(),
        x: margin,
        y: margin,
        inner,
    };
    sheet.paragraph(
        &[&picture.title],
        sizes.title,
        650,
        &[&inks.text],
        usize::MAX,
    );
    sheet.y += 0.5 * sizes.title;
    if sizes.lines > 0 {
        let [prompt, written] = &about.text;
        sheet.paragraph(
            &[prompt, written],
            sizes.text,
            500,
            &[&inks.text, &inks.written],
            sizes.lines,
        );
        sheet.y += sizes.text;
    }
    // What stands under the picture is drawn where it ends; on a poster, at the foot of the sheet.
    let caption = |sheet: &mut Sheet<'_>| {
        sheet.rule(&inks.line);
        sheet.y += 0.8 * sizes.caption;
        for line in &about.lines {
            sheet.paragraph(&[line], sizes.caption, 400, &[&inks.muted], usize::MAX);
        }
    };
    let mut foot = sheet.at(0.0);
    caption(&mut foot);
    let foot_height = foot.y;
    let top = sheet.y;
    let needed = top + h + 1.2 * sizes.caption + foot_height + margin;
    let across = width * A3.1 / A3.0;
    let height = if poster { needed.max(across) } else { needed };
    let spare = height - needed;
    // What has no end below it seems to hang lower than it does.
    let at = top + 0.3 * spare;
    sheet.y = height - margin - foot_height;
    caption(&mut sheet);
    let Sheet { out, .. } = sheet;
    let size = match poster && spare > 0.0 {
        true => format!(
            "{}{}",
            attribute("width", &format!("{}mm", A3.0)),
            attribute("height", &format!("{}mm", A3.1))
        ),
        false => numbers(&[("width", width.ceil()), ("height", height.ceil())]),
    };
    let view = format!("0 0 {} {}", number(width.ceil()), number(height.ceil()));
    let face = font.map_or(String::new(), |font| {
        format!("<style>@font-face{{font-family:\"Inter\";font-weight:100 900;src:url(data:font/woff2;base64,{}) format(\"woff2\")}}</style>", base64(font))
    });
    let all = attribute("viewBox", &view)
        + &attribute("font-family", &family)
        + &attribute("xml:lang", &about.language);
    let ground = format!(
        "<rect width=\"100%\" height=\"100%\"{}/>",
        filled(&inks.ground.0, 1.0)
    );
    let (title, defs, body) = (escaped(&picture.title), walk.defs, walk.out);
    let place = format!(
        "translate({} {})",
        number(margin + (inner - w) / 2.0),
        number(at)
    );
    let body = format!("<g{}>{body}</g>", attribute("transform", &place));
    Some(Drawing {
        svg: format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"{size}{all} role=\"img\">\
            <title>{title}</title><defs>{face}{defs}</defs>{ground}{out}{body}</svg>\n"
        ),
        size: (width.ceil(), height.ceil()),
    })
}

/// The colours of the theme, on the ground of the picture; of the page, if it has none.
fn inks(measure: &mut Measure, ground: &str) -> Option<Inks> {
    Some(Inks {
        ground: measure.ink(ground).or_else(|| measure.theme("--bg"))?,
        text: measure.theme("--text")?,
        muted: measure.theme("--muted")?,
        written: measure.theme("--luck-text")?,
        line: measure.theme("--border")?,
    })
}

/// What is written on a sheet, from top to bottom.
struct Sheet<'a> {
    measure: &'a Measure,
    family: &'a str,
    out: String,
    x: f64,
    y: f64,
    inner: f64,
}

impl<'a> Sheet<'a> {
    /// An empty one like it, from `y` on.
    fn at(&self, y: f64) -> Sheet<'a> {
        Sheet {
            out: String::new(),
            y,
            ..*self
        }
    }

    /// Texts, one after another and each in its colour; of a long one its last lines.
    fn paragraph(&mut self, texts: &[&str], size: f64, weight: u16, inks: &[&Ink], most: usize) {
        let font = [
            weight.to_string(),
            format!("{size}px"),
            self.family.to_owned(),
        ]
        .join(" ");
        let width = |text: &str| self.measure.width(&font, text);
        for line in last(lines(texts, self.inner, &width), most) {
            self.line(&line, size, weight, inks);
            self.y += 1.4 * size;
        }
    }

    fn line(&mut self, line: &Line, size: f64, weight: u16, inks: &[&Ink]) {
        let place = numbers(&[("x", self.x), ("y", self.y + size), ("font-size", size)]);
        let place = place + &attribute("font-weight", &weight.to_string());
        self.out
            .push_str(&format!("<text{place} xml:space=\"preserve\">"));
        for (text, colour) in line {
            if let Some((ink, alpha)) = inks.get(*colour) {
                self.out.push_str(&format!(
                    "<tspan{}>{}</tspan>",
                    filled(ink, *alpha),
                    escaped(text)
                ));
            }
        }
        self.out.push_str("</text>");
    }

    fn rule(&mut self, (ink, alpha): &Ink) {
        let line = numbers(&[
            ("x", self.x),
            ("y", self.y),
            ("width", self.inner),
            ("height", 1.0),
        ]);
        self.out
            .push_str(&format!("<rect{line}{}/>", filled(ink, *alpha)));
    }
}
