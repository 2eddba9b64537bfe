//! Reads the small JSON files of a model, and says which key is the reason where one can't be read.

use logitscope_core::excerpt;
use logitscope_core::excerpt::json_error;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Objects in objects that are looked into.
const DEEPEST: usize = 3;

/// Reads a file all of whose fields may be absent; `Err` says why it can't be read, with the key where one is the reason.
pub(crate) fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    serde_json::from_slice(json).map_err(|error| {
        let fails = |part: &Value| {
            let error = serde_json::from_slice::<T>(part.to_string().as_bytes()).err()?;
            Some(json_error(&error))
        };
        let all: Option<Map<String, Value>> = serde_json::from_slice(json).ok();
        let found = all.and_then(|all| reason(&all, &|part| part, &fails, DEEPEST));
        found.unwrap_or_else(|| json_error(&error))
    })
}

/// Which value can't be read even by itself, and why. `whole` makes a file of the object that `all` is.
fn reason(
    all: &Map<String, Value>,
    whole: &dyn Fn(Value) -> Value,
    fails: &dyn Fn(&Value) -> Option<String>,
    depth: usize,
) -> Option<String> {
    for (key, value) in all {
        let alone = |value: Value| whole(Value::Object(Map::from_iter([(key.clone(), value)])));
        let Some(why) = fails(&alone(value.clone())) else {
            continue;
        };
        let inner = value.as_object().filter(|_| depth > 1);
        let inner = inner.and_then(|inner| reason(inner, &alone, fails, depth - 1));
        // The place is one in what was written of this value alone.
        let own = || why.split(" at line ").next().unwrap_or_default().to_owned();
        let (join, why) = match inner {
            Some(why) => (".", why),
            None => (": ", own()),
        };
        return Some(format!("{}{join}{why}", excerpt(key)));
    }
    None
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Part {
        size: Option<u64>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct File {
        tied: Option<bool>,
        part: Option<Part>,
    }

    fn why(json: &str) -> String {
        match read::<File>(json.as_bytes()) {
            Ok(File { tied, part }) => format!("{tied:?} {:?}", part.map(|part| part.size)),
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
            why(r#"{"part": {"other": {}, "size": "4"}}"#),
            "part.size: invalid type: string \"4\", expected u64"
        );
        assert_eq!(
            why(r#"{"part": 7, "tied": true}"#),
            "part: invalid type: integer `7`, expected struct Part"
        );
    }

    #[test]
    fn what_no_key_is_the_reason_of_is_said_with_its_place() {
        assert!(why(r#"{"tied": tru}"#).contains("at line 1"));
        assert!(why("[1, 2]").contains("at line 1"));
        assert_eq!(
            why(r#"{"tied": null, "part": {"size": 3}}"#),
            "None Some(Some(3))"
        );
    }
}
