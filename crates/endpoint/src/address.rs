//! Where a server is.

use std::fmt;
use std::str::FromStr;

use http::Uri;
use logitscope_words::error::EndpointFault;

/// Paths that people copy with an address.
const COPIED: [&str; 5] = [
    "/chat/completions",
    "/completions",
    "/responses",
    "/models",
    "/v1",
];

/// The address of a server: scheme, host, port, and what stands before its `/v1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Without a slash at its end.
    base: String,
    is_https: bool,
    host: String,
}

impl FromStr for Address {
    type Err = EndpointFault;

    /// Reads what a visitor typed: with or without the scheme (`http` if there is none), with or without `/v1` and what follows it. A
    /// name or a password in it is refused: keys have a place of their own.
    fn from_str(text: &str) -> Result<Self, EndpointFault> {
        let fault = || EndpointFault::Address {
            text: text.trim().to_owned(),
        };
        let typed = match text.trim() {
            full if full.contains("://") => full.to_owned(),
            short => format!("http://{short}"),
        };
        let uri: Uri = typed.parse().map_err(|_| fault())?;
        let scheme = uri.scheme_str().filter(|s| ["http", "https"].contains(s));
        let authority = uri.authority().filter(|a| !a.as_str().contains('@'));
        let (Some(scheme), Some(authority)) = (scheme, authority) else {
            return Err(fault());
        };
        if authority.host().is_empty() {
            return Err(fault());
        }
        let mut path = uri.path().trim_end_matches('/');
        // All of it, so that a link with the address as it is shown leads to the same place.
        while let Some(before) = COPIED.iter().find_map(|copied| path.strip_suffix(copied)) {
            path = before.trim_end_matches('/');
        }
        Ok(Address {
            base: format!("{scheme}://{authority}{path}"),
            is_https: scheme == "https",
            host: authority.host().to_ascii_lowercase(),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)
    }
}

impl Address {
    /// The full address of one of its paths, which begins with a slash.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Whether what is sent there is encrypted.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    /// Whether it is the visitor's own machine, which a page that came over https may reach over http.
    pub fn is_this_machine(&self) -> bool {
        self.host == "localhost"
            || self.host.ends_with(".localhost")
            || self.host.starts_with("127.")
            || self.host == "[::1]"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(text: &str) -> Option<String> {
        text.parse::<Address>().ok().map(|a| a.to_string())
    }

    #[test]
    fn what_people_type_and_copy_leads_to_the_same_place() {
        for text in [
            "127.0.0.1:8080",
            " http://127.0.0.1:8080/ ",
            "http://127.0.0.1:8080/v1",
            "http://127.0.0.1:8080/v1/",
            "http://127.0.0.1:8080/v1/chat/completions",
            "http://127.0.0.1:8080/v1/models",
        ] {
            assert_eq!(
                base(text).as_deref(),
                Some("http://127.0.0.1:8080"),
                "{text}"
            );
        }
        let under = base("https://example.org/llm/v1/completions");
        assert_eq!(under.as_deref(), Some("https://example.org/llm"));
    }

    #[test]
    fn an_address_as_it_is_shown_is_read_as_the_same() {
        for text in [
            "a//models//?b",
            "a/v1/models/v1/",
            "https://a/llm//v1",
            "[::1]:80/completions/models",
        ] {
            let shown = base(text).expect(text);
            assert!(!shown.ends_with('/'), "{text}: {shown}");
            assert_eq!(base(&shown).as_ref(), Some(&shown), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "   ",
            "ftp://a",
            "javascript://a",
            "http://",
            "http://a b",
            "https://me:secret@host",
            "::",
        ] {
            assert_eq!(base(text), None, "{text:?}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        let here = |text: &str| text.parse::<Address>().is_ok_and(|a| a.is_this_machine());
        assert!(
            here("localhost:1")
                && here("127.0.0.1")
                && here("http://[::1]:8080")
                && here("a.localhost")
        );
        assert!(!here("192.168.0.2") && !here("example.org") && !here("localhost.example.org"));
    }
}
