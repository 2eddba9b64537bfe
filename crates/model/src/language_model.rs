//! The face of a model of any family on any backend, for those who need not know which.

use std::future::Future;
use std::pin::Pin;

use logitscope_core::Interventions;
use logitscope_core::inspection::{KernelTime, Timeline};
use logitscope_core::trace::BackendInfo;

use crate::backend::Measure;
use crate::batch::Row;
use crate::host_weights::HostWeights;
use crate::probe::Probe;
use crate::taps::{Tap, Taps};
use crate::transformer::{Capacity, Output, Transformer};
use crate::{Config, ModelError};

/// A future that stays on its thread: devices in a browser are not `Send`.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, ModelError>> + 'a>>;

/// A model of any family on any backend.
pub trait LanguageModel {
    /// The sizes.
    fn config(&self) -> &Config;
    /// The sizes of its memory.
    fn capacity(&self) -> Capacity;
    /// What computes.
    fn backend_info(&self) -> BackendInfo;
    /// Bytes of weights, as kept.
    fn weight_bytes(&self) -> u64;
    /// Bytes of everything allocated for it, weights included.
    fn allocated_bytes(&self) -> u64;
    /// See [`Transformer::forward`].
    fn forward<'a>(
        &'a mut self,
        rows: &'a [Row],
        logits_for: &'a [usize],
        taps: &'a Taps,
    ) -> LocalFuture<'a, Output>;
    /// See [`Transformer::inspect`].
    fn inspect<'a>(&'a mut self, rows: &'a [Row], taps: &'a Taps) -> LocalFuture<'a, Vec<Tap>>;
    /// See [`Transformer::readout`].
    fn readout<'a>(&'a mut self, rows: &'a [Row], depth: u32) -> LocalFuture<'a, Vec<Vec<f32>>>;
    /// See [`Transformer::probe`].
    fn probe<'a>(&'a mut self, probe: &'a Probe) -> LocalFuture<'a, Vec<Vec<f32>>>;
    /// See [`Transformer::host_weights`].
    fn host_weights(&self) -> &HostWeights;
    /// See [`Transformer::intervene`].
    fn intervene(&mut self, interventions: &Interventions) -> Result<(), ModelError>;
    /// See [`Transformer::prepare_inside`].
    fn prepare_inside(&mut self) -> LocalFuture<'_, ()>;
    /// See [`Transformer::timeline`].
    fn timeline(&mut self) -> LocalFuture<'_, Timeline>;
    /// See [`Transformer::bandwidth_gbps`].
    fn bandwidth_gbps(&mut self) -> LocalFuture<'_, f64>;
    /// See [`Transformer::profile`].
    fn profile(&mut self) -> LocalFuture<'_, Vec<KernelTime>>;
}

impl<B: Measure> LanguageModel for Transformer<B> {
    fn config(&self) -> &Config {
        self.config()
    }
    fn capacity(&self) -> Capacity {
        self.capacity()
    }
    fn backend_info(&self) -> BackendInfo {
        self.backend().info()
    }
    fn weight_bytes(&self) -> u64 {
        self.backend().weight_bytes()
    }
    fn allocated_bytes(&self) -> u64 {
        self.backend().allocated_bytes()
    }
    fn forward<'a>(
        &'a mut self,
        rows: &'a [Row],
        logits_for: &'a [usize],
        taps: &'a Taps,
    ) -> LocalFuture<'a, Output> {
        Box::pin(self.forward(rows, logits_for, taps))
    }
    fn inspect<'a>(&'a mut self, rows: &'a [Row], taps: &'a Taps) -> LocalFuture<'a, Vec<Tap>> {
        Box::pin(self.inspect(rows, taps))
    }
    fn readout<'a>(&'a mut self, rows: &'a [Row], depth: u32) -> LocalFuture<'a, Vec<Vec<f32>>> {
        Box::pin(self.readout(rows, depth))
    }
    fn probe<'a>(&'a mut self, probe: &'a Probe) -> LocalFuture<'a, Vec<Vec<f32>>> {
        Box::pin(self.probe(probe))
    }
    fn host_weights(&self) -> &HostWeights {
        self.host_weights()
    }
    fn intervene(&mut self, interventions: &Interventions) -> Result<(), ModelError> {
        self.intervene(interventions)
    }
    fn prepare_inside(&mut self) -> LocalFuture<'_, ()> {
        Box::pin(self.prepare_inside())
    }
    fn timeline(&mut self) -> LocalFuture<'_, Timeline> {
        Box::pin(self.timeline())
    }
    fn bandwidth_gbps(&mut self) -> LocalFuture<'_, f64> {
        Box::pin(self.bandwidth_gbps())
    }
    fn profile(&mut self) -> LocalFuture<'_, Vec<KernelTime>> {
        Box::pin(self.profile())
    }
}
