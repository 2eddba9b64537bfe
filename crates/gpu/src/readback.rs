//! Bringing results back to the CPU.

use futures_channel::oneshot;
use logitscope_model::ModelError;

use crate::Context;
use crate::device::Account;

/// A buffer that the CPU can map; it grows with the largest readback, by half at least, and is then reused.
#[derive(Default)]
pub(crate) struct Staging {
    buffer: Option<wgpu::Buffer>,
}

impl Staging {
    /// The buffer, with room for `bytes`.
    pub fn with_room(
        &mut self,
        context: &Context,
        account: &mut Account,
        bytes: u64,
    ) -> wgpu::Buffer {
        match &self.buffer {
            Some(buffer) if buffer.size() >= bytes => buffer.clone(),
            other => {
                // What is read of attention grows with every token; but no buffer beyond what the device allows.
                let before = other.as_ref().map_or(0, wgpu::Buffer::size);
                let grown = (before + before / 2).min(context.max_binding_bytes());
                let size = bytes.max(grown / 4 * 4);
                let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("readback"),
                    size,
                    usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                });
                account.add(&buffer);
                if let Some(smaller) = self.buffer.replace(buffer.clone()) {
                    account.give_back(&smaller);
                }
                buffer
            }
        }
    }

    /// Waits for the work submitted so far and gives the first `bytes` of the buffer as floats.
    pub async fn read(&self, context: &Context, bytes: u64) -> Result<Vec<f32>, ModelError> {
        let Some(buffer) = &self.buffer else {
            return Ok(Vec::new());
        };
        let (sender, receiver) = oneshot::channel();
        buffer.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
            // The receiver is gone only if the whole request was dropped.
            let _ = sender.send(result);
        });
        match context.answer(receiver).await {
            Some(Ok(())) => {}
            _ => return Err(context.map_failed()),
        }
        let values = match buffer.get_mapped_range(0..bytes) {
            Ok(view) => bytemuck::pod_collect_to_vec::<u8, f32>(&view),
            Err(_) => return Err(context.map_failed()),
        };
        buffer.unmap();
        Ok(values)
    }
}
