//! How the values of an intermediate lie as cells on the screen.

use crate::inspect::vectors::Vector;

/// The most cells side by side.
const MOST_COLUMNS: usize = 128;
/// Height of a row of cells on the screen, in CSS pixels.
const ROW_PX: usize = 7;

/// The cells of an intermediate, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cells {
    /// How many there are.
    pub n: usize,
    /// How many are side by side: a head's for a matrix, else as many as there is room for.
    pub columns: usize,
    /// The least of the finite values.
    pub low: f32,
    /// The greatest of them.
    pub high: f32,
    /// How many values are not finite.
    pub broken: usize,
}

impl Cells {
    /// Those of `vector`.
    pub fn of(vector: &Vector) -> Self {
        let values = || vector.values.iter().copied();
        let finite = || values().filter(|x| x.is_finite());
        let columns = match vector.shape.as_slice() {
            [_, columns] => *columns as usize,
            _ => vector.values.len().min(MOST_COLUMNS),
        };
        Cells {
            n: vector.values.len(),
            columns: columns.max(1),
            low: finite().fold(f32::INFINITY, f32::min),
            high: finite().fold(f32::NEG_INFINITY, f32::max),
            broken: values().count() - finite().count(),
        }
    }

    /// How many rows there are.
    pub fn rows(self) -> usize {
        self.n.div_ceil(self.columns.max(1))
    }

    /// The height of the picture, in CSS pixels.
    pub fn height_px(self) -> usize {
        ROW_PX * self.rows().clamp(2, 24)
    }

    /// The largest magnitude.
    pub fn most(self) -> f32 {
        self.low.abs().max(self.high.abs())
    }

    /// The cell in a column and a row, if there is one.
    pub fn at(self, (x, y): (usize, usize)) -> Option<usize> {
        let at = y * self.columns + x;
        (at < self.n).then_some(at)
    }

    /// Where a key leads from the cell `at`; `None` if it leads nowhere.
    pub fn step(self, key: &str, at: usize) -> Option<usize> {
        let last = self.n.saturating_sub(1);
        let next = match key {
            "ArrowRight" => at + 1,
            "ArrowLeft" => at.saturating_sub(1),
            "ArrowDown" => at + self.columns,
            "ArrowUp" => at.saturating_sub(self.columns),
            "Home" => 0,
            "End" => last,
            _ => return None,
        };
        Some(next.min(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(shape: &[u32], values: Vec<f32>) -> Vector {
        Vector {
            name: "z".into(),
            layer: None,
            shape: shape.to_vec(),
            values,
        }
    }

    #[test]
    fn what_is_no_number_is_counted() {
        let values = vec![1.0, f32::NAN, -3.0, f32::INFINITY];
        let cells = Cells::of(&vector(&[4], values));
        assert_eq!((cells.low, cells.high, cells.broken), (-3.0, 1.0, 2));
        assert_eq!(cells.most(), 3.0);
    }

    #[test]
    fn a_matrix_has_a_row_a_head_and_a_vector_is_wrapped() {
        let columns = |shape: &[u32]| {
            let n = shape.iter().product::<u32>() as usize;
            Cells::of(&vector(shape, vec![0.0; n])).columns
        };
        assert_eq!(
            (columns(&[4, 32]), columns(&[256]), columns(&[8])),
            (32, 128, 8)
        );
    }

    #[test]
    fn the_keys_stay_inside() {
        let cells = Cells::of(&vector(&[2, 3], vec![0.0; 6]));
        let keys = [
            "ArrowRight",
            "ArrowLeft",
            "ArrowDown",
            "ArrowUp",
            "Home",
            "End",
        ];
        let from = |at| keys.map(|key| cells.step(key, at));
        assert_eq!(from(0), [1, 0, 3, 0, 0, 5].map(Some));
        assert_eq!(from(4), [5, 3, 5, 1, 0, 5].map(Some));
        assert_eq!(cells.step("n", 0), None);
        assert_eq!((cells.at((2, 1)), cells.at((0, 2))), (Some(5), None));
    }
}
