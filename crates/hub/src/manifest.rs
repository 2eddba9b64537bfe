//! What a model in the store is to be: a small file beside its others, written before any of them and never again. A file of the model that came whole has
//! a mark beside it.

use logitscope_protocol::{Download, Repository};
use serde::{Deserialize, Serialize};

use crate::hash::Hash;

/// The manifest's own name. Of the files of a repository only those of a checkpoint are stored, and none is called so.
pub const MANIFEST: &str = "logitscope.json";

/// The files of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// `owner/name`.
    pub name: String,
    /// The commit that they are of.
    pub commit: String,
    /// The folder of the repository that they lie in; `None` for its root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The `.gguf` file that the model is, or its first part; `None` for a checkpoint of several files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// They.
    pub files: Vec<Entry>,
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// Its hash.
    pub hash: Hash,
}

impl Entry {
    /// Its path where it lies in this folder of a repository.
    pub fn name_in(&self, folder: Option<&str>) -> String {
        match folder {
            Some(folder) => format!("{folder}/{}", self.name),
            None => self.name.clone(),
        }
    }

    /// The name of the mark that it is here, and that its hash was right.
    pub fn mark(&self) -> String {
        format!("{}.whole", self.name)
    }
}

impl Manifest {
    /// The repository at the commit.
    pub fn repository(&self) -> Repository {
        Repository {
            name: self.name.clone(),
            revision: Some(self.commit.clone()),
            folder: self.within.clone(),
            file: self.file.clone(),
        }
    }

    /// `asked` at the commit, so that what is refused is said of that.
    pub fn pinned(&self, asked: &Download) -> Download {
        Download {
            repository: self.repository(),
            ..asked.clone()
        }
    }

    /// The folder of this model in the store. Each folder and each `.gguf` file of a repository is a model of its own.
    pub fn folder(&self) -> String {
        let folder = format!("{}@{}", self.name.replace('/', "--"), self.commit);
        match self.repository().path() {
            // A name in a path may have a +, and none has a %.
            Some(path) => {
                let own = path.replace('+', "%2B").replace('/', "+");
                format!("{folder}@{own}")
            }
            None => folder,
        }
    }

    /// The address of one of the files on the hub at the address `hub`. Who asks for it encodes what an address cannot have, such as spaces.
    pub fn url(&self, hub: &str, entry: &Entry) -> String {
        let Manifest { name, commit, .. } = self;
        let path = entry.name_in(self.within.as_deref());
        format!("{hub}/{name}/resolve/{commit}/{path}")
    }

    /// Bytes of all files; the most that there can be, where the hub claims more.
    pub fn total(&self) -> u64 {
        let sizes = self.files.iter().map(|file| file.size);
        sizes.fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_no_files_have_do_not_sum_up_to_little() {
        let entry = |size| Entry {
            name: "a".into(),
            size,
            hash: Hash::Git(String::new()),
        };
        let manifest = Manifest {
            name: "a/b".into(),
            commit: "0".into(),
            within: None,
            file: None,
            files: vec![entry(u64::MAX), entry(2)],
        };
        assert_eq!(manifest.total(), u64::MAX);
    }
}
