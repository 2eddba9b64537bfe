//! Where everything is: the places of the stations and of their rows, in CSS pixels from the top left of the flow.

use super::groups::{Group, groups};
use crate::choices::Station;

/// The heads of the stations.
pub const HEAD: f64 = 84.0;
/// What follows the body: results, and the loop.
pub const FOOT: f64 = 92.0;
/// Where the loop runs, below the body.
pub const LOOP: f64 = 76.0;
/// What stands under the current row.
pub(super) const BLOCK: f64 = 135.0;
/// The sizes of the body: at least, at most.
const BODY: (f64, f64) = (320.0, 720.0);
/// What the page needs below the top of the picture beside the body: heads, results, the line under it.
const BESIDE: f64 = 212.0;
/// Of the body, what lies above the current row.
const ABOVE: f64 = 0.485;
/// Of the body, what the current row takes at most.
const CURRENT: f64 = 0.33;
/// The box of a model that runs elsewhere.
const BOX: f64 = 150.0;
/// Narrower layers have one that is wider while it is pointed at, and how wide that is.
const NARROW_LAYER: f64 = 40.0;
const WIDE_LAYER: f64 = 52.0;
/// The width that an opened station takes, of all.
const OPEN: f64 = 0.6;
/// At least, and at most.
const OPEN_LIMITS: (f64, f64) = (720.0, 1120.0);

/// The stations of the picture, from left to right.
pub const STATIONS: [Station; 7] = [
    Station::Tokens,
    Station::Embed,
    Station::Layers,
    Station::Logits,
    Station::Softmax,
    Station::Sampler,
    Station::Dice,
];

/// x and width of each, of a picture 1,232 px wide, and of one of 1,872.
const SPANS: [[(f64, f64); 2]; 7] = [
    [(0.0, 84.0), (0.0, 112.0)],
    [(100.0, 56.0), (128.0, 72.0)],
    [(164.0, 312.0), (216.0, 600.0)],
    [(508.0, 152.0), (864.0, 220.0)],
    [(672.0, 216.0), (1100.0, 288.0)],
    [(900.0, 228.0), (1404.0, 344.0)],
    [(1136.0, 96.0), (1760.0, 112.0)],
];

/// The width of each beside an opened one, and the gap before it.
const SLIM: [(f64, f64); 7] = [
    (84.0, 0.0),
    (40.0, 12.0),
    (112.0, 12.0),
    (52.0, 16.0),
    (56.0, 8.0),
    (112.0, 8.0),
    (80.0, 8.0),
];

/// A stretch of the picture, from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Span {
    /// Where it begins.
    pub x: f64,
    /// How wide it is.
    pub w: f64,
}

impl Span {
    /// Where it ends.
    pub fn end(self) -> f64 {
        self.x + self.w
    }
}

/// Where the bands run: from, to, and for each gate where its column begins, where its bend begins, and how wide the column is. Empty where
/// the widths of the stations say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Course {
    /// Where they begin, and where they end.
    pub ends: (f64, f64),
    /// One entry a gate.
    pub gates: Vec<(f64, f64, f64)>,
}

/// What is drawn how large. A frame that is turned has x and y exchanged once it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// All of it.
    pub width: f64,
    /// The height of the stations' bodies.
    pub body: f64,
    /// The station that is open.
    pub open: Option<Station>,
    /// One entry a station, in their order.
    pub(super) spans: [Span; 7],
    /// A layer.
    pub pitch: f64,
    /// How many there are.
    pub(super) n_layers: u32,
    /// The one that has more room than the others.
    pub(super) wide_layer: Option<u32>,
    /// From row to row above the current one.
    pub row_pitch: f64,
    /// How many of them.
    pub rows_above: usize,
    /// Where the bodies begin.
    pub(super) first: f64,
    /// Where the current row begins, counted from there.
    pub(super) current: f64,
    /// The size of a cell of the current row.
    pub(super) cell: f64,
    /// How many candidates have a row, and how high that is.
    pub(super) candidates: (usize, f64),
    /// The bands, where the stations do not say it.
    pub(super) course: Option<Course>,
    /// The stations that are left out.
    pub(super) left_out: Vec<Station>,
    /// The stages that share a column; empty where each has its own.
    pub(super) groups: Vec<Group>,
}

impl Frame {
    /// In `width`, with a window `window` high whose picture begins at `top`, for so many layers and rows above the current one.
    pub fn new(
        (width, window, top): (f64, f64, f64),
        n_layers: u32,
        rows_above: usize,
        open: Option<Station>,
    ) -> Self {
        let body = (window - BESIDE - top).clamp(BODY.0, BODY.1);
        let body = (body / 4.0).floor() * 4.0;
        let spans = match open {
            Some(open) => beside(open, width),
            None => spread(width),
        };
        let layers = spans[Station::Layers as usize].w;
        let pitch = layers / f64::from(n_layers.max(1));
        let pitch = match pitch {
            wide if wide >= 40.0 => (wide / 4.0).floor() * 4.0,
            narrow => narrow,
        };
        let room = body * ABOVE / rows_above.max(1) as f64;
        let n = ((body / 36.0).floor() as usize)
            .saturating_sub(1)
            .clamp(10, 16);
        Frame {
            width,
            body,
            open,
            spans,
            pitch,
            n_layers,
            wide_layer: None,
            row_pitch: ((room / 4.0).floor() * 4.0).clamp(16.0, 60.0),
            rows_above,
            first: HEAD,
            current: (body * ABOVE / 4.0).floor() * 4.0,
            cell: (body * CURRENT / 64.0).floor().max(2.0),
            candidates: (n, (body / (n as f64 + 1.0)).floor()),
            course: None,
            left_out: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// The same with one layer wide enough to be read, if they are narrower than that; the others close up.
    pub fn with_layer(mut self, layer: Option<u32>) -> Self {
        let narrow = self.pitch < NARROW_LAYER && self.draws(Station::Layers);
        self.wide_layer = layer.filter(|layer| narrow && *layer < self.n_layers);
        self
    }

    /// The same with so many acting stages, of which those of `priority` must be shown, the first ones first.
    pub fn with_stages(mut self, stages: usize, priority: &[usize]) -> Self {
        self.groups = groups(stages, priority, self.at(Station::Sampler).w);
        self
    }

    /// The same for a model that runs elsewhere: in the place of its layers there is a narrow box.
    pub fn elsewhere(mut self) -> Self {
        let less = (self.at(Station::Layers).w - BOX).max(0.0);
        for station in STATIONS {
            let Span { x, w } = self.at(station);
            match station {
                Station::Layers => self.put(station, x, w - less),
                _ if station > Station::Layers => self.put(station, x - less, w),
                _ => {}
            }
        }
        self
    }

    /// The same without these stations: those that remain close up and take the width.
    pub fn without(mut self, left_out: Vec<Station>) -> Self {
        if !left_out.is_empty() {
            // From where a station begins to where the next one does.
            let ends = self.spans.iter().skip(1).map(|next| next.x);
            let ends: Vec<f64> = ends.chain([self.width]).collect();
            let (mut x, mut last) = (0.0, 0.0);
            for (station, end) in STATIONS.into_iter().zip(ends) {
                let Span { x: from, w } = self.at(station);
                let there = !left_out.contains(&station);
                self.put(station, x, if there { w } else { 0.0 });
                if there {
                    last = x + w;
                    x += end - from;
                }
            }
            let scale = self.width / f64::max(last, 1.0);
            for span in &mut self.spans {
                *span = Span {
                    x: (span.x * scale).round(),
                    w: (span.w * scale).round(),
                };
            }
            self.pitch *= scale;
        }
        self.left_out = left_out;
        self
    }

    /// Whether a station is left out.
    pub fn left_out(&self, station: Station) -> bool {
        self.left_out.contains(&station)
    }

    /// Whether a station is drawn: it is neither left out nor open.
    pub fn draws(&self, station: Station) -> bool {
        self.open != Some(station) && !self.left_out(station)
    }

    /// Puts a station somewhere.
    pub(super) fn put(&mut self, station: Station, x: f64, w: f64) {
        self.spans[station as usize] = Span { x, w };
    }

    /// Where a station is.
    pub fn at(&self, place: Station) -> Span {
        self.spans[place as usize]
    }

    /// Whether a station is only a strip, beside an opened one.
    pub fn is_slim(&self, place: Station) -> bool {
        self.open.is_some_and(|open| open != place)
    }

    /// The first and the last y of the bodies.
    pub fn top(&self) -> f64 {
        self.first
    }

    /// See [`Frame::top`].
    pub fn bottom(&self) -> f64 {
        self.first + self.body
    }

    /// The height of all.
    pub fn height(&self) -> f64 {
        self.round() + FOOT - LOOP
    }

    /// The y of the loop: below the results, and below what stands under the current row.
    pub fn round(&self) -> f64 {
        let row = self.row_top(self.rows_above) + self.height_of(self.rows_above);
        (self.bottom() + LOOP).max(row + BLOCK)
    }

    /// The height of a row above the current one.
    pub fn row_height(&self) -> f64 {
        (self.row_pitch - 4.0).clamp(15.0, 28.0)
    }

    /// The top of row `at`, the current one being the last.
    pub fn row_top(&self, at: usize) -> f64 {
        match at < self.rows_above {
            true => self.top() + at as f64 * self.row_pitch,
            false => self.top() + self.current,
        }
    }

    /// The height of row `at`.
    pub fn height_of(&self, at: usize) -> f64 {
        match at < self.rows_above {
            true => self.row_height(),
            false => 64.0 * self.cell,
        }
    }

    /// The middle of row `at`.
    pub fn row_middle(&self, at: usize) -> f64 {
        self.row_top(at) + self.height_of(at) / 2.0
    }

    /// The middle of the slot below the current token.
    pub fn slot_middle(&self) -> f64 {
        self.row_middle(self.rows_above) + 66.0
    }

    /// Where layer `layer` begins.
    pub fn layer(&self, layer: u32) -> f64 {
        let first = self.at(Station::Layers).x;
        let Some(wide) = self.wide_layer else {
            return first + f64::from(layer) * self.pitch;
        };
        let others = f64::from(self.n_layers.saturating_sub(1).max(1));
        let other = (f64::from(self.n_layers) * self.pitch - WIDE_LAYER) / others;
        let before = match layer > wide {
            true => WIDE_LAYER - other,
            false => 0.0,
        };
        first + f64::from(layer) * other + before
    }

    /// How wide layer `layer` is.
    pub fn pitch_of(&self, layer: u32) -> f64 {
        self.layer(layer + 1) - self.layer(layer)
    }

    /// How wide the ribbons of a layer may be together.
    pub fn fall(&self, layer: u32) -> f64 {
        (self.pitch_of(layer) * 0.54).floor()
    }

    /// How many candidates have a row, and how high that is.
    pub fn candidates(&self) -> (usize, f64) {
        self.candidates
    }

    /// The middle of row `at` of the candidates; the others follow the last one.
    pub fn candidate(&self, at: usize) -> f64 {
        let (_, pitch) = self.candidates();
        self.top() + pitch * (at as f64 + 0.5)
    }

    /// The y of a probability, counted from the top.
    pub fn prob(&self, p: f64) -> f64 {
        self.top() + self.body * p
    }
}

fn spread(width: f64) -> [Span; 7] {
    let t = ((width - 1232.0) / 640.0).min(1.0);
    let more = (width - 1872.0).max(0.0);
    STATIONS.map(|place| {
        let [(x, w), (x_wide, w_wide)] = SPANS[place as usize];
        let (x, w) = (x + (x_wide - x) * t, w + (w_wide - w) * t);
        // What is beyond goes to the layers.
        let x = if place > Station::Layers { x + more } else { x };
        let w = if place == Station::Layers {
            w + more
        } else {
            w
        };
        Span {
            x: x.round(),
            w: w.round(),
        }
    })
}

fn beside(open: Station, width: f64) -> [Span; 7] {
    let slim = STATIONS
        .iter()
        .zip(SLIM)
        .filter(|(place, _)| **place != open);
    let others: f64 = slim.map(|(_, (w, before))| w + before).sum();
    // Between the opened one and its neighbours; the margins have their own.
    let gap = |side: Station| if open == side { 0.0 } else { 12.0 };
    let (before_own, after_own) = (gap(Station::Tokens), gap(Station::Dice));
    let room = width - others - before_own - after_own;
    let own = (width * OPEN).clamp(OPEN_LIMITS.0, OPEN_LIMITS.1).min(room);
    // What neither needs goes to the layers, or to the opened station where that is them.
    let more = room - own;
    let mut x = 0.0;
    STATIONS.map(|place| {
        let (mut w, before) = match place == open {
            true => (own, before_own),
            false => SLIM[place as usize],
        };
        if place == Station::Layers {
            w += more.max(0.0);
        }
        x += before;
        let span = Span { x, w };
        x += w + if place == open { after_own } else { 0.0 };
        span
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(width: f64, window: f64) -> Frame {
        Frame::new((width, window, 192.0), 6, 4, None)
    }

    #[test]
    fn the_places_are_those_of_the_drawings() {
        let f = frame(1232.0, 800.0);
        assert_eq!((f.body, f.pitch, f.row_pitch), (396.0, 52.0, 48.0));
        assert_eq!(f.candidates(), (10, 36.0));
        assert_eq!((f.row_top(4), f.height_of(4)), (HEAD + 192.0, 128.0));
        let wide = frame(1872.0, 1080.0);
        assert_eq!((wide.body, wide.pitch), (676.0, 100.0));
        assert_eq!(wide.candidates().0, 16);
    }

    #[test]
    fn stations_never_overlap_whatever_the_width_and_whichever_is_open() {
        let opened = STATIONS.map(Some).into_iter().chain([None]);
        for open in opened {
            for width in [952.0, 1100.0, 1232.0, 1500.0, 1872.0, 2500.0] {
                let f = Frame::new((width, 700.0, 192.0), 6, 4, open);
                let spans = STATIONS.map(|place| f.at(place));
                for (one, next) in spans.iter().zip(&spans[1..]) {
                    assert!(one.end() <= next.x, "{open:?} {width}: {spans:?}");
                }
                assert!(spans[6].end() <= width + 0.5, "{open:?} {width}: {spans:?}");
                assert!(
                    spans.iter().all(|s| s.w > 30.0),
                    "{open:?} {width}: {spans:?}"
                );
            }
        }
    }

    #[test]
    fn stations_close_up_where_some_are_left_out() {
        for width in [1000.0, 1232.0, 1872.0] {
            for bits in 1..1 << STATIONS.len() {
                let (left_out, there): (Vec<_>, Vec<_>) = STATIONS
                    .into_iter()
                    .partition(|s| bits >> *s as usize & 1 == 1);
                let f = frame(width, 800.0).without(left_out);
                let spans: Vec<Span> = there.iter().map(|station| f.at(*station)).collect();
                let Some(last) = spans.last() else { continue };
                assert!(
                    spans[0].x == 0.0 && (last.end() - width).abs() <= 1.0,
                    "{there:?}: {spans:?}"
                );
                let wider = spans[0].w / frame(width, 800.0).at(there[0]).w;
                for (one, next) in spans.iter().zip(&spans[1..]) {
                    let gap = next.x - one.end();
                    assert!((-1.0..=50.0 * wider).contains(&gap), "{there:?}: {spans:?}");
                }
            }
        }
    }

    #[test]
    fn the_loop_runs_below_all_that_stands_under_the_layers() {
        for window in 500..1200 {
            let f = Frame::new((1232.0, f64::from(window), 192.0), 6, 4, None);
            let end = f.row_top(4) + f.height_of(4) + BLOCK;
            assert!(f.round() >= end && f.round() < f.height(), "{window}");
        }
    }

    #[test]
    fn a_layer_that_is_pointed_at_has_room_and_stays_under_the_pointer() {
        for n in [8, 12, 24, 48] {
            let plain = Frame::new((1232.0, 800.0, 192.0), n, 4, None);
            let end = plain.layer(n);
            for wide in 0..n {
                let f = plain.clone().with_layer(Some(wide));
                assert!((f.pitch_of(wide) - WIDE_LAYER).abs() < 1e-9);
                assert!((f.layer(n) - end).abs() < 1e-9);
                assert!(f.layer(wide) <= plain.layer(wide) + 1e-9);
                assert!(f.layer(wide + 1) >= plain.layer(wide + 1) - 1e-9);
            }
        }
        let six = frame(1232.0, 800.0);
        assert_eq!(
            six.clone().with_layer(Some(2)),
            six,
            "wide enough as they are"
        );
    }

    #[test]
    fn rows_shrink_as_the_text_grows() {
        let of = |rows| Frame::new((1232.0, 800.0, 192.0), 12, rows, None);
        assert_eq!((of(1).row_pitch, of(11).row_pitch), (60.0, 16.0));
        assert_eq!(of(0).row_top(0), of(7).row_top(7), "the current row stays");
        assert_eq!(of(4).pitch, 26.0);
    }
}
