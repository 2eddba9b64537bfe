//! What a model takes in memory, from its sizes alone.

use std::hint::black_box;

use logitscope_core::matrix_format::Numbers;
pub use logitscope_core::memory_plan::MemoryPlan;
use logitscope_core::{BlockFormat, MatrixFormat, Precision};

use crate::checkpoint::weight_spec::{Role, WeightSpec};
use crate::families::rope;
use crate::padding::pad4;
use crate::plan;
use crate::transformer::Capacity;
use crate::{Config, ModelError};

/// Largest piece that memory is asked for in.
const PIECE: usize = 1 << 30;

/// What a model asks for.
pub struct MemoryNeeds {
    config: Config,
    /// Its weights, with the blocks that its file has them in.
    weights: Vec<(WeightSpec, Option<BlockFormat>)>,
}

impl MemoryNeeds {
    /// Of a model of these sizes, wherever it comes from.
    pub fn of(config: &Config) -> Self {
        let weights = config.weights().into_iter();
        MemoryNeeds {
            config: config.clone(),
            weights: weights.map(|weight| (weight, None)).collect(),
        }
    }

    /// Of one whose weights are made of tensors that are stored in the `blocks` of their names, if in any.
    pub fn stored(
        config: &Config,
        weights: &[WeightSpec],
        blocks: impl Fn(&str) -> Option<BlockFormat>,
    ) -> Self {
        let stored = |weight: &WeightSpec| {
            let tensors = weight.tensors().into_keys();
            weight.stored_format(tensors.map(&blocks))
        };
        let weights = weights.iter();
        MemoryNeeds {
            config: config.clone(),
            weights: weights.map(|w| (w.clone(), stored(w))).collect(),
        }
    }

    /// The model's sizes.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The precision of the numbers in which most of what a step multiplies is kept where `asked` is asked for: blocks of a file stay what they are.
    pub fn kept(&self, asked: Precision) -> Precision {
        let mut counts = [(asked, 0), (Precision::Q8, 0), (Precision::Q4, 0)];
        let all = self.weights.iter();
        for (weight, stored) in all.filter(|(weight, _)| weight.role.is_multiplied()) {
            let own = match (stored, weight.format_of(asked, *stored)) {
                (Some(_), MatrixFormat::Blocks(own)) => match own.numbers {
                    Numbers::Eight => 1,
                    Numbers::Four => 2,
                },
                _ => 0,
            };
            counts[own].1 += (weight.rows * weight.cols) as u64;
        }
        let most = counts.into_iter().max_by_key(|(_, n)| *n);
        most.map_or(asked, |(own, _)| own)
    }

    /// The memory where weights are kept in `precision`. Backends fill up blocks: they take up to a few percent more.
    pub fn plan(&self, precision: Precision) -> MemoryPlan {
        let config = &self.config;
        let capacity = Capacity::for_config(config);
        let tensor = |rows: u32, cols: u32| 4 * u64::from(rows) * u64::from(pad4(cols));
        let slots = |width| tensor(capacity.n_slots, width);
        let layers = u64::from(config.n_layers);
        let work = plan::shapes(config, capacity.max_rows, capacity.max_logit_rows);
        let tables = rope::n_tables(config) * tensor(config.n_ctx, config.d_turned());
        let weights = self.weights.iter();
        MemoryPlan {
            weights: weights
                .map(|(w, stored)| bytes(w, w.format_of(precision, *stored)))
                .sum(),
            cache: 2 * layers * slots(config.d_kv()) + (layers + 1) * slots(config.d_model),
            work: work
                .iter()
                .map(|(_, rows, cols)| tensor(*rows, *cols))
                .sum::<u64>()
                + tables,
        }
    }

    /// Bytes that the CPU backend takes at most while it loads the model: while the largest weight is brought into its blocks, its file's bytes
    /// and its numbers are there, too.
    pub fn to_load(&self, precision: Precision) -> u64 {
        let largest = self
            .weights
            .iter()
            .map(|(weight, _)| bytes(weight, MatrixFormat::F32));
        self.plan(precision).total() + 2 * largest.max().unwrap_or(0)
    }

    /// Bytes of the largest piece that cannot be divided, where a GPU takes no more than `most` bytes in one and that has more.
    pub fn too_large_piece(&self, most: u64) -> Option<u64> {
        Some(largest_piece(&self.config)).filter(|bytes| *bytes > most)
    }

    /// Refuses the model where [`MemoryNeeds::too_large_piece`] finds one; it says with which precision it would fit on the CPU.
    pub fn check_piece(&self, precision: Precision, most: u64) -> Result<(), ModelError> {
        let Some(bytes) = self.too_large_piece(most) else {
            return Ok(());
        };
        let on_cpu = self.fitting(precision);
        Err(ModelError::NoPiece {
            bytes,
            most,
            on_cpu: on_cpu.map(|(own, needed)| (own.name().to_owned(), needed)),
        })
    }

    /// Refuses the model where the CPU backend would not get its memory, before anything of it is read.
    pub fn check_room(&self, precision: Precision) -> Result<(), ModelError> {
        let fits = self.fitting(precision);
        if fits.is_some_and(|(own, _)| own == precision) {
            return Ok(());
        }
        Err(ModelError::NoRoom {
            needed: self.to_load(precision),
            fits: fits.map(|(own, needed)| (own.name().to_owned(), needed)),
        })
    }

    /// The most exact precision, `precision` at best, with which the CPU backend gets its memory, and the bytes that it needs then.
    fn fitting(&self, precision: Precision) -> Option<(Precision, u64)> {
        let own = most_exact(precision, |own| is_room(self.to_load(own)))?;
        Some((own, self.to_load(own)))
    }
}

fn bytes(weight: &WeightSpec, format: MatrixFormat) -> u64 {
    let elements = weight.rows as u64 * u64::from(pad4(weight.cols as u32));
    match weight.role {
        Role::Vector | Role::Divisors => MatrixFormat::F32.bytes(elements),
        _ => format.bytes(elements),
    }
}

/// Bytes of the largest piece of memory that has to be in one: every other one is divided where there is need.
fn largest_piece(config: &Config) -> u64 {
    let capacity = Capacity::for_config(config);
    let bytes = |rows: u32, cols: u32| 4 * u64::from(rows) * u64::from(pad4(cols));
    let work = plan::shapes(config, capacity.max_rows, capacity.max_logit_rows);
    let work = work.iter().map(|(_, rows, cols)| bytes(*rows, *cols));
    let cache = [config.d_kv(), config.d_model].map(|width| bytes(capacity.n_slots, width));
    work.chain(cache).max().unwrap_or(0)
}

/// The most exact precision, `precision` at best, that `fits`.
pub fn most_exact(precision: Precision, fits: impl Fn(Precision) -> bool) -> Option<Precision> {
    let all = Precision::ALL.into_iter();
    all.skip_while(|own| *own != precision)
        .find(|own| fits(*own))
}

/// Whether the system gives so many bytes; they are given back at once. In the browser, where memory grows and never shrinks, they then lie ready.
fn is_room(bytes: u64) -> bool {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    let mut missing = bytes;
    while missing > 0 {
        let size = missing.min(PIECE as u64);
        let mut piece = Vec::new();
        if piece.try_reserve_exact(size as usize).is_err() {
            return false;
        }
        // Compilers leave out memory that nobody uses.
        taken.push(black_box(piece));
        missing -= size;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_that_no_gpu_takes_is_told_with_what_fits_the_cpu() {
        let config = r#"{"model_type":"gpt2","n_layer":1,"n_head":2,"n_embd":8,"n_positions":64,"vocab_size":512}"#;
        let config = Config::from_json(config).expect("a usable config");
        let needs = MemoryNeeds::of(&config);
        let bytes = largest_piece(&config);
        needs.check_piece(Precision::F16, bytes).expect("room");
        let refused = needs.check_piece(Precision::F16, bytes - 1);
        let on_cpu = Some(("f16".to_owned(), needs.to_load(Precision::F16)));
        let most = bytes - 1;
        assert_eq!(
            refused,
            Err(ModelError::NoPiece {
                bytes,
                most,
                on_cpu
            })
        );
    }

    #[test]
    fn there_is_room_for_little_and_none_for_what_no_address_reaches() {
        assert!(is_room(0) && is_room(1 << 20));
        assert!(!is_room(1 << 60));
    }
}
