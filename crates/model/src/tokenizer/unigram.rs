//! Unigram: the way to cut a word into pieces whose scores have the highest sum (SentencePiece's other algorithm, of T5 and llm-jp).
//!
//! Our own, because the library's takes some hundred bytes for each letter of its vocabulary, and time that grows with the square of a piece's
//! length. It gives the same ids. Source: Kudo 2018, arXiv:1804.10959.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use logitscope_core::error::TokenizerFault;
use logitscope_core::{TokenId, excerpt};
use serde_json::Value;

use super::refusal::{flag, refused};
use crate::ModelError;

/// Longest piece, in bytes. SentencePiece makes pieces of up to 16 characters, and users of some more. From every character on, a text
/// is compared with pieces up to this length.
pub(super) const LONGEST_PIECE_BYTES: usize = 512;
/// How much worse a character without a piece is than the worst piece.
const UNKNOWN_PENALTY: f64 = 10.0;

/// A vocabulary with scores.
pub(super) struct Unigram {
    trie: Trie,
    /// By their ids; log-probabilities mostly.
    scores: Vec<f64>,
    /// What a character without a piece becomes.
    unknown: TokenId,
    unknown_score: f64,
    /// What its bytes become instead, if all of them have a token.
    bytes: Box<[Option<TokenId>; 256]>,
}

/// The best way to a place in a word.
#[derive(Clone, Copy)]
struct Best {
    score: f64,
    /// Where its last piece begins.
    from: u32,
    piece: TokenId,
}

impl Unigram {
    /// The model, whose `pieces` are in the order of their ids. None is empty.
    pub(super) fn read(model: &Value, pieces: &[(&str, f64)]) -> Result<Self, ModelError> {
        let unknown = &model["unk_id"];
        let id = unknown.as_u64().and_then(|id| TokenId::try_from(id).ok());
        let Some(unknown) = id.filter(|id| (*id as usize) < pieces.len()) else {
            return refused(TokenizerFault::UnknownId {
                found: excerpt(&unknown.to_string()),
            });
        };
        let trie = Trie::of(pieces.iter().map(|(text, _)| text.as_bytes()));
        let mut bytes = Box::new([None; 256]);
        if flag(model, "byte_fallback", Some(false))? {
            for byte in 0..=u8::MAX {
                bytes[usize::from(byte)] = trie.find(format!("<0x{byte:02X}>").as_bytes());
            }
        }
        let scores: Vec<f64> = pieces.iter().map(|(_, score)| as_python(*score)).collect();
        let worst = scores.iter().copied().fold(f64::INFINITY, f64::min);
        Ok(Unigram {
            trie,
            scores,
            unknown,
            unknown_score: worst - UNKNOWN_PENALTY,
            bytes,
        })
    }

    /// The id of a piece.
    pub(super) fn find(&self, text: &str) -> Option<TokenId> {
        self.trie.find(text.as_bytes())
    }

    /// How many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.scores.len()
    }

    /// The pieces of a word with their places in it, in bytes. Neighbours that are unknown are one.
    pub(super) fn cut(&self, word: &str) -> Vec<(TokenId, Range<usize>)> {
        let mut pieces: Vec<(TokenId, Range<usize>)> = Vec::new();
        // From the last to the first.
        let best = self.best(word);
        let mut end = word.len();
        while end > 0 {
            let Best { from, piece, .. } = best[end];
            let from = from as usize;
            match pieces.last_mut() {
                Some((id, place)) if piece == self.unknown && *id == piece => place.start = from,
                _ => pieces.push((piece, from..end)),
            }
            end = from;
        }
        let ends = pieces.into_iter().rev();
        ends.flat_map(|(id, place)| match id == self.unknown {
            true => self.unknown(word, place),
            false => vec![(id, place)],
        })
        .collect()
    }

    /// What a part of a word becomes that is no pieces: a piece if it is one together, or else bytes, or the token for the unknown.
    fn unknown(&self, word: &str, place: Range<usize>) -> Vec<(TokenId, Range<usize>)> {
        let text = &word[place.clone()];
        if let Some(id) = self.find(text) {
            return vec![(id, place)];
        }
        let byte = |byte: u8| self.bytes[usize::from(byte)];
        let chars = text.char_indices().flat_map(|(at, c)| {
            let place = place.start + at..place.start + at + c.len_utf8();
            let bytes = text[at..at + c.len_utf8()].bytes();
            bytes.map(move |b| Some((byte(b)?, place.clone())))
        });
        let bytes: Option<Vec<_>> = chars.collect();
        bytes.unwrap_or_else(|| vec![(self.unknown, place)])
    }

    /// The best way to each place of a word. All ends of characters can be reached.
    fn best(&self, word: &str) -> Vec<Best> {
        let nothing = Best {
            score: f64::NEG_INFINITY,
            from: 0,
            piece: self.unknown,
        };
        let mut best = vec![nothing; word.len() + 1];
        best[0].score = 0.0;
        for (from, c) in word.char_indices() {
            let so_far = best[from].score;
            let mut reach = |end: usize, score: f64, piece| {
                // Of equal ways the one with the longer last piece stays.
                if so_far + score > best[end].score {
                    best[end] = Best {
                        score: so_far + score,
                        from: from as u32,
                        piece,
                    };
                }
            };
            let mut alone = false;
            for (len, piece) in self.trie.beginnings(&word.as_bytes()[from..]) {
                reach(from + len, self.scores[piece as usize], piece);
                alone |= len == c.len_utf8();
            }
            if !alone {
                reach(from + c.len_utf8(), self.unknown_score, self.unknown);
            }
        }
        best
    }
}

/// A score as the Python package reads it: its digits times a power of ten, which rounds once more than the nearest f64 is rounded. That last bit
/// decides between ways to cut that are equally good.
fn as_python(score: f64) -> f64 {
    let text = format!("{score:e}");
    let scaled = text.split_once('e').and_then(|(digits, exponent)| {
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent = exponent.parse::<i32>().ok()? - decimals.len() as i32;
        let digits = format!("{whole}{decimals}").parse::<i64>().ok()? as f64;
        let power: f64 = format!("1e{}", exponent.abs()).parse().ok()?;
        Some(match exponent < 0 {
            true => digits / power,
            false => digits * power,
        })
    });
    scaled.unwrap_or(score)
}

/// The pieces by their bytes. Node 0 is the empty text; the children of a node are neighbours, in the order of their bytes.
struct Trie {
    /// The last byte of each node.
    byte: Vec<u8>,
    /// The first child of each node. They end where the next node's begin.
    children: Vec<u32>,
    /// The piece that ends there, or [`NONE`].
    piece: Vec<TokenId>,
}

const NONE: TokenId = TokenId::MAX;

impl Trie {
    /// That of these texts, whose ids are their numbers. Of equal ones the last counts.
    fn of<'t>(texts: impl Iterator<Item = &'t [u8]>) -> Self {
        let ids: HashMap<&[u8], TokenId> = texts.zip(0..).collect();
        let mut texts: Vec<_> = ids.into_iter().collect();
        texts.sort_unstable();
        let mut trie = Trie {
            byte: vec![0],
            children: Vec::new(),
            piece: vec![NONE],
        };
        // The texts below each node whose children are not there yet, and how many bytes lead to it.
        let mut waiting = VecDeque::from([(&texts[..], 0)]);
        while let Some((below, depth)) = waiting.pop_front() {
            trie.children.push(trie.byte.len() as u32);
            let longer = below.iter().position(|(text, _)| text.len() > depth);
            let longer = &below[longer.unwrap_or(below.len())..];
            for below in longer.chunk_by(|(a, _), (b, _)| a[depth] == b[depth]) {
                let (text, id) = below[0];
                trie.byte.push(text[depth]);
                let ends = text.len() == depth + 1;
                trie.piece.push(if ends { id } else { NONE });
                waiting.push_back((below, depth + 1));
            }
        }
        trie.children.push(trie.byte.len() as u32);
        trie
    }

    fn child(&self, node: usize, byte: u8) -> Option<usize> {
        let [from, to] = [0, 1].map(|next| self.children[node + next] as usize);
        let found = self.byte[from..to].binary_search(&byte).ok()?;
        Some(from + found)
    }

    /// The pieces that `text` begins with, shortest first, with their lengths.
    fn beginnings(&self, text: &[u8]) -> impl Iterator<Item = (usize, TokenId)> {
        let mut node = 0;
        let nodes = text.iter().map_while(move |byte| {
            node = self.child(node, *byte)?;
            Some(self.piece[node])
        });
        let ends = nodes.zip(1..).map(|(piece, len)| (len, piece));
        ends.filter(|(_, piece)| *piece != NONE)
    }

    fn find(&self, text: &[u8]) -> Option<TokenId> {
        let node = text
            .iter()
            .try_fold(0, |node, byte| self.child(node, *byte))?;
        Some(self.piece[node]).filter(|piece| *piece != NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn unigram(pieces: &[(&str, f64)], model: &Value) -> Unigram {
        Unigram::read(model, pieces).expect("usable")
    }

    /// The pieces of `word`, by their places.
    fn cut<'w>(unigram: &Unigram, word: &'w str) -> Vec<(TokenId, &'w str)> {
        let pieces = unigram.cut(word).into_iter();
        pieces.map(|(id, place)| (id, &word[place])).collect()
    }

    #[test]
    fn the_way_with_the_highest_sum_is_taken_and_of_equal_ones_the_longer_last_piece() {
        let pieces = [
            ("<unk>", 0.0),
            ("a", -1.0),
            ("b", -1.0),
            ("ab", -2.0),
            ("abc", -9.0),
            ("c", -3.0),
            ("日本", -4.0),
        ];
        let unigram = unigram(&pieces, &json!({"unk_id": 0}));
        for (word, want) in [
            ("", vec![]),
            ("a", vec![(1, "a")]),
            // "a" and "b" are as good.
            ("ab", vec![(3, "ab")]),
            ("abc", vec![(3, "ab"), (5, "c")]),
            ("日本", vec![(6, "日本")]),
            ("日a本", vec![(0, "日"), (1, "a"), (0, "本")]),
            // Neighbours that are unknown are one.
            ("axyb", vec![(1, "a"), (0, "xy"), (2, "b")]),
        ] {
            assert_eq!(cut(&unigram, word), want, "{word}");
        }
    }

    #[test]
    fn what_is_unknown_is_a_piece_if_it_is_one_together_then_bytes_then_unknown() {
        // Two unknown characters are better than "xy", but that is what they are.
        let pieces = [("<unk>", 100.0), ("xy", 100.0), ("a", 101.0), ("z", 100.0)];
        let odd = unigram(&pieces, &json!({"unk_id": 0}));
        assert_eq!(cut(&odd, "axy"), [(2, "a"), (1, "xy")]);
        let pieces = [
            ("<unk>", 0.0),
            ("<0xC3>", 0.0),
            ("<0xA9>", 0.0),
            ("a", -1.0),
        ];
        let bytes = json!({"unk_id": 0, "byte_fallback": true});
        let bytes = unigram(&pieces, &bytes);
        assert_eq!(cut(&bytes, "éa"), [(1, "é"), (2, "é"), (3, "a")]);
        // Not all bytes of it have a token.
        assert_eq!(cut(&bytes, "éb"), [(0, "éb")]);
        let plain = unigram(&pieces, &json!({"unk_id": 0}));
        assert_eq!(cut(&plain, "é"), [(0, "é")]);
    }

    #[test]
    fn scores_are_those_that_the_python_package_reads() {
        // What `Tokenizer.from_str(…).to_str()` of tokenizers 0.23.3 makes of them.
        let scores = [
            (-7.4324870109558105, -7.432487010955811),
            (-7.5381999015808105, -7.538199901580811),
            (-7.5593438148498535, -7.559343814849853),
            (-3.25, -3.25),
            (-0.0001234, -0.0001234),
            (0.0, 0.0),
            (12.0, 12.0),
            (3e38, 3e38),
            (-1e-320, 0.0),
        ];
        let pieces = scores.map(|(written, _)| ("a", written));
        let unigram = unigram(&pieces, &json!({"unk_id": 0}));
        assert_eq!(unigram.scores, scores.map(|(_, read)| read));
    }

    #[test]
    fn of_equal_pieces_the_last_counts() {
        let pieces = [("<unk>", 0.0), ("a", -1.0), ("aa", -1.0), ("aa", -3.0)];
        let unigram = unigram(&pieces, &json!({"unk_id": 0}));
        assert_eq!(cut(&unigram, "aa"), [(1, "a"), (1, "a")]);
        assert_eq!((unigram.find("aa"), unigram.len()), (Some(3), 4));
    }
}
