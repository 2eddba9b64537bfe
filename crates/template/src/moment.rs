//! The date and time that a template may write.

use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Res};

/// A local date and time. What has no place in a calendar is written as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The year, like 2026.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 59.
    pub second: u8,
}

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Moment {
    /// Days since 1970-01-01 of the Gregorian calendar. Source: Howard Hinnant, chrono-compatible low-level date algorithms.
    fn days(&self, month: i64, day: i64) -> i64 {
        let year = i64::from(self.year) - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// The day of the week, Sunday being 0.
    fn weekday(&self) -> i64 {
        (self.days(self.month.into(), self.day.into()) + 4).rem_euclid(7)
    }

    /// The day of the year, from 0.
    fn yearday(&self) -> i64 {
        self.days(self.month.into(), self.day.into()) - self.days(1, 1)
    }

    /// The year and the number of its week after ISO 8601.
    fn iso_week(&self) -> (i64, i64) {
        let thursday = self.yearday() + 3 - (self.weekday() + 6) % 7;
        let year = i64::from(self.year);
        let days_of = |year: i64| {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            365 + i64::from(leap)
        };
        if thursday < 0 {
            return (year - 1, (thursday + days_of(year - 1)) / 7 + 1);
        }
        match thursday >= days_of(year) {
            true => (year + 1, 1),
            false => (year, thursday / 7 + 1),
        }
    }

    fn day_name(&self) -> &'static str {
        let at = usize::try_from(self.weekday()).unwrap_or(0);
        DAYS.get(at).copied().unwrap_or("?")
    }

    fn month_name(&self) -> &'static str {
        let at = usize::from(self.month).wrapping_sub(1);
        MONTHS.get(at).copied().unwrap_or("?")
    }

    /// `strftime(format)` in the C locale, with the flags of glibc. What is no directive stays as it is.
    pub(crate) fn format(&self, format: &str, budget: &mut Budget) -> Res<String> {
        // No directive writes more than 24 letters for its two.
        budget.bytes(format.len().saturating_mul(12))?;
        let mut out = String::new();
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            let directive = &rest[at..];
            let mut chars = directive[1..].chars();
            let mut letter = chars.next();
            let flag = letter.filter(|c| "-_0^#".contains(*c));
            if flag.is_some() {
                letter = chars.next();
            }
            rest = chars.as_str();
            let written = letter.is_some_and(|letter| self.write(letter, flag, &mut out));
            if !written {
                out.push_str(&directive[..directive.len() - rest.len()]);
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Writes one directive, or says that there is none.
    fn write(&self, letter: char, flag: Option<char>, out: &mut String) -> bool {
        let twelve = match self.hour % 12 {
            0 => 12,
            hour => i64::from(hour),
        };
        let year = i64::from(self.year);
        let mut number = |value: i64, width: usize, pad: char| {
            let pad = match flag {
                Some('-') => None,
                Some('_') => Some(' '),
                Some('0') => Some('0'),
                _ => Some(pad),
            };
            let digits = value.to_string();
            if let Some(pad) = pad {
                out.extend(std::iter::repeat_n(pad, width.saturating_sub(digits.len())));
            }
            out.push_str(&digits);
        };
        match letter {
            'Y' => number(year, 1, '0'),
            'G' => number(self.iso_week().0, 1, '0'),
            'C' => number(year.div_euclid(100), 2, '0'),
            'y' => number(year.rem_euclid(100), 2, '0'),
            'g' => number(self.iso_week().0.rem_euclid(100), 2, '0'),
            'm' => number(self.month.into(), 2, '0'),
            'd' => number(self.day.into(), 2, '0'),
            'e' => number(self.day.into(), 2, ' '),
            'j' => number(self.yearday() + 1, 3, '0'),
            'H' => number(self.hour.into(), 2, '0'),
            'k' => number(self.hour.into(), 2, ' '),
            'I' => number(twelve, 2, '0'),
            'l' => number(twelve, 2, ' '),
            'M' => number(self.minute.into(), 2, '0'),
            'S' => number(self.second.into(), 2, '0'),
            'f' => number(0, 6, '0'),
            'w' => number(self.weekday(), 1, '0'),
            'u' => number((self.weekday() + 6) % 7 + 1, 1, '0'),
            'U' => number((self.yearday() + 7 - self.weekday()) / 7, 2, '0'),
            'W' => number((self.yearday() + 7 - (self.weekday() + 6) % 7) / 7, 2, '0'),
            'V' => number(self.iso_week().1, 2, '0'),
            _ => return self.write_text(letter, flag, out),
        }
        true
    }

    /// Writes a directive that is no number.
    fn write_text(&self, letter: char, flag: Option<char>, out: &mut String) -> bool {
        let short = |name: &'static str| name.get(..3).unwrap_or(name);
        let compound = match letter {
            'c' => "%a %b %e %H:%M:%S %Y",
            'D' | 'x' => "%m/%d/%y",
            'F' => "%Y-%m-%d",
            'T' | 'X' => "%H:%M:%S",
            'R' => "%H:%M",
            'r' => "%I:%M:%S %p",
            _ => "",
        };
        if !compound.is_empty() {
            for part in compound.split_inclusive(|c: char| c != '%') {
                match part.strip_prefix('%').and_then(|own| own.chars().next()) {
                    Some(letter) => {
                        self.write(letter, None, out);
                    }
                    None => out.push_str(part),
                }
            }
            return true;
        }
        let half = if self.hour < 12 { "AM" } else { "PM" };
        let text = match letter {
            'a' => short(self.day_name()),
            'A' => self.day_name(),
            'b' | 'h' => short(self.month_name()),
            'B' => self.month_name(),
            'p' if flag == Some('#') => &half.to_lowercase(),
            'p' => half,
            'P' => &half.to_lowercase(),
            'n' => "\n",
            't' => "\t",
            '%' => "%",
            // A local time has no name of its zone.
            'z' | 'Z' => "",
            _ => return false,
        };
        match flag {
            Some('^') => out.push_str(&text.to_uppercase()),
            Some('#') if letter != 'p' => out.push_str(&text.to_uppercase()),
            _ => out.push_str(text),
        }
        true
    }
}
