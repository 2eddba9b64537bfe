//! What a store has of a model.

use logitscope_core::error::HubFault;
use logitscope_protocol::{Repository, StoredModel};

use crate::manifest::{Entry, MANIFEST, Manifest};
use crate::store::{Store, StoreFile};

/// A model in a store, whole or begun.
pub struct Kept {
    /// What it is to be.
    pub manifest: Manifest,
    /// Bytes that are here, file by file.
    sizes: Vec<u64>,
    /// Which files are whole.
    whole: Vec<bool>,
}

impl Kept {
    /// What `store` has of the model of `manifest`.
    pub async fn read(store: &impl Store, manifest: Manifest) -> Result<Self, HubFault> {
        let folder = manifest.folder();
        let (mut sizes, mut whole) = (Vec::new(), Vec::new());
        for file in &manifest.files {
            let size = store.size(&folder, &file.name).await?;
            let marked = store.size(&folder, &file.mark()).await? > 0;
            sizes.push(size);
            // The browser, or the visitor in its settings, may have taken it away.
            whole.push(marked && size == file.size);
        }
        Ok(Kept {
            manifest,
            sizes,
            whole,
        })
    }

    /// All models in `store`, by their names, and of two commits of one the whole one first. Folders that are none are taken away.
    pub async fn all(store: &impl Store) -> Result<Vec<Self>, HubFault> {
        let mut all = Vec::new();
        for folder in store.folders().await? {
            let json = store.read(&folder, MANIFEST).await?;
            let manifest = json.and_then(|json| serde_json::from_slice::<Manifest>(&json).ok());
            match manifest.filter(|manifest| manifest.folder() == folder) {
                Some(manifest) => all.push(Kept::read(store, manifest).await?),
                None => store.remove(&folder).await?,
            }
        }
        let order = |kept: &Kept| {
            let Manifest { name, .. } = &kept.manifest;
            let path = kept.manifest.repository().path();
            (name.clone(), path, !kept.is_whole())
        };
        all.sort_by_key(order);
        Ok(all)
    }

    /// What `store` has of `repository`, whole ones first.
    pub async fn of(store: &impl Store, repository: &Repository) -> Result<Vec<Self>, HubFault> {
        let mut all = Kept::all(store).await?;
        all.retain(|kept| repository.is_met_by(&kept.manifest.repository()));
        all.sort_by_key(|kept| !kept.is_whole());
        Ok(all)
    }

    /// The model that `repository` names, if `store` has it whole. Where no file is named and there is no checkpoint, the only `.gguf` file is meant, in
    /// whatever folder.
    pub async fn whole(
        store: &impl Store,
        repository: &Repository,
    ) -> Result<Option<Self>, HubFault> {
        let mut all = Kept::all(store).await?;
        all.retain(Kept::is_whole);
        let own = |kept: &Kept| kept.manifest.repository();
        if let Some(at) = all.iter().position(|kept| repository.is_met_by(&own(kept))) {
            return Ok(Some(all.swap_remove(at)));
        }
        all.retain(|kept| {
            let own = own(kept);
            let any_file = Repository {
                folder: repository.folder.clone(),
                file: None,
                ..own.clone()
            };
            own.file.is_some() && own.is_within(repository) && repository.is_met_by(&any_file)
        });
        Ok(all.pop().filter(|_| all.is_empty()))
    }

    /// A model of which nothing is here yet: writes its manifest.
    pub async fn begin(store: &impl Store, manifest: Manifest) -> Result<Self, HubFault> {
        // Names, numbers and hashes always become JSON.
        let json = serde_json::to_vec(&manifest).unwrap_or_default();
        write(store, &manifest, MANIFEST, &json).await?;
        Kept::read(store, manifest).await
    }

    /// Marks a file as whole.
    pub async fn mark(&self, store: &impl Store, file: &Entry) -> Result<(), HubFault> {
        write(store, &self.manifest, &file.mark(), b"1").await
    }

    /// The files, and whether each is whole.
    pub fn files(&self) -> impl Iterator<Item = (&Entry, bool)> {
        self.manifest.files.iter().zip(self.whole.iter().copied())
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.manifest.files.iter().map(|entry| entry.name.as_str())
    }

    /// Whether all files are.
    pub fn is_whole(&self) -> bool {
        self.whole.iter().all(|whole| *whole)
    }

    /// Bytes that are here.
    pub fn bytes(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// The same for the page.
    pub fn told(&self) -> StoredModel {
        StoredModel {
            repository: self.manifest.repository(),
            bytes: self.bytes(),
            total: self.manifest.total(),
            whole: self.is_whole(),
        }
    }
}

async fn write(
    store: &impl Store,
    manifest: &Manifest,
    name: &str,
    bytes: &[u8],
) -> Result<(), HubFault> {
    let mut file = store.open(&manifest.folder(), name).await?;
    file.clear()?;
    file.write(0, bytes).await?;
    file.flush().await
}
