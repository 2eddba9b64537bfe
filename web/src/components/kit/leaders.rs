//! Lines from rows to their segments of the dice.

use leptos::prelude::*;
use logitscope_core::TokenId;

use super::pointing::is_dimmed;

/// A row that lines begin at: its token, where its segment lies on the dice (from and to, 0..=1; `None` if it has none), and whether it is
/// the chosen one.
pub type Row = (TokenId, Option<(f64, f64)>, bool);

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Leader {
    /// Whose it is; `None`: of all tokens without a row.
    token: Option<TokenId>,
    /// Its middle at the rows.
    from: f64,
    /// Its middle at the dice.
    to: f64,
    /// Whether it leads to the chosen token.
    chosen: bool,
}

/// A line for each row that has a segment, and one from the row below them to what is left at the end of the dice. Segments thinner than
/// `thin`, 0..=1, have none. `row` is the middle of a row, `place` that of a number on the dice, in the units of the picture.
pub fn leaders(
    rows: &[Row],
    thin: f64,
    row: impl Fn(usize) -> f64,
    place: impl Fn(f64) -> f64,
) -> Vec<Leader> {
    let ends = rows
        .iter()
        .filter_map(|(_, segment, _)| Some(segment.as_ref()?.1));
    let end = ends.fold(0.0, f64::max);
    let own = rows
        .iter()
        .map(|(token, segment, chosen)| (Some(*token), *segment, *chosen));
    let rest = (None, Some((end, 1.0)), false);
    let all = own.chain([rest]).enumerate();
    let line = |(at, (token, segment, chosen)): (usize, (_, Option<(f64, f64)>, _))| {
        let (low, high) = segment.filter(|(low, high)| high - low >= thin)?;
        Some(Leader {
            token,
            from: row(at),
            to: place((low + high) / 2.0),
            chosen,
        })
    };
    all.filter_map(line).collect()
}

/// The lines as paths of a picture in which they go so far to the right.
#[component]
pub fn LeaderPaths(
    /// The lines.
    #[prop(into)]
    lines: Signal<Vec<Leader>>,
    /// How far they go.
    #[prop(into)]
    length: Signal<f64>,
) -> impl IntoView {
    let path = move |line: Leader| {
        let d = curve(line.from, length.get(), line.to);
        view! { <path d=d class:chosen=line.chosen class:dimmed=is_dimmed(line.token) /> }
    };
    move || lines.get().into_iter().map(path).collect_view()
}

fn curve(from: f64, length: f64, to: f64) -> String {
    let middle = length / 2.0;
    format!("M0 {from:.2}C{middle:.1} {from:.2} {middle:.1} {to:.2} {length:.1} {to:.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leads_from_each_row_to_the_middle_of_its_segment() {
        let rows: [Row; 4] = [
            (7, Some((0.0, 0.5)), false),
            (8, Some((0.5, 0.75)), true),
            (9, None, false),
            (4, Some((0.75, 0.751)), false),
        ];
        let found = |thin| {
            let lines = leaders(&rows, thin, |at| at as f64, |p| 100.0 * p);
            let place = |line: Leader| (line.token, line.from, line.to, line.chosen);
            lines.into_iter().map(place).collect::<Vec<_>>()
        };
        let [first, chosen] = [(Some(7), 0.0, 25.0, false), (Some(8), 1.0, 62.5, true)];
        let rest = (None, 4.0, 87.55, false);
        assert_eq!(found(0.01), [first, chosen, rest], "too thin to be led to");
        assert_eq!(found(0.0001).len(), 4);
    }

    #[test]
    fn nothing_leads_to_the_others_where_all_are_cut() {
        let rows: [Row; 1] = [(7, Some((0.0, 1.0)), true)];
        let lines = leaders(&rows, 1e-9, |at| at as f64, |p| p);
        assert_eq!(lines.len(), 1);
        assert_eq!(
            curve(1.0, 100.0, 2.0),
            "M0 1.00C50.0 1.00 50.0 2.00 100.0 2.00"
        );
    }
}
