//! What a stage of the chain did, in a few words below its column.

use logitscope_core::chain::{Sampler, StageRecord};

use crate::components::kit::format;
use crate::words::say;

/// What a stage did, in the most words that fit into `room`, in px.
pub fn note(record: &StageRecord, room: f64) -> String {
    let fits = |text: &String| super::mark::wide(text, 12) <= room;
    let none_removed = record.tokens_removed() == 0;
    if none_removed && record.entropy_in == record.entropy_out {
        let words = Some(say().flow_cut_nothing().to_string());
        return words.filter(fits).unwrap_or_else(|| "±0".to_owned());
    }
    let cut = format::known(record.mass_removed, format::percent);
    match &record.stage.sampler {
        Sampler::Temperature { t } if *t > 0.0 => format!("p^(1/{})", format::setting(*t)),
        Sampler::Temperature { .. } => String::new(),
        _ if none_removed => String::new(),
        _ => {
            let all = [say().flow_cut_grows(cut.clone()).to_string(), minus(cut)];
            let whole = || minus(format::known(record.mass_removed, format::percent_whole));
            all.into_iter().find(fits).unwrap_or_else(whole)
        }
    }
}

/// A share that is gone, with its sign; one too small to be told has one. A range is in brackets: `−1–2 %` would be from below 0 on.
pub(super) fn minus(cut: String) -> String {
    match () {
        () if cut.starts_with('<') => cut,
        () if cut.contains('–') => say().flow_cut(format!("({cut})")).to_string(),
        () => say().flow_cut(cut).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::chain::{Chain, ChainContext};
    use logitscope_core::{Distribution, Processed};

    #[test]
    fn a_stage_that_changes_nothing_says_so_in_words_where_they_fit() {
        let logits = Distribution::new(&[3.0, 2.5, 1.0]).expect("finite logits");
        let chain: Chain = "temperature~1,top_k~0,temperature~2,top_k~2,presence_penalty~1"
            .parse()
            .expect("well spelled");
        let text = ChainContext {
            tokens: &[2],
            ..ChainContext::default()
        };
        let processed = Processed::new(&logits, &chain, &text).expect("all are listed");
        let notes = |room| -> Vec<String> {
            let records = processed.records().iter();
            records.map(|record| note(record, room)).collect()
        };
        let nothing = "no change";
        let wide = notes(200.0);
        assert_eq!(wide[..3], [nothing, nothing, "p^(1/2)"]);
        assert!(wide[3].ends_with("cut, rest grows"), "{wide:?}");
        // The only token of the text is gone already.
        assert_eq!(wide[4], nothing);
        assert_eq!(notes(20.0)[..2], ["±0", "±0"]);
    }
}
