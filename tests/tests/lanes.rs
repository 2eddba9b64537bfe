//! Lanes side by side: whatever the other lanes of a model do, and whatever other models share its device, a lane gives the logits
//! that it gives alone.

use logitscope_core::notice::LoadNotice;
use logitscope_core::strategy::{Ask, Role};
use logitscope_core::{Interventions, Precision};
use logitscope_gpu::{Device, Gpu, GpuOptions};
use logitscope_model::lane::PLAIN;
use logitscope_model::{Config, Cpu, Lanes, LoadOptions, Measure, Taps, load_model};
use logitscope_tests::checkpoint::{HashCheckpoint, Stored};
use logitscope_tests::{Golden, Tolerance, async_test, close, f32_model, gpu, skip};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Prefill and decode run different kernels; sums differ in order only.
const TOLERANCE: Tolerance = Tolerance {
    abs: 2e-5,
    rel: 2e-5,
};

/// The model as it is, and two that differ from it in different layers.
const OFF: [&str; 3] = ["", "L0H0", "L1M~0.5,L0A"];

async fn lanes<B: Measure>(backend: B, golden: &Golden) -> Lanes {
    let model = Box::new(f32_model(backend, golden).await);
    Lanes::new(model, "test".into(), Precision::F32)
}

fn open(lanes: &mut Lanes, off: &str) -> u32 {
    let off: Interventions = off.parse().expect("parts");
    lanes.open(off).expect("parts of this model")
}

/// The numbers of lanes with [`OFF`].
fn open_all(lanes: &mut Lanes) -> Vec<u32> {
    let mut own = |off: &&str| match off.is_empty() {
        true => PLAIN,
        false => open(lanes, off),
    };
    OFF.iter().map(&mut own).collect()
}

async fn logits(lanes: &mut Lanes, number: u32, path: &[u32]) -> (Vec<f32>, u32) {
    let mut lane = lanes.lane(number).expect("it is open");
    let (logits, timings) = lane.evaluate(path).await.expect("a short path");
    (logits, timings.rows)
}

/// The text, first a few tokens at once and then one by one: how many tokens each evaluation knows.
const ENDS: [usize; 6] = [5, 6, 7, 8, 10, 11];

/// `alone`: for each of [`OFF`] a model that has no other lane at work.
async fn interleaved(mut lanes: Lanes, mut alone: Vec<Lanes>, golden: Golden) {
    let numbers = open_all(&mut lanes);
    let own = |(lanes, off): (&mut Lanes, &&str)| match off.is_empty() {
        true => PLAIN,
        false => open(lanes, off),
    };
    let own: Vec<u32> = alone.iter_mut().zip(&OFF).map(own).collect();
    let mut before = 0;
    for end in ENDS {
        let path = &golden.main[..end];
        let mut found: Vec<Vec<f32>> = Vec::new();
        for (at, off) in OFF.iter().enumerate() {
            let (got, rows) = logits(&mut lanes, numbers[at], path).await;
            assert_eq!(rows as usize, end - before, "{off:?} at {end}");
            let (want, _) = logits(&mut alone[at], own[at], path).await;
            assert_eq!(got, want, "{off:?} at {end}");
            found.push(got);
        }
        let differ = |a: &[f32], b: &[f32]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
        assert!(differ(&found[0], &found[1]) && differ(&found[1], &found[2]));
        before = end;
    }
    assert_eq!(held(&lanes), [11, 11, 11], "a slot a token and lane");
    lanes.close(numbers[1]).expect("it is open");
    assert_eq!(held(&lanes), [11, 11]);
    let (again, rows) = logits(&mut lanes, numbers[2], &golden.main[..10]).await;
    assert_eq!(rows, 0, "the others keep theirs");
    let (want, _) = logits(&mut alone[2], own[2], &golden.main[..10]).await;
    assert_eq!(again, want);
}

/// Slots of every lane.
fn held(lanes: &Lanes) -> Vec<u32> {
    lanes.all().map(|(_, _, slots)| slots).collect()
}

async_test! {
    async fn knock_outs_and_the_model_itself_walk_one_text_and_give_what_each_gives_alone() {
        let load = || Golden::load("odd-f32.safetensors");
        let mut alone = Vec::new();
        for _ in OFF {
            alone.push(lanes(Cpu::new(), &load()).await);
        }
        interleaved(lanes(Cpu::new(), &load()).await, alone, load()).await;
        let Some(together) = gpu(logitscope_gpu::Family::Columns, None).await else { return };
        let device = together.device().clone();
        let mut alone = Vec::new();
        for _ in OFF {
            let gpu = Gpu::on(&device).expect("small buffers");
            alone.push(lanes(gpu, &load()).await);
        }
        interleaved(lanes(together, &load()).await, alone, load()).await;
    }
}

/// The cache has 64 slots, a text of this length takes nearly a third of them in each lane, and there are three lanes.
const LONG: u32 = 21;

async fn full_pool(mut lanes: Lanes, golden: Golden) {
    let numbers = open_all(&mut lanes);
    let text = |first: u32| -> Vec<u32> { (0..LONG).map(|i| (first + 7 * i) % 101).collect() };
    // Every lane has its text; then the first walks others, and drops its own before those of the others.
    for &number in &numbers {
        logits(&mut lanes, number, &text(0)).await;
    }
    assert_eq!(held(&lanes), [LONG; 3]);
    for first in 1..4 {
        check(&mut lanes, numbers[0], &text(first), &golden).await;
    }
    assert_eq!(held(&lanes), [64 - 2 * LONG, LONG, LONG]);
    for &number in &numbers[1..] {
        let (_, rows) = logits(&mut lanes, number, &text(0)).await;
        assert_eq!(rows, 0, "lane {number} has its text still");
    }
    // A fourth lane takes from all of them, in equal parts; what is dropped is computed again.
    let fourth = open(&mut lanes, "L1H1");
    logits(&mut lanes, fourth, &text(0)).await;
    let left = held(&lanes);
    assert_eq!(left.iter().sum::<u32>(), 64);
    assert_eq!(left[3], LONG);
    assert!(left[..3].iter().all(|n| (14..=15).contains(n)), "{left:?}");
    for round in 0..2 {
        for &number in &numbers {
            let rows = check(&mut lanes, number, &text(0), &golden).await;
            assert!(rows > 0, "round {round}: four texts have no room");
        }
    }
    // A text as long as the context in each.
    let whole: Vec<u32> = (0..32).map(|i| (3 * i) % 101).collect();
    for &number in &numbers {
        check(&mut lanes, number, &whole, &golden).await;
    }
    assert_eq!(held(&lanes).iter().sum::<u32>(), 64);
}

/// Compares a lane with the same one of a model of its own on the CPU. Returns how many tokens it had to compute.
async fn check(together: &mut Lanes, number: u32, path: &[u32], golden: &Golden) -> u32 {
    let mut alone = lanes(Cpu::new(), golden).await;
    let own = open_all(&mut alone)[number as usize];
    let (want, _) = logits(&mut alone, own, path).await;
    let (got, rows) = logits(together, number, path).await;
    close(&format!("lane {number}"), &got, &want, TOLERANCE);
    rows
}

async_test! {
    async fn lanes_share_a_full_cache_fairly_and_compute_again_what_they_lost() {
        let golden = Golden::load("odd-f32.safetensors");
        full_pool(lanes(Cpu::new(), &golden).await, golden).await;
        if let Some(gpu) = gpu(logitscope_gpu::Family::Columns, None).await {
            let golden = Golden::load("odd-f32.safetensors");
            full_pool(lanes(gpu, &golden).await, golden).await;
        }
    }
}

/// Branches of one text that are computed together, against each of them alone; then another step of some of them.
async fn branches(mut together: Lanes, golden: Golden) {
    let text = &golden.main[..9];
    let branch = |shared: usize, more: &[u32]| [&text[..shared], more].concat();
    let texts = [
        branch(9, &[]),
        branch(6, &[3, 5]),
        branch(6, &[3, 7]),
        branch(2, &[11]),
        branch(6, &[3, 5, 2, 2]),
    ];
    for lane in open_all(&mut together) {
        let mut known = 0;
        for texts in [&texts[..4], &texts[1..], &texts[..]] {
            let mut own = together.lane(lane).expect("it is open");
            let (found, timings) = own.evaluate_all(texts).await.expect("room");
            known += timings.rows;
            for (text, got) in texts.iter().zip(&found) {
                let mut alone = lanes(Cpu::new(), &golden).await;
                let number = open_all(&mut alone)[lane as usize];
                let (want, _) = logits(&mut alone, number, text).await;
                close(&format!("lane {lane}, {text:?}"), got, &want, TOLERANCE);
            }
        }
        // Nine of the text, two, one, one, and two that are new in the second round; in the third all are known.
        assert_eq!(known, 9 + 2 + 1 + 1 + 2, "lane {lane}");
    }
}

async_test! {
    async fn branches_that_are_computed_together_give_what_each_gives_alone() {
        let golden = || Golden::load("odd-f32.safetensors");
        branches(lanes(Cpu::new(), &golden()).await, golden()).await;
        for family in [logitscope_gpu::Family::Columns, logitscope_gpu::Family::Workgroup] {
            if let Some(gpu) = gpu(family, None).await {
                branches(lanes(gpu, &golden()).await, golden()).await;
            }
        }
    }
}

/// More branches than have slots at the same time, twice: each is what it is alone.
async fn crowded(mut together: Lanes, golden: Golden) {
    // Five texts as long as the context; the cache has room for two.
    let text = |first: u32| -> Vec<u32> { (0..32).map(|at| (first + 3 * at) % 101).collect() };
    let texts: Vec<Vec<u32>> = (1..6).map(text).collect();
    for _ in 0..2 {
        let mut lane = together.plain().expect("it is always open");
        let (found, timings) = lane
            .evaluate_all(&texts)
            .await
            .expect("some after the others");
        assert!((3 * 32..=5 * 32).contains(&timings.rows), "{timings:?}");
        for (text, got) in texts.iter().zip(&found) {
            let mut alone = lanes(Cpu::new(), &golden).await;
            let (want, _) = logits(&mut alone, PLAIN, text).await;
            close(&format!("{text:?}"), got, &want, TOLERANCE);
        }
    }
}

async_test! {
    async fn branches_that_have_no_room_together_are_computed_one_after_the_other() {
        let golden = || Golden::load("odd-f32.safetensors");
        crowded(lanes(Cpu::new(), &golden()).await, golden()).await;
        if let Some(gpu) = gpu(logitscope_gpu::Family::Columns, None).await {
            crowded(lanes(gpu, &golden()).await, golden()).await;
        }
    }
}

async_test! {
    async fn lanes_that_are_not_there_are_refused_by_their_number() {
        let golden = Golden::load("odd-f32.safetensors");
        let mut lanes = lanes(Cpu::new(), &golden).await;
        let off = open(&mut lanes, "L0H0");
        let (own, _) = logits(&mut lanes, PLAIN, &golden.main[..4]).await;
        lanes.close(off).expect("it is open");
        let refused = [
            lanes.lane(off).err(),
            lanes.close(off).err(),
            lanes.lane(9).err(),
            lanes.close(PLAIN).err(),
            lanes.open("L9M".parse().expect("a part")).err(),
        ];
        let words = ["no lane 1", "no lane 1", "no lane 9", "Lane 0 is the model as it is", "L9M is no part"];
        for (error, words) in refused.into_iter().zip(words) {
            let error = error.expect("refused").to_string();
            assert!(error.contains(words), "{error}");
        }
        // A lane that could not be opened leaves nothing switched off, and a number is not given twice.
        let mut plain = lanes.plain().expect("it is always open");
        plain.forget(&golden.main[..4]).expect("a path");
        assert_eq!(logits(&mut lanes, PLAIN, &golden.main[..4]).await, (own, 4));
        assert_eq!(open(&mut lanes, "L0H0"), 2);
    }
}

async fn measured(mut lanes: Lanes, golden: Golden) {
    let off = open(&mut lanes, OFF[1]);
    let path = &golden.main[..5];
    let (plain, _) = logits(&mut lanes, PLAIN, path).await;
    let (without, _) = logits(&mut lanes, off, path).await;
    // The plan of the model as it is runs on the last batch, which is that of the other lane.
    let mut lane = lanes.plain().expect("it is always open");
    lane.profile().await.expect("kernels or nothing");
    let mut lane = lanes.lane(off).expect("it is open");
    lane.speed(path).await.expect("a measurement");
    for (number, before) in [(PLAIN, plain), (off, without)] {
        let (after, _) = logits(&mut lanes, number, path).await;
        close(&format!("lane {number}"), &after, &before, TOLERANCE);
        // What follows sees the keys and values of all of them.
        check(&mut lanes, number, &golden.main[..6], &golden).await;
    }
}

async_test! {
    async fn measuring_leaves_every_lane_what_it_is() {
        let golden = Golden::load("odd-f32.safetensors");
        measured(lanes(Cpu::new(), &golden).await, golden).await;
        if let Some(gpu) = gpu(logitscope_gpu::Family::Columns, None).await {
            let golden = Golden::load("odd-f32.safetensors");
            measured(lanes(gpu, &golden).await, golden).await;
        }
    }
}

async_test! {
    async fn models_share_a_device_and_give_their_memory_back() {
        let opened = Device::open(&GpuOptions::default()).await.expect("the adapter opens a device");
        let Some(device) = opened else {
            return skip("no GPU adapter: sudo apt-get install mesa-vulkan-drivers");
        };
        let golden = Golden::load("odd-f32.safetensors");
        let other = Golden::load("tiny1-f32.safetensors");
        let on = || Gpu::on(&device).expect("small buffers");
        let of = |lanes: &Lanes| lanes.weight_bytes() + lanes.kv_bytes() + lanes.workspace_bytes();

        let mut first = lanes(on(), &golden).await;
        let (before, _) = logits(&mut first, PLAIN, &golden.main[..7]).await;
        assert_eq!(device.allocated_bytes(), of(&first));
        let mut second = lanes(on(), &other).await;
        logits(&mut second, PLAIN, &other.main[..3]).await;
        assert!(of(&second) > 0 && of(&second) < of(&first));
        assert_eq!(device.allocated_bytes(), of(&first) + of(&second));
        // What is measured takes memory of its own, and gives it back.
        let mut third = on();
        let own = device.allocated_bytes() - of(&first) - of(&second);
        third.tune(Precision::F16, None).await.expect("it measures");
        third.copy_gbps(1 << 20).await.expect("it measures");
        assert_eq!(device.allocated_bytes(), of(&first) + of(&second) + own);
        drop(third);

        drop(second);
        assert_eq!(device.allocated_bytes(), of(&first));
        let mut lane = first.plain().expect("it is always open");
        lane.forget(&golden.main[..7]).expect("a path");
        assert_eq!(logits(&mut first, PLAIN, &golden.main[..7]).await, (before, 7));
        drop(first);
        assert_eq!(device.allocated_bytes(), 0);
    }
}

/// A model with this config, and what was said when it was loaded.
async fn loaded<B: Measure>(backend: B, config: &str) -> (Lanes, Vec<LoadNotice>) {
    let config = Config::from_json(config).expect("a usable config");
    let mut file = HashCheckpoint::new(&config, Stored::F32, false);
    let options = LoadOptions {
        precision: Precision::F32,
    };
    let loaded = load_model(backend, config, options, &mut file, |_| async {}).await;
    let loaded = loaded.expect("a valid file");
    let lanes = Lanes::new(Box::new(loaded.model), "test".into(), Precision::F32);
    (lanes, loaded.notices)
}

/// A small Llama of many heads whose file names `positions`, and what was said when it was loaded.
async fn llama<B: Measure>(backend: B, positions: u32) -> (Lanes, Vec<LoadNotice>) {
    let json = format!(
        r#"{{"model_type":"llama","num_hidden_layers":8,"num_attention_heads":4,"head_dim":256,"hidden_size":32,
        "intermediate_size":24,"vocab_size":50,"max_position_embeddings":{positions}}}"#
    );
    loaded(backend, &json).await
}

async fn long_context<B: Measure>(backend: B, short: B) {
    let (mut long, notices) = llama(backend, 131_072).await;
    let info = long.model_info();
    // 8·2·1,024 + 9·32 numbers a token: 8,049 of them fit in 512 MiB.
    assert_eq!((info.n_ctx, info.n_positions), (7936, Some(131_072)));
    assert!(long.kv_bytes() <= 512 << 20, "{}", long.kv_bytes());
    let (named, used) = (131_072, 7936);
    assert_eq!(notices, [LoadNotice::ShortContext { named, used }]);
    let (mut short, notices) = llama(short, 64).await;
    assert_eq!((short.model_info().n_ctx, notices.len()), (64, 0));
    assert_eq!(short.model_info().n_positions, None);
    // Positions turn by the same angles, however many there are.
    let text: Vec<u32> = (0..40).map(|i| i * 7 % 50).collect();
    let (got, _) = logits(&mut long, PLAIN, &text).await;
    let (want, _) = logits(&mut short, PLAIN, &text).await;
    close("a long context", &got, &want, TOLERANCE);
    let mut lane = long.plain().expect("it is open");
    let too_long = lane.evaluate(&[0; 7937]).await.expect_err("beyond it");
    assert!(too_long.to_string().contains("7,936"), "{too_long}");
}

async_test! {
    async fn a_long_context_is_cut_to_what_fits_in_memory_and_says_so() {
        long_context(Cpu::new(), Cpu::new()).await;
        let family = logitscope_gpu::Family::Columns;
        let (Some(one), Some(other)) = (gpu(family, None).await, gpu(family, None).await) else { return };
        long_context(one, other).await;
    }
}

/// A small Llama whose positions turn in another way beyond 12 tokens, and what was said when it was loaded.
async fn scaled<B: Measure>(backend: B, scaling: &str) -> (Lanes, Vec<LoadNotice>) {
    let json = format!(
        r#"{{"model_type":"llama","num_hidden_layers":2,"num_attention_heads":2,"head_dim":4,"hidden_size":8,"intermediate_size":7,
        "vocab_size":50,"rope_theta":100,{scaling}}}"#
    );
    loaded(backend, &json).await
}

const SCALINGS: [(&str, &str); 2] = [
    (
        "longrope",
        r#""max_position_embeddings":24,"original_max_position_embeddings":12,
        "rope_scaling":{"type":"longrope","short_factor":[1,1.5],"long_factor":[2,8]}"#,
    ),
    (
        "dynamic",
        r#""max_position_embeddings":12,"rope_scaling":{"type":"dynamic","factor":2}"#,
    ),
];

async fn beyond<B: Measure>((kind, scaling): (&str, &str), mut new: impl AsyncFnMut() -> B) {
    let (mut lanes, notices) = scaled(new().await, scaling).await;
    let (first, name) = (12, kind.to_owned());
    assert_eq!(notices, [LoadNotice::LongTexts { first, kind: name }]);
    assert_eq!(lanes.model_info().n_ctx, 24, "{kind}");
    let text: Vec<u32> = (0..17).map(|i| i * 7 % 50).collect();
    // Token by token over the border: beyond it everything is computed again, once or each time.
    let mut along = Vec::new();
    for end in 1..=text.len() {
        let (found, rows) = logits(&mut lanes, PLAIN, &text[..end]).await;
        let again = end == 13 || end > 13 && kind == "dynamic";
        assert_eq!(rows as usize, if again { end } else { 1 }, "{kind}: {end}");
        along.push(found);
    }
    // Each as a model gives it that has computed nothing else.
    for end in [12, 13, 17] {
        let (mut alone, _) = scaled(new().await, scaling).await;
        let (want, _) = logits(&mut alone, PLAIN, &text[..end]).await;
        close(
            &format!("{kind}: {end} tokens"),
            &along[end - 1],
            &want,
            TOLERANCE,
        );
    }
    // Back within the first context, and on again: what was kept there is still there.
    assert_eq!(
        logits(&mut lanes, PLAIN, &text[..12]).await,
        (along[11].clone(), 0)
    );
    // What is drafted over the border is verified as what follows each of its tokens, one by one.
    let mut lane = lanes.plain().expect("it is open");
    let drafted = Ask::Along {
        of: Role::Model,
        tokens: text.clone(),
        from: 9,
    };
    let (rows, _) = lane.answer(&drafted).await.expect("a short text");
    assert_eq!(rows.len(), 8, "{kind}");
    for (at, row) in (9..).zip(&rows) {
        close(
            &format!("{kind}: after token {at}"),
            row,
            &along[at],
            TOLERANCE,
        );
    }
    // So is what is seen inside, asked for together or one by one.
    let taps = Taps::new(&["rot_q".into(), "ln_final".into()], &[1]);
    let together = lane.inspect(&text, 9, &taps).await.expect("taps");
    assert_eq!(together.len(), 16, "{kind}");
    for tap in together {
        let one = lane.inspect(&text[..=tap.row], tap.row, &taps).await;
        let one = one
            .expect("taps")
            .into_iter()
            .find(|one| one.name == tap.name);
        let what = format!("{kind}: {} of token {}", tap.name, tap.row);
        let want = one.expect("the same name").values;
        close(&what, &tap.values, &want, TOLERANCE);
    }
    // Texts on both sides of the border in one pass.
    let ends = [11, 16, 12, 13];
    let mut other = |end: usize| {
        let mut text = text[..end].to_vec();
        text[0] = 49;
        text
    };
    let texts: Vec<Vec<u32>> = ends.into_iter().map(&mut other).collect();
    let (together, _) = lane.evaluate_all(&texts).await.expect("short texts");
    let (mut alone, _) = scaled(new().await, scaling).await;
    for (text, got) in texts.iter().zip(&together) {
        let (want, _) = logits(&mut alone, PLAIN, text).await;
        close(
            &format!("{kind}: {} together", text.len()),
            got,
            &want,
            TOLERANCE,
        );
    }
}

async_test! {
    async fn beyond_the_first_context_a_text_is_computed_again_as_its_positions_turn_there() {
        for scaling in SCALINGS {
            beyond(scaling, async || Cpu::new()).await;
        }
        let family = logitscope_gpu::Family::Columns;
        if gpu(family, None).await.is_none() {
            return;
        }
        for scaling in SCALINGS {
            beyond(scaling, async || gpu(family, None).await.expect("it was there")).await;
        }
    }
}
