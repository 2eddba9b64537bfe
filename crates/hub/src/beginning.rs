//! Brings the beginning of a `.gguf` file for its header: out of the store where that has it, else from the hub, which is asked for no more than the
//! header. What comes is the first of the download, if there is one.

use std::cell::RefCell;

use logitscope_core::error::HubFault;
use logitscope_protocol::{Doing, Download, Progress};
use logitscope_worker::Report;

use crate::came::{Came, Noted};
use crate::gguf_header::short_header;
use crate::host::Hub;
use crate::manifest::{Entry, Manifest};
use crate::network::{Body, Get, Lost, Network};
use crate::pace::Pace;
use crate::refusal::{Asked, refusal};
use crate::store::{Store, StoreFile};

/// How much of a stored file is read at once.
const PART: usize = 1 << 18;

/// A stored file as it comes.
struct Stored<F> {
    file: F,
    at: u64,
}

impl<F: StoreFile> Body for Stored<F> {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        let mut part = vec![0; PART];
        let n = self.file.read(self.at, &mut part).await;
        let n = n.map_err(|_| Lost)?;
        self.at += n as u64;
        part.truncate(n);
        Ok((n > 0).then_some(part))
    }
}

impl<N: Network, S: Store> Hub<N, S> {
    /// The short header of `entry`; see [`short_header`]. `None` if it does not come, or is none: the file tells why once it is here. What the hub
    /// refuses is an error.
    pub(crate) async fn beginning(
        &self,
        download: &Download,
        manifest: &Manifest,
        entry: &Entry,
        report: Report<'_>,
    ) -> Result<Option<Vec<u8>>, HubFault> {
        let folder = manifest.folder();
        let came = self.came.take();
        if let Some(came) = came.filter(|came| came.is_of(&folder, &entry.name)) {
            // It was looked at before, to be computed in another way.
            let header = short_header(came.again()).await;
            self.came.replace(Some(came));
            return Ok(header);
        }
        let here = self.store.size(&folder, &entry.name).await?;
        // Somebody else may be writing it.
        if here > 0
            && let Ok(file) = self.store.open(&folder, &entry.name).await
        {
            let header = short_header(Stored { file, at: 0 }).await;
            if header.is_some() || here == entry.size {
                return Ok(header);
            }
        }
        let token = download.token.as_ref().map(|token| token.0.clone());
        let asked = Asked {
            repository: &download.repository,
            with_token: token.is_some(),
            what: &entry.name,
        };
        let get = Get {
            url: manifest.url(&download.hub, entry),
            from: 0,
            token,
        };
        let Ok(answer) = self.network.get(&get).await else {
            return Ok(None);
        };
        if matches!(answer.status, 429 | 500..=599) {
            return Ok(None);
        }
        if let Some(fault) = refusal(&answer, &asked) {
            return Err(fault);
        }
        let (parts, pace) = (RefCell::default(), Pace::default());
        let heard = |done| {
            if pace.is_due(false) {
                report(Progress {
                    doing: Doing::Downloading {
                        file: entry.name.clone(),
                    },
                    done,
                    total: manifest.total(),
                });
            }
        };
        let body = Noted {
            body: answer.body,
            parts: &parts,
            bytes: 0,
            heard: &heard,
        };
        let header = short_header(body).await;
        if header.is_some() && answer.from == 0 {
            self.came.replace(Some(Came {
                folder,
                name: entry.name.clone(),
                parts: parts.into_inner(),
            }));
        }
        Ok(header)
    }
}
