//! The run as a table: for spreadsheets, and for course material.

/// A token of the text and what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its place in the text, 0 being the first.
    pub position: u32,
    /// Its id.
    pub id: u32,
    /// Its text; bytes that are no whole character as they are shown.
    pub text: String,
    /// Who chose it: `prompt`, `sampled` or `forced`.
    pub origin: &'static str,
    /// Its probability for the model, 0..=1.
    pub prob: Option<f64>,
    /// Its rank, 1 being the most probable.
    pub rank: Option<u32>,
    /// Its surprisal, in bits.
    pub surprisal_bits: Option<f64>,
    /// The entropy of the model's distribution, in bits.
    pub entropy_bits: Option<f64>,
    /// Its probability behind the sampler, 0..=1.
    pub prob_after: Option<f64>,
    /// The random number that chose it.
    pub u: Option<f64>,
}

/// The columns, named as in a trace.
const COLUMNS: [&str; 10] = [
    "position",
    "token_id",
    "token",
    "origin",
    "prob",
    "rank",
    "surprisal_bits",
    "entropy_bits",
    "prob_after",
    "u",
];

impl Row {
    /// Its cells; an empty one is not known. The text is in quotes, so that its spaces are seen, and so that no spreadsheet takes it for a formula.
    fn cells(&self) -> [String; 10] {
        let number = |x: Option<f64>| x.map(|x| x.to_string()).unwrap_or_default();
        [
            self.position.to_string(),
            self.id.to_string(),
            format!("{:?}", self.text),
            self.origin.to_owned(),
            number(self.prob),
            self.rank.map(|r| r.to_string()).unwrap_or_default(),
            number(self.surprisal_bits),
            number(self.entropy_bits),
            number(self.prob_after),
            number(self.u),
        ]
    }
}

/// Comma-separated values as RFC 4180 has them, the first line with the columns' names.
pub fn csv(rows: &[Row]) -> String {
    let line = |cells: &[String]| {
        let quoted = cells
            .iter()
            .map(|cell| match cell.contains([',', '"', '\n', '\r']) {
                true => format!("\"{}\"", cell.replace('"', "\"\"")),
                false => cell.clone(),
            });
        quoted.collect::<Vec<_>>().join(",") + "\r\n"
    };
    let head = line(&COLUMNS.map(str::to_owned));
    rows.iter().fold(head, |all, row| all + &line(&row.cells()))
}

/// What a table in Markdown says beside its rows, in the page's language.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// With which settings it was written.
    pub settings: String,
    /// How to cite it.
    pub citation: String,
}

/// The text, its settings, its tokens as a table, and how to cite it.
pub fn markdown(rows: &[Row], about: &About) -> String {
    let text: String = rows.iter().map(|row| row.text.as_str()).collect();
    let mut out = String::from("```text\n");
    // A fence of its own would end the block.
    out.push_str(&text.replace("```", "` ` `"));
    out.push_str("\n```\n\n");
    out.push_str(&about.settings);
    out.push_str("\n\n");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(COLUMNS.map(str::to_owned).into()));
    out.push_str(&line(vec!["---".into(); COLUMNS.len()]));
    for row in rows {
        let mut cells = row.cells();
        cells[2] = format!("`{}`", cells[2].replace('`', "'").replace('|', "\\|"));
        for (at, digits) in [(4, 4), (6, 2), (7, 2), (8, 4), (9, 4)] {
            if let Ok(x) = cells[at].parse::<f64>() {
                cells[at] = format!("{x:.digits$}");
            }
        }
        out.push_str(&line(cells.into()));
    }
    out.push('\n');
    out.push_str(&about.citation);
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        Row {
            position: 5,
            id: 7,
            text: text.into(),
            origin: "sampled",
            prob: Some(0.25),
            rank: Some(2),
            surprisal_bits: Some(2.0),
            entropy_bits: None,
            prob_after: Some(0.5),
            u: Some(0.125),
        }
    }

    #[test]
    fn every_text_is_one_cell_that_no_spreadsheet_computes() {
        for (text, cell) in [
            (" wolf", r#"""" wolf""""#),
            ("=1+1", r#""""=1+1""""#),
            ("a,\"b\"\n", r#""""a,\""b\""\n""""#),
        ] {
            let all = csv(&[row(text)]);
            let line = all.lines().nth(1).unwrap_or_default();
            assert_eq!(line, format!("5,7,{cell},sampled,0.25,2,2,,0.5,0.125"));
        }
        assert!(csv(&[]).starts_with("position,token_id,token,"));
    }

    #[test]
    fn a_table_in_markdown_stays_one_whatever_the_tokens_are() {
        let about = About {
            settings: "seed 1".into(),
            citation: "cited".into(),
        };
        let all = markdown(&[row("a|b`c"), row("```\n# no heading")], &about);
        let table: Vec<&str> = all.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(table.len(), 4);
        assert!(
            table
                .iter()
                .all(|line| line.replace("\\|", "").matches('|').count() == 11),
            "{all}"
        );
        assert_eq!(all.matches("```").count(), 2, "one block of text: {all}");
        assert!(all.contains("0.2500") && all.contains("seed 1") && all.ends_with("cited\n"));
    }
}
