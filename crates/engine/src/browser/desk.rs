//! The memory that the engine shares with its helpers, where a browser lets workers share any: one product at a time lies on it.
//!
//! First come whole numbers of 32 bits: the turn, what it is about, and for each helper the last turn that it has done, a line of the cache
//! apart. Then floats: the rows of x, and behind them the columns of the sums that are the helpers'.

use js_sys::{Atomics, Float32Array, Int32Array, SharedArrayBuffer};
use wasm_bindgen::{JsCast, JsValue};
use web_time::Instant;

/// Floats that have room on it: a product of more is done in several turns.
pub const FLOATS: usize = 4 << 20;
/// The most helpers.
pub const MOST: usize = 15;

const TURN: u32 = 0;
const WORK: u32 = 1;
const MATRIX: u32 = 2;
const ROWS: u32 = 3;
const DEPTH: u32 = 4;
/// Where the marks of the helpers begin, and how far they are apart.
const DONE: u32 = 16;
const APART: u32 = 16;
const HEAD: u32 = 4 * (DONE + APART * MOST as u32);

/// How long others are looked for without a sleep, in microseconds: longer than what is between two products on a processor that has cores to
/// spare, and short where it has none.
const LOOKS_US: u128 = 100;

/// What helpers are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Their columns of a product of `rows` rows of x, of `depth` numbers each.
    Product {
        /// The number of the matrix.
        matrix: u32,
        /// Rows of x.
        rows: usize,
        /// Numbers of each.
        depth: usize,
    },
    /// To read their messages.
    Listen,
}

/// The memory.
#[derive(Debug)]
pub struct Desk {
    buffer: JsValue,
    marks: Int32Array,
    floats: Float32Array,
}

impl Desk {
    /// A new one; `None` where no memory can be shared.
    pub fn new() -> Option<Self> {
        let shares = js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into());
        if shares != Ok(JsValue::TRUE) {
            return None;
        }
        let buffer = SharedArrayBuffer::new(HEAD + 4 * FLOATS as u32);
        Some(Self::on(buffer.unchecked_into()))
    }

    /// The one that was sent as `buffer`.
    pub fn on(buffer: JsValue) -> Self {
        Desk {
            marks: Int32Array::new_with_byte_offset_and_length(&buffer, 0, HEAD / 4),
            floats: Float32Array::new_with_byte_offset_and_length(&buffer, HEAD, FLOATS as u32),
            buffer,
        }
    }

    /// What is sent to a helper.
    pub fn buffer(&self) -> &JsValue {
        &self.buffer
    }

    fn mark(&self, at: u32) -> i32 {
        // It fails only for what is no array of whole numbers.
        Atomics::load(&self.marks, at).unwrap_or_default()
    }

    fn set_mark(&self, at: u32, value: i32) {
        let _ = Atomics::store(&self.marks, at, value);
    }

    /// Writes floats at a place.
    pub fn write(&self, at: usize, values: &[f32]) {
        let part = self.floats.subarray(at as u32, (at + values.len()) as u32);
        part.copy_from(values);
    }

    /// Reads floats at a place.
    pub fn read(&self, at: usize, values: &mut [f32]) {
        let part = self.floats.subarray(at as u32, (at + values.len()) as u32);
        part.copy_to(values);
    }

    /// Begins a turn; gives its number.
    pub fn begin(&self, work: Work) -> i32 {
        let (kind, matrix, rows, depth) = match work {
            Work::Listen => (0, 0, 0, 0),
            Work::Product {
                matrix,
                rows,
                depth,
            } => (1, matrix, rows, depth),
        };
        self.set_mark(WORK, kind);
        self.set_mark(MATRIX, matrix as i32);
        self.set_mark(ROWS, rows as i32);
        self.set_mark(DEPTH, depth as i32);
        let turn = self.mark(TURN).wrapping_add(1) & i32::MAX;
        self.set_mark(TURN, turn);
        let _ = Atomics::notify(&self.marks, TURN);
        turn
    }

    /// Waits for a turn other than `seen`; its number and what it is about.
    pub fn next(&self, seen: i32) -> (i32, Work) {
        self.wait(TURN, seen, f64::INFINITY);
        let turn = self.mark(TURN);
        let work = match self.mark(WORK) {
            0 => Work::Listen,
            _ => Work::Product {
                matrix: self.mark(MATRIX) as u32,
                rows: self.mark(ROWS) as usize,
                depth: self.mark(DEPTH) as usize,
            },
        };
        (turn, work)
    }

    /// Helper `helper` has done `turn`, or could not do it.
    pub fn end(&self, helper: usize, turn: i32, done: bool) {
        let at = DONE + APART * helper as u32;
        self.set_mark(at, if done { turn } else { -turn });
        let _ = Atomics::notify(&self.marks, at);
    }

    /// Waits until a helper has done `turn`; whether it has, in so many milliseconds.
    pub fn is_done(&self, helper: usize, turn: i32, within_ms: f64) -> bool {
        let at = DONE + APART * helper as u32;
        let begun = Instant::now();
        loop {
            let mark = self.mark(at);
            let left = within_ms - begun.elapsed().as_secs_f64() * 1e3;
            if mark == turn || mark == -turn || left <= 0.0 {
                return mark == turn;
            }
            self.wait(at, mark, left);
        }
    }

    /// Waits until the mark is another one than `seen`, but not longer than that.
    fn wait(&self, at: u32, seen: i32, most_ms: f64) {
        let begun = Instant::now();
        while begun.elapsed().as_micros() < LOOKS_US {
            for _ in 0..32 {
                if self.mark(at) != seen {
                    return;
                }
            }
        }
        // Refused where a thread may not sleep: then it goes on looking.
        let _ = Atomics::wait_with_timeout(&self.marks, at, seen, most_ms);
    }
}
