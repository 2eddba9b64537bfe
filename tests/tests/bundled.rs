//! The models that come with the page: what they must be able to do, and that their cards tell the truth. The numbers are
//! those of the page's own engine on the shipped files; the cards' come from Transformers.
#![cfg(not(target_arch = "wasm32"))]

use logitscope_core::Precision;
use std::path::{Path, PathBuf};

use logitscope_core::{Distribution, TokenId};
use logitscope_model::checkpoint::stream::FileStream;
use logitscope_model::{Config, Cpu, Lanes, LoadOptions, Tokenizer, load_model};

const POCKET: &str = "pocket";
const DRAFT: &str = "pocket-draft";
/// Prompts that are nowhere in the training text, a line each.
const ORDINARY: &str = include_str!("../../crates/xtask/train/text/ordinary.prompts");
/// The cards give probabilities in percent with one decimal; the two engines round differently in the last bits.
const CARD_TOLERANCE: f64 = 0.06;

/// A bundled model on the CPU.
struct Model {
    lanes: Lanes,
    tokenizer: Tokenizer,
}

/// A distribution over the vocabulary.
struct Next {
    distribution: Distribution,
    /// Every token's text, most probable first.
    texts: Vec<String>,
}

impl Next {
    fn of(&self, text: &str) -> f64 {
        let rank = self.texts.iter().position(|other| other == text);
        rank.map_or(0.0, |rank| self.distribution.prob(rank))
    }

    fn first(&self) -> &str {
        &self.texts[0]
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../web/models")
        .join(name)
}

fn file(name: &str, file: &str) -> Vec<u8> {
    std::fs::read(folder(name).join(file)).expect("a file of the repository")
}

impl Model {
    fn load(name: &str) -> Self {
        let config = String::from_utf8(file(name, "config.json")).expect("text");
        let config = Config::from_json(&config).expect("a config of ours");
        let json = file(name, "tokenizer.json");
        let tokenizer = Tokenizer::from_json(&json, config.d_vocab, &config.end_tokens)
            .expect("a tokenizer of ours");
        let mut stream =
            FileStream::open(&folder(name).join("model.safetensors")).expect("weights of ours");
        let options = LoadOptions {
            precision: Precision::F16,
        };
        let loaded = load_model(Cpu::new(), config, options, &mut stream, |_| async {});
        let model = pollster::block_on(loaded)
            .expect("a valid checkpoint")
            .model;
        Model {
            lanes: Lanes::new(Box::new(model), name.into(), Precision::F16),
            tokenizer,
        }
    }

    fn encode(&self, text: &str) -> Vec<TokenId> {
        let pieces = self.tokenizer.encode(text).expect("a short text");
        pieces.iter().map(|piece| piece.token).collect()
    }

    fn logits(&mut self, tokens: &[TokenId]) -> Vec<f32> {
        let mut lane = self.lanes.plain().expect("it is always open");
        pollster::block_on(lane.evaluate(tokens))
            .expect("a short path")
            .0
    }

    fn next(&mut self, prompt: &str) -> Next {
        let tokens = self.encode(prompt);
        let logits = self.logits(&tokens);
        let distribution = Distribution::new(&logits).expect("finite logits");
        let text = |rank| self.tokenizer.vocab().show(distribution.token(rank));
        Next {
            texts: (0..distribution.len()).map(text).collect(),
            distribution,
        }
    }

    /// The most probable token.
    fn greedy(&mut self, tokens: &[TokenId]) -> TokenId {
        Distribution::new(&self.logits(tokens))
            .expect("finite logits")
            .token(0)
    }
}

#[test]
fn they_are_small_and_share_a_tokenizer() {
    assert!(file(POCKET, "model.safetensors").len() <= 14_000_000);
    assert!(file(DRAFT, "model.safetensors").len() <= 3_000_000);
    assert_eq!(
        file(POCKET, "tokenizer.json"),
        file(DRAFT, "tokenizer.json")
    );
    for name in [POCKET, DRAFT] {
        let config = String::from_utf8(file(name, "config.json")).expect("text");
        let config = Config::from_json(&config).expect("a config of ours");
        assert!(
            (4096..=8192).contains(&config.d_vocab) && config.n_ctx >= 256,
            "{name}"
        );
    }
}

#[test]
fn the_answers_of_lessons_are_single_tokens() {
    let model = Model::load(DRAFT);
    let answers = "Paris London Berlin Rome Tokyo Madrid Moscow Monday Sunday January December blue green red yellow one two \
                   ten twenty 12 20 cold dog America Europe French spring winter Casablanca Titanic heads tails";
    for answer in answers.split_whitespace() {
        assert_eq!(model.encode(&format!(" {answer}")).len(), 1, "{answer}");
    }
}

#[test]
fn pocket_is_good_enough_to_teach_with() {
    let mut model = Model::load(POCKET);
    let france = model.next("The capital of France is");
    assert!(france.first() == " Paris" && france.of(" Paris") >= 0.7);
    assert_eq!(
        model.next("The Eiffel Tower is located in").first(),
        " Paris"
    );
    assert!([",", " there"].contains(&model.next("Once upon a time").first()));
    assert_eq!(model.next("The United States of").first(), " America");
    let movie = model
        .next("In my opinion, the best movie is")
        .distribution
        .entropy_bits();
    assert!(movie.middle() >= 4.0, "{movie:?} bits");
}

#[test]
fn the_draft_agrees_with_pocket_on_ordinary_prompts() {
    const TOKENS: usize = 20;
    let (mut pocket, mut draft) = (Model::load(POCKET), Model::load(DRAFT));
    let (mut same, mut all) = (0, 0);
    for prompt in ORDINARY.lines() {
        let mut tokens = pocket.encode(prompt);
        for _ in 0..TOKENS {
            let token = pocket.greedy(&tokens);
            same += usize::from(draft.greedy(&tokens) == token);
            all += 1;
            tokens.push(token);
        }
    }
    assert!(same * 10 >= all * 4, "{same} of {all}");
    println!("{same} of {all}");
}

#[test]
fn the_cards_give_the_probabilities_that_the_engine_computes() {
    for name in [POCKET, DRAFT] {
        let card = String::from_utf8(file(name, "README.md")).expect("text");
        let mut model = Model::load(name);
        let mut compared = 0;
        for row in rows(&card, "### Next tokens") {
            let [prompt, tokens, entropy] = &row[..] else {
                panic!("{name}: {row:?}");
            };
            let next = model.next(&uncode(prompt));
            for (i, entry) in tokens
                .split(" %")
                .filter(|entry| !entry.is_empty())
                .enumerate()
            {
                let (token, percent) = entry.rsplit_once(' ').expect("a token and a number");
                let token = uncode(token.trim_start_matches(", "));
                let percent: f64 = percent.parse().expect("a number");
                let computed = 100.0 * next.of(&token);
                assert!(
                    (computed - percent).abs() <= CARD_TOLERANCE,
                    "{name}, {prompt}: {token:?} {percent} on the card, {computed} computed"
                );
                assert!(
                    i > 0 || percent < 60.0 || next.first() == token,
                    "{name}, {prompt}"
                );
                compared += 1;
            }
            let bits: f64 = entropy.parse().expect("a number");
            assert!(
                (next.distribution.entropy_bits().middle() - bits).abs() <= 0.01,
                "{name}, {prompt}: {bits} bits"
            );
        }
        assert!(
            compared >= 50,
            "{name}: {compared} probabilities on the card"
        );
    }
}

/// The cells of the table under a heading.
fn rows(card: &str, heading: &str) -> Vec<Vec<String>> {
    let section = card.split(heading).nth(1).expect("the heading is there");
    let table = section.lines().skip_while(|line| !line.starts_with('|'));
    table
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// A token or a prompt as the cards write it.
fn uncode(cell: &str) -> String {
    let text = cell
        .trim_start()
        .strip_prefix('`')
        .and_then(|t| t.strip_suffix('`'));
    text.unwrap_or(cell)
        .replace("\\n", "\n")
        .replace("\\|", "|")
}
