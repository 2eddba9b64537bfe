//! A sampler in JSON: its name under `sampler`, and its parameters beside it.
//!
//! By hand, because serde derives a reader for each sampler in each place that reads one: a tenth of `core` in the page.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use super::params::{Field, List};
use super::{Grammar, Kind, Parameter, Sampler};

const TAG: &str = "sampler";

impl Serialize for Sampler {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Its places are lent for writing, too.
        let mut copy = self.clone();
        let numbers = self.params().len();
        let lists = usize::from(copy.list().is_some());
        let mut object = serializer.serialize_struct("Sampler", 1 + numbers + lists)?;
        object.serialize_field(TAG, self.name())?;
        for (parameter, field) in copy.fields() {
            match field {
                Field::Number(x) => object.serialize_field(parameter.name(), x)?,
                Field::Whole(x) => object.serialize_field(parameter.name(), x)?,
            }
        }
        match copy.list() {
            Some((name, List::Tokens(tokens))) => object.serialize_field(name, tokens)?,
            Some((name, List::Biases(biases))) => object.serialize_field(name, biases)?,
            Some((name, List::Texts(texts))) => object.serialize_field(name, texts)?,
            Some((name, List::Grammar(grammar))) => object.serialize_field(name, grammar)?,
            None => {}
        }
        object.end()
    }
}

impl<'de> Deserialize<'de> for Sampler {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = from.deserialize_map(Fields)?;
        read(fields).map_err(D::Error::custom)
    }
}

/// Takes an object as its names and values, in their order.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a sampler with its parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(fields)
    }
}

/// The sampler of an object. Names that it does not know, names given twice, and all that is missing are refused, but for
/// what has a default: how many tokens count (all), and DRY's breakers.
fn read(mut fields: Vec<(String, Value)>) -> Result<Sampler, serde_json::Error> {
    let Some(at) = fields.iter().position(|(name, _)| name == TAG) else {
        return Err(serde_json::Error::missing_field(TAG));
    };
    let name = String::deserialize(fields.remove(at).1)?;
    let kind = Kind::named(&name);
    let kind = kind.ok_or_else(|| serde_json::Error::unknown_variant(&name, Kind::NAMES))?;
    let mut sampler = kind.conventional();
    let mut missing = names(&mut sampler);
    let known = missing.clone();
    for (name, value) in fields {
        let Some(&known) = known.iter().find(|known| **known == name) else {
            return Err(unknown(&name, &known));
        };
        let Some(at) = missing.iter().position(|it| *it == known) else {
            return Err(serde_json::Error::duplicate_field(known));
        };
        missing.remove(at);
        put(&mut sampler, known, value)?;
    }
    for name in missing {
        match name {
            "last_n" => put(&mut sampler, name, Value::from(0))?,
            "breakers" => {}
            _ => return Err(serde_json::Error::missing_field(name)),
        }
    }
    Ok(sampler)
}

/// What its parameters are called.
fn names(sampler: &mut Sampler) -> Vec<&'static str> {
    let fields = sampler.fields();
    let mut names: Vec<_> = fields
        .iter()
        .map(|(parameter, _)| parameter.name())
        .collect();
    names.extend(sampler.list().map(|(name, _)| name));
    names
}

/// Puts a value in its place.
fn put(sampler: &mut Sampler, name: &str, value: Value) -> Result<(), serde_json::Error> {
    let is_it = |(parameter, _): &(Parameter, Field)| parameter.name() == name;
    match sampler.fields().into_iter().find(is_it) {
        Some((_, Field::Number(place))) => *place = f64::deserialize(value)?,
        Some((_, Field::Whole(place))) => *place = u32::deserialize(value)?,
        None => match sampler.list() {
            Some((_, List::Tokens(place))) => *place = Vec::deserialize(value)?,
            Some((_, List::Biases(place))) => *place = Vec::deserialize(value)?,
            Some((_, List::Texts(place))) => *place = Vec::deserialize(value)?,
            Some((_, List::Grammar(place))) => *place = Grammar::deserialize(value)?,
            None => {}
        },
    }
    Ok(())
}

/// A name that is none of `known`, in serde's words.
fn unknown(name: &str, known: &[&str]) -> serde_json::Error {
    let quoted: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
    let known = match quoted.as_slice() {
        [one] => one.clone(),
        [one, other] => format!("{one} or {other}"),
        all => format!("one of {}", all.join(", ")),
    };
    serde_json::Error::custom(format!("unknown field `{name}`, expected {known}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sampler: &Sampler) -> String {
        serde_json::to_string(sampler).expect("plain data")
    }

    #[test]
    fn every_sampler_is_written_as_ever_and_read_again() {
        let all = [
            r#"{"sampler":"grammar","grammar":{"language":"json_schema","text":"{\"type\":\"object\"}"}}"#,
            r#"{"sampler":"logit_bias","bias":[[3,-1.5],[4,2.0]]}"#,
            r#"{"sampler":"banned","tokens":[1,2]}"#,
            r#"{"sampler":"repetition_penalty","theta":1.1,"last_n":64}"#,
            r#"{"sampler":"presence_penalty","alpha":0.5,"last_n":0}"#,
            r#"{"sampler":"frequency_penalty","alpha":0.5,"last_n":0}"#,
            r#"{"sampler":"dry","multiplier":0.8,"base":1.75,"allowed_length":2,"last_n":0,"breakers":["\n",":","\"","*"]}"#,
            r#"{"sampler":"no_repeat_ngram","n":3}"#,
            r#"{"sampler":"temperature","t":0.8}"#,
            r#"{"sampler":"dynamic_temperature","t":1.0,"range":0.5,"exponent":1.0}"#,
            r#"{"sampler":"quadratic","factor":0.3,"curve":1.0}"#,
            r#"{"sampler":"top_k","k":40}"#,
            r#"{"sampler":"top_p","p":0.95}"#,
            r#"{"sampler":"min_p","p":0.05}"#,
            r#"{"sampler":"top_a","a":0.2}"#,
            r#"{"sampler":"typical","p":0.95}"#,
            r#"{"sampler":"tail_free","z":0.95}"#,
            r#"{"sampler":"epsilon","epsilon":0.0003}"#,
            r#"{"sampler":"eta","epsilon":0.0003}"#,
            r#"{"sampler":"top_n_sigma","n":1.0}"#,
            r#"{"sampler":"top_h","h":0.4}"#,
            r#"{"sampler":"xtc","probability":0.5,"threshold":0.1}"#,
            r#"{"sampler":"mirostat","tau":5.0,"eta":0.1}"#,
        ];
        for (json, kind) in all.into_iter().zip(Kind::ALL) {
            let read: Sampler = serde_json::from_str(json).expect(json);
            assert_eq!((written(&read).as_str(), read.kind()), (json, *kind));
            let listed = matches!(
                read,
                Sampler::Grammar { .. } | Sampler::LogitBias { .. } | Sampler::Banned { .. }
            );
            assert!(listed || read == kind.conventional(), "{json}");
        }
        assert_eq!(all.len(), Kind::ALL.len());
    }

    #[test]
    fn every_bit_of_a_number_is_kept() {
        for t in [0.1 + 0.2, 1e-300, f64::MIN_POSITIVE, 99.999_999_999_999_99] {
            let sampler = Sampler::Temperature { t };
            let read: Sampler = serde_json::from_str(&written(&sampler)).expect("just written");
            assert_eq!(read, sampler);
        }
    }

    #[test]
    fn the_order_is_free_and_what_has_a_default_may_be_left_out() {
        let read = |json| serde_json::from_str::<Sampler>(json).expect(json);
        let swapped = r#"{"curve":2,"sampler":"quadratic","factor":0.5}"#;
        let (factor, curve) = (0.5, 2.0);
        assert_eq!(read(swapped), Sampler::Quadratic { factor, curve });
        let (theta, last_n) = (1.2, 0);
        let short = r#"{"sampler":"repetition_penalty","theta":1.2}"#;
        assert_eq!(read(short), Sampler::RepetitionPenalty { theta, last_n });
        let dry = r#"{"sampler":"dry","multiplier":0.8,"base":1.75,"allowed_length":2}"#;
        assert_eq!(read(dry), Kind::Dry.conventional());
    }

    #[test]
    fn what_is_wrong_is_said_in_serde_s_words() {
        for (json, words) in [
            ("3", "invalid type: integer `3`"),
            (r#"{"k":3}"#, "missing field `sampler`"),
            (
                r#"{"sampler":7}"#,
                "invalid type: integer `7`, expected a string",
            ),
            (
                r#"{"sampler":"top_q"}"#,
                "unknown variant `top_q`, expected one of `grammar`, ",
            ),
            (r#"{"sampler":"top_k"}"#, "missing field `k`"),
            (r#"{"sampler":"banned"}"#, "missing field `tokens`"),
            (r#"{"sampler":"top_k","k":3,"k":4}"#, "duplicate field `k`"),
            (
                r#"{"sampler":"top_k","sampler":"top_k","k":4}"#,
                "unknown field `sampler`, expected `k`",
            ),
            (
                r#"{"sampler":"top_k","k":3,"p":1}"#,
                "unknown field `p`, expected `k`",
            ),
            (
                r#"{"sampler":"mirostat","x":1}"#,
                "unknown field `x`, expected `tau` or `eta`",
            ),
            (
                r#"{"sampler":"dynamic_temperature","x":1}"#,
                "unknown field `x`, expected one of `t`, `range`, `exponent`",
            ),
            (
                r#"{"sampler":"top_k","k":-1}"#,
                "invalid value: integer `-1`, expected u32",
            ),
            (
                r#"{"sampler":"top_k","k":1.5}"#,
                "invalid type: floating point `1.5`, expected u32",
            ),
            (
                r#"{"sampler":"top_p","p":"x"}"#,
                "invalid type: string \"x\", expected f64",
            ),
            (
                r#"{"sampler":"top_p","p":null}"#,
                "invalid type: null, expected f64",
            ),
            (r#"{"sampler":"banned","tokens":[-1]}"#, "expected u32"),
        ] {
            let error = serde_json::from_str::<Sampler>(json).expect_err(json);
            assert!(error.to_string().contains(words), "{json}: {error}");
        }
    }
}
