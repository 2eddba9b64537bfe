//! The picture from top to bottom, for narrow windows: x and y exchange roles for the stream and for the bands; the scores are a list, below
//! the stream, or right of it where there is room.

use super::frame::{Course, Frame, STATIONS, Span};
use super::logits::limit;
use super::mark::{Fill, Ink, Mark, Part, Scene, Shape, Tone, What};
use super::step::Step;
use super::{bands, chip, dice, logits, ribbons, softmax, stream};
use crate::choices::Station;
use crate::components::kit::format;
use crate::components::step::step_on_screen::Follows;
use crate::words::say;

/// The heads, and the chips below that of the tokens.
const CHIPS: f64 = 34.0;
/// Where the chips end, with a gap.
const CHIPS_END: f64 = 80.0;
/// Where the stream begins, and where its layers do.
const STREAM: f64 = 72.0;
const LAYERS: f64 = 104.0;
/// From column to column, where there is room.
const COLUMN: f64 = 48.0;
/// The most columns before the current one.
pub const MOST_COLUMNS: usize = 4;
/// What the layers would say.
const SAYS: f64 = 70.0;
/// Rows of candidates, and how high they are.
const ROWS: (usize, f64) = (8, 28.0);
/// From this width on the scores stand right of the stream: how many rows, and how high they are at most.
const TWO_COLUMNS: f64 = 560.0;
const ROWS_BESIDE: (usize, f64) = (10, 36.0);
/// Of the width, what the stream has then; and the gap.
const STREAM_PART: f64 = 0.54;
const GAP: f64 = 28.0;
/// From this width on all heads are in one row; `flow.css` makes room for the second one below it. And how high a row is.
const ONE_ROW: f64 = 480.0;
const ROW: f64 = 36.0;
/// The head of a section.
const SECTION: f64 = 70.0;
/// The row of a slider, and the strip in which the bands bend.
const SLIDER: f64 = 44.0;
const STRIP: f64 = 46.0;
/// How high the way from the stream to the scores begins.
const CONE: f64 = 24.0;
/// The strip before the first gate.
const BEFORE: f64 = 40.0;
/// Below the bar of the dice: the chip, and where the loop runs, with its words under it.
const CHIP: f64 = 28.0;
const ROUND: f64 = 112.0;
const BELOW: f64 = 136.0;
/// What the share of a candidate has right of its bar.
const SHARE: f64 = 66.0;
/// What the head of the dice has of the width at most, and how far it is from the chip beside it.
const HEAD_PART: f64 = 0.44;
const BESIDE_CHIP: f64 = 8.0;
/// The width of a number under the bar of the dice.
const NUMBER: f64 = 34.0;

/// The parts of the picture, each with its own frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Tall {
    width: f64,
    /// Of it, what the stream has.
    left: f64,
    /// Turned.
    stream: Frame,
    list: Frame,
    /// Turned.
    bands: Frame,
    /// The tops of the sections: scores, sampler, dice.
    tops: [f64; 3],
    n_layers: u32,
    left_out: Vec<Station>,
}

impl Tall {
    /// In `width`, for so many layers, columns before the current one, and acting stages, without some stations.
    pub fn new(
        width: f64,
        n_layers: u32,
        before: usize,
        stages: usize,
        left_out: Vec<Station>,
    ) -> Self {
        let out = |station| left_out.contains(&station);
        let n = f64::from(n_layers.max(1));
        let pitch = (420.0 / n).floor().clamp(14.0, 44.0);
        let beside = width >= TWO_COLUMNS && !out(Station::Layers) && !out(Station::Logits);
        let left = if beside {
            (width * STREAM_PART).round()
        } else {
            width
        };
        let room = left - MOST_COLUMNS as f64 * COLUMN - 8.0 - SAYS;
        let cell = ((room / 64.0 * 2.0).floor() / 2.0).clamp(1.0, 5.0);
        let current = left - SAYS - 64.0 * cell;
        let column = (current / MOST_COLUMNS as f64).floor().clamp(1.0, COLUMN);
        let stream_end = match (out(Station::Layers), out(Station::Tokens)) {
            (true, true) => 0.0,
            (true, false) => CHIPS_END,
            (false, _) => LAYERS + n * pitch + 36.0,
        };
        // Where the list is: x, width, y; how many rows; how high they are.
        let (list_x, list_w, scores) = match beside {
            true => (left + GAP, width - left - GAP, 0.0),
            false => (0.0, width, stream_end),
        };
        let rows = scores + SECTION;
        let candidates = match beside {
            true => {
                let fit = (stream_end - rows) / (ROWS_BESIDE.0 + 1) as f64;
                (ROWS_BESIDE.0, fit.floor().clamp(ROWS.1, ROWS_BESIDE.1))
            }
            false => ROWS,
        };
        let list_end = rows + (candidates.0 + 1) as f64 * candidates.1 + 16.0;
        let sampler = match (out(Station::Logits), beside) {
            (true, _) => stream_end,
            (false, true) => list_end.max(stream_end),
            (false, false) => list_end,
        };
        let mut first = sampler + 36.0;
        let mut at = first + BEFORE;
        let mut gates = Vec::new();
        if out(Station::Sampler) {
            (first, at) = (sampler, sampler);
        } else {
            for _ in 0..stages {
                gates.push((at, at + SLIDER, SLIDER + STRIP));
                at += SLIDER + STRIP;
            }
        }
        let base = Frame {
            width,
            body: width,
            open: None,
            spans: [Span::default(); 7],
            pitch,
            n_layers,
            wide_layer: None,
            row_pitch: column,
            rows_above: before,
            first: 0.0,
            current,
            cell,
            candidates,
            course: None,
            left_out: left_out.clone(),
            groups: Vec::new(),
        };
        let mut of_stream = base.clone();
        of_stream.put(Station::Tokens, CHIPS, 28.0);
        of_stream.put(Station::Embed, STREAM, 32.0);
        of_stream.put(Station::Layers, LAYERS, n * pitch);
        match beside {
            true => of_stream.left_out.push(Station::Logits),
            false => of_stream.put(Station::Logits, scores, SECTION),
        }
        let mut list = base.clone();
        list.first = rows;
        list.body = (candidates.0 + 1) as f64 * candidates.1;
        list.put(Station::Logits, list_x, list_w * 0.52);
        list.put(Station::Softmax, list_x + list_w * 0.56, list_w * 0.44);
        let mut of_bands = base;
        of_bands.put(Station::Sampler, first, at - first);
        of_bands.put(Station::Dice, at + 4.0, 100.0);
        of_bands.course = Some(Course {
            ends: (first, at),
            gates,
        });
        Tall {
            width,
            left,
            stream: of_stream,
            list,
            bands: of_bands,
            tops: [scores, sampler, at + 4.0 + chip::BAR],
            n_layers,
            left_out,
        }
    }

    /// Whether a station is drawn.
    pub fn draws(&self, station: Station) -> bool {
        !self.left_out.contains(&station)
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        match self.draws(Station::Dice) {
            true => self.tops[2] + BELOW,
            false => self.tops[2],
        }
    }

    /// How many candidates have a row.
    pub fn candidates(&self) -> usize {
        self.list.candidates().0
    }

    /// The head of a station: x, y, width, height.
    pub fn head(&self, station: Station, step: Option<&Step>) -> Option<[f64; 4]> {
        if !self.draws(station) {
            return None;
        }
        let [scores, sampler, dice] = self.tops;
        let current = self.stream.row_top(self.stream.rows_above.max(1));
        let (w, list) = (self.width, |station| self.list.at(station));
        Some(match station {
            Station::Tokens => [0.0, 0.0, current - 12.0, 32.0],
            Station::Layers => [current, 0.0, self.left - current, 32.0],
            // Right of its stripes, above what the layers would say.
            Station::Embed => [self.left - SAYS + 8.0, STREAM - 2.0, SAYS - 8.0, 32.0],
            Station::Logits => {
                let Span { x, w } = list(station);
                [x, scores, w - 8.0, 44.0]
            }
            Station::Softmax => {
                let Span { x, w } = list(station);
                [x, scores, w, 44.0]
            }
            Station::Sampler => [0.0, sampler, w, 32.0],
            Station::Dice => {
                // Beside the chip, where there is more room.
                let (from, to) = step.map_or((w, w), |step| {
                    let [x, _, wide, _] = self.chosen(step);
                    (x - BESIDE_CHIP, x + wide + BESIDE_CHIP)
                });
                let (x, room) = match from >= w - to {
                    true => (0.0, from),
                    false => (to, w - to),
                };
                let wide = room.min(w * HEAD_PART);
                [if x > 0.0 { w - wide } else { x }, dice + 26.0, wide, 76.0]
            }
            _ => return None,
        })
    }

    /// The head of a station in a row of all, or in two rows where one has no room for the names.
    pub fn tab(&self, station: Station) -> [f64; 4] {
        let all = STATIONS.len();
        let columns = if self.width < ONE_ROW {
            all.div_ceil(2)
        } else {
            all
        };
        let (at, wide) = (station as usize, self.width / columns as f64);
        let (row, column) = (at / columns, at % columns);
        [wide * column as f64, ROW * row as f64, wide - 4.0, 32.0]
    }

    /// The chip of column `at`.
    pub fn chip(&self, at: usize) -> [f64; 4] {
        let (middle, size) = (self.stream.row_middle(at), self.stream.height_of(at));
        let wide = match at < self.stream.rows_above {
            true => self.stream.row_pitch - 4.0,
            false => size.min(90.0),
        };
        // The first one begins with the picture, and ends before the next all the same.
        let from = (middle - wide / 2.0).max(0.0);
        [from, CHIPS, middle + wide / 2.0 - from, 28.0]
    }

    /// The row of candidate `at`.
    pub fn row(&self, at: usize) -> [f64; 4] {
        let (_, pitch) = self.list.candidates();
        let y = self.list.candidate(at) - pitch / 2.0;
        let x = self.list.at(Station::Logits).x;
        [x, y, self.list.at(Station::Softmax).end() - x, pitch]
    }

    /// The layers.
    pub fn layers(&self) -> Option<[f64; 4]> {
        let there = self.draws(Station::Layers);
        let height = f64::from(self.n_layers) * self.stream.pitch;
        there.then_some([0.0, LAYERS, self.left, height])
    }

    /// The loop, left of the picture: from the middle of the chosen chip down to where it runs, and up to the tokens. Its y and height, and how
    /// far it runs to the right. There is none without tokens, or without dice.
    pub fn round(&self, step: &Step) -> Option<[f64; 3]> {
        let there = self.draws(Station::Layers) && self.draws(Station::Dice);
        let [x, _, w, _] = self.chosen(step);
        let top = CHIPS + 14.0;
        (there && step.open).then_some([top, self.tops[2] + ROUND - top, x + w / 2.0])
    }

    /// The row of the slider of gate `at`.
    pub fn gate(&self, at: usize) -> Option<[f64; 4]> {
        let (y, ..) = *self.bands.course.as_ref()?.gates.get(at)?;
        Some([0.0, y, self.width, SLIDER])
    }

    /// The bar of the dice.
    pub fn bar(&self) -> [f64; 4] {
        [
            0.0,
            self.bands.at(Station::Dice).x - 4.0,
            self.width,
            chip::BAR + 8.0,
        ]
    }

    /// The chip of the chosen token.
    pub fn chosen(&self, step: &Step) -> [f64; 4] {
        let middle = bands::middle_of_choice(step);
        let w = 96.0;
        let x = (middle * self.width - w / 2.0).clamp(0.0, self.width - w);
        [x, self.tops[2] + CHIP, w, 44.0]
    }

    /// What the model made of the text.
    pub fn model(&self, step: &Step) -> Scene {
        let mut scene = Scene::default();
        if self.draws(Station::Layers) {
            stream::draw(step, &self.stream, &mut scene);
            ribbons::draw(step, &self.stream, &mut scene);
            scene = scene.turned();
            if self.left < self.width {
                self.cone(&mut scene);
            }
            self.says(step, &mut scene);
        }
        if self.draws(Station::Logits) {
            logits::draw(step, &self.list, &mut scene);
            self.shares(step, &mut scene);
        }
        scene
    }

    /// What sampler and dice made of it.
    pub fn sampler(&self, step: &Step) -> Scene {
        let mut scene = Scene::default();
        if self.draws(Station::Sampler) {
            bands::draw(step, &self.bands, &mut scene);
        }
        if self.draws(Station::Dice) {
            dice::draw(step, &self.bands, &mut scene);
        }
        let mut scene = scene.turned();
        if self.draws(Station::Sampler) {
            self.band_words(step, &mut scene);
        }
        if self.draws(Station::Dice) {
            self.dice_words(step, &mut scene);
        }
        scene
    }

    /// From the last stripes to the scores right of them.
    fn cone(&self, scene: &mut Scene) {
        use super::mark::Verb::*;
        let from = self.left - SAYS;
        let to = self.list.at(Station::Logits).x - 4.0;
        let bottom = self.stream.layer(self.n_layers);
        let middle = (from + to) / 2.0;
        let points = vec![
            [from, bottom - CONE],
            [middle, bottom - CONE],
            [middle, self.list.top()],
            [to, self.list.top()],
            [to, self.list.bottom()],
            [middle, self.list.bottom()],
            [middle, bottom],
            [from, bottom],
        ];
        let shape = Shape::Path(vec![Move, Curve, Line, Curve, Close], points);
        let fill = Fill::Flat(Ink::Model(Tone::Soft));
        scene.add(Mark::new(Part::Scores, ("cone", 0, 0), shape, fill).faint(0.55));
    }

    /// Beside the stream, what the model would say after each layer.
    fn says(&self, step: &Step, scene: &mut Scene) {
        let Some(layers) = &step.layers else { return };
        let Some(words) = &layers.words else { return };
        let every = (34.0 / self.stream.pitch).ceil().max(1.0) as u32;
        let x = self.left - SAYS + 8.0;
        if every == 1 {
            let text = say().flow_would_say().to_string();
            let shape = Shape::words(x, LAYERS + 9.0, text, 12, 400, -1);
            let mark = Mark::new(
                Part::Rows,
                ("block-label", 0, 0),
                shape,
                Fill::Flat(Ink::Muted),
            );
            scene.add(mark);
        }
        let shown = |layer: &u32| (self.n_layers - 1 - layer).is_multiple_of(every);
        for layer in (0..self.n_layers).filter(shown) {
            let Some(cell) = words.cells.get(layer as usize + 1) else {
                continue;
            };
            let y = self.stream.layer(layer) + self.stream.pitch;
            let last = layer + 1 == self.n_layers;
            let text = layers
                .texts
                .get(layer as usize)
                .cloned()
                .unwrap_or_default();
            let mut put = |nth: u32, shape: Shape, ink: Ink, room: f64| {
                let mut shape = shape;
                limit(&mut shape, room);
                let mark = Mark::new(
                    Part::Layer(layer),
                    ("says", layer, nth),
                    shape,
                    Fill::Flat(ink),
                );
                scene.add(mark.means(What::Word(layer)).of(cell.token));
            };
            let room = SAYS - 10.0;
            let size = match super::mark::wide(&text, 14) <= room {
                true => 14,
                false => 12,
            };
            put(
                0,
                Shape::words(x, y - 18.0, text, size, 500, -1),
                Ink::Text,
                room,
            );
            let share = format::percent(cell.prob);
            // Beside the share, unless that is >99.9 %, which has no room for it.
            if !share.starts_with('>') {
                put(
                    1,
                    Shape::words(self.left, y - 3.0, format!("L{layer}"), 12, 400, 1),
                    Ink::Muted,
                    24.0,
                );
            }
            let (ink, weight) = if last {
                (Ink::Model(Tone::Full), 650)
            } else {
                (Ink::Muted, 400)
            };
            put(
                2,
                Shape::words(x, y - 3.0, share, 12, weight, -1),
                ink,
                SAYS,
            );
        }
    }

    /// e^gap as a bar, and the share.
    fn shares(&self, step: &Step, scene: &mut Scene) {
        let area = self.list.at(Station::Softmax);
        let n = step.candidates.len();
        let own: f64 = step.candidates.iter().map(|c| c.exp).sum();
        let rest = (step.exp_total - own).max(0.0);
        let others = (
            u32::MAX,
            rest,
            rest / step.exp_total,
            n,
            What::Others,
            false,
        );
        let rows = step.candidates.iter().enumerate();
        let rows = rows.map(|(at, c)| {
            (
                c.token,
                c.exp,
                c.prob,
                at,
                What::Share(c.rank),
                c.token == step.chosen,
            )
        });
        for (token, exp, prob, at, what, chosen) in rows.chain([others]) {
            let y = self.list.candidate(at);
            let mut add = |key: (&'static str, u32, u32), shape: Shape, ink: Ink| {
                let mark = Mark::new(Part::Scores, key, shape, Fill::Flat(ink)).means(what);
                scene.add(if token == u32::MAX {
                    mark
                } else {
                    mark.of(token)
                });
            };
            let weight = if chosen { 650 } else { 400 };
            let ink = if chosen { Ink::Text } else { Ink::Muted };
            let number = area.x + 38.0;
            add(
                ("exp", token, 0),
                Shape::words(number, y, format::decimals(exp, 3), 14, weight, 1),
                ink,
            );
            let from = number + 10.0;
            let room = (area.end() - SHARE - from).max(8.0);
            let tone = if chosen { Tone::Full } else { Tone::Mid };
            for (nth, shape) in (0u32..).zip(softmax::bar((from, y), exp, room)) {
                add(("exp-bar", token, nth), shape, Ink::Model(tone));
            }
            let share = Shape::words(
                area.end(),
                y,
                format::percent(prob),
                14,
                if chosen { 650 } else { 500 },
                1,
            );
            add(("share", token, 0), share, Ink::Model(Tone::Full));
        }
    }

    /// In each strip the names of the bands that have room, with their shares there.
    fn band_words(&self, step: &Step, scene: &mut Scene) {
        let Some(course) = &self.bands.course else {
            return;
        };
        // The bands run pale under the sliders.
        for (at, (y, ..)) in (0u32..).zip(&course.gates) {
            let row = Shape::Rect([0.0, *y, self.width, SLIDER, 0.0]);
            let mark = Mark::new(Part::Sampler, ("veil", at, 0), row, Fill::Flat(Ink::Page));
            scene.add(mark.faint(0.55));
        }
        let strips = course.gates.iter().map(|(_, bend, _)| bend + STRIP / 2.0);
        let strips = [course.ends.0 + BEFORE / 2.0].into_iter().chain(strips);
        for (level, y) in strips.enumerate() {
            let ink = if level == 0 {
                Ink::Model(Tone::Full)
            } else {
                Ink::Chain(Tone::Full)
            };
            // Below the bend.
            let y = if level == 0 { y } else { y + 6.0 };
            for lies in bands::spans(step, level) {
                let Some(followed) = step.followed.iter().find(|f| f.token == lies.token) else {
                    continue;
                };
                let room = (lies.to - lies.from) * self.width - 4.0;
                if room < 34.0 {
                    continue;
                }
                let chosen = lies.token == step.chosen;
                let x = (lies.from + lies.to) / 2.0 * self.width;
                let weight = if chosen { 650 } else { 500 };
                let name = format::bare(&followed.text).to_owned();
                let share = format::known(step.known(lies.to - lies.from, level), format::percent);
                let what = What::Band(followed.rank);
                let inks = if chosen {
                    [Ink::Text; 2]
                } else {
                    [Ink::Text, ink]
                };
                for (nth, (text, dy, ink)) in
                    (0u32..).zip([(name, -8.0, inks[0]), (share, 8.0, inks[1])])
                {
                    // A word may end in …, a number may not. Widths are measured a little too large.
                    if nth == 1 && super::mark::wide(&text, 12) > room + 3.0 {
                        continue;
                    }
                    let mut shape = Shape::words(x, y + dy, text, 12, weight, 0);
                    limit(&mut shape, room);
                    let key = ("band-word", lies.token, 2 * level as u32 + nth);
                    let mark = Mark::new(Part::Sampler, key, shape, Fill::Flat(ink));
                    scene.add(mark.means(what).of(lies.token));
                }
            }
        }
        for ((y, ..), (at, record)) in course.gates.iter().zip((0u32..).zip(&step.stages)) {
            let left = say().flow_stay(u64::from(record.tokens_out)).to_string();
            let text = match record.tokens_removed() {
                0 => left,
                _ => format!(
                    "{} · {left}",
                    super::note::minus(format::known(record.mass_removed, format::percent))
                ),
            };
            let shape = Shape::words(self.width - 4.0, y + 11.0, text, 12, 400, 1);
            let mark = Mark::new(Part::Sampler, ("left", at, 0), shape, Fill::Flat(Ink::Text));
            scene.add(mark.means(What::Gate(at)));
        }
    }

    /// The numbers under the bar of the dice.
    fn dice_words(&self, step: &Step, scene: &mut Scene) {
        let y = self.tops[2] + 14.0;
        let mut words = |kind: &'static str, nth: u32, (x, align), text: String, ink: Ink| {
            let shape = Shape::words(x, y, text, 12, 400, align);
            scene.add(Mark::new(
                Part::Dice,
                (kind, nth, 0),
                shape,
                Fill::Flat(ink),
            ));
        };
        let given = step.follows == Follows::Written;
        let edges = dice::edges_at(step, &self.bands);
        for quarter in 0..=4u32 {
            let p = f64::from(quarter) / 4.0;
            let x = p * self.width;
            if given || edges.iter().all(|edge| (x - edge).abs() > NUMBER + 12.0) {
                let align = match quarter {
                    0 => -1,
                    4 => 1,
                    _ => 0,
                };
                words(
                    "tick-word",
                    quarter,
                    (x, align),
                    format::exactly(p),
                    Ink::Muted,
                );
            }
        }
        if !given {
            let (low, high) = step.segment;
            let places = beside(edges, self.width);
            for (nth, (p, x)) in (0u32..).zip([(low, places[0]), (high, places[1])]) {
                let text = format::about(step.on_dice(p));
                words("edge-word", nth, (x, 0), text, Ink::LuckText);
            }
        }
    }
}

/// Where the middles of two numbers are that belong to `edges`, the left one first: whole on a picture of `width`, and not on each other.
fn beside([low, high]: [f64; 2], width: f64) -> [f64; 2] {
    const APART: f64 = NUMBER + 6.0;
    let end = width - NUMBER / 2.0;
    let high = high.max(NUMBER / 2.0 + APART).min(end);
    [low.min(high - APART).max(NUMBER / 2.0), high]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_dice_are_whole_and_beside_each_other() {
        let width = 358.0;
        for low in (-20..=380).map(f64::from) {
            for wide in [0.0, 1.0, 30.0, 200.0] {
                let [left, right] = beside([low, low + wide], width);
                assert!(right - left >= NUMBER + 6.0, "{low} {wide}");
                assert!(left >= NUMBER / 2.0 && right <= width - NUMBER / 2.0);
            }
        }
        // Where there is room, each is at its edge.
        assert_eq!(beside([100.0, 200.0], width), [100.0, 200.0]);
    }

    #[test]
    fn without_the_layers_the_scores_begin_below_the_tokens() {
        for width in [320.0, 390.0, 700.0] {
            let out = vec![Station::Embed, Station::Layers];
            let tall = Tall::new(width, 0, 4, 3, out);
            let [_, y, _, height] = tall.chip(4);
            let head = |station| tall.head(station, None).map(|[_, top, ..]| top);
            let scores = head(Station::Logits).expect("it is drawn");
            assert!(y + height < scores, "{width}: {} and {scores}", y + height);
            assert!(tall.row(0)[1] > scores);
            assert!(head(Station::Sampler) > Some(tall.row(7)[1]));
        }
        let alone = Tall::new(390.0, 0, 4, 3, vec![Station::Tokens, Station::Layers]);
        assert_eq!(
            alone.head(Station::Logits, None).map(|[_, y, ..]| y),
            Some(0.0)
        );
    }
}
