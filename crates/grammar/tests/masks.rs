//! Masks against the language itself, by brute force over a small vocabulary; what is refused; the way back.

use std::collections::BTreeSet;
use std::time::Instant;

use logitscope_core::{TokenId, Vocab};
use logitscope_grammar::{Grammar, GrammarError, GrammarLimit, Language, Parser, Vocabulary};

/// Tokens that cross the borders of grammars, one that is there twice, one without bytes, and the end.
const TOKENS: [&str; 15] = [
    "a", "b", "c", "ab", "bc", "abc", "aa", "(", ")", "()", "((", "b", "", "1", "<end>",
];
const END: TokenId = 14;

fn vocab() -> Vocab {
    Vocab::new(TOKENS, Some(END))
}

fn grammar(language: Language, text: &str) -> Grammar {
    Grammar {
        language,
        text: text.to_owned(),
    }
}

fn parser(language: Language, text: &str) -> Result<Parser, GrammarError> {
    Parser::new(&Vocabulary::new(&vocab()), &grammar(language, text))
}

fn text(tokens: &[TokenId]) -> String {
    vocab().text(tokens)
}

/// ab*c or (a|bc)+
fn a_regex(text: &str) -> (bool, bool) {
    let first = {
        let inner = text
            .strip_prefix('a')
            .map(|rest| rest.trim_start_matches('b'));
        match inner {
            None => (false, text.is_empty()),
            Some("") => (false, true),
            Some("c") => (true, true),
            Some(_) => (false, false),
        }
    };
    let second = {
        let mut rest = text;
        while let Some(after) = rest.strip_prefix('a').or(rest.strip_prefix("bc")) {
            rest = after;
        }
        (
            rest.is_empty() && !text.is_empty(),
            rest.is_empty() || rest == "b",
        )
    };
    (first.0 || second.0, first.1 || second.1)
}

/// Balanced brackets around one a, at most four deep: ((a)).
fn brackets(text: &str) -> (bool, bool) {
    let open = text.chars().take_while(|c| *c == '(').count();
    let rest = &text[open..];
    let Some(after) = rest.strip_prefix('a') else {
        return (false, rest.is_empty());
    };
    let close = after.chars().take_while(|c| *c == ')').count();
    let fits = close == after.len() && close <= open;
    (fits && close == open, fits)
}

fn brute_force(mut parser: Parser, member: impl Fn(&str) -> (bool, bool), longest: usize) -> usize {
    let mut bits = 0;
    let mut open: Vec<Vec<TokenId>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    while let Some(tokens) = open.pop() {
        let mask = parser.mask(&tokens).expect("the text follows it");
        let here = text(&tokens);
        assert_eq!(parser.accepts(&tokens), Ok(member(&here).0), "{here}");
        for token in 0..TOKENS.len() as TokenId {
            let wanted = match TOKENS[token as usize] {
                "" => false,
                _ if token == END => member(&here).0,
                more => member(&format!("{here}{more}")).1,
            };
            assert_eq!(
                mask.allows(token),
                wanted,
                "{here:?} + {:?}",
                TOKENS[token as usize]
            );
            bits += 1;
            let next = [&tokens[..], &[token]].concat();
            if wanted && token != END && text(&next).len() <= longest && seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    bits
}

#[test]
fn every_bit_is_that_of_the_language() {
    let regex = parser(Language::Regex, "ab*c|(a|bc)+").expect("a regex");
    assert!(brute_force(regex, a_regex, 6) > 2_000);
    let lark = parser(Language::Lark, "start: \"(\" start \")\" | \"a\"").expect("rules");
    assert!(brute_force(lark, brackets, 7) > 500);
    let schema = r#"{"enum": [1, 11, 111]}"#;
    let number = |text: &str| {
        let all = ["1", "11", "111"];
        let begins = all.iter().any(|one| one.starts_with(text));
        (all.contains(&text), begins)
    };
    let schema = parser(Language::JsonSchema, schema).expect("a schema");
    assert!(brute_force(schema, number, 4) > 30);
}

#[test]
fn the_way_back_and_other_branches_find_the_same_masks() {
    let fresh = |tokens: &[TokenId]| {
        let mut parser = parser(Language::Regex, "ab*c|(a|bc)+").expect("a regex");
        parser.mask(tokens)
    };
    let mut one = parser(Language::Regex, "ab*c|(a|bc)+").expect("a regex");
    let texts: [&[TokenId]; 8] = [
        &[],
        &[0],
        &[0, 1],
        &[0, 1, 1],
        &[0, 1],
        &[0, 0],
        &[],
        &[5, END],
    ];
    for _ in 0..20 {
        for tokens in texts {
            assert_eq!(one.mask(tokens), fresh(tokens));
        }
    }
    // A text that leaves it is named by its place, and nothing is broken by it.
    assert_eq!(one.mask(&[0, 2, 7]), Err(GrammarError::Left { place: 3 }));
    assert_eq!(one.mask(&[0]), fresh(&[0]));
    assert_eq!(one.mask(&[5, END]).map(|mask| mask.count()), Ok(0));
}

#[test]
fn what_must_follow_is_forced_and_the_end_is_its_own_token() {
    let mut parser = parser(Language::Regex, "abc(a|b)").expect("a regex");
    assert_eq!(parser.forced(&[]), Ok(b"abc".to_vec()));
    assert_eq!(parser.forced(&[3]), Ok(b"c".to_vec()));
    assert_eq!(parser.forced(&[5]), Ok(vec![]));
    // The name of the end is a text like any other.
    let mut any = self::parser(Language::Regex, "(.|\n)*a").expect("a regex");
    assert!(!any.mask(&[]).expect("at its beginning").allows(END));
    // A model without an end: a complete text has nothing after it.
    let vocabulary = Vocabulary::new(&Vocab::new(["a", "b"], None));
    let mut no_end = Parser::new(&vocabulary, &grammar(Language::Regex, "ab")).expect("a regex");
    assert_eq!(no_end.mask(&[0, 1]).map(|mask| mask.count()), Ok(0));
}

#[test]
fn hostile_grammars_end_with_an_error_or_soon() {
    use Language::{JsonSchema, Lark, Regex};
    let nested =
        |open: &str, close: &str, n: usize| format!("{}a{}", open.repeat(n), close.repeat(n));
    let chain: String = (0..400).map(|n| format!("r{n}: r{}\n", n + 1)).collect();
    let terminals: String = (0..500)
        .map(|n| format!("T{n}: T{} T{}\n", n + 1, n + 1))
        .collect();
    let doubling: String = (0..40)
        .map(|n| format!("T{n}: T{} T{}\n", n + 1, n + 1))
        .collect();
    let optional: Vec<String> = (0..450).map(|n| format!("\"p{n}\": {{}}")).collect();
    let all_of = (0..24).fold("{\"type\": \"integer\"}".to_owned(), |inner, _| {
        format!("{{\"allOf\": [{inner}]}}")
    });
    let patterns: Vec<String> = (0..150)
        .map(|n| format!("{{\"pattern\": \"[ab]{{{n}}}a[ab]*\"}}"))
        .collect();
    let patterns = format!(
        "{{\"type\": \"string\", \"allOf\": [{}]}}",
        patterns.join(",")
    );
    let refused = [
        (Regex, nested("(", ")", 300)),
        (Regex, "(".to_owned()),
        (Regex, "a(?=b)".to_owned()),
        (Regex, "[^\\s\\S]".to_owned()),
        (Lark, format!("start: {}", nested("(", ")", 300))),
        (Lark, format!("start: r0\n{chain}r400: \"a\"")),
        (Lark, format!("start: T0\n{terminals}T500: \"a\"")),
        (Lark, "start: what".to_owned()),
        (Lark, "no".to_owned()),
        (Lark, "start: %json { \"multipleOf\": 99999989 }".to_owned()),
        (JsonSchema, "{".to_owned()),
        (JsonSchema, "{\"type\": \"no\"}".to_owned()),
        (JsonSchema, "{\"multipleOf\": 99999989}".to_owned()),
        (
            JsonSchema,
            "{\"type\": \"number\", \"multipleOf\": 1e-9}".to_owned(),
        ),
        (JsonSchema, "{\"multipleOf\": \"x\"}".to_owned()),
        (JsonSchema, patterns),
        (
            JsonSchema,
            "{\"allOf\": [{\"multipleOf\": 997}, {\"multipleOf\": 991}]}".to_owned(),
        ),
        (
            JsonSchema,
            "{\"uniqueItems\": true, \"type\": \"array\"}".to_owned(),
        ),
        (
            JsonSchema,
            format!("{{\"properties\": {{{}}}}}", optional.join(",")),
        ),
        (JsonSchema, nested("[", "]", 200)),
    ];
    for (language, text) in refused {
        let short: String = text.chars().take(60).collect();
        let begin = Instant::now();
        // Some are seen only once the text begins.
        let mask = parser(language, &text).and_then(|mut parser| parser.mask(&[]));
        let error = mask.map(|mask| mask.count()).expect_err(&short);
        let words = error.to_string();
        assert!(
            words.len() < 400 && !words.contains('\n'),
            "{short}: {words}"
        );
        assert!(begin.elapsed().as_secs() < 20, "{short}");
    }
    let harmless = [
        (Regex, "a{0,100000}".to_owned()),
        (Regex, "(a{0,1000}){0,1000}".to_owned()),
        (Regex, "(a*)*b".to_owned()),
        (Regex, "[ab]*a[ab]{20}".to_owned()),
        (Lark, format!("start: T0\n{doubling}T40: \"a\"")),
        (JsonSchema, all_of),
        (
            JsonSchema,
            "{\"type\": \"string\", \"maxLength\": 1000000000}".to_owned(),
        ),
        (
            JsonSchema,
            "{\"type\": \"integer\", \"multipleOf\": 997}".to_owned(),
        ),
    ];
    for (language, text) in harmless {
        let short: String = text.chars().take(60).collect();
        let begin = Instant::now();
        // Whatever it says, it says it soon.
        let _ = parser(language, &text).and_then(|mut parser| parser.mask(&[]));
        assert!(begin.elapsed().as_secs() < 20, "{short}");
    }
}

#[test]
fn what_there_is_too_much_of_is_named() {
    let text = "(".repeat(60);
    let error = parser(Language::Regex, &text)
        .map(|_| ())
        .expect_err("deep");
    let (limit, most) = (GrammarLimit::Groups(60), 48);
    assert_eq!(error, GrammarError::Limit { limit, most });
    let words =
        "The grammar cannot be used: it has groups in 60 groups, and at most 48 can be used.";
    assert_eq!(
        error.to_string().replace(['\u{2068}', '\u{2069}'], ""),
        words
    );
}
