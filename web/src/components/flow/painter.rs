//! Paints the picture, at most once a frame; a new step moves into place.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::html::Canvas;
use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use super::brush::ColourTexts;
use super::paint;
use super::palette::Palette;
use super::shared::Shared;
use crate::browser;
use crate::components::picture::motion::{self, Motion};
use crate::components::picture::{Layout, Scene, What};
use crate::state::App;

/// What was painted last, and what is on its way.
#[derive(Default)]
struct Pictures {
    shown: [Scene; 2],
    /// The pictures that it comes from, how, since when, and how many times as fast as by itself.
    from: Option<([Scene; 2], Motion, f64, f64)>,
    /// The step that is shown, and how often its dice were rolled again.
    context: Option<(NodeId, u32)>,
    n_layers: u32,
    /// Whether the values changed since they were painted.
    changed: bool,
    /// Which canvases are not as they should be.
    stale: [bool; 2],
    /// Whether a frame is on its way.
    waits: bool,
    colours: ColourTexts,
}

/// Paints on the two canvases: what the model made, and what sampler and dice make of it.
#[derive(Clone, Copy)]
pub struct Painter {
    app: App,
    shared: Shared,
    canvases: [NodeRef<Canvas>; 2],
    width: RwSignal<f64>,
    palette: Memo<Palette>,
    pictures: StoredValue<Rc<RefCell<Pictures>>, LocalStorage>,
}

impl Painter {
    /// A painter that follows the step on screen.
    pub fn new(
        app: App,
        shared: Shared,
        canvases: [NodeRef<Canvas>; 2],
        width: RwSignal<f64>,
    ) -> Self {
        let palette = Memo::new(move |_| {
            app.theme.track();
            app.inside.scheme.track();
            Palette::of_theme()
        });
        let painter = Painter {
            app,
            shared,
            canvases,
            width,
            palette,
            pictures: StoredValue::new_local(Rc::default()),
        };
        Effect::new(move |_| {
            shared.step.track();
            painter.draw_soon();
        });
        Effect::new(move |_| {
            palette.track();
            shared.layout.track();
            // A canvas is there one frame after its element.
            canvases.iter().for_each(|canvas| drop(canvas.get()));
            painter.draw_soon();
            painter.paint_soon();
        });
        Effect::new(move |_| {
            shared.pointed.track();
            painter.paint_soon();
        });
        painter
    }

    /// What lies at a place of the picture.
    pub fn under(self, x: f64, y: f64) -> Option<(What, Option<TokenId>)> {
        let pictures = self.pictures.try_get_value()?;
        let [model, sampler] = &pictures.borrow().shown;
        sampler.what_under(x, y).or_else(|| model.what_under(x, y))
    }

    /// Makes the pictures anew in the next frame; a canvas whose picture is the same is left alone.
    fn draw_soon(self) {
        self.soon(|pictures| pictures.changed = true);
    }

    /// Paints both canvases in the next frame.
    fn paint_soon(self) {
        self.soon(|pictures| pictures.stale = [true; 2]);
    }

    fn soon(self, what: impl FnOnce(&mut Pictures)) {
        let Some(pictures) = self.pictures.try_get_value() else {
            return;
        };
        let waits = {
            let mut pictures = pictures.borrow_mut();
            what(&mut pictures);
            std::mem::replace(&mut pictures.waits, true)
        };
        if !waits {
            request_animation_frame(move || self.frame());
        }
    }

    fn frame(self) {
        let Some(pictures) = self.pictures.try_get_value() else {
            return;
        };
        let mut pictures = pictures.borrow_mut();
        pictures.waits = false;
        if std::mem::take(&mut pictures.changed) {
            self.draw_anew(&mut pictures);
        }
        let now = browser::now_ms();
        let over = |(_, motion, since, pace): &([Scene; 2], Motion, f64, f64)| {
            (now - since) * pace >= motion.length()
        };
        if let Some(over) = pictures.from.as_ref().map(over) {
            // Its last frame, too, is painted.
            pictures.stale = [true; 2];
            pictures.from = pictures.from.take().filter(|_| !over);
        }
        self.paint(&mut pictures, now);
        let moves = pictures.from.is_some();
        drop(pictures);
        if moves {
            self.paint_soon();
        }
    }

    /// Makes the pictures of the step on screen. If it is another step, or another roll, they come from those before.
    fn draw_anew(self, pictures: &mut Pictures) {
        let drawn = self.shared.step.try_with_untracked(|step| {
            let step = step.as_deref()?;
            let scenes = self
                .shared
                .layout
                .with_untracked(|layout| layout.draw(step));
            Some(((step.context, step.draw.roll), step.n_layers, scenes))
        });
        let (context, scenes) = match drawn.flatten() {
            Some((context, n_layers, scenes)) => {
                pictures.n_layers = n_layers;
                (Some(context), scenes)
            }
            None => (None, Default::default()),
        };
        let before = std::mem::replace(&mut pictures.shown, scenes);
        for (nth, stale) in pictures.stale.iter_mut().enumerate() {
            *stale |= before[nth] != pictures.shown[nth];
        }
        let motion = match (pictures.context, context) {
            (Some((old, _)), Some((new, _))) if old != new => Some(Motion::Step),
            (Some((_, old)), Some((_, new))) if old != new => Some(Motion::Roll),
            (Some(_), None) => Some(Motion::Step),
            _ => None,
        };
        pictures.context = context;
        let Some(motion) = motion else {
            return;
        };
        let speed = untrack(|| self.app.play_speed());
        let moves = motion
            .while_playing(speed)
            .filter(|_| !browser::reduced_motion());
        pictures.from = moves.map(|(motion, pace)| (before, motion, browser::now_ms(), pace));
    }

    fn paint(self, pictures: &mut Pictures, now: f64) {
        let (width, height) = (
            self.width.get_untracked(),
            self.shared.layout.with_untracked(Layout::height),
        );
        let pointed = self
            .shared
            .pointed
            .get_untracked()
            .and_then(|(_, token)| token);
        for (nth, canvas) in self.canvases.iter().enumerate() {
            if !std::mem::take(&mut pictures.stale[nth]) {
                continue;
            }
            let Some(Some(canvas)) = canvas.try_get_untracked() else {
                continue;
            };
            let Some(context) = paint::clear(&canvas, width, height) else {
                continue;
            };
            self.palette.with_untracked(|palette| match &pictures.from {
                Some((old, motion, since, pace)) => {
                    let (ms, n_layers) = ((now - since) * pace, pictures.n_layers);
                    let (old, new) = (&old[nth], &pictures.shown[nth]);
                    let moving = motion::between(*motion, old, new, ms, n_layers);
                    paint::paint(&context, &moving, (palette, &pictures.colours), pointed);
                }
                None => {
                    let shown = &pictures.shown[nth];
                    paint::paint(&context, shown, (palette, &pictures.colours), pointed);
                }
            });
        }
    }
}
