//! `logitscope bench`: prefill and decode of one model on this machine, and the share of the bandwidth they reach.

use logitscope_core::Precision;
use std::path::PathBuf;

use clap::ValueEnum;
use logitscope_core::inspection::KernelTime;
use logitscope_gpu::{Families, Family, Gpu, GpuOptions, Tuning};
use logitscope_model::{
    Config, Cpu, Lane, Lanes, LanguageModel, LoadOptions, ModelError, load_model,
};
use serde::Serialize;
use web_time::Instant;

use crate::model::{BackendArg, checkpoint, load, precision_parser};
use crate::random::RandomCheckpoint;
use crate::{CliError, print};

/// Bytes that are copied to measure the adapter's bandwidth.
const COPY_BYTES: u64 = 256 << 20;
/// Tokens decoded before the clock starts.
const WARM: usize = 4;

#[derive(clap::Args)]
pub struct Args {
    /// A shape with random weights: gpt2s (124 M), 0.5b, 1b, or LAYERSxWIDTHxHEADSxVOCABULARY
    #[arg(long, value_name = "SHAPE", default_value = "gpt2s")]
    shape: String,
    /// A model instead of a shape: a folder in the layout of Hugging Face, or a .gguf file
    #[arg(long, value_name = "MODEL", conflicts_with = "shape")]
    model: Option<PathBuf>,
    /// What computes; by default the GPU where there is one
    #[arg(long)]
    backend: Option<BackendArg>,
    /// How weights are kept while running
    #[arg(long, default_value = Precision::F16.name(), value_parser = precision_parser())]
    precision: Precision,
    /// Which kernels of the GPU; by default those that are measured to be the fastest
    #[arg(long)]
    kernels: Option<Kernels>,
    /// Tokens to decode
    #[arg(long, value_name = "N", default_value_t = 64)]
    tokens: usize,
    /// Lengths of the prompts
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [16, 256])]
    prompts: Vec<usize>,
    /// How often each prompt is run
    #[arg(long, value_name = "N", default_value_t = 5)]
    runs: usize,
    /// How to print the result
    #[arg(long, default_value = "table")]
    format: Format,
}

/// The families of kernels by name.
#[derive(Clone, Copy, ValueEnum)]
enum Kernels {
    Columns,
    Workgroup,
    Subgroup,
}

impl Kernels {
    fn families(self) -> Families {
        Families::all(match self {
            Kernels::Columns => Family::Columns,
            Kernels::Workgroup => Family::Workgroup,
            Kernels::Subgroup => Family::Subgroup,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Json,
}

/// All that was measured.
#[derive(Serialize)]
struct Report {
    adapter: String,
    params: u64,
    /// Bytes of weights that a decoded token reads.
    token_bytes: u64,
    tuning: Option<Tuning>,
    /// Gigabytes a second, read and written, of our copy kernel.
    copy_gbps: Option<f64>,
    /// Prompt length and median milliseconds.
    prefill_ms: Vec<(usize, f64)>,
    decode_ms: Spread,
    kernels: Vec<KernelTime>,
}

/// Milliseconds a token.
#[derive(Serialize)]
struct Spread {
    median: f64,
    p95: f64,
    best: f64,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let precision = args.precision;
    let options = GpuOptions {
        families: args.kernels.map(Kernels::families),
        ..GpuOptions::default()
    };
    let gpu = match args.backend {
        Some(BackendArg::Cpu) => None,
        _ => Gpu::new(&options).await?,
    };
    let (mut tuning, mut copy_gbps) = (None, None);
    let model: Box<dyn LanguageModel> = match (gpu, args.backend) {
        (Some(mut gpu), _) => {
            match args.kernels {
                Some(Kernels::Subgroup) if gpu.context().subgroup_size().is_none() => {
                    return Err(CliError::NoSubgroups);
                }
                Some(_) => {}
                None => tuning = Some(gpu.tune(precision, None).await?),
            }
            let bytes = COPY_BYTES.min(gpu.context().max_binding_bytes());
            copy_gbps = Some(gpu.copy_gbps(bytes).await?);
            open(args, gpu, precision).await?
        }
        (None, Some(BackendArg::Gpu)) => return Err(CliError::NoGpu),
        (None, _) => open(args, Cpu::new(), precision).await?,
    };
    let mut lanes = Lanes::new(model, "measured".into(), precision);
    let mut lane = lanes.plain()?;
    let token_bytes = precision.bytes(lane.config().n_multiplied());
    let report = Report {
        adapter: lane.backend_info().adapter,
        params: lane.config().n_params(),
        token_bytes,
        tuning,
        copy_gbps,
        prefill_ms: prefill(&mut lane, args).await?,
        decode_ms: decode(&mut lane, args).await?,
        kernels: lane.profile().await?,
    };
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&report).unwrap_or_default(),
        Format::Table => table(&report).join("\n"),
    };
    print::line(&text)
}

async fn open<B: logitscope_model::Measure>(
    args: &Args,
    backend: B,
    precision: Precision,
) -> Result<Box<dyn LanguageModel>, CliError> {
    if let Some(folder) = &args.model {
        let checkpoint = checkpoint(folder).await?;
        return Ok(load(checkpoint, backend, precision).await?.model);
    }
    let config = shape(&args.shape)?;
    let mut stream = RandomCheckpoint::new(&config);
    let options = LoadOptions { precision };
    let loaded = load_model(backend, config, options, &mut stream, |_| async {}).await?;
    Ok(Box::new(loaded.model))
}

/// The sizes that `text` names.
pub fn shape(text: &str) -> Result<Config, CliError> {
    let bad = || CliError::Shape(text.to_owned());
    let spelled = match text {
        "gpt2s" => "12x768x12x50257",
        "0.5b" => "24x1280x20x50257",
        "1b" => "24x1792x28x50257",
        other => other,
    };
    let sizes: Result<Vec<u32>, _> = spelled.split('x').map(str::parse).collect();
    let [layers, width, heads, vocabulary] = sizes.map_err(|_| bad())?[..] else {
        return Err(bad());
    };
    let json = format!(
        r#"{{"model_type":"gpt2","n_layer":{layers},"n_embd":{width},"n_head":{heads},"vocab_size":{vocabulary},"n_positions":1024}}"#
    );
    Ok(Config::from_json(&json)?)
}

/// Tokens that differ from run to run from the first on, so that nothing is known of them.
fn prompt(lane: &Lane<'_>, run: usize, len: usize) -> Vec<u32> {
    let d_vocab = lane.config().d_vocab as usize;
    (0..len)
        .map(|i| ((run * 7919 + i * 104_729 + 1) % d_vocab) as u32)
        .collect()
}

async fn prefill(lane: &mut Lane<'_>, args: &Args) -> Result<Vec<(usize, f64)>, ModelError> {
    let mut medians = Vec::new();
    for &len in &args.prompts {
        let len = len.clamp(1, lane.config().n_ctx as usize);
        let mut times = Vec::new();
        // The first compiles and warms up.
        for run in 0..=args.runs.max(1) {
            let tokens = prompt(lane, len + run, len);
            let start = Instant::now();
            lane.evaluate(&tokens).await?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        medians.push((len, spread(&mut times[1..]).median));
    }
    Ok(medians)
}

async fn decode(lane: &mut Lane<'_>, args: &Args) -> Result<Spread, ModelError> {
    let mut tokens = prompt(lane, 0, 16.min(lane.config().n_ctx as usize / 2));
    let room = lane.config().n_ctx as usize - tokens.len();
    let mut times = Vec::new();
    let (mut logits, _) = lane.evaluate(&tokens).await?;
    for _ in 0..(WARM + args.tokens.max(1)).min(room) {
        tokens.push(greedy(&logits));
        let start = Instant::now();
        (logits, _) = lane.evaluate(&tokens).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let warm = WARM.min(times.len() - 1);
    Ok(spread(&mut times[warm..]))
}

/// The most probable token; the lowest id among equals.
fn greedy(logits: &[f32]) -> u32 {
    let better = |best: usize, i: usize| if logits[i] > logits[best] { i } else { best };
    (0..logits.len()).reduce(better).unwrap_or(0) as u32
}

fn spread(times: &mut [f64]) -> Spread {
    times.sort_by(f64::total_cmp);
    Spread {
        median: times[times.len() / 2],
        p95: times[(times.len() * 95 / 100).min(times.len() - 1)],
        best: times[0],
    }
}

/// What was measured, line by line.
fn table(report: &Report) -> Vec<String> {
    let token_mb = report.token_bytes as f64 / 1e6;
    let millions = report.params as f64 / 1e6;
    let mut lines = vec![format!("{}: {millions:.1} M parameters", report.adapter)];
    if let Some(tuning) = report.tuning {
        let families = tuning.families;
        lines.push(format!(
            "kernels as measured: one row {:?} ({:.2} GB/s of weights), several rows {:?}; a dispatch {:.1} µs",
            families.matvec, tuning.matvec_gbps, families.product, tuning.dispatch_us
        ));
    }
    for (len, ms) in &report.prefill_ms {
        lines.push(format!(
            "prefill {len:>5} tokens  {ms:>9.2} ms  {:>9.1} tokens/s",
            *len as f64 * 1e3 / ms
        ));
    }
    let Spread { median, p95, best } = report.decode_ms;
    lines.push(format!(
        "decode  {:>9.2} tokens/s  {median:.2} ms a token (best {best:.2}, p95 {p95:.2}), {token_mb:.1} MB of weights each",
        1e3 / median
    ));
    let reached = token_mb / median;
    lines.push(format!("bandwidth reached {reached:.2} GB/s"));
    if let Some(copy) = report.copy_gbps {
        lines.push(format!(
            "our copy kernel {copy:.2} GB/s (read and written): {:.0} % of it; bytes / (0.6 × bandwidth) + 1.5 ms would be {:.2} ms",
            100.0 * reached / copy,
            token_mb / (0.6 * copy) + 1.5
        ));
    }
    lines.extend(kernels(&report.kernels));
    lines
}

/// The time of each kernel, under a heading; nothing where there are none.
fn kernels(kernels: &[KernelTime]) -> Vec<String> {
    let Some(whole) = kernels.first() else {
        return Vec::new();
    };
    let heading = format!(
        "\n  {:<20} {:>10} {:>10} {:>8} {:>10}",
        "kernel", "dispatches", "ms", "share", "GB/s"
    );
    let row = |k: &KernelTime| {
        let gbps = match k.weight_bytes {
            0 => String::new(),
            bytes => format!("{:.2}", bytes as f64 / k.ms / 1e6),
        };
        let share = 100.0 * k.ms / whole.ms;
        format!(
            "  {:<20} {:>10} {:>10.3} {share:>6.1} % {gbps:>10}",
            k.kernel, k.dispatches, k.ms
        )
    };
    std::iter::once(heading)
        .chain(kernels.iter().map(row))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_named_or_spelled_out() {
        assert_eq!(shape("gpt2s").expect("known").n_params(), 124_439_808);
        let (half, one) = (shape("0.5b").expect("known"), shape("1b").expect("known"));
        assert!((0.5e9..0.6e9).contains(&(half.n_params() as f64)));
        assert!((0.95e9..1.1e9).contains(&(one.n_params() as f64)));
        assert_eq!(shape("4x256x4x4096").expect("spelled out").n_layers, 4);
        for bad in [
            "",
            "gpt5",
            "4x256x4",
            "4x256x3x99x",
            "0x1x1x1",
            "4x255x4x100",
        ] {
            assert!(shape(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let s = spread(&mut [5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!((s.median, s.best, s.p95), (3.0, 1.0, 5.0));
    }

    #[test]
    fn greedy_takes_the_first_of_equals() {
        assert_eq!(greedy(&[0.0, 2.0, 2.0, 1.0]), 1);
    }
}
