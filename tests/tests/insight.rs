//! What a lane tells of the parts of its model, on each backend, and what its cache holds meanwhile. The shares of logits and the logits with
//! parts scaled are compared with Transformers in `parity.rs`.

use logitscope_core::inspection::{Matrix, Neuron};
use logitscope_core::{Interventions, Precision};
use logitscope_model::{Cpu, Family, Lane, Lanes, Measure, Probe, Table, Taps, Transformer};
use logitscope_tests::{Golden, Tolerance, async_test, close, f32_model, gpu};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Sums of up to 144 terms in another order.
const TOLERANCE: Tolerance = Tolerance {
    abs: 2e-5,
    rel: 2e-5,
};

fn lanes<B: Measure>(model: Transformer<B>) -> Lanes {
    Lanes::new(Box::new(model), "test".into(), Precision::F32)
}

fn plain(lanes: &mut Lanes) -> Lane<'_> {
    lanes.plain().expect("it is always open")
}

/// The number of a new lane with these parts switched off or scaled.
fn open(lanes: &mut Lanes, off: &str) -> u32 {
    let off: Interventions = off.parse().expect("parts");
    lanes.open(off).expect("parts of this model")
}

/// Models of each family, on one backend after the other.
macro_rules! on_each_backend {
    ($check:expr) => {
        for file in [
            "odd-f32.safetensors",
            "llama-one-f32.safetensors",
            "llama-two-f32.safetensors",
            // One norm for both branches; norms behind them, and nothing before; norms on both sides, and bounds.
            "phi-f32.safetensors",
            "olmo2-f32.safetensors",
            "gemma2-f32.safetensors",
        ] {
            let golden = Golden::load(file);
            $check(f32_model(Cpu::new(), &golden).await, &golden).await;
            if let Some(gpu) = gpu(logitscope_gpu::Family::Columns, None).await {
                $check(f32_model(gpu, &golden).await, &golden).await;
            }
        }
    };
}

async fn neurons<B: Measure>(mut model: Transformer<B>, golden: &Golden) {
    let d_mlp = golden.config.d_mlp;
    let text = golden.main.clone();
    let layer = golden.config.n_layers - 1;
    let mut other = lanes(f32_model(Cpu::new(), golden).await);
    let written_as = match golden.config.blocks.has_norms_behind() {
        true => "mlp_proj",
        false => "mlp_out",
    };
    let taps = Taps::new(&["mlp_post".into(), written_as.into()], &[layer]);
    let last = plain(&mut other)
        .inspect(&text, text.len() - 1, &taps)
        .await
        .expect("taps");
    let named = |name: &str| {
        last.iter()
            .find(|t| t.name == name)
            .expect("it came")
            .values
            .clone()
    };
    let (post, out) = (named("mlp_post"), named(written_as));
    // All neurons and the bias together write what the MLP writes.
    let active: Vec<(u32, f32)> = (0..d_mlp).map(|n| (n, post[n as usize])).collect();
    let written = model
        .probe(&Probe::Neurons { layer, active })
        .await
        .expect("a layer");
    assert_eq!(written.len(), d_mlp as usize + 1);
    let sum: Vec<f32> = (0..out.len())
        .map(|c| written.iter().map(|w| w[c]).sum())
        .collect();
    close("neurons and bias", &sum, &out, TOLERANCE);
    assert!(
        model
            .probe(&Probe::Neurons {
                layer,
                active: vec![(d_mlp, 1.0)]
            })
            .await
            .is_err()
    );
    assert!(
        model
            .probe(&Probe::Heads {
                layer: layer + 1,
                z: Vec::new()
            })
            .await
            .is_err()
    );

    let mut lanes = lanes(model);
    let mut lane = plain(&mut lanes);
    let found = lane.neurons(&text, layer, 7).await.expect("neurons");
    let mut sizes: Vec<f32> = post.iter().map(|x| x.abs()).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    let got: Vec<f32> = found.iter().map(|n| n.activation.abs()).collect();
    close("the most active", &got, &sizes[..7], TOLERANCE);
    let first = &found[0];
    assert!(first.promoted.len() == 5 && first.promoted[0].value >= first.promoted[4].value);
    assert!(first.suppressed[0].value <= first.promoted[4].value);
    // Neurons of an MLP that is off are active, and write nothing.
    let off = open(&mut lanes, &format!("L{layer}M"));
    let mut lane = lanes.lane(off).expect("it is open");
    let silent = lane.neurons(&text, layer, 7).await.expect("neurons");
    let named = |n: &Neuron| {
        let all = n.promoted.iter().chain(&n.suppressed);
        all.map(|named| named.value.abs()).fold(0.0, f32::max)
    };
    assert!(
        silent
            .iter()
            .all(|n| n.activation != 0.0 && named(n) == 0.0)
    );
    assert!(found.iter().all(|n| named(n) > 0.0));
}

async_test! {
    async fn neurons_add_up_to_what_their_mlp_writes() {
        on_each_backend!(neurons);
    }
}

async fn columns<B: Measure>(model: Transformer<B>, golden: &Golden) {
    let text = golden.main.clone();
    let layer = golden.config.n_layers - 1;
    let mut lanes = lanes(model);
    for off in ["", "L1A~0.5,L1M~2"] {
        let number = open(&mut lanes, off);
        let mut lane = lanes.lane(number).expect("it is open");
        let taps = lane
            .inspect(&text, text.len() - 1, &Taps::all())
            .await
            .expect("taps");
        let named = |name: &str| {
            let own = |t: &&logitscope_model::taps::Tap| t.name == name && t.layer == Some(layer);
            taps.iter().find(own).expect("it came").values.clone()
        };
        let blocks = golden.config.blocks;
        let (attention, mlp) = (blocks.read_by_attention(), blocks.read_by_mlp());
        let (attn_out, mlp_out) = match blocks.has_norms_behind() {
            true => ("attn_proj", "mlp_proj"),
            false => ("attn_out", "mlp_out"),
        };
        let mut matrices = vec![
            (Matrix::Query, attention, "q"),
            (Matrix::Key, attention, "k"),
            (Matrix::Value, attention, "v"),
            (Matrix::AttentionOut, "z", attn_out),
            (Matrix::MlpOut, "mlp_post", mlp_out),
        ];
        if blocks.gated_mlp {
            matrices.push((Matrix::MlpGate, mlp, "mlp_pre"));
            matrices.push((Matrix::MlpIn, mlp, "mlp_pre_linear"));
        } else {
            matrices.push((Matrix::MlpIn, mlp, "mlp_pre"));
            assert!(lane.column(layer, Matrix::MlpGate, 0).await.is_err());
        }
        for (matrix, input, output) in matrices {
            let (x, y) = (named(input), named(output));
            let ends = [0, y.len() / 2, y.len() - 1];
            let mut got = Vec::new();
            for column in ends {
                let found = lane.column(layer, matrix, column as u32).await;
                let (weights, bias) = found.expect("a column");
                assert_eq!(weights.len(), x.len());
                got.push(bias + x.iter().zip(&weights).map(|(x, w)| x * w).sum::<f32>());
            }
            let want = ends.map(|column| y[column]);
            close(&format!("{output} with {off:?}"), &got, &want, TOLERANCE);
            assert!(lane.column(layer, matrix, y.len() as u32).await.is_err());
        }
        assert!(lane.column(layer + 1, Matrix::Key, 0).await.is_err());
    }
}

async_test! {
    async fn a_cell_is_its_column_times_what_comes_in() {
        on_each_backend!(columns);
    }
}

async fn nearest<B: Measure>(mut model: Transformer<B>, golden: &Golden) {
    let d_vocab = golden.config.d_vocab;
    let all = Probe::Rows(Table::Embedding, (0..d_vocab).collect());
    let rows = model.probe(&all).await.expect("every row");
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    let own = &rows[3];
    let cosine = |row: &Vec<f32>| dot(row, own) / (dot(row, row) * dot(own, own)).sqrt();
    let mut expected: Vec<f32> = rows.iter().map(cosine).collect();
    expected.remove(3);
    expected.sort_by(|a, b| b.total_cmp(a));
    assert!(
        model
            .probe(&Probe::Rows(Table::Embedding, vec![d_vocab]))
            .await
            .is_err()
    );

    let mut lanes = lanes(model);
    let found = plain(&mut lanes).nearest(3, 8).await.expect("a token");
    assert!(found.iter().all(|near| near.token != 3));
    let got: Vec<f32> = found.iter().map(|near| near.value).collect();
    close("cosines", &got, &expected[..8], TOLERANCE);
}

/// A head with weights of its own is what logits are attributed with, not the embedding.
async fn untied<B: Measure>(mut model: Transformer<B>, golden: &Golden) {
    let rows = |table| Probe::Rows(table, golden.main[..2].to_vec());
    let embedding = model.probe(&rows(Table::Embedding)).await.expect("rows");
    let unembedding = model.probe(&rows(Table::Unembedding)).await.expect("rows");
    assert_eq!(
        embedding == unembedding,
        golden.config.tied,
        "{:?}",
        golden.config.family
    );
}

async_test! {
    async fn a_tied_head_is_the_embedding_and_no_other() {
        on_each_backend!(untied);
    }
}

async_test! {
    async fn the_nearest_tokens_are_those_of_the_largest_cosines() {
        on_each_backend!(nearest);
    }
}

async fn cache<B: Measure>(model: Transformer<B>, golden: &Golden) {
    let mut lanes = lanes(model);
    let text = &golden.main[..6];
    let rows = |timings: logitscope_core::Timings| timings.rows;
    let (own, _) = plain(&mut lanes).evaluate(text).await.expect("logits");
    let off = open(&mut lanes, "L0H0");
    let mut lane = lanes.lane(off).expect("it is open");
    let (without, timings) = lane.evaluate(text).await.expect("logits");
    assert_eq!(rows(timings), 6, "computed anew");
    assert!(own.iter().zip(&without).any(|(a, b)| (a - b).abs() > 1e-3));
    let map = lane.cache();
    assert_eq!(
        (
            map.cached.len(),
            map.cached.iter().filter(|c| c.altered).count()
        ),
        (12, 6)
    );
    let slots: std::collections::HashSet<u32> = map.cached.iter().map(|c| c.slot).collect();
    assert_eq!(slots.len(), 12, "each in a slot of its own");
    assert!(
        map.cached
            .iter()
            .all(|c| (c.position == 0) == c.parent.is_none())
    );

    // Both are kept side by side.
    let (again, timings) = plain(&mut lanes).evaluate(text).await.expect("logits");
    assert_eq!(rows(timings), 0);
    close("the model itself", &again, &own, TOLERANCE);
    let mut lane = lanes.lane(off).expect("it is open");
    assert_eq!(rows(lane.evaluate(text).await.expect("logits").1), 0);
    // Those of a lane that is closed are not.
    lanes.close(off).expect("it is open");
    assert_eq!(lanes.cache().cached.len(), 6);

    // Without the cache all of the text is computed, to the same logits.
    let mut lane = plain(&mut lanes);
    lane.forget(text).expect("a text");
    let (fresh, timings) = lane.evaluate(text).await.expect("logits");
    assert_eq!(rows(timings), 6);
    close("without the cache", &fresh, &own, TOLERANCE);

    let speed = lane.speed(text).await.expect("a measurement");
    assert!(speed.bandwidth_gbps > 0.0 && speed.forward_ms > 0.0 && speed.weight_bytes > 0);
    let dispatches = &speed.timeline.dispatches;
    if !dispatches.is_empty() {
        let per_layer = |layer: Option<u32>| dispatches.iter().filter(|d| d.layer == layer).count();
        let expected = match golden.config.family {
            Family::Llama => 9,
            // Norms behind and what keeps the stream in the place of norms before, and all heads normalised.
            Family::Olmo2 => 11,
            // Two norms more.
            Family::Gemma2 => 11,
            // One norm less, but a turn.
            Family::Phi | Family::Gpt2 => 8,
            other => panic!("{other:?} is counted nowhere"),
        };
        assert_eq!(
            (per_layer(Some(0)), per_layer(Some(1))),
            (expected, expected)
        );
        assert_eq!(dispatches.len() as u32, golden.config.n_dispatches());
        assert!(dispatches.iter().all(|d| d.us >= 0.0));
    }
    let (after, _) = lane.evaluate(text).await.expect("logits");
    close("after the measurement", &after, &own, TOLERANCE);
    let longer = lane.evaluate(&golden.main[..7]).await.expect("logits").0;
    let mut other = self::lanes(f32_model(Cpu::new(), golden).await);
    let expected = plain(&mut other)
        .evaluate(&golden.main[..7])
        .await
        .expect("logits")
        .0;
    close("one token on", &longer, &expected, TOLERANCE);
}

async_test! {
    async fn the_cache_keeps_the_model_and_its_interventions_side_by_side() {
        on_each_backend!(cache);
    }
}
