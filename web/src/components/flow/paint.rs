//! Paints marks on a canvas.

use std::cell::Cell;
use std::collections::HashMap;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::browser;
use crate::components::kit::canvas::{Rgb, theme_colour};
use crate::components::picture::{Fill, Ink, Mark, Scene, Shape, Tone, Verb};
use logitscope_core::TokenId;

/// How opaque marks of other tokens are while one is pointed at.
const DIMMED: f64 = 0.4;

/// The colours of the picture, as the theme has them now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Palette {
    inks: HashMap<Ink, Rgb>,
    /// Of stripes: positive, 0, negative.
    signs: [Rgb; 3],
    font: String,
}

const INKS: [(Ink, &str); 13] = [
    (Ink::Page, "--bg"),
    (Ink::Text, "--text"),
    (Ink::Muted, "--muted"),
    (Ink::Line, "--border"),
    (Ink::Model(Tone::Full), "--model"),
    (Ink::Model(Tone::Mid), "--model-mid"),
    (Ink::Model(Tone::Soft), "--model-soft"),
    (Ink::Chain(Tone::Full), "--chain"),
    (Ink::Chain(Tone::Mid), "--chain-mid"),
    (Ink::Chain(Tone::Soft), "--chain-soft"),
    (Ink::Luck, "--luck"),
    (Ink::LuckText, "--luck-text"),
    (Ink::Cut, "--control"),
];

impl Palette {
    /// The colours of the theme.
    pub fn of_theme() -> Self {
        let colour = |name: &str| theme_colour(name).unwrap_or_default();
        Palette {
            inks: INKS
                .iter()
                .map(|(ink, name)| (*ink, colour(name)))
                .collect(),
            signs: ["--stream-plus", "--stream-zero", "--stream-minus"].map(colour),
            font: browser::body_font(),
        }
    }

    /// A colour, as style sheets have it.
    pub(super) fn css(&self, ink: Ink) -> String {
        css(self.inks.get(&ink).copied().unwrap_or_default(), 1.0)
    }

    /// The colour of a cell, −1..=1.
    pub(super) fn stripe(&self, shade: f32) -> Rgb {
        let [plus, zero, minus] = self.signs;
        let (end, part) = match shade < 0.0 {
            true => (minus, f64::from(-shade)),
            false => (plus, f64::from(shade)),
        };
        let mix = |i: usize| f64::from(zero[i]) + (f64::from(end[i]) - f64::from(zero[i])) * part;
        [0, 1, 2].map(|i| mix(i).round() as u8)
    }
}

fn css([r, g, b]: Rgb, alpha: f64) -> String {
    match alpha < 1.0 {
        true => format!("rgba({r},{g},{b},{alpha:.3})"),
        false => format!("rgb({r},{g},{b})"),
    }
}

/// Makes the canvas `width` × `height` CSS pixels large, sharp on this screen, and empty.
pub fn clear(
    canvas: &HtmlCanvasElement,
    width: f64,
    height: f64,
) -> Option<CanvasRenderingContext2d> {
    let ratio = browser::pixel_ratio();
    let (w, h) = (
        (width * ratio).round() as u32,
        (height * ratio).round() as u32,
    );
    if (canvas.width(), canvas.height()) != (w, h) {
        canvas.set_width(w);
        canvas.set_height(h);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context
        .set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0)
        .ok()?;
    context.clear_rect(0.0, 0.0, width, height);
    Some(context)
}

/// Paints a picture; while a token is pointed at, the marks of others are dimmed.
pub fn paint(
    context: &CanvasRenderingContext2d,
    scene: &Scene,
    palette: &Palette,
    pointed: Option<TokenId>,
) {
    let brush = Brush {
        context,
        palette,
        font: Cell::default(),
    };
    for mark in &scene.marks {
        let dims = pointed.is_some_and(|token| mark.token != Some(token));
        let alpha = mark.alpha * if dims { DIMMED } else { 1.0 };
        if alpha > 0.0 {
            context.set_global_alpha(alpha);
            paint_mark(&brush, mark);
        }
    }
    context.set_global_alpha(1.0);
}

/// A canvas with its palette, and the font that it was last set to: to read one again costs a browser more than to write with it.
struct Brush<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    /// Weight and size.
    font: Cell<(u16, u8)>,
}

fn paint_mark(brush: &Brush<'_>, mark: &Mark) {
    let Brush {
        context, palette, ..
    } = *brush;
    match &mark.shape {
        Shape::Stripes(area, cells, alpha, upright) => {
            return stripes(brush, *area, (cells, *alpha, *upright));
        }
        Shape::Words {
            at,
            text,
            size,
            weight,
            align,
            most,
        } => {
            let Fill::Flat(ink) = mark.fill else { return };
            if brush.font.replace((*weight, *size)) != (*weight, *size) {
                context.set_font(&format!("{weight} {size}px {}", palette.font));
            }
            context.set_fill_style_str(&palette.css(ink));
            return words(context, *at, text, *align, *most);
        }
        _ => {}
    }
    context.begin_path();
    outline(context, &mark.shape);
    match mark.fill {
        Fill::Flat(ink) => {
            context.set_fill_style_str(&palette.css(ink));
            context.fill();
        }
        Fill::Turn {
            from,
            to,
            between: (a, b),
            down,
        } => {
            let gradient = match down {
                true => context.create_linear_gradient(0.0, a, 0.0, b),
                false => context.create_linear_gradient(a, 0.0, b, 0.0),
            };
            let first = palette.inks.get(&from).copied().unwrap_or_default();
            let last = to.map_or(css(first, 0.0), |ink| palette.css(ink));
            // Places are between 0 and 1, and colours are our own.
            let _ = gradient.add_color_stop(0.0, &css(first, 1.0));
            let _ = gradient.add_color_stop(1.0, &last);
            context.set_fill_style_canvas_gradient(&gradient);
            context.fill();
        }
        Fill::Hatch => hatch(context, &mark.shape, palette),
        Fill::Stroke(ink, width) | Fill::Dashed(ink, width) => {
            dash(context, matches!(mark.fill, Fill::Dashed(..)));
            stroke(context, palette, ink, width);
            dash(context, false);
        }
        Fill::Both(inner, outer, width) => {
            context.set_fill_style_str(&palette.css(inner));
            context.fill();
            stroke(context, palette, outer, width);
        }
    }
}

fn stroke(context: &CanvasRenderingContext2d, palette: &Palette, ink: Ink, width: f64) {
    context.set_stroke_style_str(&palette.css(ink));
    context.set_line_width(width);
    context.stroke();
}

fn dash(context: &CanvasRenderingContext2d, on: bool) {
    let lengths = js_sys::Array::new();
    if on {
        lengths.push(&JsValue::from(2.0));
        lengths.push(&JsValue::from(3.0));
    }
    // Two finite lengths are never refused.
    let _ = context.set_line_dash(&lengths);
}

fn outline(context: &CanvasRenderingContext2d, shape: &Shape) {
    match shape {
        Shape::Rect([x, y, w, h, r]) if *r > 0.0 => {
            // Negative radii are the only ones refused.
            let _ = context.round_rect_with_f64(*x, *y, *w, *h, *r);
        }
        Shape::Rect([x, y, w, h, _]) => context.rect(*x, *y, *w, *h),
        Shape::Dot([x, y, r]) => {
            // Negative radii are the only ones refused.
            let _ = context.arc(*x, *y, *r, 0.0, std::f64::consts::TAU);
        }
        Shape::Path(verbs, points) => {
            let mut next = points.iter();
            let mut take = || next.next().copied().unwrap_or_default();
            for verb in verbs {
                match verb {
                    Verb::Move => {
                        let [x, y] = take();
                        context.move_to(x, y);
                    }
                    Verb::Line => {
                        let [x, y] = take();
                        context.line_to(x, y);
                    }
                    Verb::Curve => {
                        let ([a, b], [c, d], [x, y]) = (take(), take(), take());
                        context.bezier_curve_to(a, b, c, d, x, y);
                    }
                    Verb::Close => context.close_path(),
                }
            }
        }
        Shape::Stripes(..) | Shape::Words { .. } => {}
    }
}

fn stripes(
    brush: &Brush<'_>,
    [x, y, w, h]: [f64; 4],
    (cells, alpha, upright): (&[f32], f64, bool),
) {
    let Brush {
        context, palette, ..
    } = *brush;
    let all = context.global_alpha();
    context.set_global_alpha(all * alpha);
    let n = cells.len().max(1) as f64;
    for (at, shade) in cells.iter().enumerate() {
        let (from, to) = (at as f64 / n, (at + 1) as f64 / n);
        context.set_fill_style_str(&css(palette.stripe(*shade), 1.0));
        match upright {
            true => context.fill_rect(x + w * from, y, w * (to - from), h),
            false => context.fill_rect(x, y + h * from, w, h * (to - from)),
        }
    }
    context.set_global_alpha(all);
}

fn words(context: &CanvasRenderingContext2d, [x, y]: [f64; 2], text: &str, align: i8, most: f64) {
    context.set_text_align(match align {
        -1 => "left",
        0 => "center",
        _ => "right",
    });
    context.set_text_baseline("middle");
    let width = |text: &str| context.measure_text(text).map_or(0.0, |m| m.width());
    let mut shown = text.to_owned();
    if most.is_finite() && width(&shown) > most {
        let mut letters: Vec<char> = text.chars().collect();
        while letters.len() > 1 && width(&shown) > most {
            letters.pop();
            shown = letters.iter().chain(['…'].iter()).collect();
        }
    }
    // The middle line of a font is a little above that of its small letters.
    let _ = context.fill_text(&shown, x, y + 0.5);
}

/// Slanted lines, inside the shape.
fn hatch(context: &CanvasRenderingContext2d, shape: &Shape, palette: &Palette) {
    let Shape::Rect([x, y, w, h, _]) = *shape else {
        return;
    };
    context.save();
    context.clip();
    context.begin_path();
    let mut at = y - w;
    while at < y + h {
        context.move_to(x, at + w);
        context.line_to(x + w, at);
        at += 4.0;
    }
    stroke(context, palette, Ink::Cut, 1.4);
    context.restore();
}
