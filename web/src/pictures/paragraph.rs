//! Lines of words in a given width.

/// A part of a word, and in which of several colours.
pub type Run = (String, usize);

/// One line: its parts, from left to right, with their spaces.
pub type Line = Vec<Run>;

/// Breaks texts, one after another and each in its own colour, into lines that are at most `room` wide.
pub fn lines(texts: &[&str], room: f64, width: &dyn Fn(&str) -> f64) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    let mut line = Line::new();
    for word in words(texts) {
        let spaced = if line.is_empty() { "" } else { " " };
        let whole = plain(&line) + spaced + &plain(&word);
        if width(&whole) <= room {
            add(&mut line, spaced, &word);
            continue;
        }
        if !line.is_empty() {
            all.push(std::mem::take(&mut line));
        }
        // What is wider than a line by itself is broken anywhere.
        for (text, colour) in word {
            for c in text.chars() {
                let own = [(c.to_string(), colour)];
                if !line.is_empty() && width(&(plain(&line) + &own[0].0)) > room {
                    all.push(std::mem::take(&mut line));
                }
                add(&mut line, "", &own);
            }
        }
    }
    if !line.is_empty() {
        all.push(line);
    }
    all
}

/// The last `most` of the lines; what is left out is shown by “…”.
pub fn last(mut all: Vec<Line>, most: usize) -> Vec<Line> {
    let out = all.len().saturating_sub(most);
    all.drain(..out);
    if let Some((text, _)) = all
        .first_mut()
        .and_then(|line| line.first_mut())
        .filter(|_| out > 0)
    {
        text.insert_str(0, "… ");
    }
    all
}

fn plain(runs: &[Run]) -> String {
    runs.iter().map(|(text, _)| text.as_str()).collect()
}

/// Adds a word to a line; parts of one colour are one.
fn add(line: &mut Line, spaced: &str, word: &[Run]) {
    for (nth, (text, colour)) in word.iter().enumerate() {
        let before = if nth == 0 { spaced } else { "" };
        match line.last_mut().filter(|(_, own)| own == colour) {
            Some((own, _)) => {
                own.push_str(before);
                own.push_str(text);
            }
            None => line.push((format!("{before}{text}"), *colour)),
        }
    }
}

/// The words of all texts; one may begin in a text and end in the next.
fn words(texts: &[&str]) -> Vec<Vec<Run>> {
    let mut all = Vec::new();
    let mut word: Vec<Run> = Vec::new();
    for (colour, text) in texts.iter().enumerate() {
        for c in text.chars() {
            if c.is_whitespace() {
                if !word.is_empty() {
                    all.push(std::mem::take(&mut word));
                }
                continue;
            }
            match word.last_mut().filter(|(_, own)| *own == colour) {
                Some((own, _)) => own.push(c),
                None => word.push((c.to_string(), colour)),
            }
        }
    }
    if !word.is_empty() {
        all.push(word);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(texts: &[&str], room: f64) -> Vec<String> {
        let all = lines(texts, room, &|text| text.chars().count() as f64);
        all.iter().map(|line| plain(line)).collect()
    }

    #[test]
    fn lines_are_full_but_never_too_wide() {
        assert_eq!(broken(&["one two three"], 7.0), ["one two", "three"]);
        assert_eq!(
            broken(&["a incomprehensible b"], 6.0),
            ["a", "incomp", "rehens", "ible b"]
        );
        assert_eq!(broken(&["", "  "], 6.0), [""; 0]);
    }

    #[test]
    fn a_word_may_change_its_colour_and_stays_one() {
        let all = lines(&["un", "believable it"], 20.0, &|text| text.len() as f64);
        assert_eq!(
            all,
            [[("un".to_owned(), 0), ("believable it".to_owned(), 1)]]
        );
    }

    #[test]
    fn the_end_of_a_long_text_is_kept() {
        let all = lines(&["a b c d"], 1.0, &|text| text.len() as f64);
        let end: Vec<String> = last(all.clone(), 2)
            .iter()
            .map(|line| plain(line))
            .collect();
        assert_eq!(end, ["… c", "d"]);
        assert_eq!(last(all.clone(), 9), all);
    }
}
