//! The kernels: their sources, joined from `shaders/`, and the pipelines made of them.

use std::collections::{HashMap, HashSet};

use logitscope_core::matrix_format::Numbers;
use logitscope_core::{BLOCK, BlockFormat, MatrixFormat};
use logitscope_model::backend::{FloatType, MatrixRole};

use crate::wgsl;

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
    /// `product_row.wgsl`, or `product_row_blocks.wgsl`.
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
    /// `unembed_row.wgsl`, with `unembed_floats.wgsl` or `unembed_blocks.wgsl`.
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
    /// `weights_q8.wgsl` or `weights_q4.wgsl`, whose scales lie as the role says.
    Blocks(BlockFormat, MatrixRole),
}

impl Format {
    /// Every format of a matrix with this role.
    fn all(role: MatrixRole) -> Vec<Format> {
        let all = MatrixFormat::all();
        all.map(|format| Format::of(format, role)).collect()
    }

    /// That of a matrix that is kept as `format` says.
    pub fn of(format: MatrixFormat, role: MatrixRole) -> Self {
        match format {
            MatrixFormat::F16 => Format::F16,
            MatrixFormat::F32 => Format::F32,
            MatrixFormat::Blocks(blocks) => Format::Blocks(blocks, role),
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
    /// `turn_halves.wgsl`.
    TurnHalves,
    /// `turn_floats.wgsl`.
    TurnFloats,
    /// `quantise_q8.wgsl` or `quantise_q4.wgsl`, of elements that are stored so, into blocks that lie so.
    Quantise(FloatType, Numbers, MatrixRole),
}

/// The files of `shaders/`, each in the program once: a kernel is several of them, one after another.
macro_rules! files {
    ($($name:ident = $file:literal,)*) => {
        $(static $name: &str = {
            const FILE: &str = include_str!(concat!("../../../shaders/", $file, ".wgsl"));
            const CODE: [u8; wgsl::code_len(FILE)] = wgsl::code(FILE);
            match str::from_utf8(&CODE) {
                Ok(code) => code,
                Err(_) => FILE,
            }
        };)*
    };
}

files! {
    ACTIVATE = "activate",
    ACTIVATION = "activation",
    ADD = "add",
    ATTN_MIX = "attn_mix",
    ATTN_MIX_SHARED = "attn_mix_shared",
    ATTN_SCORES = "attn_scores",
    BLOCKS_OF_COLUMNS = "blocks_of_columns",
    BLOCKS_OF_ROWS = "blocks_of_rows",
    COPY = "copy",
    FOUR_ROWS = "four_rows",
    GATE = "gate",
    GATHER = "gather",
    HEAD_WIDTH1 = "head_width1",
    HEAD_WIDTH4 = "head_width4",
    LINEAR = "linear",
    LINEAR_GATED = "linear_gated",
    LOOKUP = "lookup",
    NORM = "norm",
    NORM_ROW = "norm_row",
    NORM_SHARED = "norm_shared",
    PRELUDE = "prelude",
    PRODUCT = "product",
    PRODUCT_BLOCK = "product_block",
    PRODUCT_ROW = "product_row",
    PRODUCT_ROW_BLOCKS = "product_row_blocks",
    PRODUCT_SPLIT = "product_split",
    PRODUCT_SUBGROUP = "product_subgroup",
    PRODUCT_TILE = "product_tile",
    QK_NORM = "qk_norm",
    QK_NORM_HEAD = "qk_norm_head",
    QK_NORM_SHARED = "qk_norm_shared",
    QKV = "qkv",
    QUANTISE = "quantise",
    QUANTISE_Q4 = "quantise_q4",
    QUANTISE_Q8 = "quantise_q8",
    RMS_NORM = "rms_norm",
    RMS_NORM_SHARED = "rms_norm_shared",
    ROTARY = "rotary",
    SCALE = "scale",
    SCALES_OF_COLUMNS = "scales_of_columns",
    SCALES_OF_ROWS = "scales_of_rows",
    SCATTER = "scatter",
    SOFTMAX = "softmax",
    SPAN_16 = "span_16",
    SPAN_32 = "span_32",
    STORED_BF16 = "stored_bf16",
    STORED_F16 = "stored_f16",
    STORED_F32 = "stored_f32",
    SUM_OF_LANES = "sum_of_lanes",
    TURN = "turn",
    TURN_FLOATS = "turn_floats",
    TURN_HALVES = "turn_halves",
    UNEMBED = "unembed",
    UNEMBED_BLOCKS = "unembed_blocks",
    UNEMBED_FLOATS = "unembed_floats",
    UNEMBED_ROW = "unembed_row",
    UNEMBED_SPLIT = "unembed_split",
    UNEMBED_SUBGROUP = "unembed_subgroup",
    WEIGHTS_F16 = "weights_f16",
    WEIGHTS_F32 = "weights_f32",
    WEIGHTS_Q4 = "weights_q4",
    WEIGHTS_Q8 = "weights_q8",
    WITHOUT_OFFSET = "without_offset",
    WITH_OFFSET = "with_offset",
}

impl Format {
    fn files(self) -> Vec<&'static str> {
        let (blocks, role) = match self {
            Format::F16 => return vec![WEIGHTS_F16],
            Format::F32 => return vec![WEIGHTS_F32],
            Format::Blocks(blocks, role) => (blocks, role),
        };
        vec![
            match blocks.numbers {
                Numbers::Eight => WEIGHTS_Q8,
                Numbers::Four => WEIGHTS_Q4,
            },
            match blocks.span < BLOCK {
                true => SPAN_16,
                false => SPAN_32,
            },
            match role {
                MatrixRole::Weights => SCALES_OF_COLUMNS,
                MatrixRole::Table => SCALES_OF_ROWS,
            },
            match blocks.has_offset {
                true => WITH_OFFSET,
                false => WITHOUT_OFFSET,
            },
        ]
    }

    /// Those of a matrix whose columns are summed.
    fn files_of_columns(self) -> Vec<&'static str> {
        let mut files = self.files();
        if !self.has_blocks() {
            files.push(FOUR_ROWS);
        }
        files
    }

    fn has_blocks(self) -> bool {
        !matches!(self, Format::F16 | Format::F32)
    }
}

impl HeadWidth {
    fn file(self) -> &'static str {
        match self {
            HeadWidth::One => HEAD_WIDTH1,
            HeadWidth::Four => HEAD_WIDTH4,
        }
    }
}

impl Product {
    fn files(self, format: Format) -> [&'static str; 2] {
        let own = match self {
            Product::Row if format.has_blocks() => PRODUCT_ROW_BLOCKS,
            Product::Row => PRODUCT_ROW,
            Product::Split => PRODUCT_SPLIT,
            Product::Subgroup => PRODUCT_SUBGROUP,
            Product::Tile => PRODUCT_TILE,
            Product::Block => PRODUCT_BLOCK,
        };
        [PRODUCT, own]
    }
}

/// The files of an operation that is handed the sums of a product with weights of this format.
fn operation(format: Format, own: &[&'static str], product: Product) -> Vec<&'static str> {
    [&format.files_of_columns(), own, &product.files(format)].concat()
}

impl Unembed {
    fn files(self, format: Format) -> Vec<&'static str> {
        match self {
            Unembed::Row if format.has_blocks() => vec![UNEMBED, UNEMBED_ROW, UNEMBED_BLOCKS],
            Unembed::Row => vec![UNEMBED, UNEMBED_ROW, UNEMBED_FLOATS],
            Unembed::Split => vec![UNEMBED, UNEMBED_SPLIT],
            Unembed::Subgroup => vec![UNEMBED, UNEMBED_SUBGROUP],
        }
    }
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
            Kernel::TurnHalves,
            Kernel::TurnFloats,
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
        for float in [FloatType::F32, FloatType::F16, FloatType::Bf16] {
            for numbers in [Numbers::Eight, Numbers::Four] {
                for role in [MatrixRole::Weights, MatrixRole::Table] {
                    all.push(Kernel::Quantise(float, numbers, role));
                }
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
    pub fn source(self) -> String {
        let mut source = PRELUDE.to_owned();
        for file in self.files() {
            source.push('\n');
            source.push_str(file);
        }
        source
    }

    /// The files after the prelude, in the order in which each builds on those before.
    fn files(self) -> Vec<&'static str> {
        match self {
            Kernel::Lookup(f) => [f.files(), vec![LOOKUP]].concat(),
            Kernel::Norm => vec![NORM_ROW, NORM],
            Kernel::NormShared => vec![NORM_ROW, SUM_OF_LANES, NORM_SHARED],
            Kernel::RmsNorm => vec![NORM_ROW, RMS_NORM],
            Kernel::RmsNormShared => vec![NORM_ROW, SUM_OF_LANES, RMS_NORM_SHARED],
            Kernel::Linear(product, f) => operation(f, &[ACTIVATION, LINEAR], product),
            Kernel::LinearGated(product, f) => operation(f, &[ACTIVATION, LINEAR_GATED], product),
            Kernel::Qkv(product, f) => operation(f, &[QKV], product),
            Kernel::QkNorm => vec![QK_NORM_HEAD, QK_NORM],
            Kernel::QkNormShared => vec![QK_NORM_HEAD, SUM_OF_LANES, QK_NORM_SHARED],
            Kernel::Rotary => vec![ROTARY],
            Kernel::AttnScores(width) => vec![width.file(), ATTN_SCORES],
            Kernel::Softmax => vec![SOFTMAX],
            Kernel::AttnMix(width) => vec![width.file(), ATTN_MIX],
            Kernel::AttnMixShared(width) => vec![width.file(), ATTN_MIX_SHARED],
            Kernel::Unembed(unembed, f) => [f.files(), unembed.files(f)].concat(),
            Kernel::Activate => vec![ACTIVATION, ACTIVATE],
            Kernel::Gate => vec![ACTIVATION, GATE],
            Kernel::Add => vec![ADD],
            Kernel::Scale => vec![SCALE],
            Kernel::Gather => vec![GATHER],
            Kernel::Scatter => vec![SCATTER],
            Kernel::Copy => vec![COPY],
            Kernel::TurnHalves => vec![TURN, TURN_HALVES],
            Kernel::TurnFloats => vec![TURN, TURN_FLOATS],
            Kernel::Quantise(float, numbers, role) => vec![
                match float {
                    FloatType::F32 => STORED_F32,
                    FloatType::F16 => STORED_F16,
                    FloatType::Bf16 => STORED_BF16,
                },
                match role {
                    MatrixRole::Weights => BLOCKS_OF_COLUMNS,
                    MatrixRole::Table => BLOCKS_OF_ROWS,
                },
                QUANTISE,
                match numbers {
                    Numbers::Eight => QUANTISE_Q8,
                    Numbers::Four => QUANTISE_Q4,
                },
            ],
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

    /// How many groups of four columns a thread of a [`Product::Row`] sums, and of four tokens one of an [`Unembed::Row`].
    pub fn groups_a_thread(self) -> u32 {
        match self {
            Kernel::Linear(_, f) | Kernel::LinearGated(_, f) | Kernel::Qkv(_, f) => {
                if f.has_blocks() { 4 } else { 2 }
            }
            Kernel::Unembed(..) => 2,
            _ => 1,
        }
    }

    /// The size of a workgroup that the shader itself fixes; `None` where the constant `WG` gives it.
    pub fn fixed_group(self) -> Option<u32> {
        match self {
            Kernel::AttnMixShared(_)
            | Kernel::Linear(Product::Split | Product::Block, _)
            | Kernel::LinearGated(Product::Split | Product::Block, _)
            | Kernel::Qkv(Product::Split | Product::Block, _) => Some(256),
            Kernel::NormShared
            | Kernel::RmsNormShared
            | Kernel::QkNormShared
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
            Kernel::TurnHalves => "turn_halves",
            Kernel::TurnFloats => "turn_floats",
            Kernel::Quantise(_, Numbers::Eight, _) => "quantise_q8",
            Kernel::Quantise(_, Numbers::Four, _) => "quantise_q4",
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
