//! The axes of the chart of ranks, and the tokens at the ends of its lines.

use leptos::prelude::*;
use logitscope_core::sorted;

use crate::components::kit::format;
use crate::words::say;

/// Height of the chart, in units of its view box.
pub const HEIGHT: f64 = 100.0;
/// Words at the ends of lines are at least so far apart, in units of the chart.
const APART: f64 = 11.0;
/// The most depths with a name.
const MOST_DEPTHS: usize = 13;

/// The place of a rank in the chart, 0 at the top: by its logarithm, rank 0 first, the last of `d_vocab` at the bottom.
pub fn height(rank: u32, d_vocab: usize) -> f64 {
    let last = (d_vocab.max(2) as f64).log2();
    HEIGHT * (f64::from(rank + 1).log2() / last).min(1.0)
}

/// The ranks with a line across the chart: 1, 10, 100 and so on.
fn ticks(d_vocab: usize) -> Vec<u32> {
    let powers = std::iter::successors(Some(1u32), |rank| rank.checked_mul(10));
    powers
        .take_while(|rank| (*rank as usize) <= d_vocab)
        .collect()
}

/// `places` moved down, in their order from the top, until they are apart.
fn apart(places: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    sorted::sort_by(&mut order, |a, b| places[*a].total_cmp(&places[*b]));
    let mut moved = places.to_vec();
    let mut least = f64::NEG_INFINITY;
    for at in order {
        moved[at] = places[at].max(least);
        least = moved[at] + APART;
    }
    moved
}

/// Around a chart of `depths` depths whose lines end at `ends`, each with its token and its last rank.
#[component]
pub fn RankAxes(
    /// How many depths there are, the embedding included.
    depths: usize,
    /// The size of the vocabulary.
    d_vocab: usize,
    /// Token and last rank of each line, 0 being the first.
    ends: Vec<(String, u32)>,
) -> impl IntoView {
    let percent = |part: f64| format!("{:.2}%", 100.0 * part);
    let rank = |rank: u32| {
        let top = percent(height(rank - 1, d_vocab) / HEIGHT);
        view! { <span class="rank-tick" style=("--at", top)>{format::count(rank.into())}</span> }
    };
    let every = depths.div_ceil(MOST_DEPTHS).max(1);
    let last = depths.saturating_sub(1);
    let depth = |at: usize| {
        let name = match at {
            0 => say().flow_embed().to_string(),
            at if at == last => say().lens_output().to_string(),
            at => format!("L{}", at - 1),
        };
        let left = percent(at as f64 / last.max(1) as f64);
        view! { <span class="rank-depth" style=("--at", left)>{name}</span> }
    };
    let named = (0..depths).filter(|at| at % every == 0 || *at == last);
    let places: Vec<f64> = ends
        .iter()
        .map(|(_, rank)| height(*rank, d_vocab))
        .collect();
    let end = |(at, ((token, rank), place)): (usize, ((String, u32), f64))| {
        let rank = format::count(u64::from(rank) + 1);
        view! {
            <span class=format!("rank-end line-{}", at % 6) style=("--at", percent(place / HEIGHT))>{token} " " <b>{rank}</b></span>
        }
    };
    let ends = ends.into_iter().zip(apart(&places)).enumerate();
    view! {
        <div class="rank-axes" aria-hidden="true">
            {ticks(d_vocab).into_iter().map(rank).collect_view()}
            {named.map(depth).collect_view()}
            {ends.map(end).collect_view()}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rank_is_on_top_and_the_last_one_at_the_bottom() {
        assert_eq!(
            (height(0, 1024), height(31, 1024), height(1023, 1024)),
            (0.0, 50.0, 100.0)
        );
    }

    #[test]
    fn ranks_have_lines_at_powers_of_ten() {
        assert_eq!(ticks(6144), [1, 10, 100, 1000]);
        assert_eq!(ticks(1), [1]);
    }

    #[test]
    fn words_at_the_ends_of_lines_keep_apart_in_their_order() {
        let moved = apart(&[50.0, 0.0, 5.0]);
        assert_eq!(moved, [50.0, 0.0, 11.0]);
    }
}
