//! Reads the small JSON files of a model, and says which key is the reason where one can't be read.

use logitscope_core::excerpt;
use logitscope_core::excerpt::json_error;
use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value};

/// Reads a file all of whose fields may be absent; `Err` says why it can't be read, with the key where one is the reason.
pub(crate) fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    parse(json).map_err(|error| {
        let fails = |part: &[u8]| parse::<T>(part).err();
        reason(json, &fails).unwrap_or_else(|| json_error(&error))
    })
}

/// Once for each kind of file, though it is called in two places.
#[inline(never)]
fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(json)
}

/// Which of the values of `json` can't be read even by itself, and why.
fn reason(json: &[u8], fails: &dyn Fn(&[u8]) -> Option<Error>) -> Option<String> {
    let all: Map<String, Value> = serde_json::from_slice(json).ok()?;
    all.into_iter().find_map(|(key, value)| {
        let excerpt = excerpt(&key);
        let alone = Value::Object(Map::from_iter([(key, value)]));
        let why = json_error(&fails(alone.to_string().as_bytes())?);
        // The place is one in what was written of this value alone; a text in front of it may say the same.
        let why = why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why);
        Some(format!("{excerpt}: {why}"))
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct File {
        tied: Option<bool>,
        sizes: Option<Vec<u64>>,
    }

    fn why(json: &str) -> String {
        match read::<File>(json.as_bytes()) {
            Ok(File { tied, sizes }) => format!("{tied:?} {sizes:?}"),
            Err(why) => why,
        }
    }

    #[test]
    fn the_key_is_said_that_is_the_reason() {
        assert_eq!(
            why(r#"{"a": [1], "tied": -1}"#),
            "tied: invalid type: integer `-1`, expected a boolean"
        );
        assert_eq!(
            why(r#"{"tied": "as at line 3"}"#),
            "tied: invalid type: string \"as at line 3\", expected a boolean"
        );
        assert_eq!(
            why(r#"{"sizes": [1, "4"], "tied": true}"#),
            "sizes: invalid type: string \"4\", expected u64"
        );
    }

    #[test]
    fn what_no_key_is_the_reason_of_is_said_with_its_place() {
        assert!(why(r#"{"tied": tru}"#).contains("at line 1"));
        assert!(why("[1, 2]").contains("at line 1"));
        assert_eq!(why(r#"{"tied": null, "sizes": [3]}"#), "None Some([3])");
    }
}
