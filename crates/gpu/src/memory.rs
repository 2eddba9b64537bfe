//! Tensors and matrices on the device.

use std::cell::RefCell;

use logitscope_core::error::DeviceFault;
use logitscope_core::{BLOCK, MatrixFormat};
use logitscope_model::ModelError;
use logitscope_model::backend::{Fill, MatrixSpec, blocks_of, pad4};

use crate::Context;
use crate::kernels::{Format, Pipelines};
use crate::packed::Packed;
use crate::quantise::Quantiser;
use crate::turn::{Target, upload_columns};

/// Rows are decoded and uploaded in pieces of about this many elements.
const PIECE: usize = 1 << 20;

/// An f32 tensor `[rows, stride]`.
#[derive(Debug, Clone)]
pub struct GpuTensor {
    pub(crate) buffer: wgpu::Buffer,
    /// Elements a row, a multiple of four.
    pub(crate) stride: u32,
}

/// Some rows of a matrix, in one buffer.
#[derive(Debug, Clone)]
pub struct Part {
    pub(crate) buffer: wgpu::Buffer,
    /// The scales of its blocks, where weights are in blocks, as `Packed` has them.
    pub(crate) scales: Option<wgpu::Buffer>,
    /// The first row.
    pub(crate) first: u32,
    /// Number of rows; the last part of a matrix may be followed by up to three zero rows.
    pub(crate) rows: u32,
}

/// A weight matrix `[rows, stride]`, split by rows where it exceeds a binding.
#[derive(Debug, Clone)]
pub struct GpuMatrix {
    pub(crate) parts: Vec<Part>,
    /// Elements a row, a multiple of four.
    pub(crate) stride: u32,
    /// How kernels read it.
    pub(crate) format: Format,
    pub(crate) bytes: u64,
}

impl Part {
    /// What a kernel reads of it, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.buffers().map(wgpu::Buffer::size).sum()
    }

    /// What it lies in.
    pub(crate) fn buffers(&self) -> impl Iterator<Item = &wgpu::Buffer> {
        std::iter::once(&self.buffer).chain(&self.scales)
    }
}

impl GpuTensor {
    /// Allocates a zeroed tensor.
    pub(crate) fn new(
        context: &Context,
        name: &str,
        rows: u32,
        cols: u32,
    ) -> Result<Self, ModelError> {
        let stride = pad4(cols);
        let bytes = 4 * u64::from(rows.max(1)) * u64::from(stride.max(4));
        let buffer = storage(context, name, bytes)?;
        Ok(GpuTensor { buffer, stride })
    }

    /// A vector with these values, padded with zeros.
    pub(crate) fn vector(
        context: &Context,
        name: &str,
        values: &[f32],
    ) -> Result<Self, ModelError> {
        let tensor = GpuTensor::new(context, name, 1, values.len() as u32)?;
        context
            .queue
            .write_buffer(&tensor.buffer, 0, bytemuck::cast_slice(values));
        Ok(tensor)
    }
}

impl GpuMatrix {
    /// Uploads a matrix piece by piece, of at most `max_part_bytes`. Where there are pipelines, the device turns what is stored by
    /// columns, and brings floats into blocks.
    pub(crate) fn new(
        context: &Context,
        spec: &MatrixSpec,
        fill: &mut dyn Fill,
        max_part_bytes: u64,
        pipelines: Option<&RefCell<Pipelines>>,
    ) -> Result<Self, ModelError> {
        let stride = pad4(spec.cols);
        let numbers = match spec.format {
            MatrixFormat::F32 => 32,
            MatrixFormat::F16 => 16,
            MatrixFormat::Blocks(blocks) => blocks.numbers.bits(),
        };
        let row_bits = u64::from(stride) * numbers;
        // Parts begin at a multiple of four rows, because products read four at a time, or of a block.
        let together = if spec.format.is_in_blocks() {
            BLOCK as u64
        } else {
            4
        };
        let most = (8 * max_part_bytes / row_bits / together * together)
            .min(u64::from(u32::MAX) / together * together) as u32;
        if most == 0 {
            return Err(ModelError::Device(DeviceFault::Rows {
                name: spec.name.clone(),
                bytes: together * row_bits / 8,
                most: max_part_bytes,
            }));
        }
        let stretches = fill.stretches();
        let mut parts = Vec::new();
        let mut first = 0;
        while first < spec.rows {
            let rows = (spec.rows - first).min(most);
            let weights = u64::from(pad4(rows)) * u64::from(stride);
            // Whole words.
            let size = (weights * numbers).div_ceil(32) * 4;
            let scales = match spec.format {
                MatrixFormat::Blocks(blocks) => {
                    let floats = weights.div_ceil(blocks.span as u64) * blocks.floats() as u64;
                    Some(storage(context, &spec.name, 4 * floats)?)
                }
                _ => None,
            };
            let part = Part {
                buffer: storage(context, &spec.name, size)?,
                scales,
                first,
                rows,
            };
            let target = Target {
                buffer: &part.buffer,
                first,
                rows,
                stride,
            };
            match (spec.format, pipelines) {
                (MatrixFormat::F16, Some(pipelines)) if !stretches.is_empty() => {
                    let column = |nth, at, first, out: &mut [u16]| {
                        fill.column_halves(nth, at, first, out);
                    };
                    upload_columns(context, pipelines, &target, &stretches, column);
                }
                (MatrixFormat::F32, Some(pipelines)) if !stretches.is_empty() => {
                    let column = |nth, at, first, out: &mut [f32]| {
                        fill.column_values(nth, at, first, out);
                    };
                    upload_columns(context, pipelines, &target, &stretches, column);
                }
                (MatrixFormat::Blocks(format), Some(pipelines)) => {
                    let quantiser = Quantiser::of(spec.role, format, fill.float_type());
                    match quantiser.zip(part.scales.as_ref()) {
                        Some((quantiser, scales)) => {
                            let to = (&target, scales);
                            quantiser.upload(context, pipelines, to, (&stretches, fill));
                        }
                        None => upload(context, &part, spec, fill),
                    }
                }
                _ => upload(context, &part, spec, fill),
            }
            parts.push(part);
            first += rows;
        }
        Ok(GpuMatrix {
            bytes: parts.iter().map(Part::bytes).sum(),
            parts,
            stride,
            format: Format::of(spec.format, spec.role),
        })
    }
}

fn upload(context: &Context, part: &Part, spec: &MatrixSpec, fill: &mut dyn Fill) {
    let stride = pad4(spec.cols) as usize;
    let together = if spec.format.is_in_blocks() { BLOCK } else { 1 };
    let at_once = (PIECE / stride / together * together).max(together) as u32;
    let (mut offset, mut scales_offset) = (0, 0);
    let write = |buffer: &wgpu::Buffer, offset: &mut u64, bytes: &[u8]| {
        context.queue.write_buffer(buffer, *offset, bytes);
        *offset += bytes.len() as u64;
    };
    let mut row = part.first;
    while row < part.first + part.rows {
        let n = at_once.min(part.first + part.rows - row);
        let mut values = || {
            let mut values = vec![0.0f32; n as usize * stride];
            fill.values(row, &mut values);
            values
        };
        match spec.format {
            MatrixFormat::F32 => {
                write(&part.buffer, &mut offset, bytemuck::cast_slice(&values()));
            }
            MatrixFormat::F16 => {
                let mut halves = vec![0u16; n as usize * stride];
                fill.halves(row, &mut halves);
                write(&part.buffer, &mut offset, bytemuck::cast_slice(&halves));
            }
            MatrixFormat::Blocks(format) => {
                let planes = blocks_of(fill, spec, row, n as usize, format);
                let packed = Packed::new(planes, format);
                write(&part.buffer, &mut offset, &packed.numbers);
                if let Some(scales) = &part.scales {
                    let bytes = bytemuck::cast_slice(&packed.scales);
                    write(scales, &mut scales_offset, bytes);
                }
            }
        }
        // Hands the staging memory over, so that a large matrix is not held twice.
        context.queue.submit([]);
        row += n;
    }
}

/// A zeroed storage buffer that can also be copied from and written to.
pub(crate) fn storage(
    context: &Context,
    name: &str,
    bytes: u64,
) -> Result<wgpu::Buffer, ModelError> {
    if bytes > context.max_binding_bytes() {
        return Err(ModelError::Device(DeviceFault::Piece {
            name: name.into(),
            bytes,
            most: context.max_binding_bytes(),
        }));
    }
    Ok(context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(name),
        size: bytes,
        usage: wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    }))
}
