//! What the hub answers, and what a browser kept of its files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use logitscope_core::error::HubFault;
use logitscope_hub::{Answer, Body, Get, Hub, Lost, Network, Store, StoreFile};
use logitscope_protocol::{Download, HubTask, Repository};
use wasm_bindgen::JsValue;

use super::Target;
use crate::parts::{BETWEEN, is_a_line, joined};

pub const HUB: Target = Target {
    name: "hub",
    read,
    seeds: || {
        let commit =
            r#"{"id":"a/b","sha":"0123456789abcdef0123456789abcdef01234567","gated":false}"#;
        let files = r#"[{"type":"file","path":"config.json","size":2,"oid":"9e26dfeeb6e641a33dae4961196235bdb965b21b"},{"type":"file","path":"tokenizer.json","size":2,"oid":"9e26dfeeb6e641a33dae4961196235bdb965b21b"},{"type":"file","path":"model.safetensors","size":134,"oid":"a","lfs":{"oid":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","size":2}}]"#;
        let kept = r#"{"name":"a/b","commit":"0123456789abcdef0123456789abcdef01234567","files":[{"name":"config.json","size":2,"hash":{"Git":"9e26dfeeb6e641a33dae4961196235bdb965b21b"}}]}"#;
        let parts =
            |all: &[&str]| joined(&all.iter().map(|part| part.as_bytes()).collect::<Vec<_>>());
        vec![
            parts(&["", commit, files, "{}", "{}", "{}"]),
            parts(&[kept, commit, files, "404", "{}"]),
            parts(&["", "401", "{}"]),
            // Sizes that no files have.
            parts(&[
                "",
                commit,
                &files.replace(r#""size":2"#, r#""size":18446744073709551615"#),
                "{}",
            ]),
        ]
    },
    sources: &["crates/hub/src"],
    heap_mib: 128,
};

/// A hub that answers what stands in the case, one part a question; a part of three digits is a status.
struct Script(RefCell<std::vec::IntoIter<Vec<u8>>>);

/// One part that comes at once.
struct Once(Option<Vec<u8>>);

impl Body for Once {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        Ok(self.0.take())
    }
}

impl Network for Script {
    type Body = Once;

    async fn get(&self, get: &Get) -> Result<Answer<Once>, Lost> {
        let part = self.0.borrow_mut().next().ok_or(Lost)?;
        let status = std::str::from_utf8(&part)
            .ok()
            .filter(|part| part.len() == 3);
        let status = status.and_then(|digits| digits.parse().ok());
        Ok(Answer {
            status: status.unwrap_or(if get.from > 0 { 206 } else { 200 }),
            code: status.map(|_| "RepoNotFound".into()),
            said: None,
            is_page: part.starts_with(b"<"),
            from: get.from,
            total: None,
            rest: status.map(|status| u32::from(status) % 100),
            next: part
                .ends_with(b"]\n")
                .then(|| format!("https://hub.example/{}", part.len())),
            body: Once(Some(part)),
        })
    }

    async fn rest(&self, _: u32) {}
}

type Files = BTreeMap<(String, String), Rc<RefCell<Vec<u8>>>>;

/// A store in memory.
#[derive(Default)]
struct Memory(RefCell<Files>);

impl Memory {
    fn find(&self, folder: &str, name: &str) -> Option<Rc<RefCell<Vec<u8>>>> {
        self.0.borrow().get(&(folder.into(), name.into())).cloned()
    }
}

impl Store for Memory {
    type File = Writing;

    async fn folders(&self) -> Result<Vec<String>, HubFault> {
        let mut all: Vec<String> = self
            .0
            .borrow()
            .keys()
            .map(|(folder, _)| folder.clone())
            .collect();
        all.dedup();
        Ok(all)
    }

    async fn open(&self, folder: &str, name: &str) -> Result<Writing, HubFault> {
        let mut files = self.0.borrow_mut();
        Ok(Writing(Rc::clone(
            files.entry((folder.into(), name.into())).or_default(),
        )))
    }

    async fn read(&self, folder: &str, name: &str) -> Result<Option<Vec<u8>>, HubFault> {
        Ok(self.find(folder, name).map(|file| file.borrow().clone()))
    }

    async fn size(&self, folder: &str, name: &str) -> Result<u64, HubFault> {
        Ok(self
            .find(folder, name)
            .map_or(0, |file| file.borrow().len() as u64))
    }

    async fn file(&self, _: &str, _: &str) -> Result<JsValue, HubFault> {
        Ok(JsValue::NULL)
    }

    async fn files(&self, _: &str, _: &[&str]) -> Result<JsValue, HubFault> {
        Ok(JsValue::NULL)
    }

    async fn remove(&self, folder: &str) -> Result<(), HubFault> {
        self.0.borrow_mut().retain(|(own, _), _| own != folder);
        Ok(())
    }

    async fn free(&self) -> Option<u64> {
        Some(1 << 20)
    }

    async fn lasts(&self) -> bool {
        false
    }
}

/// A file of it.
struct Writing(Rc<RefCell<Vec<u8>>>);

impl StoreFile for Writing {
    fn size(&self) -> Result<u64, HubFault> {
        Ok(self.0.borrow().len() as u64)
    }

    async fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, HubFault> {
        let own = self.0.borrow();
        let rest = own.get(at as usize..).unwrap_or_default();
        let n = rest.len().min(bytes.len());
        bytes[..n].copy_from_slice(&rest[..n]);
        Ok(n)
    }

    async fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), HubFault> {
        let mut own = self.0.borrow_mut();
        let (from, to) = (at as usize, at as usize + bytes.len());
        let len = own.len().max(to);
        own.resize(len, 0);
        own[from..to].copy_from_slice(bytes);
        Ok(())
    }

    fn clear(&mut self) -> Result<(), HubFault> {
        self.0.borrow_mut().clear();
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), HubFault> {
        Ok(())
    }
}

/// What the store has in `a--b@…`, and then the hub's answers.
fn read(data: &[u8]) {
    let mut parts = data.split(|byte| *byte == BETWEEN).map(<[u8]>::to_vec);
    let kept = parts.next().unwrap_or_default();
    let store = Memory::default();
    let folder = "a--b@0123456789abcdef0123456789abcdef01234567";
    if !kept.is_empty() {
        let file = Rc::new(RefCell::new(kept));
        store
            .0
            .borrow_mut()
            .insert((folder.into(), "logitscope.json".into()), file);
    }
    let answers = parts.collect::<Vec<_>>().into_iter();
    let hub = Hub::new(Script(RefCell::new(answers)), store);
    let repository: Repository = "a/b".parse().expect("a repository");
    let download = |name: &str| Download {
        hub: "https://hub.example".into(),
        repository: name.parse().expect("a repository"),
        token: None,
    };
    for task in [
        HubTask::Stored,
        HubTask::Download(download("a/b")),
        HubTask::Stored,
        HubTask::Look(download("a/b")),
        HubTask::Download(download("a/b:c-00001-of-00002.gguf")),
        HubTask::Open(repository),
    ] {
        if let Err(error) = pollster::block_on(hub.answer(task, &|_| {})) {
            is_a_line(&error);
        }
    }
}
