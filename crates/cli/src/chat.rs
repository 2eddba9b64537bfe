//! A message to a chat model, as the text that its template makes of it.

use std::time::SystemTime;

use logitscope_core::chat_format::ChatFormat;
use logitscope_template::{Chat, ChatTemplate, Message, Moment};

use crate::CliError;

/// The text of a conversation of one message, after what the model is told of its behaviour, if it is told anything. The date that a
/// template may write is that of UTC.
pub fn text(format: &ChatFormat, system: Option<&str>, message: &str) -> Result<String, CliError> {
    let said = |role: &str, content: &str| Message {
        role: role.into(),
        content: content.into(),
    };
    let system = system.map(|content| said("system", content));
    let messages: Vec<Message> = system.into_iter().chain([said("user", message)]).collect();
    let chat = Chat {
        messages: &messages,
        add_generation_prompt: true,
        special_tokens: &format.tokens,
        variables: &serde_json::Map::new(),
        now: now(),
    };
    Ok(ChatTemplate::new(&format.template)?.render(&chat)?)
}

fn now() -> Moment {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, date) = date(day);
    Moment {
        year,
        month,
        day: date,
        hour: (second / 3600) as u8,
        minute: (second / 60 % 60) as u8,
        second: (second % 60) as u8,
    }
}

/// Year, month and day of a day since 1970-01-01 of the Gregorian calendar.
fn date(day: u64) -> (i32, u8, u8) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, day);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year as i32, month, left as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, want) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_818, (2026, 12, 31)),
            (20_819, (2027, 1, 1)),
        ] {
            assert_eq!(date(day), want, "{day}");
        }
    }

    #[test]
    fn a_message_stands_where_the_template_puts_it() {
        let format = ChatFormat {
            template: "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}{% if add_generation_prompt %}<model>{% endif %}".into(),
            tokens: [("bos_token".to_owned(), "<s>".to_owned())].into(),
        };
        let made = text(&format, Some("Rhyme."), "Hi").expect("a template");
        assert_eq!(made, "<s><system>Rhyme.<user>Hi<model>");
        assert_eq!(
            text(&format, None, "Hi").expect("a template"),
            "<s><user>Hi<model>"
        );
        let refusing = ChatFormat {
            template: "{{ raise_exception('No.') }}".into(),
            ..format
        };
        assert!(
            text(&refusing, None, "Hi")
                .expect_err("it refuses")
                .to_string()
                .contains("No.")
        );
    }
}
