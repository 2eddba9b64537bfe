//! The families of kernels: one result, several ways to share the work out.

use serde::{Deserialize, Serialize};

use crate::kernels::{Product, Unembed};

/// How a kernel shares its work out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// A thread sums whole columns by itself: no barriers. For adapters that run on the processor.
    Columns,
    /// The lanes of a workgroup share a sum and meet in shared memory (split-K). For hardware.
    Workgroup,
    /// The lanes of a subgroup share a sum and meet by shuffles. For hardware; wgpu 30 offers subgroups
    /// natively only.
    Subgroup,
}

/// The families in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Families {
    /// For one row (decoding), and for everything that is not a product.
    pub matvec: Family,
    /// For several rows (prefill): [`Family::Columns`] or [`Family::Workgroup`].
    pub product: Family,
}

impl Families {
    /// One family for everything.
    pub fn all(family: Family) -> Self {
        let product = match family {
            Family::Columns => Family::Columns,
            Family::Workgroup | Family::Subgroup => Family::Workgroup,
        };
        Families {
            matvec: family,
            product,
        }
    }

    /// Whether reductions go through shared memory.
    pub(crate) fn shared(self) -> bool {
        self.matvec != Family::Columns
    }

    /// Threads a workgroup of kernels that share nothing. A software adapter spreads workgroups over cores,
    /// hardware fills a subgroup.
    pub(crate) fn group_size(self) -> u32 {
        if self.shared() { 64 } else { 8 }
    }

    /// Which product to run for a single row, or for several.
    pub(crate) fn product(self, single_row: bool) -> Product {
        match (single_row, self.matvec, self.product) {
            (true, Family::Columns, _) => Product::Row,
            (true, Family::Workgroup, _) => Product::Split,
            (true, Family::Subgroup, _) => Product::Subgroup,
            (false, _, Family::Columns) => Product::Tile,
            (false, _, _) => Product::Block,
        }
    }

    pub(crate) fn unembed(self) -> Unembed {
        match self.matvec {
            Family::Columns => Unembed::Row,
            Family::Workgroup => Unembed::Split,
            Family::Subgroup => Unembed::Subgroup,
        }
    }
}
