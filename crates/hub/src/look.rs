//! What is known of a model before it is downloaded: its files, and what it will take.

use logitscope_core::checkpoint_files::CONFIG;
use logitscope_core::error::HubFault;
use logitscope_protocol::{Doing, Download, Found, FoundModel, Progress, Sizes};
use logitscope_worker::Report;

use crate::chosen::Listed;
use crate::fetch::Coming;
use crate::host::Hub;
use crate::in_memory::InMemory;
use crate::kept::Kept;
use crate::listing::listing;
use crate::manifest::{Entry, Manifest};
use crate::network::Network;
use crate::quantisation;
use crate::store::Store;

/// Most bytes of a `config.json` that is looked at.
const LARGEST_CONFIG: u64 = 1 << 20;

impl<N: Network, S: Store> Hub<N, S> {
    /// What the hub has of a model. One that was begun is asked about no more than its `config.json` or the header of its `.gguf` file, and one that
    /// is whole not even that.
    pub(crate) async fn look(
        &self,
        download: &Download,
        report: Report<'_>,
    ) -> Result<Found, HubFault> {
        report(Doing::Listing.begun());
        let mut begun = Kept::of(&self.store, &download.repository).await?;
        let manifest = match begun.is_empty() {
            false => begun.remove(0).manifest,
            true => match listing(&self.network, download).await? {
                Listed::Model(manifest) => manifest,
                Listed::Choice(files) => return Ok(Found::Choice(files)),
            },
        };
        let found = FoundModel {
            repository: manifest.repository(),
            total: manifest.total(),
            sizes: self
                .sizes(&manifest.pinned(download), &manifest, report)
                .await?,
            lasts: self.store.lasts().await,
        };
        self.looked.replace(Some(manifest));
        Ok(Found::Model(found))
    }

    async fn sizes(
        &self,
        download: &Download,
        manifest: &Manifest,
        report: Report<'_>,
    ) -> Result<Sizes, HubFault> {
        if let (Some(file), Some(first)) = (&manifest.file, manifest.files.first()) {
            let header = self.beginning(download, manifest, first, report);
            if let Some(header) = header.await? {
                let file = first.name.clone();
                return Ok(Sizes::Gguf { file, header });
            }
            return Ok(match quantisation::read(file) {
                Some(own) => Sizes::Weights {
                    count: (manifest.total() as f64 * 8.0 / own.bits) as u64,
                    kept: own.kept,
                },
                None => Sizes::Unknown,
            });
        }
        self.came.take();
        let config = manifest.files.iter().find(|entry| entry.name == CONFIG);
        let Some(entry) = config.filter(|entry| entry.size <= LARGEST_CONFIG) else {
            return Ok(Sizes::Unknown);
        };
        let json = match self.stored(manifest, entry).await? {
            Some(json) => json,
            None => {
                let coming = Coming {
                    network: &self.network,
                    download,
                    url: manifest.url(&download.hub, entry),
                    entry,
                    file: InMemory::default(),
                    heard: &|doing, done| {
                        if matches!(doing, Doing::Waiting { .. }) {
                            let total = manifest.total();
                            report(Progress { doing, done, total });
                        }
                    },
                };
                coming.bring().await?.0
            }
        };
        // What is no text is refused once it is loaded, with its name.
        Ok(String::from_utf8(json).map_or(Sizes::Unknown, Sizes::Config))
    }

    /// A small file, if it came whole before.
    async fn stored(
        &self,
        manifest: &Manifest,
        entry: &Entry,
    ) -> Result<Option<Vec<u8>>, HubFault> {
        let folder = manifest.folder();
        match self.store.size(&folder, &entry.mark()).await? {
            0 => Ok(None),
            _ => self.store.read(&folder, &entry.name).await,
        }
    }
}
