//! The cumulative bar cut into segments that can be drawn.

use logitscope_core::chain::Margin;
use logitscope_core::{Known, Processed};

/// A segment of the bar: one surviving token, or the many small ones at its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// The place of the token among the survivors; `None` for the tail.
    pub place: Option<usize>,
    /// How many tokens it stands for.
    pub tokens: usize,
    /// Where it begins, 0..=1.
    pub low: f64,
    /// Where it ends, 0..=1.
    pub high: f64,
    /// What these may be, where only the most probable tokens are known.
    pub margin: Margin,
}

impl Segment {
    /// Where it begins and ends, 0..=1, as far as that is known.
    pub fn edges(&self) -> [Known<f64>; 2] {
        let high = match self.place {
            Some(_) => self.margin.of(self.high),
            // The bar's own end.
            None => Known::Exact(self.high),
        };
        [self.margin.of(self.low), high]
    }

    /// How wide it is, 0..=1, as far as that is known.
    pub fn share(&self) -> Known<f64> {
        match self.place {
            Some(_) => self.margin.of(self.high - self.low),
            None => self.margin.of(self.low).falling(|low| self.high - low),
        }
    }
}

/// Segments narrower than this part of the bar are drawn as one tail.
const NARROWEST: f64 = 0.002;

/// The survivors in draw order. Those after the first one that is too narrow to be seen become one
/// tail; the chosen token, if it is among them, follows the tail as a segment on top of it.
pub fn segments(processed: &Processed, chosen: Option<usize>) -> Vec<Segment> {
    let (list, margin) = (processed.list(), processed.margin());
    let wide = list
        .iter()
        .take_while(|c| c.prob >= NARROWEST)
        .count()
        .max(1);
    let mut segments = Vec::with_capacity(wide + 2);
    let mut low = 0.0;
    for (place, candidate) in list.iter().take(wide).enumerate() {
        segments.push(Segment {
            place: Some(place),
            tokens: 1,
            low,
            high: (low + candidate.prob).min(1.0),
            margin,
        });
        low += candidate.prob;
    }
    if wide < processed.len() {
        segments.push(Segment {
            place: None,
            tokens: processed.len() - wide,
            low,
            high: 1.0,
            margin,
        });
        if let Some(chosen) = chosen.filter(|&place| place >= wide) {
            let (low, high) = processed.segment(chosen);
            segments.push(Segment {
                place: Some(chosen),
                tokens: 1,
                low,
                high,
                margin,
            });
        }
    }
    segments
}

/// The class that hides a label of `chars` characters where the bar is too narrow for it; `None` if
/// it never fits.
pub fn label_class(chars: usize, part: f64) -> Option<&'static str> {
    let needed = (chars as f64 * 7.7 + 8.0) / part;
    match needed {
        _ if needed <= 280.0 => Some(""),
        _ if needed <= 420.0 => Some("fits-420"),
        _ if needed <= 640.0 => Some("fits-640"),
        _ if needed <= 800.0 => Some("fits-800"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::Distribution;
    use logitscope_core::chain::{Chain, ChainContext};

    fn processed(logits: &[f32]) -> Processed {
        let distribution = Distribution::new(logits).expect("finite");
        let processed = Processed::new(&distribution, &Chain::default(), &ChainContext::default());
        processed.expect("all are listed")
    }

    #[test]
    fn segments_cover_the_bar_without_gaps() {
        let s = segments(&processed(&[5.0, 4.0, 3.0]), Some(0));
        assert_eq!(s.len(), 3);
        assert_eq!((s[0].low, s[1].low), (0.0, s[0].high));
        assert!((s[2].high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_chosen_token_of_the_tail_is_drawn_on_top_of_it() {
        let mut logits = vec![0.0f32; 5000];
        logits[7] = 9.0;
        let s = segments(&processed(&logits), Some(4000));
        assert_eq!((s.len(), s[1].place, s[1].tokens), (3, None, 4999));
        assert_eq!(s[2].place, Some(4000));
        assert!(s[1].low < s[2].low && s[2].high < s[1].high);
    }
}
