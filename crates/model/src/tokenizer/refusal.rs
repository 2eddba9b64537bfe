//! How a tokenizer file is refused.

use logitscope_core::error::TokenizerFault;
use logitscope_core::excerpt;
use serde_json::Value;

use crate::ModelError;

/// Whether `key` is set in `value`; `default` where it is missing.
pub(super) fn flag(value: &Value, key: &str, default: Option<bool>) -> Result<bool, ModelError> {
    match (&value[key], default) {
        (Value::Bool(on), _) => Ok(*on),
        (Value::Null, Some(on)) => Ok(on),
        (Value::Null, None) => refused(TokenizerFault::Missing { key: key.into() }),
        (other, _) => refused(TokenizerFault::Flag {
            key: key.into(),
            found: excerpt(&other.to_string()),
        }),
    }
}

/// An error of the file.
pub(super) fn refused<T>(fault: TokenizerFault) -> Result<T, ModelError> {
    Err(ModelError::Tokenizer(fault))
}
