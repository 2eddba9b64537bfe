//! A hub and a store in memory: the hub has the files that a test gives it and misbehaves as it says.

use std::cell::{Cell, Ref, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use logitscope_core::error::HubFault;
use logitscope_hub::{Answer, Body, Get, Lost, Network, Store, StoreFile};
use serde_json::{Value, json};
use sha1::Sha1;
use sha2::{Digest, Sha256};
use wasm_bindgen::JsValue;

/// The commit of `main`, until it moves.
pub const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
/// The commit that it moves to.
pub const LATER: &str = "fedcba9876543210fedcba9876543210fedcba98";

/// How an answer goes wrong.
#[derive(Debug, Clone)]
pub enum Wrong {
    /// There is no network.
    Silent,
    /// It breaks after so many bytes.
    CutAfter(usize),
    /// All of the file comes, whatever was asked for.
    NoRange,
    /// A status, with the hub's code and words.
    Status(u16, &'static str, &'static str),
    /// A status, and the seconds for which the hub wants to be left alone.
    Later(u16, u32),
    /// A login page of the network.
    WebPage,
    /// The bytes are others.
    OtherBytes,
    /// There are more bytes than announced, and nothing says so before.
    TooMany(usize),
    /// The whole file is announced with another size.
    OtherTotal(u64),
    /// Another part comes than was asked for.
    OtherPart(u64),
}

/// When `main` moves on.
#[derive(Debug, Clone, Copy)]
pub struct Move {
    /// After so many requests.
    pub after: usize,
    /// Whether the hub has what it was no more.
    pub gone: bool,
}

/// The hub.
#[derive(Default)]
pub struct Script {
    /// Its files at [`COMMIT`].
    pub files: RefCell<BTreeMap<String, Vec<u8>>>,
    /// Its files at [`LATER`].
    pub later: RefCell<BTreeMap<String, Vec<u8>>>,
    /// When `main` moves from one to the other.
    pub moves: Cell<Option<Move>>,
    /// What goes wrong when a file is asked for, in turn; then nothing.
    pub wrong: RefCell<VecDeque<Wrong>>,
    /// The same for what it says of a repository.
    pub wrong_listing: RefCell<VecDeque<Wrong>>,
    /// Entries of a page of a list; 0 for all.
    pub page: Cell<usize>,
    /// Whether the next page is said to be on another host.
    pub leads_away: Cell<bool>,
    /// What was asked for.
    pub asked: RefCell<Vec<Get>>,
    /// Seconds that were waited.
    pub waited: Cell<u32>,
}

/// One that tests can look into while it is used.
#[derive(Clone, Default)]
pub struct Shared(pub Rc<Script>);

/// What comes of an answer: small parts, and perhaps no end.
pub struct Parts {
    bytes: VecDeque<Vec<u8>>,
    breaks: bool,
}

impl Body for Parts {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        match self.bytes.pop_front() {
            Some(part) => Ok(Some(part)),
            None if self.breaks => Err(Lost),
            None => Ok(None),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn answer(status: u16, bytes: &[u8], breaks: bool) -> Answer<Parts> {
    Answer {
        status,
        code: None,
        said: None,
        is_page: false,
        from: 0,
        total: None,
        rest: None,
        next: None,
        body: Parts {
            bytes: bytes.chunks(7).map(<[u8]>::to_vec).collect(),
            breaks,
        },
    }
}

impl Script {
    /// The commit that a revision names now; `None` if there is none, or no more.
    fn commit(&self, revision: &str) -> Option<&'static str> {
        let due = |moves: &Move| self.asked.borrow().len() > moves.after;
        let moved = self.moves.get().filter(due);
        match revision {
            "main" if moved.is_some() => Some(LATER),
            COMMIT if moved.is_some_and(|moves| moves.gone) => None,
            "main" | COMMIT => Some(COMMIT),
            // As an address has to say it.
            "refs%2Fpr%2F1" => Some(COMMIT),
            LATER if moved.is_some() => Some(LATER),
            _ => None,
        }
    }

    fn at(&self, commit: &str) -> Ref<'_, BTreeMap<String, Vec<u8>>> {
        match commit {
            LATER => self.later.borrow(),
            _ => self.files.borrow(),
        }
    }

    /// What `/tree` lists of a folder, of which what lies in its folders is listed where `deep`: large files by their SHA-256, small ones as Git does.
    /// `None` where there is no such folder.
    fn tree(&self, commit: &str, folder: &str, deep: bool) -> Option<Vec<Value>> {
        let files = self.at(commit);
        let within = match folder {
            "" => String::new(),
            folder => format!("{folder}/"),
        };
        let entry = |(path, bytes): (&String, &Vec<u8>)| {
            let blob = [format!("blob {}\0", bytes.len()).as_bytes(), bytes].concat();
            let mut entry = json!({"type": "file", "path": path, "size": bytes.len(), "oid": hex(&Sha1::digest(blob))});
            if [".safetensors", ".gguf"]
                .iter()
                .any(|end| path.ends_with(end))
            {
                entry["lfs"] = json!({"oid": hex(&Sha256::digest(bytes)), "size": bytes.len(), "pointerSize": 134});
            }
            entry
        };
        let (mut all, mut folders) = (Vec::new(), BTreeSet::new());
        for file in files.iter() {
            match file.0.strip_prefix(&within) {
                Some(rest) if deep || !rest.contains('/') => all.push(entry(file)),
                Some(rest) => {
                    folders.extend(rest.split('/').next());
                }
                None => {}
            }
        }
        all.extend(folders.into_iter().map(|name| {
            let path = format!("{within}{name}");
            json!({"type": "directory", "path": path, "size": 0, "oid": "0"})
        }));
        let there = !all.is_empty() || folder.is_empty();
        there.then_some(all)
    }

    /// The page of `all` that begins at `from`, and the address of the next one.
    fn page(&self, all: Vec<Value>, from: usize, url: &str) -> (String, Option<String>) {
        let size = match self.page.get() {
            0 => all.len(),
            size => size,
        };
        let to = from + size;
        let (own, _) = url.split_once("cursor=").unwrap_or((url, ""));
        let own = own.trim_end_matches(['?', '&']);
        let sign = if own.contains('?') { '&' } else { '?' };
        let next = (to < all.len()).then(|| format!("{own}{sign}cursor={to}"));
        let next = next.map(|next| match self.leads_away.get() {
            true => next.replace("hub.example", "hub.example.other"),
            false => next,
        });
        let page: Vec<Value> = all.into_iter().skip(from).take(size).collect();
        (Value::from(page).to_string(), next)
    }

    fn spoilt(&self, wrong: Option<Wrong>, whole: &[u8], from: u64) -> Result<Answer<Parts>, Lost> {
        let at = (from as usize).min(whole.len());
        let part = |bytes: &[u8], breaks| Answer {
            from: at as u64,
            total: Some(whole.len() as u64),
            ..answer(if at > 0 { 206 } else { 200 }, bytes, breaks)
        };
        Ok(match wrong {
            None => part(&whole[at..], false),
            Some(Wrong::Silent) => return Err(Lost),
            Some(Wrong::CutAfter(n)) => part(&whole[at..whole.len().min(at + n)], n % 2 == 0),
            Some(Wrong::NoRange) => answer(200, whole, false),
            Some(Wrong::Status(status, code, said)) => Answer {
                code: Some(code.into()),
                said: Some(said.into()),
                ..answer(status, b"", false)
            },
            Some(Wrong::Later(status, rest)) => Answer {
                rest: Some(rest),
                ..answer(status, b"", false)
            },
            Some(Wrong::WebPage) => Answer {
                is_page: true,
                ..answer(200, b"<!doctype html>", false)
            },
            Some(Wrong::OtherBytes) => {
                let mut other = whole[at..].to_vec();
                if let Some(byte) = other.first_mut() {
                    *byte ^= 1;
                }
                part(&other, false)
            }
            Some(Wrong::TooMany(n)) => Answer {
                total: None,
                ..part(&[&whole[at..], &vec![0; n]].concat(), false)
            },
            Some(Wrong::OtherTotal(total)) => Answer {
                total: Some(total),
                ..part(&whole[at..], false)
            },
            Some(Wrong::OtherPart(from)) => Answer {
                from,
                ..part(&whole[at..], false)
            },
        })
    }
}

impl Network for Shared {
    type Body = Parts;

    async fn get(&self, get: &Get) -> Result<Answer<Parts>, Lost> {
        let script = &self.0;
        script.asked.borrow_mut().push(get.clone());
        let path = get
            .url
            .strip_prefix("https://hub.example")
            .expect("its own address");
        let is_api = path.starts_with("/api/");
        let of = |kind: &str| Some((path.split_once(kind)?.1, kind == "/tree/"));
        let found = ["/tree/", "/revision/", "/resolve/"]
            .into_iter()
            .find_map(of);
        let (asked, is_tree) = found.expect("an address of the hub");
        let (asked, how) = asked.split_once('?').unwrap_or((asked, ""));
        let (revision, last) = asked.split_once('/').unwrap_or((asked, ""));
        let Some(commit) = script.commit(revision) else {
            let gone = Wrong::Status(404, "RevisionNotFound", "");
            return script.spoilt(Some(gone), b"", 0);
        };
        if is_api {
            let tree = || script.tree(commit, last, how.starts_with("recursive=true"));
            let list = match is_tree {
                // A branch may have become another one since.
                true if revision == commit => tree(),
                true => Some(Vec::new()),
                false => None,
            };
            let cursor = how.split_once("cursor=").map(|(_, from)| from.parse());
            let from = cursor.and_then(Result::ok).unwrap_or(0);
            let (json, next) = match list {
                Some(list) => script.page(list, from, &get.url),
                None if is_tree => {
                    let missing = Wrong::Status(404, "EntryNotFound", "");
                    return script.spoilt(Some(missing), b"", 0);
                }
                None => {
                    let info = json!({"id": "a/b", "sha": commit, "gated": false});
                    (info.to_string(), None)
                }
            };
            let wrong = script.wrong_listing.borrow_mut().pop_front();
            let answer = script.spoilt(wrong, json.as_bytes(), 0)?;
            return Ok(Answer { next, ..answer });
        }
        let files = script.at(commit);
        let wrong = script.wrong.borrow_mut().pop_front();
        script.spoilt(wrong, &files[last], get.from)
    }

    async fn rest(&self, seconds: u32) {
        self.0.waited.set(self.0.waited.get() + seconds);
    }
}

type Folder = BTreeMap<String, Rc<RefCell<Vec<u8>>>>;

/// A store in memory.
#[derive(Clone, Default)]
pub struct Memory {
    /// Folders and files.
    pub folders: Rc<RefCell<BTreeMap<String, Folder>>>,
    /// Bytes that may be stored.
    pub room: Rc<Cell<Option<u64>>>,
    /// Whether it ends with the page.
    pub is_gone_with_the_page: Rc<Cell<bool>>,
    /// Files that somebody writes.
    pub open: Rc<RefCell<Vec<String>>>,
}

impl Memory {
    fn find(&self, folder: &str, name: &str) -> Option<Rc<RefCell<Vec<u8>>>> {
        self.folders.borrow().get(folder)?.get(name).cloned()
    }

    /// All of a file.
    pub fn bytes(&self, folder: &str, name: &str) -> Option<Vec<u8>> {
        Some(self.find(folder, name)?.borrow().clone())
    }
}

/// A file of it.
pub struct Writing {
    bytes: Rc<RefCell<Vec<u8>>>,
    name: String,
    open: Rc<RefCell<Vec<String>>>,
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.open.borrow_mut().retain(|name| *name != self.name);
    }
}

impl Store for Memory {
    type File = Writing;

    async fn folders(&self) -> Result<Vec<String>, HubFault> {
        Ok(self.folders.borrow().keys().cloned().collect())
    }

    async fn open(&self, folder: &str, name: &str) -> Result<Writing, HubFault> {
        let path = format!("{folder}/{name}");
        if self.open.borrow().contains(&path) {
            return Err(HubFault::InUse);
        }
        self.open.borrow_mut().push(path.clone());
        let mut folders = self.folders.borrow_mut();
        let files = folders.entry(folder.into()).or_default();
        Ok(Writing {
            bytes: Rc::clone(files.entry(name.into()).or_default()),
            name: path,
            open: Rc::clone(&self.open),
        })
    }

    async fn read(&self, folder: &str, name: &str) -> Result<Option<Vec<u8>>, HubFault> {
        Ok(self.bytes(folder, name))
    }

    async fn size(&self, folder: &str, name: &str) -> Result<u64, HubFault> {
        Ok(self.bytes(folder, name).unwrap_or_default().len() as u64)
    }

    async fn file(&self, _: &str, _: &str) -> Result<JsValue, HubFault> {
        Ok(JsValue::NULL)
    }

    async fn files(&self, _: &str, _: &[&str]) -> Result<JsValue, HubFault> {
        Ok(JsValue::NULL)
    }

    async fn remove(&self, folder: &str) -> Result<(), HubFault> {
        self.folders.borrow_mut().remove(folder);
        Ok(())
    }

    async fn free(&self) -> Option<u64> {
        self.room.get()
    }

    async fn lasts(&self) -> bool {
        !self.is_gone_with_the_page.get()
    }
}

impl StoreFile for Writing {
    fn size(&self) -> Result<u64, HubFault> {
        Ok(self.bytes.borrow().len() as u64)
    }

    async fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, HubFault> {
        let own = self.bytes.borrow();
        let rest = &own[(at as usize).min(own.len())..];
        let n = rest.len().min(bytes.len());
        bytes[..n].copy_from_slice(&rest[..n]);
        Ok(n)
    }

    async fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), HubFault> {
        let mut own = self.bytes.borrow_mut();
        let (from, to) = (at as usize, at as usize + bytes.len());
        let len = own.len().max(to);
        own.resize(len, 0);
        own[from..to].copy_from_slice(bytes);
        Ok(())
    }

    fn clear(&mut self) -> Result<(), HubFault> {
        self.bytes.borrow_mut().clear();
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), HubFault> {
        Ok(())
    }
}
