//! Both backends against Hugging Face Transformers: every intermediate and the logits, for prefill,
//! decode with the cache, and branches that share a prefix; in the fused and the unfused plan.
//!
//! Tolerances: f32 sums of up to 3,072 terms in another order than torch's. Measured worst cases are
//! about a third of them.

use std::collections::HashMap;
use std::sync::Arc;

use logitscope_core::blocks::{Positions, RopeScaling};
use logitscope_core::{Interventions, Part, Precision};
use logitscope_gpu::tune::measure;
use logitscope_gpu::{Families, Family, Tuning};
use logitscope_model::backend::{Backend, Measure};
#[cfg(not(target_arch = "wasm32"))]
use logitscope_model::checkpoint::stream::FileStream;
use logitscope_model::transformer::Output;
use logitscope_model::{Cpu, Lane, Lanes, LoadOptions, Row, Tap, Taps, Transformer, load_model};
use logitscope_tests::checkpoint::Stored;
use logitscope_tests::{
    Golden, Gpus, HashCheckpoint, Tolerance, async_test, close, gpu, gpus, gpus_soon,
};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const SMALL: Tolerance = Tolerance {
    abs: 2e-5,
    rel: 2e-5,
};
/// GPT-2 small's shape: sums of 768 and 3,072 terms through twelve layers, logits of magnitude 33.
#[cfg(not(target_arch = "wasm32"))]
const LARGE: Tolerance = Tolerance {
    abs: 1e-4,
    rel: 5e-5,
};

async fn load<B: Backend>(backend: B, golden: &Golden) -> Transformer<B> {
    let (stored, precision) = match golden.f16 {
        true => (Stored::F16, Precision::F16),
        false => (Stored::F32, Precision::F32),
    };
    let (tensors, family) = (golden.tensors.clone(), golden.config.family);
    let mut stream = HashCheckpoint::of(tensors, family, stored, golden.f16);
    let options = LoadOptions { precision };
    let loaded = load_model(
        backend,
        golden.config.clone(),
        options,
        &mut stream,
        |_| async {},
    );
    loaded.await.expect("the checkpoint is valid").model
}

/// Rows `from..to` of `tokens`, on a path of the slots given.
fn rows(tokens: &[u32], slots: &[u32], from: usize, to: usize) -> Vec<Row> {
    let path: Arc<[u32]> = slots.into();
    let row = |i: usize| Row {
        token: tokens[i],
        position: i as u32,
        path: Arc::clone(&path),
        len: i as u32 + 1,
    };
    (from..to).map(row).collect()
}

/// Prefills, then decodes token by token; all outputs, taps with their position as the row.
async fn run<B: Backend>(model: &mut Transformer<B>, golden: &Golden, taps: &Taps) -> Output {
    let n = golden.main.len();
    let slots: Vec<u32> = (0..n as u32).collect();
    let all: Vec<usize> = (0..golden.prefill).collect();
    let prefill = rows(&golden.main, &slots, 0, golden.prefill);
    let mut output = model.forward(&prefill, &all, taps).await.expect("prefill");
    for i in golden.prefill..n {
        let one = rows(&golden.main, &slots, i, i + 1);
        let step = model.forward(&one, &[0], taps).await.expect("decode");
        output.logits.extend(step.logits);
        output
            .taps
            .extend(step.taps.into_iter().map(|tap| Tap { row: i, ..tap }));
    }
    output
}

/// Three tokens that follow the prefix of the main text, in slots of their own, in one call.
async fn run_branch<B: Backend>(model: &mut Transformer<B>, golden: &Golden) -> Vec<Vec<f32>> {
    let (p, n) = (golden.prefill, golden.main.len() as u32);
    let mut slots: Vec<u32> = (0..p as u32).collect();
    slots.extend(n..n + 3);
    let branch = rows(&golden.branch, &slots, p, p + 3);
    model
        .forward(&branch, &[0, 1, 2], &Taps::none())
        .await
        .expect("branch")
        .logits
}

/// Joins the taps of single rows into one array an intermediate, as the golden file holds them.
fn join(taps: &[Tap], golden: &Golden) -> HashMap<String, Vec<f32>> {
    let n = golden.main.len();
    let mut arrays: HashMap<String, Vec<f32>> = HashMap::new();
    for tap in taps {
        let key = match tap.layer {
            Some(layer) => format!("main.{}.{layer}", tap.name),
            None => format!("main.{}", tap.name),
        };
        if tap.name == "attn_scores" || tap.name == "pattern" {
            // [n_heads, T, T] with zeros where masked.
            let heads = tap.shape[0] as usize;
            let len = tap.shape[1] as usize;
            let array = arrays
                .entry(key)
                .or_insert_with(|| vec![0.0; heads * n * n]);
            for (h, head) in tap.values.chunks_exact(len).enumerate() {
                // The file has what is masked as the shaders do.
                let row = array[(h * n + tap.row) * n..].iter_mut();
                row.zip(head).for_each(|(to, x)| *to = x.max(-1e30));
            }
        } else {
            let d = tap.values.len();
            let array = arrays.entry(key).or_insert_with(|| vec![0.0; n * d]);
            array[tap.row * d..][..d].copy_from_slice(&tap.values);
        }
    }
    arrays
}

fn compare_taps(what: &str, taps: &[Tap], golden: &Golden, tolerance: Tolerance) -> usize {
    let arrays = join(taps, golden);
    let compared = arrays
        .iter()
        .filter(|(key, _)| golden.has(key))
        .map(|(key, full)| {
            let (got, want) = golden.sample(key, full);
            close(&format!("{what}: {key}"), &got, want, tolerance);
        });
    compared.count()
}

/// The logits after the last token if the model ended before one of its blocks; how many depths were compared.
async fn compare_lens<B: Backend>(
    what: &str,
    model: &mut Transformer<B>,
    golden: &Golden,
    last: &[Row],
    tolerance: Tolerance,
) -> usize {
    let mut compared = 0;
    for depth in 0..golden.config.n_layers {
        let key = format!("main.lens.{depth}");
        if golden.has(&key) {
            let logits = model.readout(last, depth).await.expect("a depth").concat();
            let (got, want) = golden.sample(&key, &logits);
            close(&format!("{what}: {key}"), &got, want, tolerance);
            compared += 1;
        }
    }
    let beyond = model.readout(last, golden.config.n_layers + 1).await;
    assert!(beyond.is_err(), "{what}: a depth that does not exist");
    compared
}

/// The shares of the logits of the text's first three tokens, and the logits with parts of the model scaled.
async fn compare_parts<B: Measure>(
    what: &str,
    model: Transformer<B>,
    golden: &Golden,
    plain: &[f32],
    tolerance: Tolerance,
) {
    let mut lanes = Lanes::new(Box::new(model), "golden".into(), Precision::F32);
    let mut lane = lanes.plain().expect("it is always open");
    let watch = &golden.main[..3];
    let found = lane.attribute(&golden.main, watch).await.expect("shares");
    let n_parts = found[0].parts.len();
    let share = |part: usize| found.iter().map(move |one| one.parts[part].1 as f32);
    let shares: Vec<f32> = (0..n_parts).flat_map(share).collect();
    let (got, want) = golden.sample("main.direct", &shares);
    close(&format!("{what}: shares"), &got, want, tolerance);
    let d_vocab = golden.config.d_vocab as usize;
    let last = &plain[plain.len() - d_vocab..];
    let totals: Vec<f32> = found.iter().map(|one| one.total() as f32).collect();
    let logits: Vec<f32> = watch.iter().map(|t| last[*t as usize]).collect();
    close(
        &format!("{what}: sums of shares"),
        &totals,
        &logits,
        tolerance,
    );

    let mut scaled = Interventions::default();
    let (last_layer, middle) = (golden.config.n_layers - 1, golden.config.n_layers / 2);
    let head = golden.config.n_heads - 1;
    for (part, factor) in [
        (Part::Head { layer: 0, head }, 0.0),
        (Part::Mlp { layer: last_layer }, 0.5),
        (Part::Attention { layer: middle }, 0.25),
    ] {
        scaled.set(part, factor).expect("in range");
    }
    let altered = lanes.open(scaled.clone()).expect("parts of this model");
    let mut lane = lanes.lane(altered).expect("it was just opened");
    let knocked = along(&mut lane, golden).await;
    let (got, want) = golden.sample("knocked.logits", &knocked);
    // Those after tokens of which a text that ends there turns as the whole one does.
    let places: Vec<f32> = (0..knocked.len()).map(|at| at as f32).collect();
    let (places, _) = golden.sample("knocked.logits", &places);
    let from = places.partition_point(|at| (*at as usize) < first_alike(golden) * d_vocab);
    assert!(from < got.len());
    close(
        &format!("{what}: knocked out"),
        &got[from..],
        &want[from..],
        tolerance,
    );
    let taps = Taps::new(&["z".into()], &[0]);
    let inside = lane.inspect(&golden.main, 0, &taps).await.expect("inspect");
    let d_head = golden.config.d_head as usize;
    let silent = |tap: &Tap| {
        tap.values[head as usize * d_head..]
            .iter()
            .all(|x| *x == 0.0)
    };
    assert!(
        inside.iter().all(silent),
        "{what}: a head that is off writes nothing"
    );

    // What is told of the inside is that of the scaled model, too.
    let last = &knocked[knocked.len() - d_vocab..];
    let found = lane.attribute(&golden.main, watch).await.expect("shares");
    let totals: Vec<f32> = found.iter().map(|one| one.total() as f32).collect();
    let logits: Vec<f32> = watch.iter().map(|t| last[*t as usize]).collect();
    close(
        &format!("{what}: sums of shares, knocked out"),
        &totals,
        &logits,
        tolerance,
    );
    let mut output = Vec::new();
    let end = golden.main.len();
    let each = |_, logits: Vec<f32>| output = logits;
    lane.logits_at(&golden.main, end - 1..end, golden.config.n_layers, each)
        .await
        .expect("the lens");
    close(
        &format!("{what}: the lens’ last depth, knocked out"),
        &output,
        last,
        tolerance,
    );

    // The model itself, with what was kept of it, and computed anew.
    let mut lane = lanes.plain().expect("it is always open");
    let again = along(&mut lane, golden).await;
    close(
        &format!("{what}: nothing knocked out"),
        &again[first_alike(golden) * d_vocab..],
        &plain[first_alike(golden) * d_vocab..],
        tolerance,
    );
    let absent = Part::Mlp {
        layer: golden.config.n_layers,
    };
    scaled.set(absent, 0.0).expect("in range");
    assert!(
        lanes.open(scaled).is_err(),
        "{what}: a part that is not there"
    );
}

/// The first token after which a text that ends there turns its positions as the main text does.
fn first_alike(golden: &Golden) -> usize {
    match golden.config.blocks.positions {
        Positions::Rotary {
            scaling: Some(RopeScaling::Longrope { original, .. }),
            ..
        } if golden.main.len() > original as usize => original as usize,
        _ => 0,
    }
}

/// The logits after each token of the main text, `[T, d_vocab]`.
async fn along(lane: &mut Lane<'_>, golden: &Golden) -> Vec<f32> {
    let mut all = Vec::new();
    let each = |_, logits: Vec<f32>| all.extend(logits);
    lane.logits_along(&golden.main, each).await.expect("logits");
    all
}

/// Everything that one backend computes, against one golden file.
async fn check<B: Measure>(what: &str, backend: B, file: &str, tolerance: Tolerance) {
    let golden = Golden::load(file);
    let model = load(backend, &golden).await;
    check_model(format!("{file} on {what}"), model, golden, tolerance).await;
}

/// Everything that a model computes, against the data of that model.
async fn check_model<B: Measure>(
    what: String,
    mut model: Transformer<B>,
    golden: Golden,
    tolerance: Tolerance,
) {
    let fused = run(&mut model, &golden, &Taps::none()).await;
    let logits = fused.logits.concat();
    let (got, want) = golden.sample("main.logits", &logits);
    close(&format!("{what}: fused logits"), &got, want, tolerance);
    let branch = run_branch(&mut model, &golden).await.concat();
    let (got, want) = golden.sample("branch.logits", &branch);
    close(&format!("{what}: branch logits"), &got, want, tolerance);

    // Looking inside recomputes from what was kept, and the logits can be read out again.
    let n = golden.main.len();
    let slots: Vec<u32> = (0..n as u32).collect();
    let all = rows(&golden.main, &slots, 0, n);
    let inspected = model.inspect(&all, &Taps::all()).await.expect("inspect");
    let kept = compare_taps(
        &format!("{what}: inspected"),
        &inspected,
        &golden,
        tolerance,
    );
    let again = model
        .readout(&all, golden.config.n_layers)
        .await
        .expect("readout")
        .concat();
    close(
        &format!("{what}: logits read out"),
        &again,
        &logits,
        tolerance,
    );

    let lens = compare_lens(&what, &mut model, &golden, &all[n - 1..], tolerance).await;

    let unfused = run(&mut model, &golden, &Taps::all()).await;
    close(
        &format!("{what}: unfused logits"),
        &unfused.logits.concat(),
        &logits,
        tolerance,
    );
    let direct = compare_taps(
        &format!("{what}: unfused"),
        &unfused.taps,
        &golden,
        tolerance,
    );

    // All arrays but three logits and the shares were compared, both times.
    let taps = golden.len() - 4 - lens;
    assert!(lens > 0, "{what}: no depth of the lens was compared");
    assert_eq!((kept, direct), (taps, taps), "{what}: arrays compared");
    compare_parts(&what, model, &golden, &logits, tolerance).await;
}

async fn check_gpus(file: &str, mut all: Gpus) {
    while let Some((what, gpu)) = all.next().await {
        check(&what, gpu, file, SMALL).await;
    }
}

async_test! {
    async fn an_odd_number_of_heads_and_an_odd_vocabulary() {
        check_files(&["odd-f32.safetensors", "odd-f16.safetensors"], 4096).await;
    }
}

async_test! {
    async fn a_width_that_is_no_multiple_of_four() {
        check_files(&["narrow-f32.safetensors", "narrow-f16.safetensors"], 1024).await;
    }
}

async_test! {
    async fn a_prompt_of_33_tokens_and_an_mlp_of_its_own_width() {
        check_files(&["wide-f32.safetensors", "wide-f16.safetensors"], 16 << 10).await;
    }
}

async_test! {
    async fn a_prefill_in_many_submissions_is_that_in_one() {
        let file = "wide-f32.safetensors";
        let Some(mut gpu) = gpu(Family::Columns, None).await else { return };
        // So slow that every matrix is a submission of its own.
        let slow = Tuning {
            families: Families::all(Family::Columns),
            matvec_gbps: 1e-6,
            product_gbps: 1e-6,
            dispatch_us: 1.0,
        };
        gpu.tune(Precision::F32, Some(slow)).await.expect("nothing is measured");
        check("in pieces", gpu, file, SMALL).await;
    }
}

async_test! {
    async fn every_family_can_be_measured_and_the_fastest_computes_the_same() {
        let Some(mut gpu) = gpu(Family::Columns, None).await else { return };
        let mut offered = vec![Family::Columns, Family::Workgroup];
        offered.extend(gpu.context().subgroup_size().map(|_| Family::Subgroup));
        let measured = measure(&mut gpu, Precision::F16, &offered).await.expect("it measures");
        assert!(measured.matvec_gbps > 0.0 && measured.product_gbps > 0.0, "{measured:?}");
        assert!(offered.contains(&measured.families.matvec), "{measured:?}");
        assert_ne!(measured.families.product, Family::Subgroup);
        assert_eq!(gpu.families(), measured.families);
        check("measured", gpu, "odd-f16.safetensors", SMALL).await;
    }
}

async_test! {
    async fn one_layer_one_head_five_tokens() {
        for file in ["tiny1-f32.safetensors", "tiny1-f16.safetensors"] {
            check("CPU", Cpu::new(), file, SMALL).await;
            check_gpus(file, gpus(256)).await;
        }
    }
}

async_test! {
    async fn llama_with_one_head_of_keys_for_all_and_biases_everywhere() {
        check_files(&["llama-one-f32.safetensors", "llama-one-f16.safetensors"], 1536).await;
    }
}

async_test! {
    async fn llama_with_groups_of_heads_and_37_positions() {
        check_files(&["llama-two-f32.safetensors", "llama-two-f16.safetensors"], 1024).await;
    }
}

async_test! {
    async fn llama_with_keys_for_every_head_and_odd_sizes() {
        for file in ["llama-all-f32.safetensors", "llama-all-f16.safetensors"] {
            check("CPU", Cpu::new(), file, SMALL).await;
            check_gpus(file, gpus(1024)).await;
        }
    }
}

/// Files of families, on the CPU and on each GPU. A browser compiles every shader of every model anew: there, one GPU with whole matrices is
/// enough, for the kernels have tests of their own, two models are on all, and `greedy.rs` has each family on one with parts.
async fn check_files(files: &[&str], max_part_bytes: u64) {
    for file in files {
        check("CPU", Cpu::new(), file, SMALL).await;
        check_gpus(file, gpus_soon(max_part_bytes)).await;
    }
}

async_test! {
    async fn families_that_are_built_like_llama() {
        // Windows, biases of queries, keys and values alone, norms of queries and keys, blocks that turn nothing.
        let files = ["mistral-f32.safetensors", "qwen2-f32.safetensors", "qwen3-f32.safetensors", "smollm3-f32.safetensors"];
        check_files(&files, 2048).await;
        check_files(&["smollm3-windows-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn gpt2_with_options_that_it_does_not_have_itself() {
        // A head of its own, scores divided by the block's number, exact GELU; SiLU, scores as they are.
        check_files(&["gpt2-options-f32.safetensors", "gpt2-unscaled-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn gpt_neo_with_a_window_in_every_other_block() {
        check_files(&["gpt-neo-f32.safetensors"], 1024).await;
    }
}

async_test! {
    async fn gpt_neox_with_branches_beside_each_other_and_in_turn() {
        check_files(&["gpt-neox-f32.safetensors", "gpt-neox-in-turn-f32.safetensors"], 4096).await;
    }
}

async_test! {
    async fn phi_with_one_norm_for_both_branches_and_a_bias_of_the_head() {
        check_files(&["phi-f32.safetensors", "phi-tied-f32.safetensors", "phi-normed-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn phi3_with_matrices_in_one_tensor_and_longrope() {
        check_files(&["phi3-f32.safetensors", "phi3-longrope-f32.safetensors", "phi3-longrope-beyond-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn olmo2_with_norms_behind_and_all_heads_normalised_together() {
        check_files(&["olmo2-f32.safetensors", "olmo2-biases-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn gemma_with_scaled_embeddings_and_gains_above_one() {
        check_files(&["gemma-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn gemma_2_with_four_norms_a_block_and_bounded_scores_and_logits() {
        check_files(&["gemma2-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn gemma_3_with_turns_of_two_kinds() {
        check_files(&["gemma3-f32.safetensors"], 2048).await;
    }
}

async_test! {
    async fn rotary_positions_that_are_scaled() {
        let files = ["llama-rope3-f32.safetensors", "llama-yarn-f32.safetensors", "llama-linear-f32.safetensors"];
        check_files(&files, 2048).await;
    }
}

/// The model that comes with the page: trained weights, in which some heads and neurons are far larger than others.
#[cfg(not(target_arch = "wasm32"))]
async fn pocket<B: Measure>(what: &str, backend: B) {
    let file = "pocket-f16.safetensors";
    let golden = Golden::load(file);
    let weights = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../web/models/pocket/model.safetensors"
    );
    let mut stream = FileStream::open(weights.as_ref()).expect("the weights of the repository");
    let options = LoadOptions {
        precision: Precision::F16,
    };
    let config = golden.config.clone();
    let loaded = load_model(backend, config, options, &mut stream, |_| async {}).await;
    let model = loaded.expect("the checkpoint is valid").model;
    check_model(format!("{file} on {what}"), model, golden, LARGE).await;
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_bundled_model() {
    pollster::block_on(async {
        pocket("CPU", Cpu::new()).await;
        let mut all = gpus(1 << 20);
        while let Some((what, gpu)) = all.next().await {
            pocket(&what, gpu).await;
        }
    });
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_shape_of_gpt2_small_on_the_cpu() {
    pollster::block_on(check("CPU", Cpu::new(), "gpt2small-f16.safetensors", LARGE));
    pollster::block_on(check("CPU", Cpu::new(), "gpt2small-f32.safetensors", LARGE));
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_shape_of_gpt2_small_on_the_gpu() {
    pollster::block_on(async {
        // The embedding has 77 MB in f16 and 154 MB in f32: both are split here.
        for (file, family, part) in [
            ("gpt2small-f16.safetensors", Family::Columns, None),
            (
                "gpt2small-f16.safetensors",
                Family::Workgroup,
                Some(20 << 20),
            ),
            (
                "gpt2small-f32.safetensors",
                Family::Columns,
                Some(128 << 20),
            ),
        ] {
            if let Some(gpu) = gpu(family, part).await {
                check(
                    &format!("{family:?}, parts of {part:?} bytes"),
                    gpu,
                    file,
                    LARGE,
                )
                .await;
            }
        }
    });
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
fn every_intermediate_has_golden_data() {
    for file in [
        "odd-f32.safetensors",
        "llama-two-f32.safetensors",
        "phi-normed-f32.safetensors",
        "phi3-f32.safetensors",
        "olmo2-f32.safetensors",
        "gemma-f32.safetensors",
        "gemma2-f32.safetensors",
        "gemma3-f32.safetensors",
    ] {
        let golden = Golden::load(file);
        for name in golden.config.outer_names() {
            assert!(golden.has(&format!("main.{name}")), "{file}: {name}");
        }
        for name in golden.config.block_names() {
            for layer in 0..golden.config.n_layers {
                let key = format!("main.{name}.{layer}");
                assert!(golden.has(&key), "{file}: {key}");
            }
        }
    }
}
