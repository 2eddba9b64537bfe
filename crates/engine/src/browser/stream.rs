//! Downloads, and files that the visitor picked.

use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use logitscope_core::checkpoint_files::{CONFIG, INDEX, TOKENIZER};
use logitscope_core::error::ReadFault;
use logitscope_core::excerpt;
use logitscope_model::{ByteStream, Index, ModelError};
use logitscope_protocol::ModelSource;
use logitscope_worker::js::words;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, ReadableStreamDefaultReader, Response};

/// A `ReadableStream` of the browser as a [`ByteStream`].
pub struct JsStream {
    name: String,
    reader: ReadableStreamDefaultReader,
    /// What was read but not asked for yet.
    rest: Vec<u8>,
    at: usize,
}

impl JsStream {
    /// The file called `name` of a checkpoint.
    pub async fn open(source: &ModelSource, name: &str) -> Result<Self, ModelError> {
        match source {
            ModelSource::Url { base } => Self::fetch(&format!("{base}{name}"), name).await,
            ModelSource::Files {
                config,
                tokenizer,
                weights,
                extras,
            } => {
                let blob = match name {
                    CONFIG => config,
                    TOKENIZER => tokenizer,
                    name => extras.get(name).unwrap_or(weights),
                };
                Self::blob(blob, name)
            }
            ModelSource::Shards {
                config,
                tokenizer,
                index,
                shards,
                extras,
            } => {
                let blob = match name {
                    CONFIG => config.clone(),
                    TOKENIZER => tokenizer.clone(),
                    INDEX => index.clone(),
                    name => match extras.get(name) {
                        Some(extra) => extra.clone(),
                        None => called(shards, name).ok_or_else(|| Index::missing(name))?,
                    },
                };
                Self::blob(&blob, name)
            }
            ModelSource::Gguf { files, .. } => {
                Self::blob(&called(files, name).unwrap_or_default(), name)
            }
            ModelSource::Hub(_) | ModelSource::Server(_) => Err(ModelError::Read {
                what: name.into(),
                fault: ReadFault::NotAFile,
            }),
        }
    }

    async fn fetch(url: &str, name: &str) -> Result<Self, ModelError> {
        let failed = |fault| ModelError::Read {
            what: name.into(),
            fault,
        };
        let said = |error: JsValue| failed(ReadFault::Said(words(&error)));
        let fetch = Reflect::get(&js_sys::global(), &"fetch".into())
            .and_then(|f| f.dyn_into::<Function>())
            .map_err(|_| failed(ReadFault::NoDownload))?;
        let promise = fetch
            .call1(&JsValue::UNDEFINED, &url.into())
            .map_err(said)?;
        let response = JsFuture::from(Promise::resolve(&promise))
            .await
            .map_err(said)?;
        let response: Response = response.unchecked_into();
        if !response.ok() {
            return Err(failed(ReadFault::Answered {
                address: excerpt(url),
                status: response.status(),
            }));
        }
        let empty = || ReadFault::Empty {
            address: excerpt(url),
        };
        let body = response.body().ok_or_else(|| failed(empty()))?;
        Self::new(body, name)
    }

    fn blob(blob: &JsValue, name: &str) -> Result<Self, ModelError> {
        let Some(blob) = blob.dyn_ref::<Blob>() else {
            return Err(ModelError::Read {
                what: name.into(),
                fault: ReadFault::NotAFile,
            });
        };
        Self::new(blob.stream(), name)
    }

    fn new(stream: ReadableStream, name: &str) -> Result<Self, ModelError> {
        let reader = stream.get_reader().unchecked_into();
        Ok(JsStream {
            name: name.into(),
            reader,
            rest: Vec::new(),
            at: 0,
        })
    }
}

impl JsStream {
    /// What is left of the chunk that came last, or the next one; at the end nothing.
    async fn chunk(&mut self) -> Result<&[u8], ModelError> {
        if self.at == self.rest.len() {
            let failed = |e: JsValue| ModelError::Read {
                what: self.name.clone(),
                fault: ReadFault::Said(words(&e)),
            };
            let chunk = JsFuture::from(self.reader.read()).await.map_err(failed)?;
            let value = Reflect::get(&chunk, &"value".into()).unwrap_or_default();
            let Some(value) = value.dyn_ref::<Uint8Array>() else {
                return Ok(&[]);
            };
            (self.rest, self.at) = (value.to_vec(), 0);
        }
        Ok(&self.rest[self.at..])
    }
}

impl ByteStream for JsStream {
    async fn next(&mut self, most: usize) -> Result<Vec<u8>, ModelError> {
        let mut bytes = Vec::new();
        self.append(&mut bytes, most).await?;
        Ok(bytes)
    }

    async fn append(&mut self, bytes: &mut Vec<u8>, most: usize) -> Result<usize, ModelError> {
        let chunk = self.chunk().await?;
        let n = chunk.len().min(most);
        bytes.extend_from_slice(&chunk[..n]);
        self.at += n;
        Ok(n)
    }
}

/// The file called `name` among `files`.
fn called(files: &JsValue, name: &str) -> Option<JsValue> {
    let files = files.dyn_ref::<Array>()?.iter();
    let own = |file: &JsValue| Reflect::get(file, &"name".into()).ok()?.as_string();
    let mut found = files.filter(|file| own(file).as_deref() == Some(name));
    found.next()
}
