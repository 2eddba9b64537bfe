//! The kernels: their sources, joined from `shaders/` at compile time, and the pipelines made of them.

use std::collections::{HashMap, HashSet};

use logitscope_core::Precision;
use logitscope_model::backend::MatrixRole;

/// How many columns of a head a thread takes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeadWidth {
    /// `head_width1.wgsl`: any head.
    One,
    /// `head_width4.wgsl`: heads whose size is a multiple of four.
    Four,
}

/// Which shader multiplies by a weight matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Product {
    /// `product_row.wgsl`.
    Row,
    /// `product_split.wgsl`.
    Split,
    /// `product_subgroup.wgsl`.
    Subgroup,
    /// `product_tile.wgsl`.
    Tile,
    /// `product_block.wgsl`.
    Block,
}

/// Which shader multiplies by the unembedding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unembed {
    /// `unembed_row.wgsl`.
    Row,
    /// `unembed_split.wgsl`.
    Split,
    /// `unembed_subgroup.wgsl`.
    Subgroup,
}

/// How a kernel reads weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `weights_f16.wgsl`.
    F16,
    /// `weights_f32.wgsl`.
    F32,
    /// `weights_q8.wgsl`, whose scales lie as the role says.
    Q8(MatrixRole),
    /// `weights_q4.wgsl`, the same.
    Q4(MatrixRole),
}

impl Format {
    /// Every format of a matrix with this role.
    fn all(role: MatrixRole) -> [Format; 4] {
        Precision::ALL.map(|precision| Format::of(precision, role))
    }

    /// That of a matrix that is kept as `precision`.
    pub fn of(precision: Precision, role: MatrixRole) -> Self {
        match precision {
            Precision::F16 => Format::F16,
            Precision::F32 => Format::F32,
            Precision::Q8 => Format::Q8(role),
            Precision::Q4 => Format::Q4(role),
        }
    }
}

/// One operation on the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// `lookup.wgsl`, reading rows of this format.
    Lookup(Format),
    /// `norm.wgsl`.
    Norm,
    /// `norm_shared.wgsl`.
    NormShared,
    /// `rms_norm.wgsl`.
    RmsNorm,
    /// `rms_norm_shared.wgsl`.
    RmsNormShared,
    /// `linear.wgsl` over a product.
    Linear(Product, Format),
    /// `linear_gated.wgsl` over a product.
    LinearGated(Product, Format),
    /// `qkv.wgsl` over a product.
    Qkv(Product, Format),
    /// `qk_norm.wgsl`.
    QkNorm,
    /// `qk_norm_shared.wgsl`.
    QkNormShared,
    /// `rotary.wgsl`.
    Rotary,
    /// `attn_scores.wgsl`.
    AttnScores(HeadWidth),
    /// `softmax.wgsl`.
    Softmax,
    /// `attn_mix.wgsl`.
    AttnMix(HeadWidth),
    /// `attn_mix_shared.wgsl`.
    AttnMixShared(HeadWidth),
    /// `unembed.wgsl`.
    Unembed(Unembed, Format),
    /// `activate.wgsl`.
    Activate,
    /// `gate.wgsl`.
    Gate,
    /// `add.wgsl`.
    Add,
    /// `scale.wgsl`.
    Scale,
    /// `gather.wgsl`.
    Gather,
    /// `scatter.wgsl`.
    Scatter,
    /// `copy.wgsl`.
    Copy,
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

/// The same for a kernel that reads weights, in any format.
macro_rules! weights_wgsl {
    ($format:expr, $($file:literal),*) => {
        match $format {
            Format::F16 => wgsl!("weights_f16", $($file),*),
            Format::F32 => wgsl!("weights_f32", $($file),*),
            Format::Q8(MatrixRole::Weights) => wgsl!("weights_q8", "scales_of_columns", $($file),*),
            Format::Q8(MatrixRole::Table) => wgsl!("weights_q8", "scales_of_rows", $($file),*),
            Format::Q4(MatrixRole::Weights) => wgsl!("weights_q4", "scales_of_columns", $($file),*),
            Format::Q4(MatrixRole::Table) => wgsl!("weights_q4", "scales_of_rows", $($file),*),
        }
    };
}

/// The same for a kernel that walks over heads.
macro_rules! head_wgsl {
    ($width:expr, $file:literal) => {
        match $width {
            HeadWidth::One => wgsl!("head_width1", $file),
            HeadWidth::Four => wgsl!("head_width4", $file),
        }
    };
}

/// The same for an operation over any product.
macro_rules! product_wgsl {
    ($product:expr, $format:expr, $($file:literal),*) => {
        match $product {
            Product::Row => weights_wgsl!($format, $($file),*, "product_row"),
            Product::Split => weights_wgsl!($format, $($file),*, "product_split"),
            Product::Subgroup => weights_wgsl!($format, $($file),*, "product_subgroup"),
            Product::Tile => weights_wgsl!($format, $($file),*, "product_tile"),
            Product::Block => weights_wgsl!($format, $($file),*, "product_block"),
        }
    };
}

impl Kernel {
    /// Every kernel, for tests.
    pub fn all() -> Vec<Kernel> {
        let mut all = vec![
            Kernel::Norm,
            Kernel::NormShared,
            Kernel::RmsNorm,
            Kernel::RmsNormShared,
            Kernel::QkNorm,
            Kernel::QkNormShared,
            Kernel::Rotary,
            Kernel::Softmax,
            Kernel::Activate,
            Kernel::Gate,
            Kernel::Add,
            Kernel::Scale,
            Kernel::Gather,
            Kernel::Scatter,
            Kernel::Copy,
        ];
        for width in [HeadWidth::One, HeadWidth::Four] {
            all.extend([
                Kernel::AttnScores(width),
                Kernel::AttnMix(width),
                Kernel::AttnMixShared(width),
            ]);
        }
        let lookups = [MatrixRole::Weights, MatrixRole::Table]
            .map(Format::all)
            .concat();
        for f in lookups.into_iter().collect::<HashSet<_>>() {
            all.push(Kernel::Lookup(f));
        }
        for f in Format::all(MatrixRole::Table) {
            for unembed in [Unembed::Row, Unembed::Split, Unembed::Subgroup] {
                all.push(Kernel::Unembed(unembed, f));
            }
        }
        for f in Format::all(MatrixRole::Weights) {
            for product in [
                Product::Row,
                Product::Split,
                Product::Subgroup,
                Product::Tile,
                Product::Block,
            ] {
                all.extend([
                    Kernel::Linear(product, f),
                    Kernel::LinearGated(product, f),
                    Kernel::Qkv(product, f),
                ]);
            }
        }
        all
    }

    /// The WGSL source.
    pub fn source(self) -> &'static str {
        match self {
            Kernel::Lookup(f) => weights_wgsl!(f, "lookup"),
            Kernel::Norm => wgsl!("norm_row", "norm"),
            Kernel::NormShared => wgsl!("norm_row", "sum_of_lanes", "norm_shared"),
            Kernel::RmsNorm => wgsl!("norm_row", "rms_norm"),
            Kernel::RmsNormShared => wgsl!("norm_row", "sum_of_lanes", "rms_norm_shared"),
            Kernel::Linear(product, f) => product_wgsl!(product, f, "activation", "linear"),
            Kernel::LinearGated(product, f) => {
                product_wgsl!(product, f, "activation", "linear_gated")
            }
            Kernel::Qkv(product, f) => product_wgsl!(product, f, "qkv"),
            Kernel::QkNorm => wgsl!("qk_norm_head", "qk_norm"),
            Kernel::QkNormShared => wgsl!("qk_norm_head", "sum_of_lanes", "qk_norm_shared"),
            Kernel::Rotary => wgsl!("rotary"),
            Kernel::AttnScores(width) => head_wgsl!(width, "attn_scores"),
            Kernel::Softmax => wgsl!("softmax"),
            Kernel::AttnMix(width) => head_wgsl!(width, "attn_mix"),
            Kernel::AttnMixShared(width) => head_wgsl!(width, "attn_mix_shared"),
            Kernel::Unembed(Unembed::Row, f) => weights_wgsl!(f, "unembed", "unembed_row"),
            Kernel::Unembed(Unembed::Split, f) => {
                weights_wgsl!(f, "unembed", "unembed_split")
            }
            Kernel::Unembed(Unembed::Subgroup, f) => {
                weights_wgsl!(f, "unembed", "unembed_subgroup")
            }
            Kernel::Activate => wgsl!("activation", "activate"),
            Kernel::Gate => wgsl!("activation", "gate"),
            Kernel::Add => wgsl!("add"),
            Kernel::Scale => wgsl!("scale"),
            Kernel::Gather => wgsl!("gather"),
            Kernel::Scatter => wgsl!("scatter"),
            Kernel::Copy => wgsl!("copy"),
        }
    }

    /// Whether it needs the adapter's subgroups. (Naga knows their operations without `enable subgroups;`, and refuses the
    /// directive, wgpu issue 5555.)
    pub fn needs_subgroups(self) -> bool {
        matches!(
            self,
            Kernel::Linear(Product::Subgroup, _)
                | Kernel::LinearGated(Product::Subgroup, _)
                | Kernel::Qkv(Product::Subgroup, _)
                | Kernel::Unembed(Unembed::Subgroup, _)
        )
    }

    /// The size of a workgroup that the shader itself fixes; `None` where the constant `WG` gives it.
    pub fn fixed_group(self) -> Option<u32> {
        match self {
            Kernel::Linear(Product::Split, _)
            | Kernel::LinearGated(Product::Split, _)
            | Kernel::Qkv(Product::Split, _) => Some(256),
            Kernel::NormShared
            | Kernel::RmsNormShared
            | Kernel::QkNormShared
            | Kernel::AttnMixShared(_)
            | Kernel::Linear(Product::Block, _)
            | Kernel::LinearGated(Product::Block, _)
            | Kernel::Qkv(Product::Block, _)
            | Kernel::Unembed(Unembed::Split, _) => Some(64),
            _ => None,
        }
    }

    /// The name of the entry point, which is also that of its file.
    pub fn entry_point(self) -> &'static str {
        match self {
            Kernel::Lookup(_) => "lookup",
            Kernel::Norm => "norm",
            Kernel::NormShared => "norm_shared",
            Kernel::RmsNorm => "rms_norm",
            Kernel::RmsNormShared => "rms_norm_shared",
            Kernel::Linear(..) | Kernel::LinearGated(..) | Kernel::Qkv(..) => "product",
            Kernel::QkNorm => "qk_norm",
            Kernel::QkNormShared => "qk_norm_shared",
            Kernel::Rotary => "rotary",
            Kernel::AttnScores(_) => "attn_scores",
            Kernel::Softmax => "softmax",
            Kernel::AttnMix(_) => "attn_mix",
            Kernel::AttnMixShared(_) => "attn_mix_shared",
            Kernel::Unembed(..) => "unembed",
            Kernel::Activate => "activate",
            Kernel::Gate => "gate",
            Kernel::Add => "add",
            Kernel::Scale => "scale",
            Kernel::Gather => "gather",
            Kernel::Scatter => "scatter",
            Kernel::Copy => "copy",
        }
    }

    /// For labels and tables.
    pub fn label(self) -> &'static str {
        match self {
            Kernel::Linear(Product::Row, _) => "linear (row)",
            Kernel::Linear(Product::Split, _) => "linear (split)",
            Kernel::Linear(Product::Subgroup, _) => "linear (subgroup)",
            Kernel::Linear(Product::Tile, _) => "linear (tile)",
            Kernel::Linear(Product::Block, _) => "linear (block)",
            Kernel::LinearGated(Product::Row, _) => "linear gated (row)",
            Kernel::LinearGated(Product::Split, _) => "linear gated (split)",
            Kernel::LinearGated(Product::Subgroup, _) => "linear gated (subgroup)",
            Kernel::LinearGated(Product::Tile, _) => "linear gated (tile)",
            Kernel::LinearGated(Product::Block, _) => "linear gated (block)",
            Kernel::Qkv(Product::Row, _) => "qkv (row)",
            Kernel::Qkv(Product::Split, _) => "qkv (split)",
            Kernel::Qkv(Product::Subgroup, _) => "qkv (subgroup)",
            Kernel::Qkv(Product::Tile, _) => "qkv (tile)",
            Kernel::Qkv(Product::Block, _) => "qkv (block)",
            Kernel::Unembed(Unembed::Row, _) => "unembed (row)",
            Kernel::Unembed(Unembed::Split, _) => "unembed (split)",
            Kernel::Unembed(Unembed::Subgroup, _) => "unembed (subgroup)",
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
