//! How a `.gguf` file says that its model is meant to be sampled: llama.cpp's chain with the values of the keys `general.sampling.…`.
//! Source: llama.cpp (`common_init_sampler_from_model`), which takes them as its defaults.

use logitscope_core::chain::{Chain, Kind, Preset, Sampler, Stage};
use logitscope_core::error::GenerationFault;
use logitscope_core::excerpt;

use super::metadata::Metadata;
use crate::checkpoint::generation::checked;

/// The longest order of samplers that is read, in bytes.
const LONGEST_SEQUENCE: usize = 1024;

/// The chain; `None` where the file says nothing of it.
pub(super) fn chain(metadata: &Metadata) -> Result<Option<Chain>, GenerationFault> {
    read(metadata).map_err(|fault| GenerationFault::Gguf(Box::new(fault)))
}

fn read(metadata: &Metadata) -> Result<Option<Chain>, GenerationFault> {
    let said = Said {
        top_k: whole(metadata, "top_k")?,
        top_p: number(metadata, "top_p")?,
        min_p: number(metadata, "min_p")?,
        temperature: number(metadata, "temp")?,
        penalty: number(metadata, "penalty_repeat")?,
        last_n: whole(metadata, "penalty_last_n")?,
        xtc: (
            number(metadata, "xtc_probability")?,
            number(metadata, "xtc_threshold")?,
        ),
    };
    let mirostat = (
        number(metadata, "mirostat_tau")?,
        number(metadata, "mirostat_eta")?,
    );
    let sequence = metadata.text(&key("sequence"));
    let sequence = sequence.map_err(|_| wrong("sequence"))?;
    let version = whole(metadata, "mirostat")?.unwrap_or(0);
    if said == Said::default() && sequence.is_none() && version == 0 {
        return Ok(None);
    }
    let mut chain = Preset::LlamaCpp.chain();
    match version {
        0 => {}
        // In llama.cpp it takes the place of all but the temperature.
        2 => {
            let sampler = Sampler::Mirostat {
                tau: mirostat.0.unwrap_or(5.0),
                eta: mirostat.1.unwrap_or(0.1),
            };
            let temperature = |stage: &Stage| stage.sampler.kind() == Kind::Temperature;
            chain.stages_mut().retain(temperature);
            chain.stages_mut().push(sampler.into());
        }
        _ => return Err(wrong("mirostat")),
    }
    chain.stages_mut().iter_mut().for_each(|s| said.set(s));
    if let Some(sequence) = sequence.filter(|_| version == 0) {
        order(chain.stages_mut(), sequence)?;
    }
    checked(chain).map(Some)
}

/// What the file says of each sampler.
#[derive(Debug, Default, PartialEq)]
struct Said {
    top_k: Option<i32>,
    top_p: Option<f64>,
    min_p: Option<f64>,
    temperature: Option<f64>,
    penalty: Option<f64>,
    last_n: Option<i32>,
    /// Probability and threshold.
    xtc: (Option<f64>, Option<f64>),
}

impl Said {
    /// Gives a stage the file's value. One at which llama.cpp leaves it out switches it off.
    fn set(&self, stage: &mut Stage) {
        let on = match &mut stage.sampler {
            Sampler::TopK { k } => self.top_k.map(|said| {
                *k = u32::try_from(said).unwrap_or(0);
                *k > 0
            }),
            Sampler::TopP { p } => put(p, self.top_p).map(|p| p != 1.0),
            Sampler::MinP { p } => put(p, self.min_p).map(|p| p != 0.0),
            Sampler::Temperature { t } => put(t, self.temperature).map(|_| true),
            Sampler::RepetitionPenalty { theta, last_n } => {
                // Of none; −1 is the whole text, which is 0 here.
                let none = self.last_n == Some(0);
                if let Some(said) = self.last_n {
                    *last_n = u32::try_from(said).unwrap_or(0);
                }
                put(theta, self.penalty).map(|theta| theta != 1.0 && !none)
            }
            Sampler::Xtc {
                probability,
                threshold,
            } => {
                put(threshold, self.xtc.1);
                put(probability, self.xtc.0).map(|p| p != 0.0)
            }
            _ => None,
        };
        stage.on = on.unwrap_or(stage.on);
    }
}

fn put(value: &mut f64, said: Option<f64>) -> Option<f64> {
    *value = said?;
    said
}

/// Puts the stages into the order of the names; those that it does not name are off.
fn order(stages: &mut [Stage], names: &str) -> Result<(), GenerationFault> {
    if names.len() > LONGEST_SEQUENCE {
        return Err(wrong("sequence"));
    }
    let mut kinds: Vec<Kind> = Vec::new();
    for name in names.split(';').filter(|name| !name.is_empty()) {
        let named: &[Kind] = match name {
            "penalties" => &[
                Kind::RepetitionPenalty,
                Kind::PresencePenalty,
                Kind::FrequencyPenalty,
            ],
            "dry" => &[Kind::Dry],
            "top_n_sigma" | "top-n-sigma" => &[Kind::TopNSigma],
            "top_k" | "top-k" => &[Kind::TopK],
            "typ_p" | "typ-p" | "typical_p" | "typical-p" | "typ" | "typical" => &[Kind::Typical],
            "top_p" | "top-p" | "nucleus" => &[Kind::TopP],
            "min_p" | "min-p" => &[Kind::MinP],
            "xtc" => &[Kind::Xtc],
            "temperature" | "temp" => &[Kind::Temperature],
            _ => {
                return Err(GenerationFault::Unreadable {
                    why: format!("{}: {}", key("sequence"), excerpt(name)),
                });
            }
        };
        kinds.extend(named);
    }
    let place = |stage: &Stage| kinds.iter().position(|kind| *kind == stage.sampler.kind());
    for stage in stages.iter_mut() {
        stage.on &= place(stage).is_some();
    }
    stages.sort_by_key(|stage| place(stage).unwrap_or(usize::MAX));
    Ok(())
}

fn key(rest: &str) -> String {
    format!("general.sampling.{rest}")
}

/// A key whose value is not what it has to be.
fn wrong(rest: &str) -> GenerationFault {
    GenerationFault::Unreadable { why: key(rest) }
}

fn number(metadata: &Metadata, rest: &str) -> Result<Option<f64>, GenerationFault> {
    let said = metadata.float(&key(rest)).map_err(|_| wrong(rest))?;
    // As it was written: the file's 0.6 is an f32.
    let short = |x: f64| (x as f32).to_string().parse().unwrap_or(x);
    match said.map(short) {
        Some(x) if !f64::is_finite(x) => Err(wrong(rest)),
        said => Ok(said),
    }
}

fn whole(metadata: &Metadata, rest: &str) -> Result<Option<i32>, GenerationFault> {
    let said = metadata.float(&key(rest)).map_err(|_| wrong(rest))?;
    let in_range = |x: &f64| x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX);
    match said {
        Some(x) => Some(x)
            .filter(in_range)
            .map(|x| Some(x as i32))
            .ok_or_else(|| wrong(rest)),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    fn float(x: f32) -> Value {
        Value::Float(f64::from(x))
    }

    fn acting(metadata: &Metadata) -> String {
        let chain = chain(metadata).expect("it can be used");
        let mut chain = chain.expect("a chain");
        chain.stages_mut().retain(|stage| stage.on);
        chain.to_string()
    }

    #[test]
    fn what_the_file_says_takes_the_place_of_llama_cpps_defaults() {
        assert_eq!(chain(&Metadata::default()), Ok(None));
        let said = Metadata::of([
            ("general.sampling.temp", float(0.6)),
            ("general.sampling.top_k", Value::Signed(20)),
            ("general.sampling.min_p", float(0.0)),
            ("general.sampling.penalty_repeat", float(1.05)),
        ]);
        assert_eq!(
            acting(&said),
            "repetition_penalty~1.05~64,top_k~20,top_p~0.95,temperature~0.6"
        );
        let said = Metadata::of([
            ("general.sampling.top_k", Value::Signed(-1)),
            ("general.sampling.top_p", float(1.0)),
            ("general.sampling.penalty_repeat", float(1.05)),
            ("general.sampling.penalty_last_n", Value::Signed(0)),
            ("general.sampling.xtc_probability", float(0.25)),
        ]);
        assert_eq!(acting(&said), "min_p~0.05,xtc~0.25~0.1,temperature~0.8");
    }

    #[test]
    fn samplers_have_the_order_of_the_file_and_mirostat_stands_alone() {
        let order = "temperature;top_p;top_k";
        let said = Metadata::of([("general.sampling.sequence", Value::Text(order.into()))]);
        assert_eq!(acting(&said), "temperature~0.8,top_p~0.95,top_k~40");
        let said = Metadata::of([
            ("general.sampling.mirostat", Value::Signed(2)),
            ("general.sampling.mirostat_tau", float(4.0)),
        ]);
        assert_eq!(acting(&said), "temperature~0.8,mirostat~4~0.1");
    }

    #[test]
    fn what_no_sampler_has_is_a_fault() {
        let text = |text: &str| Value::Text(text.into());
        for (key, value) in [
            ("general.sampling.temp", float(-1.0)),
            ("general.sampling.temp", float(f32::NAN)),
            ("general.sampling.temp", text("0.6")),
            ("general.sampling.top_p", float(7.0)),
            ("general.sampling.top_k", float(1.5)),
            ("general.sampling.top_k", Value::Unsigned(u64::MAX)),
            ("general.sampling.mirostat", Value::Signed(1)),
            ("general.sampling.sequence", text("top_k;infill")),
            ("general.sampling.sequence", text(&";".repeat(2000))),
            ("general.sampling.sequence", Value::Signed(1)),
        ] {
            let found = chain(&Metadata::of([(key, value.clone())]));
            assert!(
                matches!(found, Err(GenerationFault::Gguf(_))),
                "{key}: {value:?}"
            );
        }
    }
}
