//! The residual stream in few numbers, as the flow shows it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::norm;

/// The numbers of cell `cell` of `n`, of a vector of `d`: number i belongs to cell ⌊i·n/d⌋. Empty where there are more cells than numbers.
pub fn numbers_of(cell: usize, n: usize, d: usize) -> Range<usize> {
    let first = |cell: usize| (cell * d).div_ceil(n.max(1)).min(d);
    first(cell)..first(cell + 1)
}

/// `values`, `[d_model]`, in `n` cells. A cell has the root mean square of its [numbers](numbers_of), with the sign of their sum; one without
/// numbers is 0.
pub fn cells(values: &[f32], n: usize) -> Vec<f32> {
    let cell = |at: usize| {
        let own = &values[numbers_of(at, n, values.len())];
        let size = norm::root_mean_square(own) as f32;
        let sum: f64 = own.iter().map(|x| f64::from(*x)).sum();
        if sum < 0.0 { -size } else { size }
    };
    (0..n).map(cell).collect()
}

/// The size that counts as strong in a column of cells: the 92nd percentile of their magnitudes, so that a few giants do not make all
/// others invisible.
pub fn strong(cells: &[f32]) -> f32 {
    // Floats from 0 on are in the order of their bits, and integers are sorted elsewhere, too: that is one copy of the sort less.
    let mut sizes: Vec<u32> = cells.iter().map(|x| x.abs().to_bits()).collect();
    sizes.sort_unstable();
    let at = (sizes.len() * 92 / 100).min(sizes.len().saturating_sub(1));
    sizes.get(at).copied().map_or(0.0, f32::from_bits)
}

/// How a block changes the residual stream of one token.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The length of what attention adds, over the length of the stream after it.
    pub attention: f64,
    /// The length of what the MLP adds, over the length of the stream after it.
    pub mlp: f64,
    /// The length of the stream after the block.
    pub length: f64,
}

impl Change {
    /// From the stream before the block, after its attention, and after its MLP, `[d_model]` each.
    pub fn of(resid_pre: &[f32], resid_mid: &[f32], resid_post: &[f32]) -> Self {
        Change {
            attention: part(resid_pre, resid_mid),
            mlp: part(resid_mid, resid_post),
            length: length(resid_post),
        }
    }
}

/// ‖after − before‖ / ‖after‖; 0 where there is nothing.
fn part(before: &[f32], after: &[f32]) -> f64 {
    let added: Vec<f32> = after.iter().zip(before).map(|(a, b)| a - b).collect();
    match length(after) {
        0.0 => 0.0,
        whole => length(&added) / whole,
    }
}

fn length(row: &[f32]) -> f64 {
    (norm::mean_square(row) * row.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_the_size_of_its_numbers_and_the_sign_of_their_sum() {
        assert_eq!(cells(&[3.0, -4.0, 1.0, 1.0], 2), [-(12.5f32.sqrt()), 1.0]);
        // Ten numbers in four cells: ⌊i·4/10⌋ = 0 0 0 1 1 2 2 2 3 3.
        let of: Vec<f32> = (0..10).map(|i| (i * 4 / 10) as f32 + 1.0).collect();
        assert_eq!(cells(&of, 4), [1.0, 2.0, 3.0, 4.0]);
        let all: Vec<_> = (0..4).map(|cell| numbers_of(cell, 4, 10)).collect();
        assert_eq!(all, [0..3, 3..5, 5..8, 8..10]);
        assert_eq!(cells(&[2.0], 3), [2.0, 0.0, 0.0]);
        assert_eq!(cells(&[], 2), [0.0, 0.0]);
    }

    #[test]
    fn a_giant_does_not_set_the_scale() {
        let mut column = vec![1.0; 64];
        column[7] = -900.0;
        assert_eq!(strong(&column), 1.0);
        assert_eq!(strong(&[]), 0.0);
        assert_eq!(strong(&[-2.0]), 2.0);
    }

    #[test]
    fn a_change_is_measured_against_the_stream_after_it() {
        let change = Change::of(&[3.0, 0.0], &[3.0, 4.0], &[3.0, 0.0]);
        assert!((change.attention - 0.8).abs() < 1e-12);
        assert!((change.mlp - 4.0 / 3.0).abs() < 1e-7);
        assert_eq!(change.length, 3.0);
        assert_eq!(Change::of(&[0.0], &[0.0], &[0.0]).mlp, 0.0);
    }
}
