//! The events of a stream (HTML standard, “Server-sent events”), as its bytes come.

/// What ends a stream of OpenAI's kind.
const DONE: &str = "[DONE]";

/// Collects bytes until events are whole.
#[derive(Debug, Default)]
pub struct Events {
    /// A line that has not ended.
    line: Vec<u8>,
    /// The data of the event that has not ended.
    data: String,
    /// Whether any line was one of a stream.
    streams: bool,
}

impl Events {
    /// Takes in bytes, cut anywhere, and gives the data of the events that they end.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut ended = Vec::new();
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = std::mem::take(&mut self.line);
            self.end_line(&line, &mut ended);
        }
        ended
    }

    /// What is left at the end: an event without its blank line, or a document that was no stream.
    pub fn finish(mut self) -> Vec<String> {
        let mut ended = Vec::new();
        let line = std::mem::take(&mut self.line);
        self.end_line(&line, &mut ended);
        self.end_event(&mut ended);
        ended
    }

    fn end_line(&mut self, line: &[u8], ended: &mut Vec<String>) {
        // A line is whole characters: one that is cut anywhere is no matter.
        let line = String::from_utf8_lossy(line);
        let line = line.strip_suffix('\r').unwrap_or(&line);
        match line.strip_prefix("data:") {
            Some(data) => {
                self.streams = true;
                self.add(data.strip_prefix(' ').unwrap_or(data));
            }
            None if line.is_empty() && self.streams => self.end_event(ended),
            // A server that does not stream answers with a document.
            None if !self.streams && (!self.data.is_empty() || line.starts_with(['{', '['])) => {
                self.add(line);
            }
            // A comment, or another field.
            None => {}
        }
    }

    fn add(&mut self, data: &str) {
        if !self.data.is_empty() {
            self.data.push('\n');
        }
        self.data.push_str(data);
    }

    fn end_event(&mut self, ended: &mut Vec<String>) {
        let data = std::mem::take(&mut self.data);
        let data = data.trim();
        if !data.is_empty() && data != DONE {
            ended.push(data.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = ": ping\r\n\r\ndata: {\"a\":\"é\"}\r\n\r\nevent: x\ndata:{\"b\":\ndata: 1}\n\ndata: [DONE]\n\n";

    #[test]
    fn events_are_whole_wherever_the_bytes_are_cut() {
        for size in 1..STREAM.len() {
            let mut events = Events::default();
            let mut all: Vec<String> = Vec::new();
            for part in STREAM.as_bytes().chunks(size) {
                all.extend(events.take(part));
            }
            all.extend(events.finish());
            assert_eq!(all, ["{\"a\":\"é\"}", "{\"b\":\n1}"], "parts of {size}");
        }
    }

    #[test]
    fn an_event_that_is_not_ended_and_a_document_come_at_the_end() {
        let mut events = Events::default();
        assert!(events.take(b"data: {\"a\":1}").is_empty());
        assert_eq!(events.finish(), ["{\"a\":1}"]);
        let mut events = Events::default();
        assert!(events.take(b"{\n \"a\": 1\n}\n").is_empty());
        assert_eq!(events.finish(), ["{\n \"a\": 1\n}"]);
        assert!(Events::default().finish().is_empty());
    }
}
