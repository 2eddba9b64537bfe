//! Recorded runs.

use logitscope_core::strategy::Role;
use logitscope_core::trace::BackendInfo;
use logitscope_core::{Beginning, Timings};
use logitscope_protocol::{Answer, Command, LaneId, Loaded, ModelId, Score, TapArray, TokenPiece};
use logitscope_recording::{Lane, Recording};

use super::{Target, trace};
use crate::parts::is_a_line;

pub const RECORDING: Target = Target {
    name: "recording",
    read,
    seeds: || vec![bare(), full()],
    sources: &["crates/recording/src", "crates/protocol/src"],
    heap_mib: 256,
};

fn read(data: &[u8]) {
    let recording = match Recording::read(data) {
        Ok(recording) => recording,
        Err(error) => return is_a_line(&error),
    };
    let lane = Lane::default();
    for command in commands() {
        recording.knows(&lane, &command);
    }
    recording
        .loaded(Role::Model)
        .expect("a recording has a model");
    // What was read can be written, and is read again.
    let written = recording.to_bytes().expect("what was read can be written");
    if let Err(error) = Recording::read(&written) {
        panic!("{error}");
    }
}

/// Questions that a page asks.
fn commands() -> [Command; 6] {
    let tokens = || vec![0, 1, 0];
    [
        Command::Tokenize { text: "a b".into() },
        Command::Evaluate {
            tokens: tokens(),
            fresh: false,
        },
        Command::Along {
            tokens: tokens(),
            from: 1,
        },
        Command::Score { tokens: tokens() },
        Command::Inspect {
            tokens: tokens(),
            from: 0,
            layers: vec![0, 1],
            names: vec!["resid_post".into()],
        },
        Command::Lens {
            tokens: tokens(),
            from: 0,
            count: 3,
            watch: Vec::new(),
        },
    ]
}

fn loaded() -> Loaded {
    let vocab = trace::vocab();
    let (bytes, ends) = vocab.parts();
    Loaded {
        id: ModelId(1),
        lane: LaneId {
            model: ModelId(1),
            number: 0,
        },
        model: trace::model(),
        backend: BackendInfo::default(),
        software: false,
        why: None,
        measured: None,
        notices: Vec::new(),
        vocab_bytes: bytes.to_vec(),
        vocab_ends: ends.iter().flat_map(|end| end.to_le_bytes()).collect(),
        end_of_text: Some(5),
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

fn bare() -> Vec<u8> {
    let recording = Recording::new(trace::small(), loaded());
    recording.to_bytes().expect("it can be written")
}

/// One with an answer of most kinds.
fn full() -> Vec<u8> {
    let mut recording = Recording::new(trace::small(), loaded());
    let lane = Lane::default();
    let piece = |token, start, end| TokenPiece { token, start, end };
    let score = Score {
        prob: 0.5,
        surprisal_bits: 1.0,
        rank: 1,
        entropy_bits: Some(2.0),
        top_mass: Some(0.9),
    };
    let row: Vec<u8> = [0.5f32, 1.0, 0.1, 0.2, -1.0, -5.0]
        .iter()
        .flat_map(|z| z.to_le_bytes())
        .collect();
    let [tokenize, evaluate, along, scores, inspect, _] = commands();
    let timings = Timings::default();
    let tap = |position| TapArray {
        name: "resid_post".into(),
        layer: Some(0),
        position,
        shape: vec![4],
        bytes: [1.0f32; 4].iter().flat_map(|x| x.to_le_bytes()).collect(),
    };
    for (command, answer) in [
        (
            tokenize,
            Answer::Tokens(vec![piece(0, 0, 1), piece(1, 1, 3)]),
        ),
        (
            evaluate,
            Answer::Logits {
                bytes: row.clone(),
                timings,
            },
        ),
        (
            along,
            Answer::Rows {
                bytes: row.repeat(2),
                rows: 2,
                timings,
            },
        ),
        (scores, Answer::Scores(vec![None, Some(score), Some(score)])),
        (inspect, Answer::Taps((0..3).map(tap).collect())),
    ] {
        recording.put(&lane, &command, answer);
    }
    recording.to_bytes().expect("it can be written")
}
