//! What the visitor can set: the sampler chain and the seed of the dice.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::CoreError;
use crate::chain::{Chain, Sampler};

/// The sampler's settings. Out-of-range values are refused, never clamped in silence.
///
/// Reads the form of traces of version 1 too, which has `temperature`, `top_k` and `top_p` in the place of a chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Settings {
    /// What stands between the logits and the draw.
    pub chain: Chain,
    /// Names the dice; see [`crate::dice`].
    pub seed: u32,
}

impl Default for Settings {
    /// The chain of [`Preset::Api`](crate::chain::Preset::Api) and seed 1.
    fn default() -> Self {
        Settings {
            chain: crate::chain::Preset::Api.chain(),
            seed: 1,
        }
    }
}

impl Settings {
    /// Checks every range.
    pub fn check(&self) -> Result<(), CoreError> {
        self.chain.check()
    }

    /// The default chain with another temperature, top-k and top-p: the settings that everybody knows.
    pub fn basic(temperature: f64, top_k: u32, top_p: f64, seed: u32) -> Self {
        let mut settings = Settings {
            seed,
            ..Settings::default()
        };
        settings.chain.set(Sampler::Temperature { t: temperature });
        settings.chain.set(Sampler::TopK { k: top_k });
        settings.chain.set(Sampler::TopP { p: top_p });
        settings
    }
}

/// Settings as they are written, in this version's form or in the one before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, deserialize_with = "value")]
    chain: Option<Chain>,
    #[serde(default, deserialize_with = "value")]
    seed: Option<u32>,
    #[serde(default, deserialize_with = "value")]
    temperature: Option<f64>,
    #[serde(default, deserialize_with = "value")]
    top_k: Option<u32>,
    #[serde(default, deserialize_with = "value")]
    top_p: Option<f64>,
}

/// What a field holds that is there: null is no value, and not a field left out.
fn value<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let null = || Error::custom("a setting is null: give it a value, or leave it out");
    Option::deserialize(from)?.ok_or_else(null).map(Some)
}

impl TryFrom<Written> for Settings {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let base = Settings::default();
        let named = [
            written.temperature.map(|t| Sampler::Temperature { t }),
            written.top_k.map(|k| Sampler::TopK { k }),
            written.top_p.map(|p| Sampler::TopP { p }),
        ];
        let mut named = named.into_iter().flatten().peekable();
        if written.chain.is_some() && named.peek().is_some() {
            return Err("settings have either a chain, or temperature, top_k and top_p");
        }
        let mut chain = written.chain.unwrap_or(base.chain);
        named.for_each(|sampler| chain.set(sampler));
        Ok(Settings {
            chain,
            seed: written.seed.unwrap_or(base.seed),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_go_through_json_and_the_old_form_is_read() {
        let mut settings = Settings::basic(0.5, 3, 0.9, 7);
        settings.chain.stages_mut()[0].on = false;
        let json = serde_json::to_string(&settings).expect("plain data");
        assert_eq!(
            serde_json::from_str::<Settings>(&json).expect("just written"),
            settings
        );

        let old = r#"{"temperature":0.5,"top_k":3,"top_p":0.9,"seed":7}"#;
        let old: Settings = serde_json::from_str(old).expect("version 1");
        assert_eq!(old, Settings::basic(0.5, 3, 0.9, 7));
        assert_eq!(
            serde_json::from_str::<Settings>("{}").expect("empty"),
            Settings::default()
        );
        for bad in [
            r#"{"chain":[],"top_k":3}"#,
            r#"{"chain":[{"sampler":"top_q","q":3}]}"#,
            r#"{"chain":[{"sampler":"top_k","k":3,"p":1}]}"#,
            r#"{"temprature":1}"#,
            r#"{"chain":null}"#,
            r#"{"chain":[],"seed":null}"#,
            r#"{"top_p":null}"#,
        ] {
            assert!(serde_json::from_str::<Settings>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges_are_checked_with_the_name_of_the_setting() {
        for (settings, name) in [
            (Settings::basic(f64::NAN, 0, 1.0, 1), "temperature"),
            (Settings::basic(-0.1, 0, 1.0, 1), "temperature"),
            (Settings::basic(1.0, 0, 1.5, 1), "top_p"),
        ] {
            let e = settings.check().expect_err("out of range").to_string();
            assert!(e.contains(name), "{e}");
        }
    }

    #[test]
    fn a_sampler_that_is_set_acts_and_keeps_its_place() {
        let mut chain = Settings::default().chain;
        let places = |chain: &Chain| {
            chain
                .stages()
                .iter()
                .map(|s| s.sampler.name())
                .collect::<Vec<_>>()
        };
        let before = places(&chain);
        chain.set(Sampler::MinP { p: 0.2 });
        assert_eq!(places(&chain), before);
        assert!(chain.acting().any(|s| *s == Sampler::MinP { p: 0.2 }));
        chain.stages_mut().retain(|s| s.sampler.name() != "top_k");
        chain.set(Sampler::TopK { k: 5 });
        let k = places(&chain).iter().position(|n| *n == "top_k");
        assert_eq!(
            k,
            before.iter().position(|n| *n == "top_k"),
            "where the presets have it"
        );
    }
}
