use super::*;

/// Tokens: 0 "y", 1 "es", 2 "yes", 3 "no", 4 the end.
const WORDS: [&str; 5] = ["y", "es", "yes", "no", ""];
const END: TokenId = 4;

fn bytes(tokens: &[TokenId]) -> Vec<u8> {
    let all = tokens.iter().map(|token| WORDS[*token as usize]);
    all.collect::<String>().into_bytes()
}

fn allowed(tokens: &[TokenId]) -> Vec<f32> {
    let text = String::from_utf8(bytes(tokens)).expect("words");
    let legal = |token: usize| {
        let next = format!("{text}{}", WORDS[token]);
        let whole = ["yes", "no"].contains(&text.as_str());
        match token as TokenId == END {
            true => whole,
            false => !whole && ["yes", "no"].iter().any(|word| word.starts_with(&next)),
        }
    };
    (0..5)
        .map(|token| f32::from(u8::from(legal(token))))
        .collect()
}

/// "y" begins well and ends badly: behind it the model would say nearly anything but "es".
fn logits(text: &[TokenId]) -> Vec<f32> {
    let probs: [f32; 5] = match text.last() {
        Some(0) => [0.4, 0.01, 0.3, 0.19, 0.1],
        Some(9) => [0.5, 0.2, 0.05, 0.15, 0.1],
        _ => [0.1, 0.1, 0.1, 0.1, 0.6],
    };
    probs.iter().map(|p| p.ln()).collect()
}

fn run(grammar: &str, masks: fn(&[TokenId]) -> Vec<f32>) -> Enumeration {
    let grammar = Grammar {
        text: grammar.into(),
        ..Grammar::default()
    };
    let mut all = Enumeration::new(vec![9], grammar, END, 64).expect("a prompt");
    while let Some(ask) = all.ask() {
        let rows: Vec<Vec<f32>> = match &ask {
            Ask::Masks { generated, .. } => generated.iter().map(|t| masks(t)).collect(),
            Ask::Ends { texts, .. } => texts.iter().map(|text| logits(text)).collect(),
            _ => Vec::new(),
        };
        all.accept(&rows, Timings::default()).expect("finite");
    }
    all
}

#[test]
fn a_mask_favours_what_begins_well_and_ends_badly() {
    let all = run("yes|no", allowed);
    let texts = all.texts(bytes);
    let [no, yes] = &texts[..] else {
        panic!("two texts, not {texts:?}")
    };
    assert_eq!((&no.bytes[..], &yes.bytes[..]), (&b"no"[..], &b"yes"[..]));
    assert_eq!((yes.spellings, no.spellings), (2, 1));
    // By hand: yes = "yes" + end, or "y" + "es" + end.
    let (model_yes, model_no) = (0.05 * 0.6 + 0.5 * 0.01 * 0.6, 0.15 * 0.6);
    assert!((yes.model - model_yes).abs() < 1e-7 && (no.model - model_no).abs() < 1e-7);
    let condition = model_yes / (model_yes + model_no);
    assert!((yes.condition - condition).abs() < 1e-7);
    // Masked: y .5, yes .05 and no .15 of .7; behind "y" nothing but "es" is left.
    assert!((yes.masked - 0.55 / 0.7).abs() < 1e-7 && (no.masked - 0.15 / 0.7).abs() < 1e-7);
    assert!((no.masked + yes.masked - 1.0).abs() < 1e-12);
    assert!(
        yes.masked > 0.7 && yes.condition < 0.3,
        "the other way round"
    );
}

#[test]
fn a_grammar_of_too_many_texts_is_given_up() {
    let any = |_: &[TokenId]| vec![1.0; 5];
    let all = run("any", any);
    assert!(all.too_many() && all.has_ended());
    assert!(all.followed() <= MOST);
    // Without an end it would go on for ever.
    let never = |_: &[TokenId]| vec![1.0, 0.0, 0.0, 0.0, 0.0];
    assert!(run("never", never).too_many());
}
