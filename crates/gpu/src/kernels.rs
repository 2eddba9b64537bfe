//! The kernels: their sources, joined from `shaders/` at compile time, and the pipelines made of them.

use std::collections::HashMap;

use logitscope_model::Precision;

/// One operation on the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// `lookup.wgsl`, reading a table of this precision.
    Lookup(Precision),
    /// `norm.wgsl`.
    Norm,
    /// `norm_shared.wgsl`.
    NormShared,
    /// `linear.wgsl` over `product_row.wgsl`.
    LinearRow(Precision),
    /// `linear.wgsl` over `product_tile.wgsl`.
    LinearTile(Precision),
    /// `qkv.wgsl` over `product_row.wgsl`.
    QkvRow(Precision),
    /// `qkv.wgsl` over `product_tile.wgsl`.
    QkvTile(Precision),
    /// `attn_scores.wgsl`.
    AttnScores,
    /// `softmax.wgsl`.
    Softmax,
    /// `attn_mix.wgsl`.
    AttnMix,
    /// `unembed.wgsl`.
    Unembed(Precision),
    /// `gelu.wgsl`.
    Gelu,
    /// `add.wgsl`.
    Add,
    /// `gather.wgsl`.
    Gather,
}

/// Joins shader files, in the order given, after the prelude.
macro_rules! wgsl {
    ($($file:literal),*) => {
        concat!(
            include_str!("../../../shaders/prelude.wgsl"),
            $("\n", include_str!(concat!("../../../shaders/", $file, ".wgsl"))),*
        )
    };
}

/// The same for a kernel that reads weights, in either precision.
macro_rules! weights_wgsl {
    ($precision:expr, $($file:literal),*) => {
        match $precision {
            Precision::F16 => wgsl!("weights_f16", $($file),*),
            Precision::F32 => wgsl!("weights_f32", $($file),*),
        }
    };
}

impl Kernel {
    /// Every kernel, for tests.
    pub const ALL: [Kernel; 20] = [
        Kernel::Lookup(Precision::F16),
        Kernel::Lookup(Precision::F32),
        Kernel::Norm,
        Kernel::NormShared,
        Kernel::LinearRow(Precision::F16),
        Kernel::LinearRow(Precision::F32),
        Kernel::LinearTile(Precision::F16),
        Kernel::LinearTile(Precision::F32),
        Kernel::QkvRow(Precision::F16),
        Kernel::QkvRow(Precision::F32),
        Kernel::QkvTile(Precision::F16),
        Kernel::QkvTile(Precision::F32),
        Kernel::AttnScores,
        Kernel::Softmax,
        Kernel::AttnMix,
        Kernel::Unembed(Precision::F16),
        Kernel::Unembed(Precision::F32),
        Kernel::Gelu,
        Kernel::Add,
        Kernel::Gather,
    ];

    /// The WGSL source.
    pub fn source(self) -> &'static str {
        match self {
            Kernel::Lookup(p) => weights_wgsl!(p, "lookup"),
            Kernel::Norm => wgsl!("norm"),
            Kernel::NormShared => wgsl!("norm_shared"),
            Kernel::LinearRow(p) => weights_wgsl!(p, "gelu_new", "linear", "product_row"),
            Kernel::LinearTile(p) => weights_wgsl!(p, "gelu_new", "linear", "product_tile"),
            Kernel::QkvRow(p) => weights_wgsl!(p, "qkv", "product_row"),
            Kernel::QkvTile(p) => weights_wgsl!(p, "qkv", "product_tile"),
            Kernel::AttnScores => wgsl!("attn_scores"),
            Kernel::Softmax => wgsl!("softmax"),
            Kernel::AttnMix => wgsl!("attn_mix"),
            Kernel::Unembed(p) => weights_wgsl!(p, "unembed"),
            Kernel::Gelu => wgsl!("gelu_new", "gelu"),
            Kernel::Add => wgsl!("add"),
            Kernel::Gather => wgsl!("gather"),
        }
    }

    /// The name of the entry point, which is also that of its file.
    pub fn entry_point(self) -> &'static str {
        match self {
            Kernel::Lookup(_) => "lookup",
            Kernel::Norm => "norm",
            Kernel::NormShared => "norm_shared",
            Kernel::LinearRow(_)
            | Kernel::LinearTile(_)
            | Kernel::QkvRow(_)
            | Kernel::QkvTile(_) => "product",
            Kernel::AttnScores => "attn_scores",
            Kernel::Softmax => "softmax",
            Kernel::AttnMix => "attn_mix",
            Kernel::Unembed(_) => "unembed",
            Kernel::Gelu => "gelu",
            Kernel::Add => "add",
            Kernel::Gather => "gather",
        }
    }

    /// For labels.
    pub fn label(self) -> &'static str {
        match self {
            Kernel::LinearRow(_) => "linear (row)",
            Kernel::LinearTile(_) => "linear (tile)",
            Kernel::QkvRow(_) => "qkv (row)",
            Kernel::QkvTile(_) => "qkv (tile)",
            other => other.entry_point(),
        }
    }
}

/// The value of an `override` constant, by its name in the shader.
pub type Constant = (&'static str, f64);

/// A kernel with the bits of its constants.
type PipelineKey = (Kernel, Vec<(&'static str, u64)>);

/// Modules and pipelines, made when first asked for and then kept.
#[derive(Default)]
pub struct Pipelines {
    modules: HashMap<Kernel, wgpu::ShaderModule>,
    pipelines: HashMap<PipelineKey, wgpu::ComputePipeline>,
}

impl Pipelines {
    /// The pipeline of `kernel` specialised by `constants`.
    pub fn get(
        &mut self,
        device: &wgpu::Device,
        kernel: Kernel,
        constants: &[Constant],
    ) -> wgpu::ComputePipeline {
        let key = (
            kernel,
            constants
                .iter()
                .map(|&(name, x)| (name, x.to_bits()))
                .collect(),
        );
        let Pipelines { modules, pipelines } = self;
        let pipeline = pipelines.entry(key).or_insert_with(|| {
            let module = modules.entry(kernel).or_insert_with(|| {
                device.create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(kernel.label()),
                    source: wgpu::ShaderSource::Wgsl(kernel.source().into()),
                })
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(kernel.label()),
                layout: None,
                module,
                entry_point: Some(kernel.entry_point()),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants,
                    ..Default::default()
                },
                cache: None,
            })
        });
        pipeline.clone()
    }
}
