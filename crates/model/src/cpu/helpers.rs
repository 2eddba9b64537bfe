//! Other cores that multiply, too, where they share no memory with this one: a browser's workers.

use std::fmt::Debug;
use std::ops::{Deref, Range};
use std::rc::Rc;

use logitscope_loops::Columns;
use web_time::Instant;

/// Cores beside this one, each with its columns of the matrices in memory of its own.
///
/// Whoever multiplies, the bits are the same: each column is summed in the same order.
pub trait Helpers: Debug {
    /// How many there are.
    fn count(&self) -> usize;

    /// Whether a product of some rows with so many multiplications is done sooner with them, as far as they know.
    fn is_worth(&self, rows: usize, multiplications: usize) -> bool;

    /// Hears how long one took that was done here alone, in milliseconds.
    fn alone(&self, rows: usize, multiplications: usize, ms: f64);

    /// Gives each a part of `matrix`: `parts` are one more than there are helpers, the first stays here. The number that it is asked for by
    /// from now on; `None` if they do not take it.
    fn take(&self, matrix: &Columns, parts: &[Range<usize>]) -> Option<u32>;

    /// Has each add its columns of `x·W` to `sums`, `[x.len(), stride]`, while `here` adds those that stayed. Whether all did; if not, those of the
    /// helpers are as they were, and nobody is asked again.
    fn add_product(
        &self,
        matrix: u32,
        x: &[&[f32]],
        sums: &mut [f32],
        stride: usize,
        here: &mut dyn FnMut(&mut [f32]),
    ) -> bool;

    /// Gives back the memory of a matrix.
    fn forget(&self, matrix: u32);
}

/// Weights below which no part of a matrix is given away.
const SMALL: usize = 250_000;

/// A matrix that helpers may have parts of. All of it is here, too: a row of it is read here, and helpers can be lost.
#[derive(Debug)]
pub struct Shared {
    own: Columns,
    share: Option<Share>,
}

/// What helpers have of it.
#[derive(Debug)]
struct Share {
    helpers: Rc<dyn Helpers>,
    id: u32,
    parts: Vec<Range<usize>>,
}

impl Shared {
    /// A matrix, shared with `helpers` where that is worth it.
    pub fn new(own: Columns, helpers: Option<&Rc<dyn Helpers>>) -> Self {
        let share = helpers.and_then(|helpers| {
            let parts = own.parts(helpers.count() + 1);
            let worth = own.rows() * own.cols() >= SMALL && parts.len() == helpers.count() + 1;
            let id = worth.then(|| helpers.take(&own, &parts)).flatten()?;
            let helpers = Rc::clone(helpers);
            Some(Share { helpers, id, parts })
        });
        Shared { own, share }
    }

    /// [`Columns::add_product`].
    pub fn add_product(&self, x: &[&[f32]], sums: &mut [f32], stride: usize) {
        let Some(Share { helpers, id, parts }) = &self.share else {
            return self.own.add_product(x, sums, stride);
        };
        let multiplications = x.len() * self.own.rows() * self.own.cols();
        if !helpers.is_worth(x.len(), multiplications) {
            let begun = Instant::now();
            self.own.add_product(x, sums, stride);
            let ms = begun.elapsed().as_secs_f64() * 1e3;
            return helpers.alone(x.len(), multiplications, ms);
        }
        let mut here = |sums: &mut [f32]| self.own.add_part(parts[0].clone(), x, sums, stride);
        if !helpers.add_product(*id, x, sums, stride, &mut here) {
            for part in &parts[1..] {
                self.own.add_part(part.clone(), x, sums, stride);
            }
        }
    }
}

impl Deref for Shared {
    type Target = Columns;

    fn deref(&self) -> &Columns {
        &self.own
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.helpers.forget(self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::HashMap;

    use logitscope_core::MatrixFormat;

    use super::*;

    /// The columns that a helper has of a matrix.
    type Part = (Range<usize>, Columns);

    /// Helpers on this core, with memory of their own, that fail after some products.
    #[derive(Debug, Default)]
    struct Here {
        matrices: RefCell<HashMap<u32, Vec<Part>>>,
        products: Cell<u32>,
        fails_at: Cell<Option<u32>>,
    }

    impl Helpers for Here {
        fn count(&self) -> usize {
            2
        }

        fn is_worth(&self, rows: usize, _multiplications: usize) -> bool {
            rows > 1
        }

        fn alone(&self, _rows: usize, _multiplications: usize, _ms: f64) {}

        fn take(&self, matrix: &Columns, parts: &[Range<usize>]) -> Option<u32> {
            let part = |part: &Range<usize>| {
                let bytes = matrix.bytes_of(part.clone()).concat();
                let own = Columns::of_bytes(matrix.rows(), part.len(), matrix.format(), &bytes);
                (part.clone(), own.expect("its own bytes"))
            };
            let mut matrices = self.matrices.borrow_mut();
            let id = matrices.len() as u32;
            matrices.insert(id, parts[1..].iter().map(part).collect());
            Some(id)
        }

        fn add_product(
            &self,
            matrix: u32,
            x: &[&[f32]],
            sums: &mut [f32],
            stride: usize,
            here: &mut dyn FnMut(&mut [f32]),
        ) -> bool {
            let before = sums.to_vec();
            here(sums);
            self.products.set(self.products.get() + 1);
            if self.fails_at.get() == Some(self.products.get()) {
                return false;
            }
            for (part, own) in &self.matrices.borrow()[&matrix] {
                for (r, x) in x.iter().enumerate() {
                    let at = r * stride + part.start..r * stride + part.end;
                    let mut own_sums = before[at.clone()].to_vec();
                    own.add_product(&[x], &mut own_sums, part.len());
                    sums[at].copy_from_slice(&own_sums);
                }
            }
            true
        }

        fn forget(&self, matrix: u32) {
            self.matrices.borrow_mut().remove(&matrix);
        }
    }

    fn matrix(rows: usize, cols: usize) -> Columns {
        let mut matrix = Columns::new(rows, cols, MatrixFormat::F32);
        let values: Vec<f32> = (0..rows * cols).map(|i| (i % 31) as f32 - 15.0).collect();
        matrix.set_rows(0, &values, cols);
        matrix
    }

    #[test]
    fn helpers_change_no_bit_and_their_loss_neither() {
        let (rows, cols, stride) = (700, 780, 784);
        let here = Rc::new(Here::default());
        let helpers: Rc<dyn Helpers> = here.clone();
        let alone = matrix(rows, cols);
        let shared = Shared::new(matrix(rows, cols), Some(&helpers));
        let x: Vec<f32> = (0..3 * rows).map(|i| (i % 17) as f32 / 8.0).collect();
        let x: Vec<&[f32]> = x.chunks_exact(rows).collect();
        let start = vec![0.25; x.len() * stride];
        let (mut want, mut helped, mut lost) = (start.clone(), start.clone(), start);
        alone.add_product(&x, &mut want, stride);
        shared.add_product(&x, &mut helped, stride);
        here.fails_at.set(Some(2));
        shared.add_product(&x, &mut lost, stride);
        assert!(helped == want && lost == want);
        assert_eq!((here.products.get(), here.matrices.borrow().len()), (2, 1));
        // Of one row it is not worth it.
        shared.add_product(&x[..1], &mut vec![0.0; stride], stride);
        assert_eq!(here.products.get(), 2);
        drop(shared);
        assert!(
            here.matrices.borrow().is_empty(),
            "its memory is given back"
        );
    }

    #[test]
    fn a_small_matrix_is_nobody_else_s() {
        let here = Rc::new(Here::default());
        let helpers: Rc<dyn Helpers> = here.clone();
        let small = Shared::new(matrix(100, 100), Some(&helpers));
        let x = [1.0; 100];
        small.add_product(&[&x[..]; 60], &mut [0.0; 6000], 100);
        assert_eq!(here.products.get(), 0);
    }
}
