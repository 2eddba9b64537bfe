//! A helper: the engine's program in a worker of its own, which has columns of its matrices and multiplies with them.

use std::cell::RefCell;
use std::collections::HashMap;

use js_sys::{Array, Uint8Array};
use logitscope_core::{BlockFormat, MatrixFormat};
use logitscope_model::cpu::Columns;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::desk::{Desk, Work};

/// What its worker is called: so it knows what it is.
pub const NAME: &str = "logitscope-helper";

/// The formats of matrices, by their number in a message.
pub fn formats() -> impl Iterator<Item = MatrixFormat> {
    let blocks = BlockFormat::ALL.map(MatrixFormat::Blocks);
    [MatrixFormat::F16, MatrixFormat::F32]
        .into_iter()
        .chain(blocks)
}

/// A message to a helper: an array whose first element says which.
#[derive(Debug)]
pub enum Note {
    /// Its desk and its number.
    Begin(JsValue, usize),
    /// Some columns of a matrix.
    Take(u32, Part, Uint8Array),
    /// A matrix that is no more.
    Forget(u32),
    /// Turns begin on the desk.
    Go,
}

/// What it has of a matrix.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Rows.
    pub rows: usize,
    /// Its columns.
    pub cols: usize,
    /// The first of them, counted from the first that is a helper's.
    pub first: usize,
    /// The columns of all helpers.
    pub of: usize,
    /// The number of their format.
    pub format: usize,
}

impl Note {
    /// As it is sent.
    pub fn into_js(self) -> JsValue {
        let number = |n: usize| JsValue::from(n as f64);
        let all: Array = match self {
            Note::Begin(desk, helper) => [number(0), desk, number(helper)].iter().collect(),
            Note::Take(id, part, bytes) => {
                let Part {
                    rows,
                    cols,
                    first,
                    of,
                    format,
                } = part;
                let numbers = [1, id as usize, rows, cols, first, of, format].map(number);
                numbers.into_iter().chain([bytes.into()]).collect()
            }
            Note::Forget(id) => [number(2), number(id as usize)].iter().collect(),
            Note::Go => [number(3)].iter().collect(),
        };
        all.into()
    }

    fn read(message: &JsValue) -> Option<Self> {
        let all: &Array = message.dyn_ref()?;
        let number = |at: u32| all.get(at).as_f64().map(|n| n as usize);
        Some(match number(0)? {
            0 => Note::Begin(all.get(1), number(2)?),
            1 => {
                let part = Part {
                    rows: number(2)?,
                    cols: number(3)?,
                    first: number(4)?,
                    of: number(5)?,
                    format: number(6)?,
                };
                Note::Take(number(1)? as u32, part, all.get(7).dyn_into().ok()?)
            }
            2 => Note::Forget(number(1)? as u32),
            _ => Note::Go,
        })
    }
}

/// What a helper has.
#[derive(Default)]
struct Helper {
    desk: Option<(Desk, usize)>,
    matrices: HashMap<u32, (Part, Columns)>,
    /// The last turn that it has done.
    seen: i32,
    /// The rows of a product, and its sums.
    x: Vec<f32>,
    sums: Vec<f32>,
}

/// Helps, if this worker is a helper.
pub fn helps() -> bool {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return false;
    };
    if scope.name() != NAME {
        return false;
    }
    let helper = RefCell::new(Helper::default());
    let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(note) = Note::read(&event.data()) {
            helper.borrow_mut().hear(note);
        }
    });
    scope.set_onmessage(Some(hear.into_js_value().unchecked_ref()));
    // Whoever made it waits for a word.
    scope.post_message(&JsValue::TRUE).is_ok()
}

impl Helper {
    fn hear(&mut self, note: Note) {
        match note {
            Note::Begin(buffer, helper) => self.desk = Some((Desk::on(buffer), helper)),
            Note::Take(id, part, bytes) => {
                let format = formats().nth(part.format).unwrap_or_default();
                let columns = Columns::of_bytes(part.rows, part.cols, format, &bytes.to_vec());
                if let Some(columns) = columns {
                    self.matrices.insert(id, (part, columns));
                }
            }
            Note::Forget(id) => drop(self.matrices.remove(&id)),
            Note::Go => self.work(),
        }
    }

    /// Takes turns until it is to read its messages.
    fn work(&mut self) {
        let Some((desk, helper)) = self.desk.take() else {
            return;
        };
        loop {
            let (turn, work) = desk.next(self.seen);
            if turn == self.seen {
                continue;
            }
            self.seen = turn;
            let done = match work {
                Work::Listen => true,
                Work::Product {
                    matrix,
                    rows,
                    depth,
                } => self.product(&desk, matrix, rows, depth).is_some(),
            };
            desk.end(helper, turn, done);
            if work == Work::Listen {
                break;
            }
        }
        self.desk = Some((desk, helper));
    }

    /// Adds its columns of a product to the sums on the desk; `None` if it does not have the matrix.
    fn product(&mut self, desk: &Desk, matrix: u32, rows: usize, depth: usize) -> Option<()> {
        let (part, columns) = self.matrices.get(&matrix)?;
        self.x.resize(rows * depth, 0.0);
        desk.read(0, &mut self.x);
        self.sums.resize(rows * part.cols, 0.0);
        let place = |row: usize| rows * depth + row * part.of + part.first;
        for (row, sums) in self.sums.chunks_exact_mut(part.cols).enumerate() {
            desk.read(place(row), sums);
        }
        let x: Vec<&[f32]> = self.x.chunks_exact(depth).collect();
        columns.add_product(&x, &mut self.sums, part.cols);
        for (row, sums) in self.sums.chunks_exact(part.cols).enumerate() {
            desk.write(place(row), sums);
        }
        Some(())
    }
}
