//! The weights that a family wants, and the tensors of a file that each is made of.

use std::collections::BTreeMap;
use std::ops::Range;

use logitscope_core::{BLOCK, BlockFormat, MatrixFormat, Precision};

/// What a weight is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A table whose rows are looked up.
    Lookup,
    /// A table whose every row is multiplied: the unembedding, whether rows are also looked up in it or not.
    Unembedding,
    /// A matrix that is multiplied from the left, `x·W`.
    Matrix,
    /// A vector.
    Vector,
    /// What the frequency of each pair of a head is divided by: numbers above 0 that the program itself needs.
    Divisors,
}

impl Role {
    /// Whether every token is multiplied by all of it.
    pub fn is_multiplied(self) -> bool {
        matches!(self, Role::Unembedding | Role::Matrix)
    }

    /// Whether it is a table of rows.
    pub fn is_table(self) -> bool {
        matches!(self, Role::Lookup | Role::Unembedding)
    }
}

/// How a file stores a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As it is computed with: `[d_in, d_out]`, a table, a vector.
    AsComputed,
    /// The other way round: `[d_out, d_in]`, as PyTorch's `Linear` has it.
    Transposed,
}

/// What of a weight is also kept in the program's own memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostCopy {
    /// γ of the final norm.
    FinalGain,
    /// β of the final norm.
    FinalBias,
    /// γ of the norm of what attention writes in a block, 0-based.
    AttentionGain(u32),
    /// γ of the norm of what the MLP writes in a block, 0-based.
    MlpGain(u32),
    /// The bias of the unembedding.
    UnembedBias,
    /// The lengths of the rows of the embedding.
    EmbeddingLengths,
}

/// Columns of a tensor on their way into a weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The tensor's name in the file, without prefix.
    pub tensor: String,
    /// Its shape there.
    pub shape: Vec<usize>,
    /// How it is stored.
    pub order: Order,
    /// Which of its columns, as computed.
    pub columns: Range<usize>,
    /// Every so many of them, the first one: 2 where only every other one is meant.
    pub every: usize,
    /// Where the first of them goes.
    pub at: usize,
    /// How far apart they lie there: 2 where two tensors take turns.
    pub step: usize,
}

/// A weight, `[rows, cols]`, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightSpec {
    /// Its name in the model.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Number of rows; 1 for a vector.
    pub rows: usize,
    /// Elements a row. Columns that no section fills are zero.
    pub cols: usize,
    /// What it is made of.
    pub sections: Vec<Section>,
    /// Whether its tensors have what it is above 1.
    pub above_one: bool,
    /// What is also kept in the program's own memory.
    pub host: Option<HostCopy>,
}

impl WeightSpec {
    /// How it is kept where `asked` is asked for: only what every token is multiplied by, over whole blocks, is kept in blocks.
    pub fn format(&self, asked: Precision) -> MatrixFormat {
        match asked.is_in_blocks() && !self.is_kept_in_blocks() {
            true => MatrixFormat::F16,
            false => asked.into(),
        }
    }

    /// The same of one that a file has in blocks. It stays in them, for nothing is smaller and as exact; only fewer bits are another matter.
    pub fn format_of(&self, asked: Precision, stored: Option<BlockFormat>) -> MatrixFormat {
        match stored {
            Some(stored) if stored.numbers.bits() <= asked.bits() => MatrixFormat::Blocks(stored),
            _ => self.format(asked),
        }
    }

    /// The blocks that keep the values of its tensors exactly, which are stored in these blocks or in none. Those of different tensors are kept in
    /// what holds the numbers of all.
    pub fn stored_format(
        &self,
        mut tensors: impl Iterator<Item = Option<BlockFormat>>,
    ) -> Option<BlockFormat> {
        if !self.is_kept_in_blocks() || !self.is_summed_along_blocks() {
            return None;
        }
        let first = tensors.next()??;
        tensors.try_fold(first, |all, other| Some(all.joined(other?)))
    }

    fn is_kept_in_blocks(&self) -> bool {
        let summed = if self.role.is_table() {
            self.cols
        } else {
            self.rows
        };
        self.role.is_multiplied() && summed.is_multiple_of(BLOCK)
    }

    /// Whether blocks of a file, which run along the last axis there, run along the axis that products sum over.
    fn is_summed_along_blocks(&self) -> bool {
        let along = match self.role.is_table() {
            true => Order::AsComputed,
            false => Order::Transposed,
        };
        self.sections.iter().all(|section| section.order == along)
    }

    /// A table `[rows, cols]`.
    pub fn table(name: impl Into<String>, role: Role, rows: u32, cols: u32) -> Self {
        WeightSpec::of(name.into(), role, [rows, cols], Order::AsComputed)
    }

    /// A matrix `[d_in, d_out]`.
    pub fn matrix(name: impl Into<String>, d_in: u32, d_out: u32, order: Order) -> Self {
        WeightSpec::of(name.into(), Role::Matrix, [d_in, d_out], order)
    }

    /// A vector `[len]`.
    pub fn vector(name: impl Into<String>, len: u32) -> Self {
        WeightSpec::of(name.into(), Role::Vector, [1, len], Order::AsComputed)
    }

    /// What frequencies are divided by, `[len]`.
    pub fn divisors(name: impl Into<String>, len: u32) -> Self {
        WeightSpec::of(name.into(), Role::Divisors, [1, len], Order::AsComputed)
    }

    fn of(name: String, role: Role, [rows, cols]: [u32; 2], order: Order) -> Self {
        let [rows, cols] = [rows, cols].map(|n| n as usize);
        WeightSpec {
            sections: vec![Section {
                tensor: name.clone(),
                shape: shape(role, rows, cols, order),
                order,
                columns: 0..cols,
                every: 1,
                at: 0,
                step: 1,
            }],
            name,
            role,
            rows,
            cols,
            above_one: false,
            host: None,
        }
    }

    /// The columns of this weight's only tensor in `n` equal parts, each of which begins at a multiple of four.
    pub fn in_parts(self, n: usize) -> Self {
        let width = self.cols / n;
        self.in_parts_of(&vec![width; n])
    }

    /// The columns of this weight's only tensor in parts of these widths, each of which begins at a multiple of four.
    pub fn in_parts_of(mut self, widths: &[usize]) -> Self {
        let (mut from, mut at) = (0, 0);
        let mut sections = Vec::new();
        for width in widths {
            sections.push(Section {
                columns: from..from + width,
                at,
                ..self.sections[0].clone()
            });
            from += width;
            at += width.next_multiple_of(4);
        }
        self.sections = sections;
        self.cols = at;
        self
    }

    /// The columns of this weight's only tensor in `n` equal parts, which take turns; each is padded to four columns first.
    pub fn in_turn(mut self, n: usize) -> Self {
        let width = self.cols / n;
        let part = |i: usize| Section {
            columns: i * width..(i + 1) * width,
            at: i,
            step: n,
            ..self.sections[0].clone()
        };
        self.sections = (0..n).map(part).collect();
        self.cols = n * width.next_multiple_of(4);
        self
    }

    /// The columns of this weight's only tensor, which are `[head][part][width]` there, as parts of all heads side by side, each of which begins
    /// at a multiple of four.
    pub fn in_parts_of_heads(mut self, n_heads: usize, n_parts: usize) -> Self {
        let width = self.cols / (n_heads * n_parts);
        let padded = (n_heads * width).next_multiple_of(4);
        let first = self.sections[0].clone();
        let section = |part: usize, head: usize| {
            let from = (head * n_parts + part) * width;
            Section {
                columns: from..from + width,
                at: part * padded + head * width,
                ..first.clone()
            }
        };
        let parts = 0..n_parts;
        self.sections = parts
            .flat_map(|part| (0..n_heads).map(move |head| (part, head)))
            .map(|(part, head)| section(part, head))
            .collect();
        self.cols = n_parts * padded;
        self
    }

    /// The same from a tensor that has another name in the file.
    pub fn stored_as(mut self, tensor: &str) -> Self {
        for section in &mut self.sections {
            section.tensor = tensor.into();
        }
        self
    }

    /// One weight of several that have the same number of rows: side by side, each padded to four columns.
    pub fn side_by_side(name: impl Into<String>, weights: Vec<WeightSpec>) -> Self {
        let mut joined = WeightSpec::joined(name.into(), &weights);
        for mut weight in weights {
            let at = joined.cols;
            weight.sections.iter_mut().for_each(|s| s.at += at);
            joined.cols += weight.cols.next_multiple_of(4);
            joined.sections.extend(weight.sections);
        }
        joined
    }

    /// One weight of several of the same shape, whose columns take turns; each is padded to four columns first.
    pub fn interleaved(name: impl Into<String>, weights: Vec<WeightSpec>) -> Self {
        let mut joined = WeightSpec::joined(name.into(), &weights);
        let step = weights.len();
        for (at, mut weight) in weights.into_iter().enumerate() {
            weight
                .sections
                .iter_mut()
                .for_each(|s| (s.at, s.step) = (at, step));
            joined.cols += weight.cols.next_multiple_of(4);
            joined.sections.extend(weight.sections);
        }
        joined
    }

    fn joined(name: String, weights: &[WeightSpec]) -> Self {
        let first = weights.first();
        WeightSpec {
            name,
            role: first.map_or(Role::Matrix, |w| w.role),
            rows: first.map_or(0, |w| w.rows),
            cols: 0,
            sections: Vec::new(),
            above_one: false,
            host: None,
        }
    }

    /// The same, if `above_one` from tensors that have what it is above 1.
    pub fn stored_above_one(mut self, above_one: bool) -> Self {
        self.above_one = above_one;
        self
    }

    /// The same, with a part of it also kept in the program's own memory.
    pub fn also(mut self, host: HostCopy) -> Self {
        self.host = Some(host);
        self
    }

    /// The tensors that it is made of, with their shapes.
    pub fn tensors(&self) -> BTreeMap<&str, &[usize]> {
        let sections = self.sections.iter();
        sections
            .map(|s| (s.tensor.as_str(), s.shape.as_slice()))
            .collect()
    }

    /// Its parameters, without padding.
    pub fn n_params(&self) -> u64 {
        if self.role == Role::Divisors {
            return 0;
        }
        let elements = |shape: &[usize]| shape.iter().map(|n| *n as u64).product::<u64>();
        self.tensors().into_values().map(elements).sum()
    }

    /// Of these, those that decoding one token reads.
    pub fn n_read(&self) -> u64 {
        match self.role {
            Role::Lookup => self.cols as u64,
            _ => self.n_params(),
        }
    }
}

fn shape(role: Role, rows: usize, cols: usize, order: Order) -> Vec<usize> {
    match (role, order) {
        (Role::Vector | Role::Divisors, _) => vec![cols],
        (_, Order::AsComputed) => vec![rows, cols],
        (_, Order::Transposed) => vec![cols, rows],
    }
}
