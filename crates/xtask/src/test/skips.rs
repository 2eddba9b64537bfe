//! The skips that CI accepts.

/// Reasons, or beginnings of reasons, for which a test may be skipped in CI.
pub struct Allowed(Vec<String>);

impl Allowed {
    /// One beginning a line; empty lines and lines that start with `#` say nothing.
    pub fn parse(text: &str) -> Self {
        Self(
            text.lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .map(str::to_owned)
                .collect(),
        )
    }

    /// Whether a test may be skipped for `reason`.
    pub fn contains(&self, reason: &str) -> bool {
        self.0.iter().any(|start| reason.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_allowed_by_its_beginning_alone() {
        let allowed = Allowed::parse("# why\n\nno data\n");
        assert!(allowed.contains("no data: it is not in the repository"));
        assert!(!allowed.contains("there is no data"));
        assert!(!allowed.contains("why"));
        assert!(!allowed.contains(""));
    }

    #[test]
    fn an_empty_list_allows_nothing() {
        assert!(!Allowed::parse("# nothing\n\n").contains("anything"));
    }
}
