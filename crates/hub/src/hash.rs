//! The hashes by which the hub names what a file holds.

use serde::{Deserialize, Serialize};
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// The hash of a file, in hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hash {
    /// SHA-256 of its bytes: of a large file.
    Sha256(String),
    /// Git's name for it, SHA-1 of `blob`, a space, its length, a zero byte and its bytes: of a small one.
    Git(String),
}

/// A hash that is being computed.
pub enum Hashing {
    /// See [`Hash::Sha256`].
    Sha256(Sha256),
    /// See [`Hash::Git`].
    Git(Sha1),
}

impl Hash {
    /// Begins to compute one of this kind over a file of `size` bytes.
    pub fn begin(&self, size: u64) -> Hashing {
        match self {
            Hash::Sha256(_) => Hashing::Sha256(Sha256::new()),
            Hash::Git(_) => {
                let mut hash = Sha1::new();
                hash.update(format!("blob {size}\0"));
                Hashing::Git(hash)
            }
        }
    }

    /// Whether `computed` comes to this one.
    pub fn is(&self, computed: Hashing) -> bool {
        let (Hash::Sha256(own) | Hash::Git(own)) = self;
        own.eq_ignore_ascii_case(&computed.hex())
    }
}

impl Hashing {
    /// Takes more bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match self {
            Hashing::Sha256(hash) => hash.update(bytes),
            Hashing::Git(hash) => hash.update(bytes),
        }
    }

    fn hex(self) -> String {
        let bytes = match self {
            Hashing::Sha256(hash) => hash.finalize().to_vec(),
            Hashing::Git(hash) => hash.finalize().to_vec(),
        };
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_hashes_are_those_that_git_and_sha256sum_give() {
        let of = |hash: Hash, bytes: &[u8]| {
            let mut computed = hash.begin(bytes.len() as u64);
            bytes.chunks(2).for_each(|part| computed.update(part));
            hash.is(computed)
        };
        // `printf 'hello\n' | git hash-object --stdin` and `… | sha256sum`.
        let git = || Hash::Git("ce013625030ba8dba906f756967f9e9ca394464a".into());
        let sha = "5891B5B522D5DF086D0FF0B110FBD9D21BB4FC7163AF34D08286A2E846F6BE03";
        let sha = || Hash::Sha256(sha.into());
        assert!(of(git(), b"hello\n") && of(sha(), b"hello\n"));
        assert!(!of(git(), b"hello") && !of(sha(), b"hello"));
    }
}
