//! The embedding and the unembedding of a model, which may be one table.

use super::network::Table;
use super::parts::Parts;
use crate::ModelError;
use crate::backend::Backend;
use crate::checkpoint::weight_spec::{HostCopy, Role, WeightSpec};
use crate::config::Config;

/// The two tables on a backend.
pub(super) struct Embeddings<B: Backend> {
    /// `[d_vocab, d_model]`.
    embed: B::Matrix,
    /// `[d_vocab, d_model]`; `None` where it is the embedding.
    unembed: Option<B::Matrix>,
    /// `[d_vocab]`, if it is added.
    bias: Option<B::Vector>,
}

/// Their weights, by their names in the checkpoint without `.weight`. The second is not wanted where the two are one, but for its bias.
pub(super) fn weights(config: &Config, [embed, unembed]: [&str; 2]) -> Vec<WeightSpec> {
    let [embed, unembed_table] = [embed, unembed].map(|name| format!("{name}.weight"));
    let table = |name: String, role| WeightSpec::table(name, role, config.d_vocab, config.d_model);
    let role = match config.tied {
        true => Role::Unembedding,
        false => Role::Lookup,
    };
    let mut all = vec![table(embed, role).also(HostCopy::EmbeddingLengths)];
    all.extend((!config.tied).then(|| table(unembed_table, Role::Unembedding)));
    if config.blocks.readout.bias {
        let bias = WeightSpec::vector(format!("{unembed}.bias"), config.d_vocab);
        all.push(bias.also(HostCopy::UnembedBias));
    }
    all
}

impl<B: Backend> Embeddings<B> {
    /// Takes them from `parts`.
    pub fn assemble(
        config: &Config,
        parts: &mut Parts<B>,
        [embed, unembed]: [&str; 2],
    ) -> Result<Self, ModelError> {
        let table = (!config.tied).then(|| parts.matrix(&format!("{unembed}.weight")));
        let table = table.transpose()?;
        let biased = config.blocks.readout.bias;
        let bias = biased.then(|| parts.vector(&format!("{unembed}.bias")));
        Ok(Embeddings {
            embed: parts.matrix(&format!("{embed}.weight"))?,
            unembed: table,
            bias: bias.transpose()?,
        })
    }

    /// The bias of the second.
    pub fn bias(&self) -> Option<&B::Vector> {
        self.bias.as_ref()
    }

    /// One of the two.
    pub fn table(&self, table: Table) -> &B::Matrix {
        match (table, &self.unembed) {
            (Table::Unembedding, Some(unembed)) => unembed,
            _ => &self.embed,
        }
    }
}
