//! Recorded dispatches go to the device, and what was asked for comes back.

use logitscope_model::ModelError;
use logitscope_model::backend::Readback;

use crate::Gpu;
use crate::memory::GpuTensor;
use crate::plan::{Command, cut};

/// Several rows are submitted in pieces of about this long, so that the page's own drawing gets its turn.
const PIECE_MS: f64 = 10.0;

impl Gpu {
    pub(crate) fn encoder(&self) -> wgpu::CommandEncoder {
        let device = &self.device.context.device;
        device.create_command_encoder(&Default::default())
    }

    /// Submits `commands` `n` times in one pass, without reading anything back.
    pub(crate) fn submit_many(&self, commands: &[&Command], n: u32) {
        let mut encoder = self.encoder();
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for _ in 0..n {
            for command in commands {
                if let Command::Dispatch(dispatch) = command {
                    dispatch.encode(&mut pass, &self.counts);
                }
            }
        }
        drop(pass);
        self.device.context.queue.submit([encoder.finish()]);
    }

    /// Submits `commands`, cut into pieces if there are several rows; the logits, if `logits` holds any, and the taps come back.
    pub(crate) async fn submit(
        &mut self,
        commands: &[Command],
        logits: Option<&GpuTensor>,
    ) -> Result<Readback, ModelError> {
        let tapped = commands.iter().filter_map(|command| match command {
            Command::Tap(tap) => Some(tap.bytes(&self.counts)),
            Command::Dispatch(_) => None,
        });
        let taps: Vec<u64> = tapped.collect();
        let logits_bytes = logits.map_or(0, |t| {
            4 * u64::from(self.counts.logits) * u64::from(t.stride)
        });
        let total = logits_bytes + taps.iter().sum::<u64>();
        let staging = (total > 0).then(|| {
            self.staging
                .with_room(&self.device.context, &mut self.account, total)
        });
        let mut offset = logits_bytes;
        let mut before: Option<_> = None;
        let pieces = cut(commands, self.piece_bytes());
        for (i, piece) in pieces.iter().enumerate() {
            let mut encoder = self.encoder();
            self.encode(&mut encoder, piece, staging.as_ref(), &mut offset);
            if let (Some(tensor), Some(staging), true) = (logits, &staging, i + 1 == pieces.len()) {
                encoder.copy_buffer_to_buffer(&tensor.buffer, 0, staging, 0, logits_bytes);
            }
            self.device.context.queue.submit([encoder.finish()]);
            if i + 1 < pieces.len() {
                // Two are under way: one runs while the next is prepared, and the page draws in between.
                if let Some(before) = before.replace(self.device.context.done()) {
                    before.await?;
                }
            }
        }
        if staging.is_none() {
            self.device.context.check()?;
            return Ok(Readback::default());
        }
        let mut values = self.staging.read(&self.device.context, total).await?;
        self.device.context.check()?;
        let mut rest = values.split_off(logits_bytes as usize / 4);
        let cut = |bytes: u64| {
            let later = rest.split_off(bytes as usize / 4);
            std::mem::replace(&mut rest, later)
        };
        Ok(Readback {
            taps: taps.into_iter().map(cut).collect(),
            logits: values,
        })
    }

    /// Encodes `commands` into one pass (split where a tap copies); taps go to `staging` from `offset` on.
    fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        commands: &[Command],
        staging: Option<&wgpu::Buffer>,
        offset: &mut u64,
    ) {
        let mut pass = None;
        for command in commands {
            match command {
                Command::Dispatch(dispatch) => {
                    let pass = pass.get_or_insert_with(|| {
                        encoder
                            .begin_compute_pass(&wgpu::ComputePassDescriptor::default())
                            .forget_lifetime()
                    });
                    dispatch.encode(pass, &self.counts);
                }
                Command::Tap(tap) => {
                    pass = None;
                    let bytes = tap.bytes(&self.counts);
                    if let Some(staging) = staging {
                        encoder.copy_buffer_to_buffer(&tap.buffer, 0, staging, *offset, bytes);
                    }
                    *offset += bytes;
                }
            }
        }
    }

    /// Bytes of weights that one submission may read: all of them for one row; for several, what takes about
    /// [`PIECE_MS`] by the measurement.
    fn piece_bytes(&self) -> u64 {
        match self.tuning {
            Some(tuning) if self.counts.rows > 1 => {
                let sixteens = f64::from(self.counts.rows) / 16.0;
                (tuning.product_gbps * 1e6 * PIECE_MS / sixteens.max(1.0)) as u64
            }
            _ => u64::MAX,
        }
    }
}
