//! Conditions on what is tried beside the step: parts of the model off, lanes, a draft and its proof, beams.

use std::sync::Arc;

use logitscope_core::chain::Chain;
use logitscope_core::compare::{CompareStep, Standing, TokenRow};
use logitscope_core::dice::Stream;
use logitscope_core::speculative::experiment::Experiment;
use logitscope_core::speculative::figures::Counts;
use logitscope_core::speculative::run::RoundRecord;
use logitscope_core::speculative::{Round, Rule, Verdict};
use logitscope_core::strategy::{Sampling, Strategy};
use logitscope_core::{Distribution, Draw, Known, Run, Settings, Timings, TokenId, Vocab};
use logitscope_lesson::{Around, Beams, Condition, Seen, Speculated, Tried, Unknown};

/// The probabilities of bear, fox and owl for the model.
const MODEL: [f32; 3] = [0.5, 0.3, 0.2];
/// For the draft.
const DRAFT: [f32; 3] = [0.2, 0.5, 0.3];

fn logits(probs: [f32; 3]) -> Vec<f32> {
    probs.map(f32::ln).to_vec()
}

/// Whether `text` holds where this is tried.
fn holds(tried: Tried<'_>, text: &str) -> Result<bool, Unknown> {
    let vocab = Arc::new(Vocab::new([" bear", " fox", " owl"], None));
    let settings = Settings::basic(1.0, 0, 1.0, 1);
    let mut run = Run::new(Arc::clone(&vocab), 16, 1 << 20);
    run.set_settings(settings.clone()).expect("in range");
    let node = run.set_prompt(&[0, 1]).expect("a prompt");
    run.accept_logits(node, logits(MODEL).into(), Timings::default())
        .expect("logits");
    let sampling = run.sampling(node).expect("a step");
    let condition = Condition::read(text).unwrap_or_else(|fault| unreachable!("{text}: {fault}"));
    let around = Around {
        tried,
        ..Around::default()
    };
    let seen = Seen {
        sampling: &sampling,
        settings: &settings,
        vocab: &vocab,
        length: 2,
        computed: 2,
        around,
    };
    seen.holds(&condition)
}

fn all_hold(tried: Tried<'_>, texts: &[(&str, bool)]) {
    for (text, expected) in texts {
        assert_eq!(holds(tried, text), Ok(*expected), "{text}");
    }
}

#[test]
fn the_altered_model_is_held_against_the_whole_one() {
    let altered = Distribution::new(&logits([0.1, 0.2, 0.7])).expect("finite");
    let tried = Tried {
        off: 2,
        altered: Some(&altered),
        ..Tried::default()
    };
    all_hold(
        tried,
        &[
            ("altered(\" bear\") < model(\" bear\")", true),
            ("altered(\" owl\") > 69 %", true),
            ("altered(\" owl\") > 71 %", false),
            ("altered_rank(\" bear\") = 3", true),
            ("altered_rank(\" owl\") = rank(\" bear\")", true),
            ("off = 2", true),
        ],
    );
    let unknown = |tried, text| holds(tried, text).expect_err(text);
    assert_eq!(holds(Tried::default(), "off = 0"), Ok(true));
    assert_eq!(
        unknown(Tried::default(), "altered(\" owl\") > 0"),
        Unknown::NothingOff
    );
    // It is still computed.
    let off = Tried {
        off: 1,
        ..Tried::default()
    };
    assert_eq!(unknown(off, "altered_rank(\" owl\") = 1"), Unknown::NotSeen);
    assert_eq!(
        unknown(tried, "altered(\" cow\") > 0"),
        Unknown::NotAToken(" cow".into())
    );
}

#[test]
fn a_lane_gives_what_its_table_says() {
    let standing = |chain| {
        Some(Standing {
            rank: Some(0),
            model: Known::Exact(0.25),
            chain: Known::Exact(chain),
        })
    };
    let row = |token, lanes: [Option<Standing>; 2]| TokenRow {
        token,
        lanes: lanes.into(),
    };
    let step = CompareStep {
        lanes: vec![None, None],
        pairs: Vec::new(),
        rows: vec![
            row(0, [standing(0.9), standing(0.5)]),
            row(1, [standing(0.1), None]),
        ],
    };
    let tried = Tried {
        lanes: Some(&step),
        ..Tried::default()
    };
    all_hold(
        tried,
        &[
            ("lane_a(\" bear\") > lane_b(\" bear\")", true),
            ("lane_a(\" bear\") = 90 %", true),
            ("lane_b(\" bear\") = 50 %", true),
        ],
    );
    for (tried, text, why) in [
        (
            tried,
            "lane_a(\" owl\") > 0",
            Unknown::NotInTable(" owl".into()),
        ),
        // That lane has ended; there is no fourth one; nothing is compared.
        (tried, "lane_b(\" fox\") > 0", Unknown::NotSeen),
        (tried, "lane_d(\" bear\") > 0", Unknown::NotSeen),
        (Tried::default(), "lane_a(\" bear\") > 0", Unknown::NotSeen),
    ] {
        assert_eq!(holds(tried, text), Err(why), "{text}");
    }
}

/// A round of three drafted tokens: one was kept, the next one was not, the last one not looked at.
fn round() -> RoundRecord {
    let verdict = |token: TokenId, p, q, accepted| Verdict {
        token,
        p,
        q,
        draw: Draw::new(1, 0, Stream::Accept, 0),
        own: None,
        accepted,
    };
    RoundRecord {
        drafted: vec![0, 1, 2],
        round: Round {
            verdicts: vec![verdict(0, 0.4, 0.2, true), verdict(1, 0.125, 0.5, false)],
            last: None,
        },
        draft_ms: 1.0,
        target_ms: 1.0,
        places: Vec::new(),
    }
}

#[test]
fn a_round_and_all_rounds_so_far_are_counted() {
    let round = round();
    let mut counts = Counts::default();
    counts.add(3, 2, 1, 2);
    counts.add(3, 3, 3, 4);
    let speculated = |round, counts| Tried {
        speculated: Some(Speculated {
            round,
            counts,
            proof: None,
        }),
        ..Tried::default()
    };
    all_hold(
        speculated(Some(&round), &counts),
        &[
            ("drafted = 3", true),
            ("kept = 1", true),
            ("ratio = 25 %", true),
            ("alpha = 0.8", true),
            ("passes = 2", true),
            ("tokens_a_pass = 3", true),
        ],
    );
    // A token that the model likes better is surely kept.
    let mut sure = round.clone();
    sure.round.verdicts.truncate(1);
    all_hold(speculated(Some(&sure), &counts), &[("ratio = 1", true)]);
    let none = Counts::default();
    for text in [
        "drafted > 0",
        "kept > 0",
        "ratio > 0",
        "alpha > 0",
        "tokens_a_pass > 0",
    ] {
        let begun = speculated(None, &none);
        assert_eq!(holds(begun, text), Err(Unknown::NotPlayed), "{text}");
        let closed = holds(Tried::default(), text);
        assert_eq!(closed, Err(Unknown::NotSeen), "{text}");
    }
    all_hold(speculated(None, &none), &[("passes = 0", true)]);
}

/// A proof by `rule`, drawn so many times.
fn proof(rule: Rule, times: u32) -> Experiment {
    let chain: Chain = "".parse().expect("nothing in it");
    let sampling = Sampling::new(chain, 7, Default::default()).expect("no memory");
    let mut proof = Experiment::new(vec![0], sampling, rule, 8).expect("a short text");
    for probs in [DRAFT, MODEL] {
        proof
            .accept(&[logits(probs)], Timings::default())
            .expect("finite");
    }
    proof.repeat(times);
    proof
}

#[test]
fn the_proof_tells_whose_distribution_came_out() {
    let counts = Counts::default();
    let tried = |proof| Tried {
        speculated: Some(Speculated {
            round: None,
            counts: &counts,
            proof,
        }),
        ..Tried::default()
    };
    let (ratio, everything) = (proof(Rule::Ratio, 5000), proof(Rule::Everything, 5000));
    for (proof, model, draft) in [(&ratio, true, false), (&everything, false, true)] {
        all_hold(
            tried(Some(proof)),
            &[
                ("fit > 0.1 %", model),
                ("fit_draft > 0.1 %", draft),
                // min(0.5, 0.2) + min(0.3, 0.5) + min(0.2, 0.3)
                ("beta > 69.9 %", true),
                ("beta < 70.1 %", true),
            ],
        );
    }
    let undrawn = proof(Rule::Ratio, 0);
    for text in ["fit > 0", "fit_draft > 0", "beta > 0"] {
        assert_eq!(holds(tried(None), text), Err(Unknown::NotDrawn), "{text}");
        assert_eq!(holds(Tried::default(), text), Err(Unknown::NotSeen));
    }
    assert_eq!(
        holds(tried(Some(&undrawn)), "fit > 0"),
        Err(Unknown::NotDrawn)
    );
}

#[test]
fn the_best_beam_is_held_against_the_greedy_text() {
    let tried = |best, greedy| Tried {
        beams: Some(Beams { best, greedy }),
        ..Tried::default()
    };
    let ended = tried(Some((&[1, 2], -3.0)), Some(-4.5));
    all_hold(
        ended,
        &[
            ("beam_first = \" fox\"", true),
            ("beam_first = favourite", false),
            ("best_beam > greedy", true),
            ("greedy = -4.5", true),
            ("best_beam = -3", true),
        ],
    );
    for text in ["beam_first = \" fox\"", "best_beam < 0", "greedy < 0"] {
        let under_way = holds(tried(None, None), text);
        assert_eq!(under_way, Err(Unknown::NotPlayed), "{text}");
        assert_eq!(holds(Tried::default(), text), Err(Unknown::NotSeen));
    }
}
