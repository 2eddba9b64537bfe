//! The files of a checkpoint: downloads and files that the visitor picked.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use logitscope_model::{ByteStream, Checkpoint, ModelError};
use logitscope_protocol::ModelSource;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, ReadableStreamDefaultReader, Response};

/// `config.json` and `tokenizer.json` of a large model have a few megabytes.
const LARGEST_JSON_BYTES: usize = 64 << 20;

/// Opens the three files of `source`; the two small ones are read at once.
pub async fn open(source: &ModelSource) -> Result<Checkpoint<JsStream>, ModelError> {
    let open = async |name: &'static str| match source {
        ModelSource::Url { base } => JsStream::fetch(&format!("{base}{name}"), name).await,
        ModelSource::Files {
            config,
            tokenizer,
            weights,
        } => {
            let blob = match name {
                "config.json" => config,
                "tokenizer.json" => tokenizer,
                _ => weights,
            };
            JsStream::blob(blob, name)
        }
    };
    let config = open("config.json").await?.read_all().await?;
    let tokenizer = open("tokenizer.json").await?.read_all().await?;
    Checkpoint::new(&config, &tokenizer, open("model.safetensors").await?)
}

/// A `ReadableStream` of the browser as a [`ByteStream`].
pub struct JsStream {
    name: &'static str,
    reader: ReadableStreamDefaultReader,
    /// What was read but not asked for yet.
    rest: Vec<u8>,
    at: usize,
}

impl JsStream {
    async fn fetch(url: &str, name: &'static str) -> Result<Self, ModelError> {
        let failed = |detail: String| ModelError::Read {
            what: name.into(),
            detail,
        };
        let fetch = Reflect::get(&js_sys::global(), &"fetch".into())
            .and_then(|f| f.dyn_into::<Function>())
            .map_err(|_| failed("this browser cannot download".into()))?;
        let promise = fetch
            .call1(&JsValue::UNDEFINED, &url.into())
            .map_err(|e| failed(words(&e)))?;
        let response = JsFuture::from(Promise::resolve(&promise))
            .await
            .map_err(|e| failed(words(&e)))?;
        let response: Response = response.unchecked_into();
        if !response.ok() {
            return Err(failed(format!("{url} answered {}", response.status())));
        }
        let body = response
            .body()
            .ok_or_else(|| failed(format!("{url} is empty")))?;
        Self::new(body, name)
    }

    fn blob(blob: &JsValue, name: &'static str) -> Result<Self, ModelError> {
        let Some(blob) = blob.dyn_ref::<Blob>() else {
            return Err(ModelError::Read {
                what: name.into(),
                detail: "it is not a file".into(),
            });
        };
        Self::new(blob.stream(), name)
    }

    fn new(stream: ReadableStream, name: &'static str) -> Result<Self, ModelError> {
        let reader = stream.get_reader().unchecked_into();
        Ok(JsStream {
            name,
            reader,
            rest: Vec::new(),
            at: 0,
        })
    }

    async fn read_all(mut self) -> Result<Vec<u8>, ModelError> {
        let bytes = self.take(LARGEST_JSON_BYTES + 1).await?;
        if bytes.len() > LARGEST_JSON_BYTES {
            let detail = format!("it has more than {LARGEST_JSON_BYTES} bytes");
            return Err(ModelError::Read {
                what: self.name.into(),
                detail,
            });
        }
        Ok(bytes)
    }
}

impl ByteStream for JsStream {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        if self.at == self.rest.len() {
            let failed = |e: JsValue| ModelError::Read {
                what: self.name.into(),
                detail: words(&e),
            };
            let chunk = JsFuture::from(self.reader.read()).await.map_err(failed)?;
            let value = Reflect::get(&chunk, &"value".into()).unwrap_or_default();
            let Some(value) = value.dyn_ref::<Uint8Array>() else {
                return Ok(Vec::new());
            };
            (self.rest, self.at) = (value.to_vec(), 0);
        }
        let end = self.rest.len().min(self.at.saturating_add(most));
        let bytes = self.rest[self.at..end].to_vec();
        self.at = end;
        Ok(bytes)
    }
}

/// What a JavaScript error says.
fn words(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into())
        .ok()
        .and_then(|m| m.as_string());
    message
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "unknown error".into())
}
