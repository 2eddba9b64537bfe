//! What folds characters into others: Unicode's forms, accents that go, SentencePiece's own table. It needs a quarter of a megabyte of
//! tables, which few tokenizers have a use for; so who reads a tokenizer says what does it, and may load that later.

use tokenizers::normalizers::{NFC, NFD, NFKC, NFKD, Nmt, Precompiled, StripAccents};
use tokenizers::{NormalizedString, Normalizer as _};

/// A way to fold, by the name of its step.
pub enum Folding {
    /// Unicode's canonical composition.
    Nfc,
    /// Its canonical decomposition.
    Nfd,
    /// Its compatibility composition.
    Nfkc,
    /// Its compatibility decomposition.
    Nfkd,
    /// What SentencePiece does to control characters and spaces.
    Nmt,
    /// Without combining marks.
    StripAccents,
    /// A table of SentencePiece.
    Precompiled(Box<Precompiled>),
}

/// What folds; [`fold`] does.
pub type Fold = fn(&Folding, &mut NormalizedString) -> tokenizers::Result<()>;

/// The steps that fold, by their types.
const TYPES: [&[u8]; 7] = [
    b"NFC",
    b"NFD",
    b"NFKC",
    b"NFKD",
    b"Nmt",
    b"StripAccents",
    b"Precompiled",
];

/// Folds a text.
///
/// # Errors
///
/// Those of the library.
pub fn fold(how: &Folding, text: &mut NormalizedString) -> tokenizers::Result<()> {
    match how {
        Folding::Nfc => NFC.normalize(text),
        Folding::Nfd => NFD.normalize(text),
        Folding::Nfkc => NFKC.normalize(text),
        Folding::Nfkd => NFKD.normalize(text),
        Folding::Nmt => Nmt.normalize(text),
        Folding::StripAccents => StripAccents.normalize(text),
        Folding::Precompiled(charsmap) => charsmap.normalize(text),
    }
}

/// Whether a `tokenizer.json` may have a step that folds. It has none if this says no.
pub fn may_fold(json: &[u8]) -> bool {
    // A type may be spelled with escapes, which for a letter are \u0041 to \u007a.
    let is_letter = |rest: &[u8]| matches!(rest, [b'u', b'0', b'0', b'4'..=b'7', ..]);
    let mut texts = json.split(|byte| *byte == b'"');
    let mut escapes = json.split(|byte| *byte == b'\\').skip(1);
    texts.any(|text| TYPES.contains(&text)) || escapes.any(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_folds_is_known_before_it_is_read() {
        for kind in TYPES {
            let kind = String::from_utf8_lossy(kind);
            let file = format!(r#"{{"normalizer": {{"type":"{kind}"}}}}"#);
            assert!(may_fold(file.as_bytes()), "{kind}");
        }
        assert!(may_fold(br#"{"normalizer": {"type":"N\u0046C"}}"#));
        assert!(!may_fold(
            br#"{"normalizer": null, "model": {"vocab": {"NF": 1, "C\u0120": 2}}}"#
        ));
    }
}
