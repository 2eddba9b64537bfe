//! The arguments of the API's commands, by name. Unknown names and wrong types are refused in words.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// The named arguments of one call.
pub(super) struct Args {
    command: &'static str,
    values: JsValue,
}

impl Args {
    /// Takes `values`, an object (or nothing at all) that holds no other names than `known`.
    pub(super) fn new(
        command: &'static str,
        values: JsValue,
        known: &[&str],
    ) -> Result<Self, String> {
        let values = if values.is_undefined() || values.is_null() {
            Object::new().into()
        } else {
            values
        };
        let Some(object) = values
            .dyn_ref::<Object>()
            .filter(|o| !o.is_function() && !Array::is_array(o))
        else {
            return Err(format!(
                "{command}: the arguments must be an object with named values."
            ));
        };
        for name in Object::keys(object)
            .iter()
            .filter_map(|name| name.as_string())
        {
            if !known.contains(&name.as_str()) {
                let known = if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                };
                return Err(format!(
                    "{command}: there is no argument \"{name}\"; known are: {known}."
                ));
            }
        }
        Ok(Args { command, values })
    }

    /// The value of `name`; `undefined` where it is missing or `null`.
    pub(super) fn raw(&self, name: &str) -> JsValue {
        let value = Reflect::get(&self.values, &name.into()).unwrap_or(JsValue::UNDEFINED);
        if value.is_null() {
            JsValue::UNDEFINED
        } else {
            value
        }
    }

    fn take<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl Fn(&JsValue) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let value = self.raw(name);
        if value.is_undefined() {
            return Ok(None);
        }
        read(&value)
            .map(Some)
            .ok_or_else(|| format!("{}: {name} must be {expected}.", self.command))
    }

    /// A number.
    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, String> {
        self.take(name, "a number", JsValue::as_f64)
    }

    /// A number, 0 or more, not infinite.
    pub(super) fn amount(&self, name: &str) -> Result<Option<f64>, String> {
        self.take(name, "a number, 0 or more", |v| {
            v.as_f64().filter(|x| x.is_finite() && *x >= 0.0)
        })
    }

    /// A whole number, 0 or more, that fits in 32 bits.
    pub(super) fn whole(&self, name: &str) -> Result<Option<u32>, String> {
        let whole = |x: &f64| x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(x);
        self.take(name, "a whole number, 0 or more", |v| {
            v.as_f64().filter(whole).map(|x| x as u32)
        })
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, String> {
        self.take(name, "a text", JsValue::as_string)
    }

    /// A list of texts.
    pub(super) fn texts(&self, name: &str) -> Result<Option<Vec<String>>, String> {
        let read = |v: &JsValue| {
            v.dyn_ref::<Array>()?
                .iter()
                .map(|item| item.as_string())
                .collect()
        };
        self.take(name, "a list of texts", read)
    }

    /// `value`, which must not be missing.
    pub(super) fn needed<T>(
        &self,
        name: &str,
        value: Result<Option<T>, String>,
    ) -> Result<T, String> {
        value?.ok_or_else(|| format!("{}: {name} is missing.", self.command))
    }
}
