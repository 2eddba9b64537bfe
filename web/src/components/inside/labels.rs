//! Names beside points, where they cover one another least.

use logitscope_core::sorted;

/// Width of a character and height of a line, in units of the picture; as in the style sheet.
const CHAR: f64 = 3.3;
const LINE: f64 = 5.4;
/// From the middle of a point to its name.
const ASIDE: f64 = 3.0;

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// The place of its anchor.
    pub x: f64,
    /// Its base line.
    pub y: f64,
    /// `start`, `middle` or `end`.
    pub anchor: &'static str,
}

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

/// How much of two rectangles is the same.
fn overlap(a: Area, b: Area) -> f64 {
    let width = a[2].min(b[2]) - a[0].max(b[0]);
    let height = a[3].min(b[3]) - a[1].max(b[1]);
    width.max(0.0) * height.max(0.0)
}

/// The places of a name of so many characters beside a point: right, left, above, below.
fn around([x, y]: [f64; 2], chars: usize) -> [(Label, Area); 4] {
    let width = CHAR * chars as f64;
    let label = |dx: f64, dy: f64, anchor: &'static str| {
        let (x, y) = (x + dx, y + dy);
        let left = match anchor {
            "start" => x,
            "end" => x - width,
            _ => x - width / 2.0,
        };
        let area = [left, y - 0.8 * LINE, left + width, y + 0.2 * LINE];
        (Label { x, y, anchor }, area)
    };
    [
        label(ASIDE, 2.0, "start"),
        label(-ASIDE, 2.0, "end"),
        label(0.0, -ASIDE, "middle"),
        label(0.0, ASIDE + 0.8 * LINE, "middle"),
    ]
}

/// A place for the name of each point, of so many characters, in a picture that reaches from −`half` to `half`: one after the other, each
/// where it covers least of the points, of the names before it, and of what is outside.
pub fn place(points: &[([f64; 2], usize)], half: f64) -> Vec<Label> {
    let dots = points
        .iter()
        .map(|([x, y], _)| [x - 2.0, y - 2.0, x + 2.0, y + 2.0]);
    let mut taken: Vec<Area> = dots.collect();
    let mut labels = Vec::with_capacity(points.len());
    for (point, chars) in points {
        let cost = |area: Area| {
            let whole = (area[2] - area[0]) * (area[3] - area[1]);
            let outside = whole - overlap(area, [-half, -half, half, half]);
            10.0 * outside + taken.iter().map(|other| overlap(area, *other)).sum::<f64>()
        };
        let mut best = around(*point, *chars).map(|(label, area)| (cost(area), label, area));
        sorted::sort_by(&mut best, |a, b| a.0.total_cmp(&b.0));
        let [(_, label, area), ..] = best;
        taken.push(area);
        labels.push(label);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas(points: &[([f64; 2], usize)], labels: &[Label]) -> Vec<Area> {
        let area = |((point, chars), label): (&([f64; 2], usize), &Label)| {
            let all = around(*point, *chars);
            all.iter()
                .find(|(l, _)| l == label)
                .expect("one of the four")
                .1
        };
        points.iter().zip(labels).map(area).collect()
    }

    #[test]
    fn a_lonely_name_stands_on_the_right_and_one_at_the_edge_on_the_left() {
        let anchors = |x| place(&[([x, 0.0], 6)], 100.0)[0].anchor;
        assert_eq!((anchors(0.0), anchors(95.0)), ("start", "end"));
    }

    #[test]
    fn names_of_neighbours_do_not_cover_one_another() {
        let points = [
            ([0.0, 0.0], 5),
            ([3.0, 1.0], 5),
            ([1.0, 4.0], 5),
            ([2.0, -3.0], 5),
        ];
        let areas = areas(&points, &place(&points, 100.0));
        for (i, a) in areas.iter().enumerate() {
            for b in &areas[..i] {
                assert!(overlap(*a, *b) < 1e-9, "{areas:?}");
            }
        }
    }
}
