//! Pictures of many cells, drawn as one image.

use leptos::html::Canvas;
use leptos::prelude::*;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData, MouseEvent, PointerEvent};

use crate::browser;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// One cell of a picture: its colour and how opaque it is, 0..=1.
pub type Paint = (Rgb, f64);

/// The colours of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Colours {
    /// Of positive ones.
    pub positive: Rgb,
    /// Of negative ones.
    pub negative: Rgb,
    /// Of what is no number, or infinite.
    pub broken: Rgb,
}

impl Colours {
    /// Those of the theme.
    pub fn of_theme() -> Self {
        let mut all = theme_colours(&["--stream-plus", "--stream-minus", "--danger"]).into_iter();
        let mut next = || all.next().unwrap_or_default();
        Colours {
            positive: next(),
            negative: next(),
            broken: next(),
        }
    }

    /// The cell of a value, where `most` is the largest magnitude; empty where there is none, or it is masked. The eye sees the square
    /// root: a quarter of the most is half as strong.
    pub fn cell(self, value: Option<f32>, most: f32) -> Paint {
        match value {
            None | Some(f32::NEG_INFINITY) => (self.positive, 0.0),
            Some(value) if !value.is_finite() => (self.broken, 1.0),
            Some(value) => {
                let part = f64::from(value.abs()) / f64::from(most.max(f32::MIN_POSITIVE));
                let colour = if value < 0.0 {
                    self.negative
                } else {
                    self.positive
                };
                (colour, 0.04 + 0.96 * part.min(1.0).sqrt())
            }
        }
    }
}

/// Paints `width` × `height` cells, `cell(x, y)`, one pixel each. The style sheet gives the canvas its size on the screen.
pub fn paint(
    canvas: NodeRef<Canvas>,
    width: usize,
    height: usize,
    cell: impl Fn(usize, usize) -> Paint,
) {
    let Some(Some(canvas)) = canvas.try_get_untracked() else {
        return;
    };
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    if width == 0 || height == 0 {
        return;
    }
    let mut pixels = Vec::with_capacity(4 * width * height);
    for y in 0..height {
        for x in 0..width {
            let ([r, g, b], opacity) = cell(x, y);
            pixels.extend([r, g, b, (255.0 * opacity.clamp(0.0, 1.0)).round() as u8]);
        }
    }
    let image = ImageData::new_with_u8_clamped_array(Clamped(&pixels), width as u32);
    if let (Ok(image), Some(context)) = (image, context(&canvas)) {
        // A canvas without memory for its pixels stays empty; the table beside it has the numbers.
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

/// The column and the row where an event happened, of a picture of `width` × `height` cells; `None` once the picture is gone.
pub fn cell_under(
    canvas: NodeRef<Canvas>,
    event: &MouseEvent,
    width: usize,
    height: usize,
) -> Option<(usize, usize)> {
    let element = canvas.try_get_untracked()??;
    let place = |at: i32, size: i32, count: usize| {
        (at.max(0) as usize * count / size.max(1) as usize).min(count.saturating_sub(1))
    };
    let x = place(event.offset_x(), element.client_width(), width);
    let y = place(event.offset_y(), element.client_height(), height);
    Some((x, y))
}

/// Whether a picture has the focus.
pub fn has_focus(canvas: NodeRef<Canvas>) -> bool {
    let active = browser::document().and_then(|document| document.active_element());
    let own = canvas.try_get_untracked().flatten();
    own.is_some_and(|own| own.is_same_node(active.as_deref()))
}

/// Whether a pointer is a finger, which leaves a picture as soon as it is lifted: what it pointed at stays.
pub fn is_finger(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// What colours of the theme, e.g. `--accent`, come to on this screen; empty where the browser does not say.
pub fn theme_colours(names: &[&str]) -> Vec<Rgb> {
    let painted = || {
        let (colours, probe) = browser::theme_colours(names)?;
        probe.set_width(names.len() as u32);
        probe.set_height(1);
        browser::painted(&context(&probe)?, &colours)
    };
    let painted = painted().unwrap_or_default().into_iter();
    painted.map(|[r, g, b, _]| [r, g, b]).collect()
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_most_is_half_as_strong_and_what_is_no_number_is_red() {
        let colours = Colours {
            positive: [1; 3],
            negative: [2; 3],
            broken: [3; 3],
        };
        assert_eq!(colours.cell(Some(0.25), 1.0), ([1; 3], 0.04 + 0.48));
        assert_eq!(colours.cell(Some(-4.0), 4.0), ([2; 3], 1.0));
        assert_eq!(colours.cell(Some(0.0), 0.0).1, 0.04);
        for masked in [None, Some(f32::NEG_INFINITY)] {
            assert_eq!(colours.cell(masked, 1.0).1, 0.0);
        }
        for broken in [f32::NAN, f32::INFINITY] {
            assert_eq!(colours.cell(Some(broken), 1.0), ([3; 3], 1.0));
        }
    }
}
