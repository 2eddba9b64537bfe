//! Tensors and matrices on the device.

use logitscope_core::Precision;
use logitscope_core::error::DeviceFault;
use logitscope_model::ModelError;
use logitscope_model::backend::{FillRows, MatrixSpec, pad4};
use logitscope_model::checkpoint::dtype::pack_f16;

use crate::Context;

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
    pub(crate) precision: Precision,
    pub(crate) bytes: u64,
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
    /// Uploads a matrix piece by piece.
    pub(crate) fn new(
        context: &Context,
        spec: &MatrixSpec,
        fill: &mut FillRows<'_>,
    ) -> Result<Self, ModelError> {
        let stride = pad4(spec.cols);
        let row_bytes = u64::from(stride)
            * if spec.precision == Precision::F16 {
                2
            } else {
                4
            };
        // Parts begin at a multiple of four rows, because products read four at a time.
        let most =
            (context.max_part_bytes() / row_bytes / 4 * 4).min(u64::from(u32::MAX - 3)) as u32;
        if most == 0 {
            return Err(ModelError::Device(DeviceFault::Rows {
                name: spec.name.clone(),
                bytes: 4 * row_bytes,
                most: context.max_part_bytes(),
            }));
        }
        let mut parts = Vec::new();
        let mut bytes = 0;
        let mut first = 0;
        while first < spec.rows {
            let rows = (spec.rows - first).min(most);
            let size = u64::from(pad4(rows)) * row_bytes;
            let buffer = storage(context, &spec.name, size)?;
            upload(context, &buffer, spec, first, rows, fill);
            parts.push(Part {
                buffer,
                first,
                rows,
            });
            bytes += size;
            first += rows;
        }
        Ok(GpuMatrix {
            parts,
            stride,
            precision: spec.precision,
            bytes,
        })
    }
}

fn upload(
    context: &Context,
    buffer: &wgpu::Buffer,
    spec: &MatrixSpec,
    first: u32,
    rows: u32,
    fill: &mut FillRows<'_>,
) {
    let stride = pad4(spec.cols) as usize;
    let at_once = (PIECE / stride).max(1) as u32;
    let mut offset = 0;
    let mut row = first;
    while row < first + rows {
        let n = at_once.min(first + rows - row);
        let mut values = vec![0.0f32; n as usize * stride];
        fill(row, &mut values);
        match spec.precision {
            Precision::F32 => {
                context
                    .queue
                    .write_buffer(buffer, offset, bytemuck::cast_slice(&values));
                offset += 4 * values.len() as u64;
            }
            Precision::F16 => {
                let (pairs, _) = values.as_chunks::<2>();
                let words: Vec<u32> = pairs
                    .iter()
                    .map(|&[low, high]| pack_f16(low, high))
                    .collect();
                context
                    .queue
                    .write_buffer(buffer, offset, bytemuck::cast_slice(&words));
                offset += 4 * words.len() as u64;
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
