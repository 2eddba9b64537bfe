//! Downloads, and files that the visitor picked.

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use logitscope_core::checkpoint_files::{CONFIG, INDEX, TOKENIZER};
use logitscope_core::error::ReadFault;
use logitscope_core::excerpt;
use logitscope_model::{ByteStream, Index, ModelError};
use logitscope_protocol::ModelSource;
use logitscope_worker::js::words;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, Response};

/// Bytes that are asked for at a time.
const ROOM: u32 = 1 << 20;

/// A `ReadableStream` of the browser as a [`ByteStream`].
pub struct JsStream {
    name: String,
    reader: JsValue,
    read: Function,
    /// Where a stream of bytes puts what comes, again and again.
    room: Uint8Array,
    /// What was read but not asked for yet.
    rest: Vec<u8>,
    at: usize,
    /// Bytes that were not read yet, where that is known.
    unread: Option<u64>,
}

impl JsStream {
    /// The file called `name` of a checkpoint.
    pub async fn open(source: &ModelSource, name: &str) -> Result<Self, ModelError> {
        match source {
            ModelSource::Url { base, .. } => {
                let folder = base.rfind('/').map_or("", |at| &base[..=at]);
                Self::fetch(&format!("{folder}{name}"), name).await
            }
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
            ModelSource::Hub(_) | ModelSource::Server(_) => Err(failed(name, ReadFault::NotAFile)),
        }
    }

    async fn fetch(url: &str, name: &str) -> Result<Self, ModelError> {
        let failed = |fault| failed(name, fault);
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
        // What is compressed on the way has another length there.
        let header = |name| response.headers().get(name).ok().flatten();
        let length = match header("content-encoding") {
            None => header("content-length").and_then(|length| length.parse().ok()),
            Some(_) => None,
        };
        Self::new(body, name, length)
    }

    fn blob(blob: &JsValue, name: &str) -> Result<Self, ModelError> {
        let Some(blob) = blob.dyn_ref::<Blob>() else {
            return Err(failed(name, ReadFault::NotAFile));
        };
        Self::new(blob.stream(), name, Some(blob.size() as u64))
    }

    fn new(stream: ReadableStream, name: &str, unread: Option<u64>) -> Result<Self, ModelError> {
        let failed = |e: JsValue| failed(name, ReadFault::Said(words(&e)));
        let reader = reader(&stream).map_err(failed)?;
        let read = Reflect::get(&reader, &"read".into()).map_err(failed)?;
        Ok(JsStream {
            name: name.into(),
            reader,
            read: read.unchecked_into(),
            room: Uint8Array::new_with_length(ROOM),
            rest: Vec::new(),
            at: 0,
            unread,
        })
    }

    /// What is left of the chunk that came last, or the next one; at the end nothing.
    async fn chunk(&mut self) -> Result<&[u8], ModelError> {
        while self.at == self.rest.len() {
            let failed = |e: JsValue| failed(&self.name, ReadFault::Said(words(&e)));
            // Other readers take no room, and need none.
            let coming = self.read.call1(&self.reader, &self.room).map_err(failed)?;
            let chunk = JsFuture::from(Promise::resolve(&coming))
                .await
                .map_err(failed)?;
            let got = |key: &str| Reflect::get(&chunk, &key.into()).unwrap_or_default();
            let value = got("value");
            let Some(value) = value.dyn_ref::<Uint8Array>() else {
                return Ok(&[]);
            };
            if self.room.length() == 0 {
                self.room = Uint8Array::new(&value.buffer());
            }
            if got("done").is_truthy() {
                return Ok(&[]);
            }
            self.rest.resize(value.length() as usize, 0);
            value.copy_to(&mut self.rest);
            self.at = 0;
            let read = u64::from(value.length());
            self.unread = self.unread.map(|unread| unread.saturating_sub(read));
        }
        Ok(&self.rest[self.at..])
    }
}

/// A reader that puts bytes where it is told, of a stream that has one, or one that makes room for each chunk.
fn reader(stream: &ReadableStream) -> Result<JsValue, JsValue> {
    let get = Reflect::get(stream, &"getReader".into())?.unchecked_into::<Function>();
    let options = Object::new();
    Reflect::set(&options, &"mode".into(), &"byob".into())?;
    get.call1(stream, &options).or_else(|_| get.call0(stream))
}

fn failed(name: &str, fault: ReadFault) -> ModelError {
    ModelError::Read {
        what: name.into(),
        fault,
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

    fn left(&self) -> Option<u64> {
        let rest = (self.rest.len() - self.at) as u64;
        self.unread.map(|unread| rest + unread)
    }
}

/// The file called `name` among `files`.
fn called(files: &JsValue, name: &str) -> Option<JsValue> {
    let files = files.dyn_ref::<Array>()?.iter();
    let own = |file: &JsValue| Reflect::get(file, &"name".into()).ok()?.as_string();
    let mut found = files.filter(|file| own(file).as_deref() == Some(name));
    found.next()
}
