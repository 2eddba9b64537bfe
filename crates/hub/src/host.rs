//! Answers the page's messages about models from the hub.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use futures_channel::oneshot;
use logitscope_core::checkpoint_files::{
    CHAT_TEMPLATE, CONFIG, GENERATION, INDEX, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS,
};
use logitscope_core::error::HubFault;
use logitscope_protocol::{
    Answer, Crash, Doing, Download, EngineError, Extras, HubTask, ModelSource, Progress,
    Repository, Stored, StoredModel, Task,
};
use logitscope_worker::{Desk, Report};
use wasm_bindgen::JsValue;

use crate::came::Came;
use crate::chosen::{Listed, is_shard};
use crate::fetch::Coming;
use crate::kept::Kept;
use crate::listing::listing;
use crate::manifest::Manifest;
use crate::network::Network;
use crate::pace::Pace;
use crate::store::Store;

/// The models that are kept, and the way to more of them.
pub struct Hub<N, S> {
    pub(crate) network: N,
    pub(crate) store: S,
    /// What the hub said last, so that it need not be asked again.
    pub(crate) looked: RefCell<Option<Manifest>>,
    /// What came of a file while it was looked at.
    pub(crate) came: RefCell<Option<Came>>,
    /// Gives up what is being asked of the hub, once it is dropped: what is asked next ends what was asked before.
    going: RefCell<Option<oneshot::Sender<()>>>,
}

impl<N: Network, S: Store> Hub<N, S> {
    /// One that downloads from `network` into `store`.
    pub fn new(network: N, store: S) -> Self {
        Hub {
            network,
            store,
            looked: RefCell::default(),
            came: RefCell::default(),
            going: RefCell::default(),
        }
    }

    /// Does `task`.
    pub async fn answer(&self, task: HubTask, report: Report<'_>) -> Result<Answer, HubFault> {
        match task {
            HubTask::Stored => {
                let all = Kept::all(&self.store).await?;
                self.told(all.iter().map(Kept::told).collect()).await
            }
            HubTask::Look(download) => {
                let found = self.look(&download, report).await?;
                // Names and numbers always become JSON.
                Ok(Answer::Found(
                    serde_json::to_string(&found).unwrap_or_default(),
                ))
            }
            HubTask::Download(download) => {
                let model = self.download(&download, report).await?;
                self.told(vec![model]).await
            }
            HubTask::Open(repository) => Ok(Answer::Files(self.open(&repository).await?)),
            HubTask::Delete(repository) => {
                for kept in Kept::of(&self.store, &repository).await? {
                    self.store.remove(&kept.manifest.folder()).await?;
                }
                Ok(Answer::Done)
            }
            HubTask::Stop => {
                self.going.take();
                self.came.take();
                Ok(Answer::Done)
            }
        }
    }

    async fn told(&self, models: Vec<StoredModel>) -> Result<Answer, HubFault> {
        Ok(Answer::Stored(Stored {
            models,
            free: self.store.free().await,
            lasts: self.store.lasts().await,
        }))
    }

    /// What `work` comes to, unless it is to stop before: then it is dropped, with the connection and the file that it holds.
    async fn unless_stopped(
        &self,
        work: impl Future<Output = Result<Answer, HubFault>>,
    ) -> Result<Answer, EngineError> {
        let (going, mut stopped) = oneshot::channel();
        self.going.replace(Some(going));
        let mut work = pin!(work);
        poll_fn(|cx| match pin!(&mut stopped).poll(cx) {
            Poll::Ready(_) => Poll::Ready(Err(EngineError::Crashed(Crash::GivenUp))),
            Poll::Pending => work.as_mut().poll(cx).map_err(EngineError::from),
        })
        .await
    }

    async fn open(&self, repository: &Repository) -> Result<ModelSource, HubFault> {
        let missing = || HubFault::NotStored {
            name: repository.to_string(),
        };
        let whole = Kept::whole(&self.store, repository).await?;
        let whole = whole.ok_or_else(missing)?;
        let folder = whole.manifest.folder();
        if whole.manifest.file.is_some() {
            let names: Vec<&str> = whole.names().collect();
            return Ok(ModelSource::Gguf {
                files: self.store.files(&folder, &names).await?,
                names: names.into_iter().map(str::to_owned).collect(),
            });
        }
        let file = |name| self.store.file(&folder, name);
        let (config, tokenizer) = (file(CONFIG).await?, file(TOKENIZER).await?);
        let extra = async |name: &'static str| match whole.names().any(|own| own == name) {
            true => file(name).await,
            false => Ok(JsValue::UNDEFINED),
        };
        let extras = Extras {
            generation: extra(GENERATION).await?,
            tokenizer_config: extra(TOKENIZER_CONFIG).await?,
            chat_template: extra(CHAT_TEMPLATE).await?,
        };
        let shards: Vec<&str> = whole.names().filter(|name| is_shard(name)).collect();
        Ok(match shards.is_empty() {
            true => ModelSource::Files {
                config,
                tokenizer,
                weights: file(WEIGHTS).await?,
                extras,
            },
            false => ModelSource::Shards {
                config,
                tokenizer,
                index: file(INDEX).await?,
                shards: self.store.files(&folder, &shards).await?,
                extras,
            },
        })
    }

    /// Brings what is missing of a model. One that was begun goes on at its commit.
    async fn download(
        &self,
        download: &Download,
        report: Report<'_>,
    ) -> Result<StoredModel, HubFault> {
        report(Doing::Listing.begun());
        let mut begun = Kept::of(&self.store, &download.repository).await?;
        let kept = match begun.is_empty() {
            false => begun.remove(0),
            true => self.begin(download).await?,
        };
        let download = &kept.manifest.pinned(download);
        let total = kept.manifest.total();
        let needed = total.saturating_sub(kept.bytes());
        if let Some(free) = self.store.free().await.filter(|free| *free < needed) {
            return Err(HubFault::NoRoom { needed, free });
        }
        let (folder, mut came) = (kept.manifest.folder(), self.came.take());
        let (pace, mut before) = (Pace::default(), 0);
        for (entry, whole) in kept.files() {
            let heard = |doing, here| {
                if pace.is_due(matches!(doing, Doing::Waiting { .. })) {
                    let done = before + here;
                    report(Progress { doing, done, total });
                }
            };
            if !whole {
                let mut file = self.store.open(&folder, &entry.name).await?;
                if let Some(came) = came.take_if(|came| came.is_of(&folder, &entry.name)) {
                    came.put(&mut file).await?;
                }
                let coming = Coming {
                    network: &self.network,
                    download,
                    url: kept.manifest.url(&download.hub, entry),
                    entry,
                    file,
                    heard: &heard,
                };
                coming.bring().await?;
                kept.mark(&self.store, entry).await?;
            }
            before += entry.size;
        }
        let now = Kept::read(&self.store, kept.manifest).await?;
        Ok(now.told())
    }

    async fn begin(&self, download: &Download) -> Result<Kept, HubFault> {
        let looked = self.looked.take();
        let known = looked.filter(|own| download.repository.is_met_by(&own.repository()));
        let manifest = match known {
            Some(manifest) => manifest,
            None => match listing(&self.network, download).await? {
                Listed::Model(manifest) => manifest,
                Listed::Choice(_) => {
                    return Err(HubFault::WhichFile {
                        name: download.repository.name.clone(),
                    });
                }
            },
        };
        Kept::begin(&self.store, manifest).await
    }
}

impl<N: Network, S: Store> Desk for Hub<N, S> {
    async fn answer(&self, task: Task, report: Report<'_>) -> Result<Answer, EngineError> {
        let Task::Hub(task) = task else {
            return Err(HubFault::Elsewhere.into());
        };
        let asks = matches!(task, HubTask::Look(_) | HubTask::Download(_));
        let work = Hub::answer(self, task, report);
        match asks {
            true => self.unless_stopped(work).await,
            false => Ok(work.await?),
        }
    }
}
