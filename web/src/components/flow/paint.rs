//! Paints marks on a canvas.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::brush::{Brush, ColourTexts};
use super::palette::{Palette, css};
use crate::browser;
use crate::components::picture::{Fill, Ink, Mark, Scene, Shape, Verb};
use logitscope_core::TokenId;

/// How opaque marks of other tokens are while one is pointed at.
const DIMMED: f64 = 0.4;

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
    (palette, colours): (&Palette, &ColourTexts),
    pointed: Option<TokenId>,
) {
    let brush = Brush::new(context, palette, colours);
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
            brush.write_in(*weight, *size, *align);
            brush.fill_in(ink);
            return words(context, *at, text, *most);
        }
        _ => {}
    }
    context.begin_path();
    outline(context, &mark.shape);
    match mark.fill {
        Fill::Flat(ink) => {
            brush.fill_in(ink);
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
            let first = palette.rgb(from);
            let last = to.map_or(css(first, 0.0), |ink| palette.css(ink));
            // Places are between 0 and 1, and colours are our own.
            let _ = gradient.add_color_stop(0.0, &css(first, 1.0));
            let _ = gradient.add_color_stop(1.0, &last);
            context.set_fill_style_canvas_gradient(&gradient);
            brush.forget_fill();
            context.fill();
        }
        Fill::Hatch => hatch(brush, &mark.shape),
        Fill::Stroke(ink, width) => brush.stroke(ink, width),
        Fill::Dashed(ink, width) => {
            dash(context, true);
            brush.stroke(ink, width);
            dash(context, false);
        }
        Fill::Both(inner, outer, width) => {
            brush.fill_in(inner);
            context.fill();
            brush.stroke(outer, width);
        }
    }
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
        brush.fill_with(palette.stripe(*shade));
        match upright {
            true => context.fill_rect(x + w * from, y, w * (to - from), h),
            false => context.fill_rect(x, y + h * from, w, h * (to - from)),
        }
    }
    context.set_global_alpha(all);
}

fn words(context: &CanvasRenderingContext2d, [x, y]: [f64; 2], text: &str, most: f64) {
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
fn hatch(brush: &Brush<'_>, shape: &Shape) {
    let context = brush.context;
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
    brush.stroke(Ink::Cut, 1.4);
    context.restore();
    brush.forget_line();
}
