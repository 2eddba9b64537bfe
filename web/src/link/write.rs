//! Links and embeds, written.

use super::{Link, encode};
use crate::choices::{Control, Kept, LinkToken, PagePart};
use logitscope_core::sorted;

/// `link` as a `#` part, without the `#`.
pub fn write(link: &Link) -> String {
    let mut parts: Vec<(&str, String)> = Vec::new();
    let mut add = |key, value: Option<String>| parts.extend(value.map(|value| (key, value)));
    let list = |mut names: Vec<&str>| {
        sorted::sort(&mut names);
        (!names.is_empty()).then(|| names.join(","))
    };
    let hidden = link.embed.hide.iter().copied().map(PagePart::name);
    let shown = link.embed.show.iter().copied().map(Kept::name);
    let locked = link.embed.lock.iter().copied().map(Control::name);
    add("embed", link.embed.embed.then(|| "1".to_owned()));
    add("lesson", link.lesson.as_ref().map(|l| l.name.clone()));
    add("game", link.game.map(|game| game.to_string()));
    add("model", link.model.clone());
    add("endpoint", link.endpoint.clone());
    add("recorded", link.recorded.clone());
    add("prompt", link.prompt.clone());
    add("chat", link.chat.then(|| "1".to_owned()));
    add("chain", link.chain.as_ref().map(|c| c.to_string()));
    add("temperature", link.temperature.map(|x| x.to_string()));
    add("top_k", link.top_k.map(|x| x.to_string()));
    add("top_p", link.top_p.map(|x| x.to_string()));
    add("seed", link.seed.map(|x| x.to_string()));
    add("max_tokens", link.max_tokens.map(|x| x.to_string()));
    for sequence in &link.stop {
        add("stop", Some(sequence.clone()));
    }
    add("backend", link.backend.and_then(name));
    add("precision", link.precision.and_then(name));
    add("theme", link.theme.and_then(name));
    add("lang", link.language.map(|l| l.tag().to_owned()));
    add("speed", link.speed.map(|x| x.to_string()));
    add("open", link.open.map(|open| open.name().to_owned()));
    add("beams", link.beams.map(|b| b.to_string()));
    add("speculate", link.speculate.map(|s| s.to_string()));
    add("explore", link.explore.map(|e| e.to_string()));
    if let Some(guide) = &link.guide {
        add("guide", Some(guide.to_string()));
        add(
            "against",
            Some(guide.against.clone()).filter(|text| !text.is_empty()),
        );
    }
    if let Some(compare) = &link.compare {
        add("compare", Some(compare.max_tokens.to_string()));
        for lane in &compare.lanes {
            add("lane", Some(lane.to_string()));
        }
    }
    add("context", link.context.map(|c| c.to_string()));
    add("cost", link.cost.map(|c| c.to_string()));
    add("draft", link.draft.clone());
    let step = link.lesson.as_ref().map(|l| l.step).or(link.step);
    add("step", step.map(|n| n.to_string()));
    add("inside", link.inside.and_then(name));
    add("layer", link.layer.map(|n| n.to_string()));
    add("head", link.head.map(|n| n.to_string()));
    add("drawn", link.drawn.and_then(name));
    add("at", link.at.map(|n| n.to_string()));
    add("under", link.under.then(|| "1".to_owned()));
    add("off", link.off.as_ref().map(ToString::to_string));
    add("show", list(shown.collect()));
    add("hide", list(hidden.collect()));
    add("lock", list(locked.collect()));
    add("endpoints", link.embed.endpoints.then(|| "1".to_owned()));
    add(
        "tokens",
        (!link.tokens.is_empty()).then(|| LinkToken::write_all(&link.tokens)),
    );
    for earlier in &link.earlier {
        add("earlier", Some(earlier.to_string()));
    }
    add("next", link.next.map(|next| next.to_string()));
    // The longest comes last.
    add("own", link.own_lesson.clone());
    let parts: Vec<String> = parts
        .iter()
        .map(|(key, value)| format!("{key}={}", encode(value)))
        .collect();
    parts.join("&")
}

/// The line of HTML that shows `address` inside another page, so wide and high. A width of `None` is all there is.
pub fn embed_code(address: &str, (width, height): (Option<u32>, u32)) -> String {
    let width = width.map_or("100%".to_owned(), |width| width.to_string());
    let address = address.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<iframe src=\"{address}\" title=\"Logitscope: a language model chooses its next token\" \
         width=\"{width}\" height=\"{height}\" style=\"border:0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>"
    )
}

/// An enum's name, as serde spells it.
fn name<T: serde::Serialize>(value: T) -> Option<String> {
    serde_json::to_value(value)
        .ok()?
        .as_str()
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::{
        BeamChoices, Drawn, Earlier, ExploreChoices, InsideView, NextDraw, SpeculateChoices,
        Station,
    };
    use logitscope_core::Settings;
    use logitscope_protocol::BackendChoice;

    #[test]
    fn what_is_written_is_read_again() {
        let mut link = Link {
            prompt: Some("a & b = \"c\"\n日".into()),
            chat: true,
            chain: "min_p~0.1,-top_k~3,banned~7".parse().ok(),
            temperature: Some(0.1 + 0.2),
            top_k: Some(0),
            top_p: Some(1.0),
            seed: Some(u32::MAX),
            max_tokens: Some(3),
            stop: vec!["\n".into(), "&".into()],
            model: Some("pocket".into()),
            recorded: Some("runs/a b.logitscope".into()),
            backend: Some(BackendChoice::Gpu),
            speed: Some(2.5),
            off: "L3H5,L4M~0.5".parse().ok(),
            open: Some(Station::Layers),
            beams: BeamChoices::read("8,-0.5,always,20,drawn"),
            speculate: SpeculateChoices::read("layers3,exact,2,9,adapts"),
            explore: ExploreChoices::read("5,2"),
            step: Some(3),
            inside: Some(InsideView::Lens),
            under: true,
            layer: Some(3),
            head: Some(0),
            drawn: Some(Drawn::WithoutFirst),
            at: Some(23),
            tokens: vec![LinkToken {
                id: 5,
                forced: true,
                roll: 2,
                by_hand: None,
            }],
            earlier: vec![Earlier {
                tokens: 1,
                settings: Settings {
                    chain: "temperature~0.3,-top_k~3".parse().expect("well spelled"),
                    seed: 9,
                },
            }],
            next: Some(NextDraw {
                roll: 3,
                by_hand: Some(0.1 + 0.2),
            }),
            ..Link::default()
        };
        link.embed.embed = true;
        link.embed.hide = [PagePart::Header, PagePart::Dice].into();
        link.embed.show = Kept::ALL.iter().copied().collect();
        link.embed.lock = Control::ALL.iter().copied().collect();
        assert_eq!(Link::read(&write(&link)), link);
        assert_eq!(write(&Link::default()), "");
    }

    #[test]
    fn an_embed_survives_html() {
        let html = embed_code("https://x.org/#embed=1&prompt=a%22b", (Some(360), 640));
        assert!(
            html.contains("src=\"https://x.org/#embed=1&amp;prompt=a%22b\""),
            "{html}"
        );
        assert!(html.contains("width=\"360\" height=\"640\""), "{html}");
        assert!(embed_code("x", (None, 720)).contains("width=\"100%\""));
    }
}
