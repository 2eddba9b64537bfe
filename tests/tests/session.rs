//! A session over the token tree: whatever was computed before, in whatever order, the logits of a
//! path are those of the path alone; and a trace replays token by token.

use logitscope_core::Precision;
use logitscope_core::{Chosen, CoreError, Settings, StopReason, StopRules, Trace};
use logitscope_model::{Cpu, Lane, Lanes, Measure, ModelError, Session, Taps, Tokenizer};
use logitscope_tests::{Golden, Tolerance, async_test, close, f32_model, gpu};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Prefill and decode run different kernels; sums differ in order only.
const TOLERANCE: Tolerance = Tolerance {
    abs: 2e-5,
    rel: 2e-5,
};

async fn lanes<B: Measure>(backend: B, golden: &Golden) -> Lanes {
    Lanes::new(
        Box::new(f32_model(backend, golden).await),
        "test".into(),
        Precision::F32,
    )
}

fn plain(lanes: &mut Lanes) -> Lane<'_> {
    lanes.plain().expect("it is always open")
}

/// One backend after the other.
macro_rules! on_each_backend {
    ($body:expr) => {
        let golden = Golden::load("odd-f32.safetensors");
        $body(plain(&mut lanes(Cpu::new(), &golden).await), golden).await;
        let golden = Golden::load("odd-f32.safetensors");
        if let Some(gpu) = gpu(logitscope_gpu::Family::Columns, None).await {
            $body(plain(&mut lanes(gpu, &golden).await), golden).await;
        }
    };
}

async fn alone(golden: &Golden, path: &[u32]) -> Vec<f32> {
    plain(&mut lanes(Cpu::new(), golden).await)
        .evaluate(path)
        .await
        .expect("a short path")
        .0
}

async fn branches(mut lane: Lane<'_>, golden: Golden) {
    let main = &golden.main;
    let fork = [&main[..5], &[3, 1, 4]].concat();
    // Whole, then shorter (nothing to compute), a branch, and one token more of the first.
    for (path, rows) in [
        (&main[..9], 9),
        (&main[..4], 0),
        (&fork[..], 3),
        (&main[..10], 1),
        (&fork[..], 0),
    ] {
        let (logits, timings) = lane.evaluate(path).await.expect("a short path");
        assert_eq!(timings.rows, rows, "rows computed for {path:?}");
        close(
            &format!("{path:?}"),
            &logits,
            &alone(&golden, path).await,
            TOLERANCE,
        );
    }
}

async_test! {
    async fn what_a_path_shares_with_another_is_computed_once() {
        on_each_backend!(branches);
    }
}

async fn profiled(mut lane: Lane<'_>, golden: Golden) {
    let main = &golden.main;
    let fork = [&main[..5], &[3, 1, 4, 1]].concat();
    // After one token, and after several at once; each time the next token sees what was there before.
    for (before, after, at_once) in [(&main[..9], &main[..10], 1), (&fork[..8], &fork[..], 3)] {
        let known = &before[..before.len() - at_once];
        lane.evaluate(known).await.expect("a short path");
        lane.evaluate(before).await.expect("it");
        let kernels = lane.profile().await.expect("kernels or nothing");
        if lane.backend_info().kind == "gpu" {
            let dispatches: u32 = kernels[1..].iter().map(|k| k.dispatches).sum();
            assert_eq!(kernels[0].dispatches, dispatches, "{kernels:?}");
            assert!(kernels.iter().all(|k| k.ms > 0.0), "{kernels:?}");
        }
        let (logits, _) = lane.evaluate(after).await.expect("a short path");
        let want = alone(&golden, after).await;
        close(
            &format!("after a profile of {before:?}"),
            &logits,
            &want,
            TOLERANCE,
        );
    }
}

async_test! {
    async fn timing_the_kernels_changes_nothing() {
        on_each_backend!(profiled);
    }
}

/// The cache has 64 slots: paths of 20 tokens push each other out.
async fn evictions(mut lane: Lane<'_>, golden: Golden) {
    let path = |first: u32| -> Vec<u32> { (0..20).map(|i| (first + 7 * i) % 101).collect() };
    for round in 0..2 {
        for first in [0, 1, 2, 3, 4] {
            let (logits, timings) = lane.evaluate(&path(first)).await.expect("a short path");
            assert!(
                timings.rows > 0,
                "round {round}: the cache cannot hold all five"
            );
            close(
                &format!("path {first}"),
                &logits,
                &alone(&golden, &path(first)).await,
                TOLERANCE,
            );
        }
    }
    let long: Vec<u32> = (0..33).collect();
    let error = lane
        .evaluate(&long)
        .await
        .expect_err("longer than the context")
        .to_string();
    assert!(error.contains("33 tokens"), "{error}");
}

async_test! {
    async fn a_full_cache_drops_what_is_not_in_use_and_computes_it_again() {
        on_each_backend!(evictions);
    }
}

async fn looking_inside(mut lane: Lane<'_>, golden: Golden) {
    let path = &golden.main[..8];
    let before = lane.evaluate(path).await.expect("a short path").0;
    let taps = lane
        .inspect(path, 0, &Taps::all())
        .await
        .expect("a short path");
    assert!(!taps.is_empty());
    let after = lane.evaluate(path).await.expect("a short path").0;
    let once_more = lane.evaluate(path).await.expect("a short path").0;
    assert_eq!(after, once_more);
    close("logits after looking inside", &after, &before, TOLERANCE);
    let mut all = Vec::new();
    lane.logits_along(path, |i, logits| all.push((i, logits)))
        .await
        .expect("a short path");
    assert_eq!(all.len(), path.len());
    for (i, logits) in all {
        close(
            &format!("position {i}"),
            &logits,
            &alone(&golden, &path[..=i]).await,
            TOLERANCE,
        );
    }
}

async_test! {
    async fn looking_inside_changes_nothing_and_every_position_has_its_logits() {
        on_each_backend!(looking_inside);
    }
}

/// A tokenizer whose tokens are the bytes 0 to 100, as far as the model's vocabulary goes.
fn tokenizer() -> Tokenizer {
    tokenizer_with("null")
}

/// The same with this post-processor.
fn tokenizer_with(post: &str) -> Tokenizer {
    let letter = |id: u32| char::from_u32(0x100 + id).unwrap_or('?');
    // The 68 unprintable bytes come first in the byte-level alphabet; 33 printable ones follow.
    let token = |id: u32| {
        if id < 68 {
            letter(id)
        } else {
            char::from(b'A' + (id - 68) as u8)
        }
    };
    let vocab: Vec<String> = (0..101)
        .map(|id| format!("{:?}:{id}", token(id).to_string()))
        .collect();
    let json = format!(
        r#"{{"pre_tokenizer":{{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false}},
        "post_processor":{post},
        "decoder":{{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false}},
        "model":{{"type":"BPE","vocab":{{{}}},"merges":[]}}}}"#,
        vocab.join(",")
    );
    Tokenizer::from_json(json.as_bytes(), 101, &[]).expect("a valid tokenizer")
}

async fn session() -> Session {
    let golden = Golden::load("odd-f32.safetensors");
    let mut session = Session::new(lanes(Cpu::new(), &golden).await, tokenizer());
    let settings = Settings::basic(1.5, 0, 1.0, 11);
    session.run_mut().set_settings(settings).expect("in range");
    session.set_prompt("AB").expect("two tokens");
    session
}

async_test! {
    async fn a_run_can_be_stepped_rewound_forced_branched_and_replayed_from_its_trace() {
        let mut session = session().await;
        session.run_mut().set_stop_rules(StopRules { max_tokens: 6, sequences: vec![] });
        assert_eq!(session.generate().await.expect("it runs"), StopReason::MaxTokens);
        let first = session.run().generated();
        assert_eq!(first.len(), 6);

        session.run_mut().rewind(4);
        let other = (first[2] + 1) % 101;
        let forced = session.force(other).await.expect("in the vocabulary");
        assert_eq!((forced.chosen, forced.choice.token), (Chosen::Forced, other));
        session.generate().await.expect("it runs");
        let second = session.run().generated();
        assert_eq!((&second[..2], second[2]), (&first[..2], other));

        let json = session.trace().expect("a prompt").to_json().expect("plain data");
        let trace = Trace::from_json(&json).expect("just written");
        let mut again = self::session().await;
        again.import(&trace).expect("the same model");
        assert_eq!(again.run().generated(), second);
        // From the imported run's prompt, stepping chooses the recorded tokens once more.
        again.run_mut().rewind(6);
        for &want in &first {
            assert_eq!(again.step().await.expect("it runs").choice.token, want);
        }
    }
}

async_test! {
    async fn a_stop_sequence_ends_the_run_at_the_token_that_completes_it() {
        let mut session = session().await;
        session.generate().await.expect("to the end of the context");
        let text = session.run().vocab().text(&session.run().generated());
        // Two characters of the run itself, which lie in two tokens.
        let Some(pair) = text.as_bytes().windows(2).find(|w| w.iter().all(u8::is_ascii)) else {
            panic!("no two ASCII characters in {text:?}");
        };
        let pair = String::from_utf8_lossy(pair).into_owned();
        session.run_mut().rewind(99);
        session.run_mut().set_stop_rules(StopRules { max_tokens: 99, sequences: vec![pair.clone()] });
        let stop = session.generate().await.expect("it runs");
        assert_eq!(stop, StopReason::StopSequence { text: pair.clone() });
        assert!(session.run().text().ends_with(&pair));
    }
}

async_test! {
    async fn what_the_vocabulary_lacks_is_said_and_the_rest_keeps_its_place() {
        let text = "AéBüéA";
        let pieces = tokenizer().encode(text).expect("some tokens");
        let places: Vec<_> = pieces.iter().map(|piece| (piece.start, piece.end)).collect();
        assert_eq!(places, [(0, 1), (3, 4), (8, 9)]);
        let mut session = session().await;
        assert_eq!(session.set_prompt(text).expect("some tokens"), ['é', 'ü']);
        assert_eq!(session.run().text(), "ABA");
        assert_eq!(session.set_prompt("AB").expect("all known"), []);
        let refused = session.set_prompt("éü");
        let unread = CoreError::UnreadPrompt { text: "éü".into() };
        assert_eq!(refused.expect_err("nothing to read"), ModelError::Core(unread));
        assert_eq!(session.run().text(), "AB");
        // The token before every text is nothing of it.
        let golden = Golden::load("odd-f32.safetensors");
        let begun = r#"{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"A","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],
            "special_tokens":{"A":{"id":"A","ids":[68],"tokens":["A"]}}}"#;
        let mut session = Session::new(lanes(Cpu::new(), &golden).await, tokenizer_with(begun));
        assert_eq!(session.set_prompt("BéC").expect("some tokens"), ['é']);
        assert_eq!(session.run().text(), "ABC");
        let refused = session.set_prompt("éü").expect_err("nothing to read");
        assert!(matches!(refused, ModelError::Core(CoreError::UnreadPrompt { .. })));
    }
}

async_test! {
    async fn steps_without_a_prompt_and_foreign_traces_are_refused() {
        let golden = Golden::load("odd-f32.safetensors");
        let mut empty = Session::new(lanes(Cpu::new(), &golden).await, tokenizer());
        assert!(matches!(empty.step().await, Err(ModelError::Core(_))));
        let mut session = session().await;
        let mut trace = session.trace().expect("a prompt");
        trace.model.d_vocab = 50_257;
        let text = session.run().text();
        assert!(session.import(&trace).is_err());
        assert_eq!(session.run().text(), text);
    }
}
