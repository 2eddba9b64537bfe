use super::cost::{Prices, Usage};
use super::work::{Passes, cache_bytes, multiplied};
use super::*;
use crate::chain::{Chain, Sampler};
use crate::strategy::{Ask, Role, Sampling, Strategy};
use crate::trace::ModelInfo;
use crate::{CoreError, Timings, TokenId};

/// A model that says most of all the number of tokens that it reads, of `N`, and then what it read first.
const N: usize = 40;

fn row(text: &[TokenId]) -> Vec<f32> {
    let mut row = vec![0.0; N];
    row[text[0] as usize] = 2.0;
    row[text.len() % N] = 8.0;
    row
}

fn sampling() -> Sampling {
    let chain = Chain::new([Sampler::Temperature { t: 0.0 }]).expect("in range");
    Sampling::new(chain, 1, Default::default()).expect("no memory")
}

fn options(when_full: WhenFull, n_ctx: u32, drop: u32) -> ContextOptions {
    ContextOptions {
        n_ctx,
        when_full,
        drop,
        max_tokens: 9,
        end_tokens: Vec::new(),
    }
}

fn run(options: ContextOptions, largest: u32) -> (ContextRun, Vec<Vec<TokenId>>) {
    let prompt = vec![30, 31, 32];
    let mut run = ContextRun::new(prompt, sampling(), options, largest).expect("in range");
    let mut asked = Vec::new();
    while let Some(Ask::Ends { texts, of }) = run.ask() {
        assert_eq!((of, texts.len()), (Role::Model, 1));
        run.accept(&[row(&texts[0])], Timings::default())
            .expect("finite");
        asked.extend(texts);
    }
    (run, asked)
}

#[test]
fn a_full_context_ends_the_text() {
    let (run, asked) = run(options(WhenFull::Stop, 6, 1), 64);
    assert_eq!(run.text(), [30, 31, 32, 3, 4, 5]);
    assert!(run.is_full() && run.has_ended());
    assert_eq!(
        asked.len(),
        3,
        "the window is the whole text: one pass each"
    );
    let by_rule: Vec<_> = run.steps().iter().map(|s| (s.reused, s.computed)).collect();
    assert_eq!(by_rule, [(0, 3), (3, 1), (4, 1)]);
}

#[test]
fn a_window_that_slides_is_computed_again() {
    let (run, asked) = run(options(WhenFull::Slide, 6, 3), 64);
    assert_eq!(run.text().len(), 12);
    let steps = run.steps();
    let reads: Vec<usize> = steps.iter().map(|s| s.window.len()).collect();
    assert_eq!(reads, [3, 4, 5, 3, 4, 5, 3, 4, 5]);
    assert_eq!(steps[3].window.kept(), std::slice::from_ref(&(3..6)));
    assert_eq!(
        (steps[3].dropped, steps[3].reused, steps[3].computed),
        (3, 0, 3)
    );
    assert_eq!(
        (steps[4].dropped, steps[4].reused, steps[4].computed),
        (0, 3, 1)
    );
    // What was asked: the window, then, once something is forgotten, the whole text.
    assert_eq!(asked[3], [3, 4, 5]);
    assert_eq!(asked[4], [30, 31, 32, 3, 4, 5]);
    assert!(steps[..3].iter().all(|s| s.lost_bits.is_none()));
    assert!(steps[3..].iter().all(|s| s.lost_bits > Some(1.0)));
    assert_eq!(steps[3].remembered.map(|(token, _)| token), Some(6));
    assert!(!run.window().has(2) && run.window().has(11));
}

#[test]
fn the_beginning_stays_where_the_middle_goes() {
    let (run, _) = run(options(WhenFull::DropMiddle(2), 6, 2), 64);
    let steps = run.steps();
    assert_eq!(steps[3].window.kept(), [0..2, 4..6]);
    // The first two are where they were; the other two have moved.
    assert_eq!(
        (steps[3].dropped, steps[3].reused, steps[3].computed),
        (2, 2, 2)
    );
    assert_eq!(steps[8].window.places().take(2).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn the_whole_text_is_asked_only_where_it_fits() {
    let (run, asked) = run(options(WhenFull::Slide, 6, 1), 7);
    let lost = run.steps().iter().map(|s| s.lost_bits.is_some());
    assert_eq!(lost.filter(|lost| *lost).count(), 2, "with 6 and 7 tokens");
    assert!(asked.iter().all(|text| text.len() <= 7));
}

#[test]
fn a_prompt_may_be_longer_than_the_context_and_what_cannot_be_is_refused() {
    let prompt: Vec<TokenId> = (0..20).collect();
    let made = |o: ContextOptions| ContextRun::new(prompt.clone(), sampling(), o, 64);
    let slid = made(options(WhenFull::Slide, 8, 5)).expect("it slides");
    assert_eq!(slid.window().kept(), std::slice::from_ref(&(15..20)));
    let (tokens, n_ctx) = (20, 8);
    assert_eq!(
        made(options(WhenFull::Stop, 8, 1)).map(|_| ()),
        Err(CoreError::PromptTooLong { tokens, n_ctx })
    );
    for bad in [
        options(WhenFull::Slide, 1, 1),
        options(WhenFull::Slide, 65, 1),
        options(WhenFull::Slide, 8, 0),
        options(WhenFull::Slide, 8, 8),
        options(WhenFull::DropMiddle(7), 8, 1),
        options(WhenFull::DropMiddle(4), 8, 4),
    ] {
        let refused = made(bad.clone()).map(|_| ());
        assert!(matches!(refused, Err(CoreError::Setting { .. })), "{bad:?}");
    }
}

#[test]
fn work_by_formula_is_work_by_counting() {
    let counted = |steps: &[(u64, u64)]| {
        // (first row, last row) of each forward pass.
        let rows = steps.iter().flat_map(|(from, to)| *from..*to);
        let mut all = Passes::default();
        for at in rows {
            all.rows += 1;
            all.pairs += at + 1;
        }
        all
    };
    assert_eq!(Passes::with_cache(4, 3), counted(&[(0, 4), (4, 5), (5, 6)]));
    assert_eq!(
        Passes::without_cache(4, 3),
        counted(&[(0, 4), (0, 5), (0, 6)])
    );
    assert_eq!(Passes::with_cache(4, 0), Passes::default());
    // GPT-2 small: 12 layers of 12·64 heads.
    let gpt2 = ModelInfo {
        name: "gpt2".into(),
        family: "gpt2".into(),
        blocks: Default::default(),
        n_layers: 12,
        n_heads: 12,
        n_kv_heads: None,
        d_model: 768,
        d_head: 64,
        d_mlp: 3072,
        d_vocab: 50_257,
        n_ctx: 1024,
        n_positions: None,
        unturned: Vec::new(),
        n_params: 124_439_808,
        weights: "f16".into(),
        output: Default::default(),
    };
    // Its parameters without those of positions, norms and biases.
    assert_eq!(multiplied(&gpt2), 12 * 12 * 768 * 768 + 768 * 50_257);
    assert_eq!(cache_bytes(&gpt2, 4), 2 * 12 * 768 * 4);
    let one = Passes::over(9, 10);
    assert_eq!(one.attention(&gpt2), 10 * 2 * 768 * 12);
    assert_eq!(one.weights(&gpt2), multiplied(&gpt2));
}

#[test]
fn requests_cost_what_their_tokens_cost() {
    let usage = Usage::of(1_000, 200, 10, true);
    assert_eq!(
        (usage.input, usage.cached, usage.output),
        (1_000, 9_000, 2_000)
    );
    let costs = usage.costs(&Prices::default());
    assert_eq!(costs, [0.001, 0.0009, 0.008]);
    let all = Usage::of(1_000, 200, 10, false);
    assert_eq!((all.input, all.cached), (10_000, 0));
    assert_eq!(Usage::of(5, 5, 0, true), Usage::default());
}
