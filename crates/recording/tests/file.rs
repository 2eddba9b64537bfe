//! A recording goes through its file and back, answers what it knows, and refuses what does not fit.

use std::sync::Arc;

use bytemuck::cast_slice;
use logitscope_core::lens::{LensCell, WatchedToken};
use logitscope_core::strategy::Role;
use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Beginning, Interventions, Run, Timings, TokenId, Trace, Vocab};
use logitscope_protocol::{
    Answer, Command, LaneId, Loaded, ModelId, Score, TapArray, TokenPiece, floats,
};
use logitscope_recording::{Difference, Lane, Recording, RecordingFault, difference};

const D_VOCAB: usize = 100;

fn model() -> ModelInfo {
    ModelInfo {
        name: "test".into(),
        family: "gpt2".into(),
        n_layers: 2,
        n_heads: 2,
        d_model: 4,
        d_head: 2,
        d_mlp: 8,
        d_vocab: D_VOCAB as u32,
        n_ctx: 16,
        ..ModelInfo::default()
    }
}

fn vocab() -> Vocab {
    Vocab::new((0..D_VOCAB).map(|n| format!("t{n} ")), None)
}

fn loaded() -> Loaded {
    let vocab = vocab();
    let (bytes, ends) = vocab.parts();
    Loaded {
        id: ModelId(1),
        lane: LaneId {
            model: ModelId(1),
            number: 0,
        },
        model: model(),
        backend: BackendInfo {
            kind: "cpu".into(),
            adapter: "test".into(),
        },
        software: false,
        why: None,
        measured: None,
        notices: Vec::new(),
        vocab_bytes: bytes.to_vec(),
        vocab_ends: cast_slice(ends).to_vec(),
        end_of_text: None,
        other_ends: Vec::new(),
        chain: None,
        chat: None,
        beginning: Beginning::default(),
        weight_bytes: 1,
        kv_bytes: 1,
        load_ms: 1.0,
        server: None,
    }
}

/// The logits after a text: another row for each.
fn logits(tokens: &[TokenId]) -> Vec<f32> {
    let seed: u32 = tokens.iter().fold(7, |sum, t| sum * 31 + t);
    (0..D_VOCAB as u32)
        .map(|n| ((n * seed % 89) as f32).sqrt() - 4.0)
        .collect()
}

fn trace() -> Trace {
    let mut run = Run::new(Arc::new(vocab()), 16, 1 << 20);
    run.set_prompt(&[3, 1]).expect("a prompt");
    for _ in 0..3 {
        let node = run.cursor().expect("a prompt");
        let path = run.tree().path(node);
        let logits = logits(&run.tree().tokens(&path));
        run.accept_logits(node, logits.into(), Timings::default())
            .expect("finite");
        run.step().expect("logits are there");
    }
    Trace::new(&run, model(), BackendInfo::default()).expect("it has a prompt")
}

fn off(parts: &str) -> Lane {
    Lane::from(parts.parse::<Interventions>().expect("parts"))
}

fn row(tokens: &[TokenId]) -> Answer {
    Answer::Logits {
        bytes: cast_slice(&logits(tokens)).to_vec(),
        timings: Timings {
            forward_ms: 2.0,
            rows: 1,
        },
    }
}

fn evaluate(tokens: &[TokenId]) -> Command {
    Command::Evaluate {
        tokens: tokens.to_vec(),
        fresh: false,
    }
}

fn score(rank: u32) -> Score {
    Score {
        prob: 0.5,
        surprisal_bits: 1.0,
        rank,
        entropy_bits: Some(2.0),
        top_mass: Some(0.9),
    }
}

fn recording() -> Recording {
    let (plain, mut all) = (off(""), Recording::new(trace(), loaded()));
    let pieces = vec![
        TokenPiece {
            token: 3,
            start: 0,
            end: 1,
        },
        TokenPiece {
            token: 1,
            start: 1,
            end: 2,
        },
    ];
    all.put(
        &plain,
        &Command::Tokenize { text: "ab".into() },
        Answer::Tokens(pieces),
    );
    for end in 1..=3 {
        all.put(&plain, &evaluate(&[3, 1, 4][..end]), row(&[3, 1, 4][..end]));
    }
    all.put(&off("L0H1"), &evaluate(&[3, 1]), row(&[9]));
    let scored = Command::Score {
        tokens: vec![3, 1, 4],
    };
    all.put(
        &plain,
        &scored,
        Answer::Scores(vec![None, Some(score(1)), Some(score(2))]),
    );
    let tap = |layer: u32, position: u32| TapArray {
        name: "resid_pre".into(),
        layer: Some(layer),
        position,
        shape: vec![4],
        bytes: cast_slice(&[
            layer as f32,
            position as f32,
            0.5,
            if layer == 0 { 1e6 } else { -1.0 },
        ])
        .to_vec(),
    };
    let inspect = inspect(&["resid_pre"], &[]);
    all.put(
        &plain,
        &inspect,
        Answer::Taps(vec![tap(0, 1), tap(1, 1), tap(0, 2), tap(1, 2)]),
    );
    let cell = |depth| LensCell {
        depth,
        token: 4,
        prob: 0.25,
        kl_bits: 1.5,
        watched: vec![WatchedToken {
            rank: depth,
            prob: 0.1,
        }],
    };
    all.put(
        &plain,
        &lens(&[7]),
        Answer::Lens(vec![vec![cell(0), cell(1), cell(2)]]),
    );
    let layers = Command::AfterLayers {
        tokens: vec![3, 1],
        layers: vec![1],
    };
    let rows = Answer::Rows {
        bytes: cast_slice(&[1.0f32, 2.0]).to_vec(),
        rows: 1,
        timings: Timings::default(),
    };
    all.put(&plain, &layers, rows);
    all
}

fn inspect(names: &[&str], layers: &[u32]) -> Command {
    Command::Inspect {
        tokens: vec![3, 1, 4],
        from: 1,
        layers: layers.to_vec(),
        names: names.iter().map(ToString::to_string).collect(),
    }
}

fn lens(watch: &[TokenId]) -> Command {
    Command::Lens {
        tokens: vec![3, 1],
        from: 1,
        count: 1,
        watch: watch.to_vec(),
    }
}

#[test]
fn it_goes_through_its_file_and_back() {
    let all = recording();
    let bytes = all.to_bytes().expect("plain data");
    let back = Recording::read(&bytes).expect("just written");
    assert!(
        back.to_bytes().expect("plain data") == bytes,
        "the same to the byte"
    );
    assert_eq!(back.trace(), all.trace());
    assert_eq!(
        back.loaded(Role::Model).map(|m| m.vocab_bytes.clone()),
        Some(loaded().vocab_bytes)
    );
    let asked = back.questions();
    assert_eq!(asked.len(), 1 + 4 + 1 + 4 + 1, "{asked:?}");
    for (lane, command) in asked {
        let (own, other) = (all.answer(&lane, &command), back.answer(&lane, &command));
        let (Some(own), Some(other)) = (own, other) else {
            unreachable!("{command:?}");
        };
        assert_eq!(
            difference(&own, &other),
            Difference::Numbers(0.0),
            "{command:?}"
        );
    }
}

#[test]
fn it_answers_what_it_knows_however_it_is_asked() {
    let all = recording();
    let plain = off("");
    let said = |command: &Command| all.answer(&plain, command);
    let rows = |answer: Option<Answer>| match answer {
        Some(Answer::Rows { bytes, rows, .. }) => (rows, floats(&bytes)),
        other => unreachable!("{other:?}"),
    };
    let both = [logits(&[3]), logits(&[3, 1])].concat();
    let near = |found: Vec<f32>| {
        assert_eq!(found.len(), both.len());
        found.iter().zip(&both).all(|(a, b)| (a - b).abs() < 1e-2)
    };
    let (n, found) = rows(said(&Command::EvaluateAll {
        paths: vec![vec![3], vec![3, 1]],
    }));
    assert!(n == 2 && near(found));
    let (n, found) = rows(said(&Command::Along {
        tokens: vec![3, 1],
        from: 0,
    }));
    assert!(n == 2 && near(found));
    assert!(
        said(&Command::EvaluateAll {
            paths: vec![vec![3], vec![4]]
        })
        .is_none()
    );
    assert!(said(&evaluate(&[3, 1, 5])).is_none() && said(&evaluate(&[])).is_none());
    assert!(said(&evaluate(&[3, 1])).is_some());
    assert!(all.answer(&off("L0H1"), &evaluate(&[3, 1])).is_some());
    assert!(
        all.answer(&off("L1H1"), &evaluate(&[3, 1])).is_none(),
        "another lane"
    );
    assert!(all.answer(&off("L0H1"), &evaluate(&[3])).is_none());
    assert!(
        matches!(said(&Command::Score { tokens: vec![3, 1] }), Some(Answer::Scores(all)) if all.len() == 2)
    );
    assert!(
        said(&Command::Score {
            tokens: vec![3, 1, 4, 4]
        })
        .is_none()
    );
    assert!(
        matches!(said(&inspect(&["resid_pre"], &[])), Some(Answer::Taps(all)) if all.len() == 4)
    );
    assert!(
        matches!(said(&inspect(&["resid_pre"], &[1])), Some(Answer::Taps(all)) if all.len() == 2)
    );
    assert!(said(&inspect(&["resid_pre", "z"], &[])).is_none());
    assert!(said(&inspect(&[], &[])).is_none(), "nobody knows all names");
    assert!(
        said(&lens(&[7])).is_some() && said(&lens(&[])).is_some() && said(&lens(&[8])).is_none()
    );
    assert!(said(&Command::Tokenize { text: "ab".into() }).is_some());
    assert!(said(&Command::Tokenize { text: "a".into() }).is_none());
    assert!(
        said(&Command::AfterLayers {
            tokens: vec![3, 1],
            layers: vec![1]
        })
        .is_some()
    );
    assert!(said(&Command::Profile).is_none());
}

#[test]
fn an_infinite_intermediate_stays_what_it_is() {
    let all = recording();
    let Some(Answer::Taps(taps)) = all.answer(&off(""), &inspect(&["resid_pre"], &[0])) else {
        unreachable!("it is known");
    };
    assert_eq!(
        floats(&taps[0].bytes),
        [0.0, 1.0, 0.5, 1e6],
        "too large for 16 bits"
    );
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let read = |bytes: &[u8]| {
        Recording::read(bytes)
            .map(|_| ())
            .expect_err("not a recording")
    };
    assert!(matches!(read(b"{}"), RecordingFault::File { .. }));
    let safetensors = br#"\x02\0\0\0\0\0\0\0{}"#;
    assert!(matches!(read(safetensors), RecordingFault::File { .. }));
    assert_eq!(read(b"\x02\0\0\0\0\0\0\0{}"), RecordingFault::Format);
    let bytes = recording().to_bytes().expect("plain data");
    let changed = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes
            .windows(from.len())
            .position(|w| w == from.as_bytes())
            .expect(from);
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        read(&bytes)
    };
    assert_eq!(
        changed(r#"\"version\":1"#, r#"\"version\":7"#),
        RecordingFault::Version {
            found: 7,
            newest: 1
        }
    );
    assert_eq!(
        changed("logitscope-recording", "logitscope-recordinx"),
        RecordingFault::Format
    );
    assert_eq!(
        changed("texts.before", "texts.befora"),
        RecordingFault::Part {
            name: "texts.before".into()
        }
    );
    assert_eq!(
        changed(r#"\"n_layers\":2"#, r#"\"n_layers\":0"#),
        RecordingFault::Part {
            name: "models".into()
        }
    );
    assert_eq!(
        changed(r#"\"n_layers\":2"#, r#"\"n_layers\":3"#),
        RecordingFault::Part {
            name: "lens".into()
        }
    );
}

#[test]
fn no_damaged_byte_makes_it_panic() {
    let bytes = recording().to_bytes().expect("plain data");
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut read = 0;
    for turn in 0..4000 {
        let mut damaged = bytes.clone();
        for _ in 0..=turn % 3 {
            let at = random(damaged.len());
            // In the arrays, too, and most of the time a number that could be meant.
            damaged[at] = if turn % 2 == 0 {
                b'0' + random(10) as u8
            } else {
                random(256) as u8
            };
        }
        if turn % 50 == 0 {
            damaged.truncate(random(damaged.len()));
        }
        if let Ok(recording) = Recording::read(&damaged) {
            read += 1;
            for (lane, command) in recording.questions() {
                let _ = recording.answer(&lane, &command);
            }
            let _ = recording.trace().to_run(Arc::new(vocab()), 16, 1 << 20);
            let _ = recording.to_bytes();
        }
    }
    assert!(
        read > 100,
        "most of the file is numbers, so {read} of 4,000 still read"
    );
}
