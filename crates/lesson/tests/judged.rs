//! Conditions at a step, against numbers worked out here from the logits.

use std::sync::Arc;

use logitscope_core::lens::{LensCell, WatchedToken};
use logitscope_core::{Run, Settings, Timings, Vocab};
use logitscope_lesson::{Around, Condition, Seen, Unknown};

/// ln 4, ln 2, ln 1, ln 1: 50 %, 25 %, 12.5 %, 12.5 %.
const WEIGHTS: [f32; 4] = [4.0, 2.0, 1.0, 1.0];

/// Whether `text` holds at the step under `settings`.
fn holds(settings: &Settings, text: &str) -> Result<bool, Unknown> {
    let texts = [" bear", " fox", " owl", "\n"];
    let vocab = Arc::new(Vocab::new(texts, None));
    let mut run = Run::new(Arc::clone(&vocab), 16, 1 << 20);
    run.set_settings(settings.clone()).expect("in range");
    let node = run.set_prompt(&[0, 1]).expect("a prompt");
    let logits: Vec<f32> = WEIGHTS.iter().map(|w| w.ln()).collect();
    run.accept_logits(node, logits.into(), Timings::default())
        .expect("logits");
    let sampling = run.sampling(node).expect("a step");
    let condition = Condition::read(text).unwrap_or_else(|fault| unreachable!("{text}: {fault}"));
    let cell = |depth, token, ranks: [u32; 2]| LensCell {
        depth,
        token,
        prob: 0.5,
        kl_bits: 0.0,
        watched: ranks.map(|rank| WatchedToken { rank, prob: 0.1 }).into(),
    };
    // After the embedding and two layers: fox, owl, bear.
    let depths = [cell(0, 1, [3, 0]), cell(1, 2, [2, 1]), cell(2, 0, [0, 3])];
    let around = Around {
        text: &[0, 1],
        prompt: 2,
        branches: 3,
        layer: Some(0),
        head: Some(1),
        attention: &[0.75, 0.25],
        depths: &depths,
        watch: &[0, 1],
        ..Around::default()
    };
    let around = if text.contains("owl\") < 9") {
        Around::default()
    } else {
        around
    };
    let seen = Seen {
        sampling: &sampling,
        settings,
        vocab: &vocab,
        length: 2,
        computed: 1,
        around,
    };
    seen.holds(&condition)
}

#[test]
fn conditions_hold_where_the_step_says_so() {
    let plain = Settings::basic(1.0, 0, 1.0, 1);
    let cut = Settings::basic(1.0, 2, 1.0, 1);
    let cold = Settings::basic(0.0, 0, 1.0, 1);
    for (settings, text, expected) in [
        (&plain, "p(\" bear\") > 0.4999", true),
        (&plain, "p(\" bear\") > 50 %", false),
        (&plain, "p(\" bear\") = 50 %", true),
        (&plain, "p(\"\\n\") = model(\" owl\")", true),
        (&plain, "entropy = 1.75", true),
        (&plain, "rank(\" fox\") = 2", true),
        (&plain, "left = 4", true),
        (&plain, "length = 2", true),
        (&plain, "computed = 1", true),
        (&plain, "favourite = \" bear\"", true),
        // 4 : 2 of what is left.
        (&cut, "p(\" bear\") < 66.7 %", true),
        (&cut, "p(\" bear\") > 66.6 %", true),
        (&cut, "p(\" owl\") = 0", true),
        (&cut, "model(\" owl\") = 0.125", true),
        (&cut, "left = 2", true),
        (&cut, "top_k <= 2", true),
        (&cut, "entropy_after < entropy", true),
        (&cold, "chosen = \" bear\"", true),
        (&cold, "chosen = favourite", true),
        (&cold, "temperature = 0", true),
        (&cold, "p(\" bear\") = 1", true),
        (&cold, "chosen = \" fox\"", false),
        (&cold, "p(\" fox\") >= p(\" owl\")", true),
        (&plain, "tokens = 2", true),
        (&plain, "branches = 3", true),
        (&plain, "last = \" fox\"", true),
        (&plain, "last = chosen", false),
        (&plain, "layer < head", true),
        (&plain, "attends(\" bear\") = 75 %", true),
        (&plain, "lens(\" owl\") = 1", true),
        (&plain, "lens(\" bear\") = 3", true),
        (&plain, "first_lead(\" owl\") = layer", true),
        (&plain, "first_lead(\" bear\") = 1", true),
        (&cut, "place(\"temperature\") = 1", true),
        (&cut, "place(\"top_k\") = 2", true),
        (&cut, "stage(\"top_k\") = top_k", true),
    ] {
        assert_eq!(holds(settings, text), Ok(expected), "{text}");
    }
}

#[test]
fn the_draw_is_that_of_the_run() {
    let settings = Settings::basic(1.0, 0, 1.0, 1);
    let low = holds(&settings, "draw < 0.5").expect("known");
    let high = holds(&settings, "draw >= 0.5").expect("known");
    assert_ne!(low, high);
    let first_half = holds(&settings, "chosen = \" bear\"").expect("known");
    assert_eq!(first_half, low, "the first half of the dice is the bear's");
}

#[test]
fn what_has_no_value_says_why() {
    let settings = Settings::basic(1.0, 0, 1.0, 1);
    assert_eq!(
        holds(&settings, "p(\" cow\") > 0"),
        Err(Unknown::NotAToken(" cow".into()))
    );
    for (text, why) in [
        ("min_p > 0", Unknown::Off("min_p".into())),
        ("stage(\"dry\") > 0", Unknown::Off("dry".into())),
        ("place(\"xtc\") > 0", Unknown::Off("xtc".into())),
        ("attends(\" owl\") > 0", Unknown::NotInText(" owl".into())),
        ("lens(\"\\n\") > 0", Unknown::NotSeen),
        (
            "first_lead(\" fox\") = 0",
            Unknown::NeverLeads(" fox".into()),
        ),
        ("lens(\" owl\") < 9", Unknown::NotSeen),
    ] {
        assert_eq!(holds(&settings, text), Err(why), "{text}");
    }
}
