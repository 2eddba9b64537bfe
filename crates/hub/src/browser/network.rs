//! Downloads by `fetch`.

use js_sys::{Function, Promise, Uint8Array};
use logitscope_worker::js::get;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Headers, ReadableStreamDefaultReader, ReferrerPolicy, RequestCredentials, RequestInit, Response,
};

use crate::network::{Answer, Body, Get, Lost, Network, next_of};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(call: &Function, ms: f64) -> JsValue;
}

/// The browser's network.
pub struct Fetch;

impl From<JsValue> for Lost {
    fn from(_: JsValue) -> Self {
        // A page is not told why it hears nothing.
        Lost
    }
}

impl Network for Fetch {
    type Body = Stream;

    async fn get(&self, asked: &Get) -> Result<Answer<Stream>, Lost> {
        let asks = RequestInit::new();
        let headers = Headers::new()?;
        if let Some(token) = &asked.token {
            headers.set("Authorization", &format!("Bearer {token}"))?;
        }
        if asked.from > 0 {
            headers.set("Range", &format!("bytes={}-", asked.from))?;
        }
        asks.set_headers(&headers);
        asks.set_credentials(RequestCredentials::Omit);
        // The hub refuses some sites by this.
        asks.set_referrer_policy(ReferrerPolicy::NoReferrer);
        let fetch = get(&js_sys::global(), "fetch").dyn_into::<Function>()?;
        let heard = fetch.call2(&JsValue::UNDEFINED, &asked.url.as_str().into(), &asks)?;
        let heard = JsFuture::from(Promise::resolve(&heard)).await?;
        let response: Response = heard.dyn_into()?;
        let header = |name: &str| response.headers().get(name).ok().flatten();
        let range = header("content-range").and_then(|text| read_range(&text));
        let length = || header("content-length")?.parse().ok();
        // What is packed on the way has another length.
        let packed = header("content-encoding").is_some();
        let reader = response.body().map(|body| body.get_reader());
        Ok(Answer {
            status: response.status(),
            code: header("x-error-code"),
            said: header("x-error-message"),
            is_page: header("content-type").is_some_and(|kind| kind.starts_with("text/html")),
            from: range.map_or(0, |(from, _)| from),
            total: match range {
                Some((_, total)) => total,
                None => length().filter(|_| !packed),
            },
            rest: header("retry-after").and_then(|text| text.trim().parse().ok()),
            next: header("link").as_deref().and_then(next_of),
            body: Stream(reader.map(JsCast::unchecked_into)),
        })
    }

    async fn rest(&self, seconds: u32) {
        let ms = f64::from(seconds) * 1e3;
        let mut wait = |resolve: Function, _: Function| {
            set_timeout(&resolve, ms);
        };
        // It is never refused.
        let _ = JsFuture::from(Promise::new(&mut wait)).await;
    }
}

/// The first byte and the whole length in `bytes 5-9/10`.
fn read_range(text: &str) -> Option<(u64, Option<u64>)> {
    let (range, total) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (from, _) = range.split_once('-')?;
    Some((from.parse().ok()?, total.parse().ok()))
}

/// What comes of an answer.
pub struct Stream(Option<ReadableStreamDefaultReader>);

impl Body for Stream {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        // Taken out for the time: what has ended or broken is not cancelled.
        let Some(reader) = self.0.take() else {
            return Ok(None);
        };
        let part = JsFuture::from(reader.read()).await?;
        let Ok(bytes) = get(&part, "value").dyn_into::<Uint8Array>() else {
            return Ok(None);
        };
        self.0 = Some(reader);
        Ok(Some(bytes.to_vec()))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(reader) = &self.0 {
            // Nobody waits for what is given up.
            let _ = reader.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_says_where_it_begins_and_how_long_the_file_is() {
        assert_eq!(read_range("bytes 5-9/10"), Some((5, Some(10))));
        assert_eq!(read_range("bytes 5-9/*"), Some((5, None)));
        for text in [
            "",
            "bytes */10",
            "bytes 5/10",
            "chars 5-9/10",
            "bytes -9/10",
        ] {
            assert_eq!(read_range(text), None, "{text}");
        }
    }
}
