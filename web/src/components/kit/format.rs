//! Numbers and tokens for the eye. Views format here; `core` computes.

use logitscope_core::trace::BackendInfo;
use logitscope_core::{Known, MemoryPlan, math};
use logitscope_protocol::REMOTE;

use crate::words::{self, say};

/// Narrow no-break space: between a number and its unit.
const THIN: char = '\u{202f}';

/// A part of a token as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Characters that show themselves.
    Text(String),
    /// A space.
    Space,
    /// A line break.
    Newline,
    /// Something that cannot be shown: a byte of no whole character, a control or an invisible
    /// character, as `E6` or `U+200B`.
    Code(String),
}

/// The bytes of a token, cut into what can be seen and what needs a mark.
pub fn pieces(bytes: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let piece = match c {
                ' ' => Piece::Space,
                '\n' => Piece::Newline,
                c if invisible(c) => Piece::Code(format!("U+{:04X}", c as u32)),
                c => {
                    text.push(c);
                    continue;
                }
            };
            flush(&mut text, &mut pieces);
            pieces.push(piece);
        }
        if !chunk.invalid().is_empty() {
            flush(&mut text, &mut pieces);
        }
        pieces.extend(
            chunk
                .invalid()
                .iter()
                .map(|b| Piece::Code(format!("{b:02X}"))),
        );
    }
    flush(&mut text, &mut pieces);
    pieces
}

fn flush(text: &mut String, pieces: &mut Vec<Piece>) {
    if !text.is_empty() {
        pieces.push(Piece::Text(std::mem::take(text)));
    }
}

/// Characters that leave no trace on the screen, or rearrange it.
fn invisible(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A token as one line of plain text: spaces as `␣`, line breaks as `↵`, codes in `⟨⟩`.
pub fn token(bytes: &[u8]) -> String {
    pieces(bytes).iter().fold(String::new(), |mut line, piece| {
        match piece {
            Piece::Text(text) => line.push_str(text),
            Piece::Space => line.push('␣'),
            Piece::Newline => line.push('↵'),
            Piece::Code(code) => line.push_str(&format!("⟨{code}⟩")),
        }
        line
    })
}

/// A token as a word of a sentence: without the space that belongs to it, unless it is nothing else.
pub fn word(bytes: &[u8]) -> String {
    match bytes {
        [b' ', rest @ ..] if !rest.is_empty() => token(rest),
        _ => token(bytes),
    }
}

/// A word as it stands in a sentence: punctuation in quotation marks, or it would be read as the sentence's own.
pub fn quoted(word: String) -> String {
    match word.chars().all(|c| c.is_ascii_punctuation()) {
        true => in_quotes(word),
        false => word,
    }
}

/// A text in the quotation marks of the language.
pub fn in_quotes(text: impl Into<String>) -> String {
    say().quoted(text.into()).to_string()
}

/// What stands between two sentences of the language, where they are put together.
pub fn gap() -> String {
    say().sentence_gap().to_string()
}

/// Sentences, one after another.
pub fn sentences(all: impl IntoIterator<Item = String>) -> String {
    all.into_iter().collect::<Vec<_>>().join(&gap())
}

/// A number that was written with a point, as the language writes it.
fn local(written: String) -> String {
    words::separators().decimal(written)
}

/// A number with so many decimals.
pub fn decimals(x: f64, decimals: usize) -> String {
    local(format!("{x:.decimals$}"))
}

/// A probability, 0..=1, in percent for the eye: one decimal, `<0.1 %` below.
pub fn percent(p: f64) -> String {
    let x = 100.0 * p;
    match x {
        _ if !x.is_finite() || x < 0.0 => "–".into(),
        _ if x == 0.0 => format!("0{THIN}%"),
        _ if x < 0.1 => local(format!("<0.1{THIN}%")),
        _ if x >= 100.0 => format!("100{THIN}%"),
        _ if x >= 99.95 => local(format!(">99.9{THIN}%")),
        _ => local(format!("{x:.1}{THIN}%")),
    }
}

/// A probability, 0..=1, in percent with the digits that set it apart, for tables: never with an exponent.
///
/// A value next to 1 keeps as many digits as set it apart from 100 %.
pub fn percent_exact(p: f64) -> String {
    let x = 100.0 * p;
    match x {
        _ if !x.is_finite() || x < 0.0 => "–".into(),
        _ if x == 0.0 => format!("0{THIN}%"),
        _ if x >= 100.0 => format!("100{THIN}%"),
        _ if x >= 99.995 => local(format!(">{THIN}99.99{THIN}%")),
        _ if x >= 99.9 => local(format!("{x:.2}{THIN}%")),
        _ if x >= 1.0 => local(format!("{x:.1}{THIN}%")),
        _ if x >= 0.1 => local(format!("{x:.2}{THIN}%")),
        _ if x < SMALLEST_PERCENT => local(format!("<{THIN}0.{:0>MOST_DECIMALS$}{THIN}%", 1)),
        _ => {
            let decimals = (2..MOST_DECIMALS).find(|&d| x >= 10.0_f64.powi(1 - d as i32));
            let decimals = decimals.unwrap_or(MOST_DECIMALS);
            local(format!("{x:.decimals$}{THIN}%"))
        }
    }
}

/// The most digits behind the point of a percentage.
const MOST_DECIMALS: usize = 12;
/// Below it a percentage is only said to be smaller.
const SMALLEST_PERCENT: f64 = 1e-12;

/// A whole number with thousands separators.
pub fn count(n: u64) -> String {
    words::separators().whole(n)
}

/// A large number in few characters: `6.4 M`.
pub fn short(n: u64) -> String {
    match n as f64 {
        x if x >= 1e9 => local(format!("{:.1}{THIN}B", x / 1e9)),
        x if x >= 1e6 => local(format!("{:.1}{THIN}M", x / 1e6)),
        _ => count(n),
    }
}

/// So many tokens: `1 token`, `50,257 tokens`.
pub fn tokens(n: u64) -> String {
    say().tokens_counted(n).to_string()
}

/// What is known of a number: the number, or the range that it lies in where its ends look different.
pub fn known(known: Known<f64>, write: impl Fn(f64) -> String) -> String {
    let (low, high) = match known {
        Known::Exact(value) => return write(value),
        Known::Between(low, f64::INFINITY) => return format!("≥{THIN}{}", write(low)),
        Known::Between(low, high) => (write(low), write(high)),
        Known::Unknown => return "?".into(),
    };
    if low == high {
        return high;
    }
    // Less than the smallest that is written, up to this.
    if low.starts_with('<') {
        return format!("≤{THIN}{high}");
    }
    // The unit once.
    let both = low.chars().rev().zip(high.chars().rev());
    let unit = both.take_while(|(a, b)| a == b && !a.is_ascii_digit());
    let unit: usize = unit.map(|(a, _)| a.len_utf8()).sum();
    format!("{}–{high}", &low[..low.len() - unit])
}

/// A part of 1 with three digits; of a range those that its ends share, where there is no room for both.
pub fn about(known: Known<f64>) -> String {
    let (low, high) = match known {
        Known::Exact(value) => return decimals(value, 3),
        Known::Between(low, high) => (low, high),
        Known::Unknown => return "?".into(),
    };
    let same = |digits: &usize| decimals(low, *digits) == decimals(high, *digits);
    match (0..=3).rev().find(same) {
        Some(3) => decimals(low, 3),
        Some(digits) => format!("≈{THIN}{}", decimals(low, digits)),
        None => "?".into(),
    }
}

/// Microseconds with so many decimals.
pub fn micros(us: f64, decimals: usize) -> String {
    say()
        .in_micros(local(format!("{us:.decimals$}")))
        .to_string()
}

/// A speed of memory, in bytes a nanosecond.
pub fn gbps(speed: f64) -> String {
    say().in_gbps(local(format!("{speed:.1}"))).to_string()
}

/// `one` or `many`, after their number: `1 token`, `40 tokens`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// Bits, with two digits.
pub fn bits(bits: f64) -> String {
    if bits.is_finite() {
        // −0 is a zero like any other.
        say()
            .in_bits(local(format!("{:.2}", bits + 0.0)))
            .to_string()
    } else {
        say().in_bits("∞").to_string()
    }
}

/// ln of a probability, at most 0.
pub fn nats(nats: f64) -> String {
    match nats.is_finite() {
        true => say()
            .in_nats(local(format!("{:.2}", nats + 0.0)).replace('-', "−"))
            .to_string(),
        false => say().in_nats("−∞").to_string(),
    }
}

/// A factor, 0 or more.
pub fn times(x: f64) -> String {
    match x.is_finite() {
        true => local(format!("{x:.2}")),
        false => "∞".into(),
    }
}

/// What an entropy of `bits` means: as many equally likely tokens as give the same entropy.
pub fn choices(bits: f64) -> String {
    match math::exp2(bits) {
        n if n < 1.05 => say().choices_none().to_string(),
        n if n < 9.95 => say().choices(local(format!("{n:.1}"))).to_string(),
        n => say().choices(count(n.round() as u64)).to_string(),
    }
}

/// What a surprisal of `bits` means.
pub fn odds(bits: f64) -> String {
    match math::exp2(bits) {
        _ if bits < 0.15 => say().odds_none().to_string(),
        n if n < 9.95 => say().odds(local(format!("{n:.1}"))).to_string(),
        n if n < 1e9 => say().odds(count(n.round() as u64)).to_string(),
        _ => say().odds_impossible().to_string(),
    }
}

/// A draw, 0..1, with so many digits: it never looks like 1, which it cannot be.
pub fn draw(u: f64, digits: usize) -> String {
    let text = local(format!("{u:.digits$}"));
    match text.starts_with('1') {
        true => local(format!("0.{}", "9".repeat(digits))),
        false => text,
    }
}

/// A number of the cumulative bar, 0..=1: four digits, more where they are needed to tell `x`
/// from `other`.
pub fn place(x: f64, other: f64) -> String {
    let digits = (4..=12)
        .find(|&d| format!("{x:.d$}") != format!("{other:.d$}"))
        .unwrap_or(4);
    local(format!("{x:.digits$}"))
}

/// Where the draw lies between the edges of the segment that it falls on, which may be ranges.
pub fn falls([low, high]: [Known<f64>; 2], u: f64) -> String {
    let edge = |edge| known(edge, |x| place(x, u));
    format!(
        "{} ≤ {} < {}",
        edge(low),
        place(u, high.middle()),
        edge(high)
    )
}

/// A logit, unbounded.
pub fn logit(z: f32) -> String {
    if z.is_finite() {
        local(format!("{z:.2}")).replace('-', "−")
    } else {
        "−∞".into()
    }
}

/// Any value of the model: three digits where they tell something, and what is no number by its name.
pub fn value(x: f32) -> String {
    let text = match x.abs() {
        _ if x.is_nan() => return "NaN".into(),
        size if size.is_infinite() => "∞".into(),
        0.0 => "0".into(),
        size if size < 0.001 => local(format!("{size:.1e}")),
        size if size < 0.1 => local(format!("{size:.4}")),
        size => local(format!("{size:.3}")),
    };
    format!("{}{text}", if x < 0.0 { "−" } else { "" })
}

/// What something adds: two digits, always with its sign.
pub fn signed(x: f64) -> String {
    match format!("{:.2}", x.abs()) {
        zero if zero == "0.00" => local(zero),
        size if x < 0.0 => local(format!("−{size}")),
        size => local(format!("+{size}")),
    }
}

/// Milliseconds.
pub fn millis(ms: f64) -> String {
    match ms {
        _ if ms >= 10_000.0 => local(format!("{:.1}{THIN}s", ms / 1000.0)),
        _ if ms >= 100.0 => format!("{}{THIN}ms", count(ms.round() as u64)),
        _ => local(format!("{ms:.1}{THIN}ms")),
    }
}

/// What computes: `GPU`, `CPU`, or that it is a server.
pub fn computes(backend: &BackendInfo) -> String {
    match backend.kind.as_str() {
        REMOTE => say().server_badge().to_string(),
        kind => kind.to_ascii_uppercase(),
    }
}

/// A time in seconds as people say it: in seconds below a minute and a half, then in minutes.
pub fn duration(seconds: f64) -> String {
    match seconds < 90.0 {
        true => counted_up(seconds, "s"),
        false => counted_up(seconds / 60.0, "min"),
    }
}

fn counted_up(x: f64, unit: &str) -> String {
    format!("{}{THIN}{unit}", count(x.ceil().max(1.0) as u64))
}

/// What the memory of a model is for, as a sentence.
pub fn memory_parts(plan: &MemoryPlan) -> String {
    let [weights, cache, work] = [plan.weights, plan.cache, plan.work].map(bytes);
    say().memory_parts(weights, cache, work).to_string()
}

/// Bytes, in decimal units as file managers and browsers show them.
pub fn bytes(n: u64) -> String {
    match n as f64 {
        x if x >= 1e9 => local(format!("{:.2}{THIN}GB", x / 1e9)),
        x if x >= 1e6 => local(format!("{:.1}{THIN}MB", x / 1e6)),
        x if x >= 1e3 => local(format!("{:.0}{THIN}kB", x / 1e3)),
        _ => say()
            .in_bytes(n.to_string())
            .to_string()
            .replace(' ', "\u{202f}"),
    }
}

/// The right end of an axis for probabilities up to `most`: the next round number.
pub fn axis_end(most: f64) -> f64 {
    let ends = [0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8];
    ends.into_iter().find(|&end| most <= end).unwrap_or(1.0)
}

/// What a full bar of shares stands for: a half, unless one of them has more.
pub fn full_bar(most: f64) -> f64 {
    match most {
        most if most <= HALF => HALF,
        most => axis_end(most),
    }
}

/// See [`full_bar`].
pub const HALF: f64 = 0.5;

/// A round percentage of an axis, without digits that say nothing.
pub fn axis_percent(p: f64) -> String {
    let text = format!("{:.1}", 100.0 * p);
    let short = text.strip_suffix(".0").unwrap_or(&text);
    local(format!("{short}{THIN}%"))
}

/// A number with all the digits that it has: `0.8`, `0.0003`.
pub fn exactly(x: f64) -> String {
    local(x.to_string())
}

/// A setting, with no more digits than it has, and at most four of them: `0.8`, `1.25`.
pub fn setting(x: f64) -> String {
    let text = format!("{x:.4}");
    local(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// A percentage as [`percent`] has it, without its sign: where the sign follows behind another number.
pub fn percent_number(p: f64) -> String {
    percent(p).replace([THIN, '%'], "")
}

/// A probability, 0..=1, in whole percent, where there is no room for more; one next to 0 or 1 says so.
pub fn percent_whole(p: f64) -> String {
    let x = 100.0 * p;
    match x {
        _ if !(0.1..99.5).contains(&x) => percent(p),
        _ if x < 0.5 => format!("<1{THIN}%"),
        _ => local(format!("{x:.0}{THIN}%")),
    }
}

/// A token as [`token`] has it, without the space in front: a word among words.
pub fn bare(token: &str) -> &str {
    token.trim_start_matches('␣')
}

/// A text of at most `most` characters; a longer one ends in “…”.
pub fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_one_decimal_for_the_eye() {
        let shown = |p| percent(p).replace(THIN, " ");
        for (p, want) in [
            (0.0, "0 %"),
            (1e-12, "<0.1 %"),
            (0.000_99, "<0.1 %"),
            (0.001, "0.1 %"),
            (0.0312, "3.1 %"),
            (0.27, "27.0 %"),
            (0.999_4, "99.9 %"),
            (0.999_6, ">99.9 %"),
            (1.0, "100 %"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(shown(p), want, "{p}");
        }
    }

    #[test]
    fn exact_percentages_keep_the_digits_that_matter() {
        let shown = |p| percent_exact(p).replace(THIN, " ");
        for (p, want) in [
            (0.0, "0 %"),
            (0.8123, "81.2 %"),
            (0.0312, "3.1 %"),
            (0.00312, "0.31 %"),
            (0.000312, "0.031 %"),
            (0.000_067, "0.0067 %"),
            (1.2e-7, "0.000012 %"),
            (1e-13, "0.000000000010 %"),
            (1e-20, "< 0.000000000001 %"),
            (0.99951, "99.95 %"),
            (0.999_999, "> 99.99 %"),
            (1.0, "100 %"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(shown(p), want, "{p}");
        }
    }

    #[test]
    fn counts_have_separators() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(50_257), "50,257");
        assert_eq!(count(1_000_000), "1,000,000");
    }

    #[test]
    fn what_cannot_be_seen_is_marked() {
        assert_eq!(token(b" Paris"), "␣Paris");
        assert_eq!(token(b"\n\n"), "↵↵");
        assert_eq!(token(b"\xe6\x97"), "⟨E6⟩⟨97⟩");
        assert_eq!(token("a\u{200b}\tb".as_bytes()), "a⟨U+200B⟩⟨U+0009⟩b");
        assert_eq!(
            pieces(b"a b"),
            [
                Piece::Text("a".into()),
                Piece::Space,
                Piece::Text("b".into())
            ]
        );
    }

    #[test]
    fn places_on_the_bar_show_on_which_side_the_draw_fell() {
        assert_eq!(place(0.5, 0.25), "0.5000");
        assert_eq!(place(0.437_000_1, 0.437), "0.4370001");
    }

    #[test]
    fn a_draw_is_always_below_one() {
        assert_eq!(
            (draw(0.99999, 3).as_str(), draw(0.5, 4).as_str()),
            ("0.999", "0.5000")
        );
    }

    #[test]
    fn axes_end_at_round_numbers() {
        assert_eq!(axis_end(0.93), 1.0);
        assert_eq!(axis_end(0.33), 0.4);
        assert_eq!(axis_percent(0.05).replace(THIN, " "), "5 %");
        assert_eq!(axis_percent(0.005).replace(THIN, " "), "0.5 %");
    }

    #[test]
    fn values_keep_their_digits_and_broken_ones_their_name() {
        let of = [f32::NAN, f32::NEG_INFINITY, 0.0, -0.000_12, 0.012_34, -1.5];
        assert_eq!(
            of.map(value),
            ["NaN", "−∞", "0", "−1.2e-4", "0.0123", "−1.500"]
        );
    }
}
