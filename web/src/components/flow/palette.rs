//! The colours of the picture.

use std::collections::HashMap;

use crate::browser;
use crate::components::kit::canvas::{Rgb, theme_colours};
use crate::components::picture::{Ink, Tone};

/// The colours of the picture, as the theme has them now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Palette {
    inks: HashMap<Ink, Rgb>,
    /// Of stripes: positive, 0, negative.
    signs: [Rgb; 3],
    pub(super) font: String,
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

const SIGNS: [&str; 3] = ["--stream-plus", "--stream-zero", "--stream-minus"];

impl Palette {
    /// The colours of the theme.
    pub fn of_theme() -> Self {
        let names = INKS.iter().map(|(_, name)| *name).chain(SIGNS);
        let mut all = theme_colours(&names.collect::<Vec<_>>()).into_iter();
        let inks = INKS.iter().map(|(ink, _)| *ink).zip(all.by_ref());
        Palette {
            inks: inks.collect(),
            signs: SIGNS.map(|_| all.next().unwrap_or_default()),
            font: browser::body_font(),
        }
    }

    /// A colour.
    pub(super) fn rgb(&self, ink: Ink) -> Rgb {
        self.inks.get(&ink).copied().unwrap_or_default()
    }

    /// The same, as style sheets have it.
    pub(super) fn css(&self, ink: Ink) -> String {
        css(self.rgb(ink), 1.0)
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

pub(super) fn css([r, g, b]: Rgb, alpha: f64) -> String {
    match alpha < 1.0 {
        true => format!("rgba({r},{g},{b},{alpha:.3})"),
        false => format!("rgb({r},{g},{b})"),
    }
}
