//! The engine's helpers: workers with which it shares its products, where the page is isolated from others, so that workers may share memory.
//!
//! Nothing depends on them: where there are none, or where one does not answer, the engine multiplies alone, to the same bits.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use futures_channel::oneshot;
use js_sys::{Array, Uint8Array};
use logitscope_model::cpu::{Columns, Helpers};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, Worker, WorkerOptions, WorkerType};
use web_time::Instant;

use super::costs::Costs;
use super::desk::{Desk, FLOATS, MOST, Work};
use super::helper::{NAME, Note, Part, formats};

/// How long a helper may take to be there, in milliseconds; what does not come in time is done without.
const START_MS: i32 = 5_000;
/// How long it may take for a product, and for the first one after its messages, of which matrices are long.
const TURN_MS: f64 = 5_000.0;
const FIRST_TURN_MS: f64 = 60_000.0;

thread_local! {
    /// Those of this engine, once they were asked for; none where there can be none.
    static CREW: RefCell<Option<Option<Rc<Crew>>>> = const { RefCell::new(None) };
}

/// The helpers; brought when they are first asked for.
pub async fn crew() -> Option<Rc<dyn Helpers>> {
    let known = CREW.with_borrow(Clone::clone);
    let crew = match known {
        Some(known) => known,
        None => {
            let brought = Crew::bring().await.map(Rc::new);
            CREW.set(Some(brought.clone()));
            brought
        }
    };
    crew.filter(|crew| !crew.lost.get())
        .map(|crew| crew as Rc<dyn Helpers>)
}

/// A worker, which ends with this.
#[derive(Debug)]
struct Hand(Worker);

impl Drop for Hand {
    fn drop(&mut self) {
        self.0.terminate();
    }
}

/// Workers that help.
#[derive(Debug)]
struct Crew {
    workers: Vec<Hand>,
    desk: Desk,
    /// For each matrix the first column that is a helper's, and how many are theirs.
    matrices: RefCell<HashMap<u32, (usize, usize)>>,
    last_id: Cell<u32>,
    /// Whether they take turns, and read no messages.
    works: Cell<bool>,
    /// Whether one did not answer.
    lost: Cell<bool>,
    /// What products take here, of one row and of several.
    costs: [Costs; 2],
}

/// Threads that suit a processor of so many: of many, half are seldom cores of their own.
fn threads(processors: usize) -> usize {
    match processors {
        0..=4 => processors,
        more => (more / 2).max(4),
    }
}

impl Crew {
    async fn bring() -> Option<Self> {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().dyn_into().ok()?;
        let desk = Desk::new()?;
        let processors = scope.navigator().hardware_concurrency() as usize;
        let helpers = threads(processors).saturating_sub(1).min(MOST);
        let mut coming = Vec::new();
        for _ in 0..helpers {
            coming.push(start(&scope)?);
        }
        let mut workers = Vec::new();
        for (worker, came) in coming {
            // What does not come, or fails, is ended with the others by being dropped.
            came.await.ok().filter(|came| *came)?;
            workers.push(worker);
        }
        for (helper, worker) in workers.iter().enumerate() {
            let note = Note::Begin(desk.buffer().clone(), helper).into_js();
            worker.0.post_message(&note).ok()?;
        }
        (!workers.is_empty()).then_some(Crew {
            workers,
            desk,
            matrices: RefCell::default(),
            last_id: Cell::default(),
            works: Cell::default(),
            lost: Cell::default(),
            costs: Default::default(),
        })
    }

    fn costs(&self, rows: usize) -> &Costs {
        &self.costs[usize::from(rows > 1)]
    }

    /// Has them take turns.
    fn go(&self) -> Option<()> {
        self.works.set(true);
        (0..self.workers.len()).try_for_each(|helper| self.tell(helper, Note::Go))
    }

    /// Has them read their messages.
    fn listen(&self) {
        if self.works.replace(false) {
            let turn = self.desk.begin(Work::Listen);
            self.wait(turn, TURN_MS);
        }
    }

    /// Whether all have done a turn.
    fn wait(&self, turn: i32, within_ms: f64) -> bool {
        let mut helpers = 0..self.workers.len();
        let done = helpers.all(|helper| self.desk.is_done(helper, turn, within_ms));
        if !done {
            self.lost.set(true);
            self.workers.iter().for_each(|hand| hand.0.terminate());
        }
        done
    }

    fn tell(&self, helper: usize, note: Note) -> Option<()> {
        self.workers[helper].0.post_message(&note.into_js()).ok()
    }

    /// Has them add their columns of a product of some rows to `sums`, a part of each row; `None` if they are gone.
    fn begin<'a>(
        &self,
        matrix: u32,
        x: &[&[f32]],
        sums: impl Iterator<Item = &'a [f32]>,
    ) -> Option<Begun> {
        let (rows, depth) = (x.len(), x.first()?.len());
        for (row, x) in x.iter().enumerate() {
            self.desk.write(row * depth, x);
        }
        let at = rows * depth;
        let mut end = at;
        for sums in sums {
            self.desk.write(end, sums);
            end += sums.len();
        }
        let within_ms = match self.works.get() {
            true => TURN_MS,
            false => FIRST_TURN_MS,
        };
        if !self.works.get() {
            self.go()?;
        }
        let turn = self.desk.begin(Work::Product {
            matrix,
            rows,
            depth,
        });
        Some(Begun {
            turn,
            within_ms,
            sums: at..end,
        })
    }

    /// Waits for them; their sums, one row after the other, or `None` if one does not answer.
    fn end(&self, begun: Begun) -> Option<Vec<f32>> {
        self.wait(begun.turn, begun.within_ms).then(|| {
            let mut theirs = vec![0.0; begun.sums.len()];
            self.desk.read(begun.sums.start, &mut theirs);
            theirs
        })
    }
}

/// A turn that helpers have begun.
struct Begun {
    turn: i32,
    within_ms: f64,
    /// Where the sums lie on the desk.
    sums: Range<usize>,
}

/// Bytes one after the other, out of the program's memory, of which a second copy may be more than it can have.
fn joined(all: &[&[u8]]) -> Uint8Array {
    let length: usize = all.iter().map(|bytes| bytes.len()).sum();
    let out = Uint8Array::new_with_length(length as u32);
    let mut at = 0;
    for bytes in all {
        let end = at + bytes.len() as u32;
        out.subarray(at, end).copy_from(bytes);
        at = end;
    }
    out
}

/// Starts a helper: the worker, and whether it came.
fn start(scope: &DedicatedWorkerGlobalScope) -> Option<(Hand, oneshot::Receiver<bool>)> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(NAME);
    // The same program: this worker's own script.
    let hand = Hand(Worker::new_with_options(&scope.location().href(), &options).ok()?);
    let worker = &hand.0;
    let (came, waits) = oneshot::channel();
    let came = Rc::new(Cell::new(Some(came)));
    let says = |came: &Rc<Cell<Option<oneshot::Sender<bool>>>>, is_there: bool| {
        let came = Rc::clone(came);
        Closure::<dyn Fn()>::new(move || {
            if let Some(came) = came.take() {
                // Nobody waits if another one failed.
                let _ = came.send(is_there);
            }
        })
        .into_js_value()
    };
    worker.set_onmessage(Some(says(&came, true).unchecked_ref()));
    worker.set_onerror(Some(says(&came, false).unchecked_ref()));
    let late = says(&came, false);
    scope
        .set_timeout_with_callback_and_timeout_and_arguments_0(late.unchecked_ref(), START_MS)
        .ok()?;
    worker.post_message(&wasm_bindgen::module()).ok()?;
    Some((hand, waits))
}

impl Helpers for Crew {
    fn count(&self) -> usize {
        self.workers.len()
    }

    fn is_worth(&self, rows: usize, multiplications: usize) -> bool {
        !self.lost.get()
            && self
                .costs(rows)
                .are_worth(self.count() + 1, multiplications)
    }

    fn alone(&self, rows: usize, multiplications: usize, ms: f64) {
        self.costs(rows).alone(multiplications, ms);
    }

    fn take(&self, matrix: &Columns, parts: &[Range<usize>]) -> Option<u32> {
        let format = formats().position(|format| format == matrix.format())?;
        let begins = parts.first()?.end;
        let of = matrix.cols() - begins;
        // A row of x may be a little longer than the matrix is high.
        if self.lost.get() || matrix.rows() + of > FLOATS / 2 {
            return None;
        }
        self.listen();
        let id = self.last_id.get() + 1;
        self.last_id.set(id);
        for (helper, part) in parts[1..].iter().enumerate() {
            let bytes = joined(&matrix.bytes_of(part.clone()));
            let part = Part {
                rows: matrix.rows(),
                cols: part.len(),
                first: part.start - begins,
                of,
                format,
            };
            let given = Array::of1(&bytes.buffer());
            let note = Note::Take(id, part, bytes).into_js();
            let worker = &self.workers[helper].0;
            worker.post_message_with_transfer(&note, &given).ok()?;
        }
        self.matrices.borrow_mut().insert(id, (begins, of));
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
        let known = self.matrices.borrow().get(&matrix).copied();
        let (Some((begins, of)), Some(depth), false) =
            (known, x.first().map(|x| x.len()), self.lost.get())
        else {
            here(sums);
            return false;
        };
        let (begun, worked) = (Instant::now(), self.works.get());
        let own = begins..begins + of;
        let rows = (FLOATS / (depth + of)).max(1);
        let mut theirs = Vec::with_capacity(x.len() * of);
        for (nth, x) in x.chunks(rows).enumerate() {
            let all = sums.chunks(stride).skip(nth * rows).take(x.len());
            let turn = self.begin(matrix, x, all.map(|sums| &sums[own.clone()]));
            if nth == 0 {
                here(sums);
            }
            let Some(own) = turn.and_then(|turn| self.end(turn)) else {
                self.lost.set(true);
                return false;
            };
            theirs.extend(own);
        }
        for (sums, theirs) in sums.chunks_mut(stride).zip(theirs.chunks_exact(of)) {
            sums[own.clone()].copy_from_slice(theirs);
        }
        // One that waited for messages to be read says nothing of others.
        if worked {
            let ms = begun.elapsed().as_secs_f64() * 1e3;
            let multiplications = x.len() * depth * own.end;
            self.costs(x.len())
                .together(self.count() + 1, multiplications, ms);
        }
        true
    }

    fn forget(&self, matrix: u32) {
        self.matrices.borrow_mut().remove(&matrix);
        if !self.lost.get() {
            self.listen();
            for helper in 0..self.workers.len() {
                // One that is gone has forgotten everything.
                let _ = self.tell(helper, Note::Forget(matrix));
            }
        }
    }
}
