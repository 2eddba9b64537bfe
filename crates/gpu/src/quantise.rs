//! Floats that are to be kept in blocks: they are uploaded as they are stored, and the device brings them into blocks, the same ones as
//! [`Planes::quantised`] does.
//!
//! [`Planes::quantised`]: logitscope_loops::Planes::quantised

use std::cell::RefCell;

use bytemuck::{Pod, Zeroable};
use logitscope_core::matrix_format::Numbers;
use logitscope_core::{BLOCK, BlockFormat};
use logitscope_model::backend::{Fill, FloatType, MatrixRole, Stretch};

use crate::Context;
use crate::kernels::{Kernel, Pipelines};
use crate::turn::{Target, bound, upload_columns};

/// Rows are uploaded in pieces of about this many elements.
const PIECE: usize = 1 << 20;
/// Threads of a workgroup; each has four blocks.
const GROUP: u32 = 64;
const BLOCKS_OF_A_THREAD: usize = 4;

/// `Rows` of `quantise.wgsl`, filled up to a multiple of 16 bytes.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Rows {
    rows: u32,
    stride: u32,
    first: u32,
    unused: u32,
}

/// What brings a matrix into blocks.
pub(crate) struct Quantiser {
    float: FloatType,
    numbers: Numbers,
    role: MatrixRole,
}

/// What is stored, on its way to the device.
struct Staged<'a> {
    context: &'a Context,
    pipelines: &'a RefCell<Pipelines>,
    buffer: wgpu::Buffer,
    stretches: &'a [Stretch],
    stride: u32,
}

impl Quantiser {
    /// That of a matrix whose elements are stored as `float`, if the device can bring them into blocks of `format`.
    pub fn of(role: MatrixRole, format: BlockFormat, float: Option<FloatType>) -> Option<Self> {
        let is_plain = format.span == BLOCK && !format.has_offset;
        is_plain.then_some(Quantiser {
            float: float?,
            numbers: format.numbers,
            role,
        })
    }

    /// Uploads rows of a matrix: its numbers to `to`, the scales of its blocks to `scales`.
    pub fn upload(
        &self,
        context: &Context,
        pipelines: &RefCell<Pipelines>,
        (to, scales): (&Target<'_>, &wgpu::Buffer),
        (stretches, fill): (&[Stretch], &mut dyn Fill),
    ) {
        let (wgpu, queue, stride) = (&context.device, &context.queue, to.stride);
        let at_once = (PIECE / stride as usize / BLOCK * BLOCK).max(BLOCK) as u32;
        let at_once = at_once.min(to.rows.next_multiple_of(BLOCK as u32));
        let buffer = |label, size: usize, usage| {
            wgpu.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage: usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let elements = at_once as usize * stride as usize;
        let how = buffer("rows", size_of::<Rows>(), wgpu::BufferUsages::UNIFORM);
        let size = elements * self.float.bytes();
        let staged = Staged {
            context,
            pipelines,
            buffer: buffer("staged", size, wgpu::BufferUsages::STORAGE),
            stretches,
            stride,
        };
        let kernel = Kernel::Quantise(self.float, self.numbers, self.role);
        let constants = [("WG", f64::from(GROUP))];
        let pipeline = pipelines.borrow_mut().get(wgpu, kernel, &constants);
        let buffers = [&how, &staged.buffer, to.buffer, scales];
        let bind_group = bound(wgpu, &pipeline, "quantise", &buffers);
        for first in (0..to.rows).step_by(at_once as usize) {
            let rows = at_once.min(to.rows - first);
            staged.fill(self.float, (to.first + first, rows), fill);
            let own = Rows {
                rows,
                stride,
                first,
                unused: 0,
            };
            queue.write_buffer(&how, 0, bytemuck::bytes_of(&own));
            let mut encoder = wgpu.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            let blocks = rows.next_multiple_of(4) as usize * stride as usize / BLOCK;
            let threads = blocks.div_ceil(BLOCKS_OF_A_THREAD) as u32;
            pass.dispatch_workgroups(threads.div_ceil(GROUP), 1, 1);
            drop(pass);
            queue.submit([encoder.finish()]);
        }
        // What was submitted is done before they go.
        how.destroy();
        staged.buffer.destroy();
    }
}

impl Staged<'_> {
    /// Brings so many rows from one on here, row by row, as they are stored.
    fn fill(&self, float: FloatType, (first, rows): (u32, u32), fill: &mut dyn Fill) {
        let Staged {
            context,
            pipelines,
            buffer,
            stretches,
            stride,
        } = self;
        let to = Target {
            buffer,
            first,
            rows,
            stride: *stride,
        };
        let elements = rows as usize * *stride as usize;
        let write = |bytes: &[u8]| context.queue.write_buffer(buffer, 0, bytes);
        match (float, stretches.is_empty()) {
            (FloatType::F32, true) => {
                let mut values = vec![0.0; elements];
                fill.values(first, &mut values);
                write(bytemuck::cast_slice(&values));
            }
            (FloatType::F32, false) => {
                let column = |nth, at, first, out: &mut [f32]| {
                    fill.column_values(nth, at, first, out);
                };
                upload_columns(context, pipelines, &to, stretches, column);
            }
            (FloatType::F16 | FloatType::Bf16, true) => {
                let mut bits = vec![0u16; elements];
                fill.bits(first, &mut bits);
                write(bytemuck::cast_slice(&bits));
            }
            (FloatType::F16 | FloatType::Bf16, false) => {
                let column = |nth, at, first, out: &mut [u16]| {
                    fill.column_bits(nth, at, first, out);
                };
                upload_columns(context, pipelines, &to, stretches, column);
            }
        }
    }
}
