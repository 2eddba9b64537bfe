//! Marks: shapes with a colour, and what they stand for.

use logitscope_core::TokenId;

/// A colour of the theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The page.
    Page,
    /// Text, and what is outlined like it.
    Text,
    /// Less important text.
    Muted,
    /// Hairlines and tracks.
    Line,
    /// What the model made.
    Model(Tone),
    /// What the sampler made.
    Chain(Tone),
    /// The draw.
    Luck,
    /// Words about the draw, and the loop.
    LuckText,
    /// What a stage removed.
    Cut,
}

/// How strong a colour is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// For text and for what is chosen.
    Full,
    /// Bars, dots and ribbons.
    Mid,
    /// Bands.
    Soft,
}

/// How a shape is filled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fill {
    /// One colour.
    Flat(Ink),
    /// From one colour to another, between two places: x across, or y down.
    Turn {
        /// The first colour.
        from: Ink,
        /// The second one; nothing at all where it is `None`.
        to: Option<Ink>,
        /// Where the first one ends and the second one begins.
        between: (f64, f64),
        /// Whether these places are ys.
        down: bool,
    },
    /// Stripes of what was removed.
    Hatch,
    /// Only an outline, of this width.
    Stroke(Ink, f64),
    /// The same, dashed.
    Dashed(Ink, f64),
    /// Filled and outlined.
    Both(Ink, Ink, f64),
}

/// A piece of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Goes somewhere: one point.
    Move,
    /// A straight line: one point.
    Line,
    /// A curve: three points.
    Curve,
    /// Back to where it began.
    Close,
}

/// What is drawn; lengths in CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle: x, y, width, height, radius of the corners.
    Rect([f64; 5]),
    /// A dot: x, y, radius.
    Dot([f64; 3]),
    /// An outline: verbs, and their points.
    Path(Vec<Verb>, Vec<[f64; 2]>),
    /// Stripes: x, y, width, height; −1..=1 from top to bottom; how opaque; and whether they stand upright, from left to right.
    Stripes([f64; 4], Vec<f32>, f64, bool),
    /// Words at x, y (their middle line).
    Words {
        /// Where they are.
        at: [f64; 2],
        /// What they say.
        text: String,
        /// Which of the type sizes, in px.
        size: u8,
        /// 400, 500 or 650.
        weight: u16,
        /// −1: they begin at x; 0: x is their middle; 1: they end there.
        align: i8,
        /// The most room, in px; beyond it they end in “…”.
        most: f64,
    },
}

/// What a mark stands for, so that pointing at it can say so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    /// A token of the text, by its place.
    Token(u32),
    /// A cell of the stream: the place of the token, the column (0 is the embedding, then two a layer), the cell.
    Stripe(u32, u32, u32),
    /// Attention: layer, the place that is read.
    Ribbon(u32, u32),
    /// How much attention or the MLP of a layer changes, or how long the stream is: layer, 0 to 2.
    Change(u32, u8),
    /// The word of a layer.
    Word(u32),
    /// The rank of the drawn token after a layer.
    Rank(u32),
    /// The score of a candidate, by its rank.
    Logit(u32),
    /// e^gap of a candidate, by its rank.
    Exp(u32),
    /// The sum of e^gap.
    Sum,
    /// The share of a candidate under the model, by its rank.
    Share(u32),
    /// The shares of a candidate from gate to gate, by its rank.
    Band(u32),
    /// What stage `gate` removed.
    Cut(u32),
    /// A stage, by its gate.
    Gate(u32),
    /// All tokens that have no band of their own.
    Others,
    /// A segment of the dice, by the rank of its token under the model.
    Segment(u32),
    /// The random number.
    Pin,
    /// The way back to the text.
    Round,
}

impl What {
    /// The layer that it is about.
    pub fn layer(self) -> Option<u32> {
        match self {
            What::Ribbon(layer, _)
            | What::Change(layer, _)
            | What::Word(layer)
            | What::Rank(layer) => Some(layer),
            // The first column is the embedding.
            What::Stripe(_, column, _) => column.checked_sub(1).map(|at| at / 2),
            _ => None,
        }
    }
}

/// Which part of the picture a mark belongs to: parts move one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The rows.
    Rows,
    /// A layer, 0-based.
    Layer(u32),
    /// Logits and softmax.
    Scores,
    /// The gates and their bands.
    Sampler,
    /// The dice.
    Dice,
    /// The loop.
    Round,
}

/// Names a mark from picture to picture, so that it can move: what it is, of whom, and which of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// What kind of mark.
    pub kind: &'static str,
    /// Of which token, layer or place.
    pub of: u32,
    /// Which of several.
    pub nth: u32,
}

/// One mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Its name.
    pub key: Key,
    /// Where it belongs.
    pub part: Part,
    /// What it looks like.
    pub shape: Shape,
    /// In which colour.
    pub fill: Fill,
    /// How opaque, 0..=1.
    pub alpha: f64,
    /// What it stands for.
    pub what: Option<What>,
    /// The token that it is about.
    pub token: Option<TokenId>,
}

impl Mark {
    /// A mark that stands for nothing by itself.
    pub fn new(part: Part, key: (&'static str, u32, u32), shape: Shape, fill: Fill) -> Self {
        let (kind, of, nth) = key;
        Mark {
            key: Key { kind, of, nth },
            part,
            shape,
            fill,
            alpha: 1.0,
            what: None,
            token: None,
        }
    }

    /// It stands for this.
    pub fn means(self, what: What) -> Self {
        Mark {
            what: Some(what),
            ..self
        }
    }

    /// It is about this token.
    pub fn of(self, token: TokenId) -> Self {
        Mark {
            token: Some(token),
            ..self
        }
    }

    /// It is so opaque.
    pub fn faint(self, alpha: f64) -> Self {
        Mark { alpha, ..self }
    }
}

/// Marks, the lower ones first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// All of them.
    pub marks: Vec<Mark>,
}

impl Scene {
    /// Puts one on top.
    pub fn add(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// The topmost mark at a place that stands for something.
    pub fn under(&self, x: f64, y: f64) -> Option<&Mark> {
        let holds = |mark: &&Mark| mark.what.is_some() && mark.shape.holds(x, y);
        self.marks.iter().rev().find(holds)
    }

    /// What is under the pointer: of a column of stripes, the one of its cells.
    pub fn what_under(&self, x: f64, y: f64) -> Option<(What, Option<TokenId>)> {
        let mark = self.under(x, y)?;
        let what = match (mark.what?, &mark.shape) {
            (
                What::Stripe(place, column, _),
                Shape::Stripes([left, top, width, height], cells, _, upright),
            ) => {
                let n = cells.len() as f64;
                let part = match upright {
                    true => (x - left) / width,
                    false => (y - top) / height,
                };
                let cell = (part * n).clamp(0.0, n - 1.0);
                What::Stripe(place, column, cell as u32)
            }
            (what, _) => what,
        };
        Some((what, mark.token))
    }
}

impl Scene {
    /// The same with x and y exchanged. Words are not turned: a turned picture has its own.
    pub fn turned(self) -> Self {
        let marks = self.marks.into_iter().filter_map(Mark::turned);
        Scene {
            marks: marks.collect(),
        }
    }
}

impl Mark {
    fn turned(self) -> Option<Self> {
        let shape = match self.shape {
            Shape::Rect([x, y, w, h, r]) => Shape::Rect([y, x, h, w, r]),
            Shape::Dot([x, y, r]) => Shape::Dot([y, x, r]),
            Shape::Path(verbs, points) => {
                Shape::Path(verbs, points.into_iter().map(|[x, y]| [y, x]).collect())
            }
            Shape::Stripes([x, y, w, h], cells, alpha, upright) => {
                Shape::Stripes([y, x, h, w], cells, alpha, !upright)
            }
            Shape::Words { .. } => return None,
        };
        let fill = match self.fill {
            Fill::Turn {
                from,
                to,
                between,
                down,
            } => Fill::Turn {
                from,
                to,
                between,
                down: !down,
            },
            other => other,
        };
        Some(Mark {
            shape,
            fill,
            ..self
        })
    }
}

/// How far beside a thin mark the pointer may be.
const REACH: f64 = 3.0;

impl Shape {
    /// Words with no limit of room.
    pub fn words(
        x: f64,
        y: f64,
        text: impl Into<String>,
        size: u8,
        weight: u16,
        align: i8,
    ) -> Self {
        Shape::Words {
            at: [x, y],
            text: text.into(),
            size,
            weight,
            align,
            most: f64::INFINITY,
        }
    }

    /// A straight line.
    pub fn line(from: [f64; 2], to: [f64; 2]) -> Self {
        Shape::Path(vec![Verb::Move, Verb::Line], vec![from, to])
    }

    /// Whether a place lies on it, or right beside it.
    pub fn holds(&self, x: f64, y: f64) -> bool {
        let within = |[left, top, width, height]: [f64; 4], reach: f64| {
            (left - reach..=left + width + reach).contains(&x)
                && (top - reach..=top + height + reach).contains(&y)
        };
        match self {
            Shape::Rect([left, top, width, height, _]) => {
                let thin = if width.min(*height) < 8.0 { REACH } else { 0.0 };
                within([*left, *top, *width, *height], thin)
            }
            Shape::Stripes(area, ..) => within(*area, 0.0),
            Shape::Dot([cx, cy, r]) => (x - cx).hypot(y - cy) <= r + REACH,
            Shape::Path(verbs, points) => inside(&corners(verbs, points), x, y),
            Shape::Words {
                at: [left, middle],
                text,
                size,
                align,
                ..
            } => {
                let width = wide(text, *size);
                let left = left - width * f64::from(align + 1) / 2.0;
                let height = f64::from(*size) * 1.3;
                within([left, middle - height / 2.0, width, height], 0.0)
            }
        }
    }
}

/// About how wide a text is, in px.
pub fn wide(text: &str, size: u8) -> f64 {
    let part = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ' ' | '\u{202f}' | '’' | '|' | '(' | ')' => 0.3,
        'f' | 't' | 'r' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '→' => 0.85,
        c if c.is_ascii_uppercase() => 0.68,
        c if c.is_ascii() => 0.58,
        '−' | '·' | '›' | '–' | '…' | '␣' => 0.65,
        _ => 1.0,
    };
    text.chars().map(part).sum::<f64>() * f64::from(size)
}

/// A path as a polygon, its curves in steps.
fn corners(verbs: &[Verb], points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    const STEPS: usize = 8;
    let mut corners: Vec<[f64; 2]> = Vec::new();
    let mut next = points.iter().copied();
    let mut take = || next.next().unwrap_or_default();
    for verb in verbs {
        match verb {
            Verb::Move | Verb::Line => corners.push(take()),
            Verb::Curve => {
                let from = corners.last().copied().unwrap_or_default();
                let (one, two, to) = (take(), take(), take());
                for step in 1..=STEPS {
                    let t = step as f64 / STEPS as f64;
                    let at = |i: usize| {
                        let s = 1.0 - t;
                        s * s * s * from[i]
                            + 3.0 * s * s * t * one[i]
                            + 3.0 * s * t * t * two[i]
                            + t * t * t * to[i]
                    };
                    corners.push([at(0), at(1)]);
                }
            }
            Verb::Close => {}
        }
    }
    corners
}

/// Whether a place is inside a polygon: an odd number of its sides lie to the right.
fn inside(corners: &[[f64; 2]], x: f64, y: f64) -> bool {
    let last = corners.last().copied();
    let sides = last.into_iter().chain(corners.iter().copied());
    let mut inside = false;
    for ([ax, ay], [bx, by]) in sides.zip(corners.iter().copied()) {
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(shape: Shape, what: What) -> Mark {
        Mark::new(Part::Scores, ("test", 0, 0), shape, Fill::Hatch).means(what)
    }

    #[test]
    fn the_topmost_mark_answers_and_stripes_name_their_cell() {
        let mut scene = Scene::default();
        let cells = vec![0.5; 64];
        scene.add(mark(
            Shape::Stripes([10.0, 0.0, 12.0, 128.0], cells, 1.0, false),
            What::Stripe(3, 1, 0),
        ));
        scene.add(mark(Shape::Rect([0.0, 100.0, 50.0, 50.0, 0.0]), What::Sum));
        let what = |x, y| scene.what_under(x, y).map(|(what, _)| what);
        assert_eq!(what(12.0, 4.5), Some(What::Stripe(3, 1, 2)));
        assert_eq!(what(12.0, 110.0), Some(What::Sum));
        assert_eq!(what(60.0, 110.0), None);
    }

    #[test]
    fn a_curved_band_holds_what_lies_between_its_edges() {
        use Verb::*;
        let verbs = vec![Move, Curve, Line, Curve, Close];
        let points = vec![
            [0.0, 0.0],
            [5.0, 0.0],
            [5.0, 20.0],
            [10.0, 20.0],
            [10.0, 30.0],
            [5.0, 30.0],
            [5.0, 10.0],
            [0.0, 10.0],
        ];
        let band = Shape::Path(verbs, points);
        for (x, y, held) in [
            (0.5, 5.0, true),
            (9.5, 25.0, true),
            (9.5, 5.0, false),
            (0.5, 25.0, false),
        ] {
            assert_eq!(band.holds(x, y), held, "{x} {y}");
        }
    }
}
