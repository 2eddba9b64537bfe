//! Columns of a file on their way into rows.

use crate::lanes::widest;

/// Element r of column j to `out[r · stride + j · step]`. `columns`: `[n, rows]`; `out` begins where the first element goes.
pub fn scatter_f32(columns: &[f32], rows: usize, out: &mut [f32], stride: usize, step: usize) {
    widest(
        #[inline(always)]
        || scatter::<4, _>(columns, rows, out, stride, step),
    );
}

/// The same of the bits of f16.
pub fn scatter_f16(columns: &[u16], rows: usize, out: &mut [u16], stride: usize, step: usize) {
    widest(
        #[inline(always)]
        || scatter::<8, _>(columns, rows, out, stride, step),
    );
}

/// `SIDE` elements of a side are turned at once: as many as a vector has.
#[inline(always)]
fn scatter<const SIDE: usize, T: Copy + Default>(
    columns: &[T],
    rows: usize,
    out: &mut [T],
    stride: usize,
    step: usize,
) {
    let turned = [rows, columns.len() / rows.max(1)].map(|n| n / SIDE * SIDE);
    for row in (0..turned[0]).step_by(SIDE) {
        for column in (0..turned[1]).step_by(SIDE) {
            let mut tile = [[T::default(); SIDE]; SIDE];
            for (j, own) in tile.iter_mut().enumerate() {
                own.copy_from_slice(&columns[(column + j) * rows + row..][..SIDE]);
            }
            for i in 0..SIDE {
                let own = tile.each_ref().map(|column| column[i]);
                let places = &mut out[(row + i) * stride + column * step..];
                match step {
                    1 => places[..SIDE].copy_from_slice(&own),
                    _ => {
                        let places = places.iter_mut().step_by(step);
                        places.zip(own).for_each(|(place, x)| *place = x);
                    }
                }
            }
        }
    }
    // What is left at both edges.
    for (j, column) in columns.chunks_exact(rows.max(1)).enumerate() {
        let first = if j < turned[1] { turned[0] } else { 0 };
        for (r, x) in column.iter().enumerate().skip(first) {
            out[r * stride + j * step] = *x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_where_it_belongs_and_nothing_else_is_touched() {
        for (columns, rows, step) in [
            (16, 64, 1),
            (16, 64, 2),
            (5, 9, 1),
            (17, 11, 2),
            (1, 1, 3),
            (8, 0, 1),
        ] {
            let stride = columns * step + 3;
            let values: Vec<f32> = (1..=columns * rows).map(|i| i as f32).collect();
            let halves: Vec<u16> = (1..=columns * rows).map(|i| i as u16).collect();
            let mut out = vec![0.0; rows * stride];
            let mut half_out = vec![0; rows * stride];
            scatter_f32(&values, rows, &mut out, stride, step);
            scatter_f16(&halves, rows, &mut half_out, stride, step);
            for (at, x) in out.iter().enumerate() {
                let (r, place) = (at / stride, at % stride);
                let is_own = place % step == 0 && place / step < columns;
                let known = if is_own {
                    values[place / step * rows + r]
                } else {
                    0.0
                };
                assert_eq!(
                    (*x, f32::from(half_out[at])),
                    (known, known),
                    "{columns} {rows} {step}: {at}"
                );
            }
        }
    }
}
