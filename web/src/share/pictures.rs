//! Saving pictures, with what makes them again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::chain::Sampler;
use logitscope_words::excerpt;

use crate::browser;
use crate::choices::PictureFormat;
use crate::pictures::{About, Picture, fetch_pictures};
use crate::state::{App, Failure, Level, Origin};
use crate::words::{language, say};

/// The font of the page.
const FONT: &str = "fonts/inter-latin.woff2";
/// Longer addresses are not read off a sheet of paper.
const SHORT: usize = 120;

impl App {
    /// Saves a picture of the page.
    pub fn save_picture(self, picture: Picture, format: PictureFormat) {
        spawn_local(self.picture_saved(picture, format));
    }

    /// The same; ends once the browser has the file, or once it was said why not.
    pub async fn picture_saved(self, picture: Picture, format: PictureFormat) {
        let Ok(pictures) = fetch_pictures().here().await else {
            return self.notify(Level::Error, say().part_lost().to_string());
        };
        let font = browser::fetch(FONT).await;
        let drawing = (pictures.draw)(&picture, &self.about_picture(), font.as_deref());
        let Some(drawing) = drawing else {
            return self.notify(Level::Error, say().picture_not_drawn().to_string());
        };
        let (ending, mime, bytes) = match format {
            PictureFormat::Svg => ("svg", "image/svg+xml", drawing.svg.into_bytes()),
            PictureFormat::Png => match (pictures.paint)(drawing).await {
                Ok(bytes) => ("png", "image/png", bytes),
                Err(_) => return self.notify(Level::Warning, say().picture_no_png().to_string()),
            },
        };
        let name = format!("{}.{ending}", picture.name);
        if let Err(e) = browser::download(&name, mime, &bytes) {
            let why = browser::words(&e);
            self.notify(Level::Error, Failure::Download { why }.to_string());
        }
    }

    /// What stands around a picture.
    fn about_picture(self) -> About {
        let settings = self.settings.get_untracked();
        let model = self
            .model
            .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
        // What the step on screen has read.
        let read = self
            .step
            .with_untracked(|step| step.as_ref().map_or(0, |step| step.position));
        let text = |wanted: fn(Origin) -> bool, most: u32| {
            self.transcript.with_untracked(|all| {
                let own = all
                    .iter()
                    .take(most as usize)
                    .filter(|entry| wanted(entry.origin));
                own.map(|entry| entry.text.as_str()).collect::<String>()
            })
        };
        let given = |origin: Origin| origin == Origin::Prompt;
        let prompt = text(given, u32::MAX);
        let both = [
            text(given, read),
            text(|origin| origin != Origin::Prompt, read),
        ];
        // The files of a visitor are in no link.
        let link = self.link_model().map(|_| self.address(false));
        let short = link.filter(|link| link.chars().count() <= SHORT);
        let address = short.unwrap_or_else(browser::page_address);
        let say = say();
        let stages: Vec<String> = settings.chain.acting().map(stage).collect();
        let (model, chain) = (model.unwrap_or_default(), excerpt(&stages.join(", ")));
        About {
            lines: vec![
                say.picture_prompt(excerpt(prompt.trim())).to_string(),
                say.picture_settings(model, chain, settings.seed.to_string())
                    .to_string(),
                say.picture_citation(env!("CARGO_PKG_VERSION"), address)
                    .to_string(),
            ],
            text: both,
            language: language().tag().to_owned(),
        }
    }
}

/// A stage as links name it, and its numbers.
fn stage(sampler: &Sampler) -> String {
    let numbers = sampler
        .params()
        .into_iter()
        .map(|param| param.value.to_string());
    [sampler.name().to_owned()]
        .into_iter()
        .chain(numbers)
        .collect::<Vec<_>>()
        .join(" ")
}
