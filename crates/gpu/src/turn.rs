//! Matrices that a file has column by column: the columns are uploaded as they lie there, and the device turns them. On the
//! processor that takes as long as several copies. It moves bits and changes none.

use std::cell::RefCell;

use bytemuck::{Pod, Zeroable};
use logitscope_model::backend::Stretch;

use crate::Context;
use crate::kernels::{Kernel, Pipelines};

/// Columns are uploaded in pieces of about this many elements.
const PIECE: usize = 1 << 20;
/// Threads of a workgroup along each axis.
const SIDE: u32 = 16;

/// `Turn` of `turn.wgsl`, filled up to a multiple of 16 bytes.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Turn {
    rows: u32,
    count: u32,
    first: u32,
    step: u32,
    stride: u32,
    unused: [u32; 3],
}

/// What a column is made of.
pub(crate) trait Element: Pod + Default {
    /// The kernel that turns it.
    const KERNEL: Kernel;
    /// Elements of a word; also how many columns and rows of the matrix a thread has.
    const A_WORD: u32;
}

impl Element for u16 {
    const KERNEL: Kernel = Kernel::TurnHalves;
    const A_WORD: u32 = 2;
}

impl Element for f32 {
    const KERNEL: Kernel = Kernel::TurnFloats;
    const A_WORD: u32 = 1;
}

/// Some rows of a matrix, `[rows, stride]`.
pub(crate) struct Target<'a> {
    /// What they lie in.
    pub buffer: &'a wgpu::Buffer,
    /// The first of them.
    pub first: u32,
    /// How many.
    pub rows: u32,
    /// Elements a row, a multiple of four.
    pub stride: u32,
}

/// Buffers as the bindings of a kernel, from 0 on.
pub(crate) fn bound(
    wgpu: &wgpu::Device,
    pipeline: &wgpu::ComputePipeline,
    label: &str,
    buffers: &[&wgpu::Buffer],
) -> wgpu::BindGroup {
    let entries = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        });
    wgpu.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries.collect::<Vec<_>>(),
    })
}

/// Uploads rows of a matrix whose columns are in `stretches`: `column` writes elements of one of a stretch from a row on, as
/// [`Fill::column_values`] does.
///
/// [`Fill::column_values`]: logitscope_model::backend::Fill::column_values
pub(crate) fn upload_columns<T: Element>(
    context: &Context,
    pipelines: &RefCell<Pipelines>,
    to: &Target<'_>,
    stretches: &[Stretch],
    mut column: impl FnMut(usize, usize, u32, &mut [T]),
) {
    let (wgpu, queue) = (&context.device, &context.queue);
    // Whole words.
    let length = to.rows.next_multiple_of(T::A_WORD) as usize;
    let at_once = (PIECE / length).max(1);
    let largest = stretches.iter().map(|it| it.count).max().unwrap_or(0);
    let mut columns = vec![T::default(); largest.min(at_once) * length];
    let buffer = |label, size: usize, usage| {
        wgpu.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: size as u64,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    };
    let turn = buffer("turn", size_of::<Turn>(), wgpu::BufferUsages::UNIFORM);
    let bytes = size_of_val(&columns[..]);
    let staged = buffer("columns", bytes, wgpu::BufferUsages::STORAGE);
    let pipeline = pipelines.borrow_mut().get(wgpu, T::KERNEL, &[]);
    let bind_group = bound(wgpu, &pipeline, "turn", &[&turn, &staged, to.buffer]);
    for (nth, stretch) in stretches.iter().enumerate() {
        for begin in (0..stretch.count).step_by(at_once) {
            let count = at_once.min(stretch.count - begin);
            let columns = &mut columns[..count * length];
            for (i, own) in columns.chunks_exact_mut(length).enumerate() {
                column(nth, begin + i, to.first, &mut own[..to.rows as usize]);
            }
            let how = Turn {
                rows: to.rows,
                count: count as u32,
                first: (stretch.at + begin * stretch.step) as u32,
                step: stretch.step as u32,
                stride: to.stride,
                unused: [0; 3],
            };
            queue.write_buffer(&turn, 0, bytemuck::bytes_of(&how));
            queue.write_buffer(&staged, 0, bytemuck::cast_slice(columns));
            let mut encoder = wgpu.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            // From the word that has the first column to that of the last.
            let wide = how.first % T::A_WORD + (how.count - 1) * how.step + 1;
            let across = match T::A_WORD {
                1 => how.count,
                a_word => wide.div_ceil(a_word),
            };
            let down = how.rows.div_ceil(T::A_WORD);
            pass.dispatch_workgroups(across.div_ceil(SIDE), down.div_ceil(SIDE), 1);
            drop(pass);
            queue.submit([encoder.finish()]);
        }
    }
    // What was submitted is done before they go.
    turn.destroy();
    staged.destroy();
}
