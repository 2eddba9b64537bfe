//! Brings one file whole into the store, over a connection that may break at any byte.
//!
//! What came stays: the next attempt hashes it again and asks for the rest. A file counts as whole only once its hash is the one that was announced.

use logitscope_core::error::HubFault;
use logitscope_protocol::{Doing, Download};

use crate::hash::Hashing;
use crate::manifest::Entry;
use crate::network::{Answer, Body, Get, Network};
use crate::refusal::{Asked, refusal};
use crate::store::StoreFile;

/// Attempts in a row that bring nothing before a download ends.
const MOST_IN_VAIN: u32 = 5;
/// The longest rest that the hub may ask for; where it wants more the download ends.
const LONGEST_ASKED: u32 = 60;
/// How much of a file is read at once to hash it again.
const PART: usize = 1 << 20;
/// After so many bytes that are hashed again others get a turn: the page may want to stop it.
const BREATHE_EVERY: u64 = 16 << 20;
/// After so many bytes what came is made safe.
const FLUSH_EVERY: u64 = 32 << 20;

/// Hears what is done, and how many bytes of the file are here.
pub type Heard<'a> = &'a dyn Fn(Doing, u64);

/// A file on its way.
pub struct Coming<'a, N: Network, F: StoreFile> {
    /// Where it comes from.
    pub network: &'a N,
    /// The model that it belongs to.
    pub download: &'a Download,
    /// Its address.
    pub url: String,
    /// What it is to be.
    pub entry: &'a Entry,
    /// Where it goes.
    pub file: F,
    /// Hears how far it is.
    pub heard: Heard<'a>,
}

/// How an attempt ended that was not refused.
enum Ended {
    /// All bytes are here.
    Whole,
    /// The connection broke.
    Broken,
    /// The hub is asked too often or fails, which may pass.
    Busy {
        /// What it says.
        fault: HubFault,
        /// Seconds for which it wants to be left alone, where it says so.
        rest: Option<u32>,
    },
}

impl<N: Network, F: StoreFile> Coming<'_, N, F> {
    /// Brings what is missing, and gives the file back whole.
    pub async fn bring(mut self) -> Result<F, HubFault> {
        let mut in_vain = 0;
        let (mut hash, mut here) = self.hash_again().await?;
        loop {
            let before = here;
            let ended = match here == self.entry.size {
                true => Ended::Whole,
                false => self.attempt(&mut hash, &mut here).await?,
            };
            // What is here stays, whatever comes next.
            self.file.flush().await?;
            let (fault, asked) = match ended {
                Ended::Whole => {
                    if self.entry.hash.is(hash) {
                        return Ok(self.file);
                    }
                    self.file.clear()?;
                    return Err(HubFault::Damaged {
                        file: self.entry.name.clone(),
                    });
                }
                Ended::Broken => {
                    let file = self.entry.name.clone();
                    (HubFault::Cut { file }, 0)
                }
                Ended::Busy { fault, rest } => (fault, rest.unwrap_or(0)),
            };
            in_vain = if here > before { 0 } else { in_vain + 1 };
            if in_vain == MOST_IN_VAIN || asked > LONGEST_ASKED {
                return Err(fault);
            }
            let seconds = (1 << in_vain).max(asked);
            (self.heard)(Doing::Waiting { seconds }, here);
            self.network.rest(seconds).await;
        }
    }

    /// The hash of what is here already, and how much that is. What is too long is forgotten.
    async fn hash_again(&mut self) -> Result<(Hashing, u64), HubFault> {
        let mut hash = self.entry.hash.begin(self.entry.size);
        let size = self.file.size()?;
        if size > self.entry.size {
            self.file.clear()?;
            return Ok((hash, 0));
        }
        let (mut here, mut part) = (0, vec![0; PART]);
        while here < size {
            let n = self.file.read(here, &mut part).await?;
            if n == 0 {
                break;
            }
            hash.update(&part[..n]);
            here += n as u64;
            self.say(|file| Doing::Checking { file }, here);
            if here % BREATHE_EVERY == 0 {
                self.network.rest(0).await;
            }
        }
        Ok((hash, here))
    }

    fn say(&self, doing: fn(String) -> Doing, here: u64) {
        (self.heard)(doing(self.entry.name.clone()), here);
    }

    /// Asks once for what is missing.
    async fn attempt(&mut self, hash: &mut Hashing, here: &mut u64) -> Result<Ended, HubFault> {
        let token = self.download.token.as_ref().map(|token| token.0.clone());
        let get = Get {
            url: self.url.clone(),
            from: *here,
            token,
        };
        let Ok(mut answer) = self.network.get(&get).await else {
            return Ok(Ended::Broken);
        };
        // The file is not as long as what is here: that is not of this file.
        if answer.status == 416 {
            self.begin_anew(hash, here)?;
            return Ok(Ended::Broken);
        }
        match self.check(&answer, get.token.is_some()) {
            Err(fault) if matches!(answer.status, 429 | 500..=599) => {
                let rest = answer.rest;
                return Ok(Ended::Busy { fault, rest });
            }
            checked => checked?,
        }
        if answer.from != *here {
            self.begin_anew(hash, here)?;
            if answer.from != 0 {
                return Ok(Ended::Broken);
            }
        }
        let mut safe = *here;
        loop {
            let bytes = match answer.body.next().await {
                Ok(Some(bytes)) => bytes,
                Ok(None) | Err(_) => break,
            };
            let after = *here + bytes.len() as u64;
            if after > self.entry.size {
                self.file.clear()?;
                return Err(self.size(after));
            }
            self.file.write(*here, &bytes).await?;
            hash.update(&bytes);
            *here = after;
            if *here - safe >= FLUSH_EVERY {
                self.file.flush().await?;
                safe = *here;
            }
            self.say(|file| Doing::Downloading { file }, *here);
        }
        Ok(match *here == self.entry.size {
            true => Ended::Whole,
            false => Ended::Broken,
        })
    }

    /// Refuses an answer that is none, or of a file of another size.
    fn check(&self, answer: &Answer<N::Body>, with_token: bool) -> Result<(), HubFault> {
        let asked = Asked {
            repository: &self.download.repository,
            with_token,
            what: &self.entry.name,
        };
        if let Some(fault) = refusal(answer, &asked) {
            return Err(fault);
        }
        match answer.total {
            Some(total) if total != self.entry.size => Err(self.size(total)),
            _ => Ok(()),
        }
    }

    fn size(&self, found: u64) -> HubFault {
        HubFault::Size {
            file: self.entry.name.clone(),
            expected: self.entry.size,
            found,
        }
    }

    fn begin_anew(&mut self, hash: &mut Hashing, here: &mut u64) -> Result<(), HubFault> {
        self.file.clear()?;
        *hash = self.entry.hash.begin(self.entry.size);
        *here = 0;
        Ok(())
    }
}
