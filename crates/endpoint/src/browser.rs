//! The browser's way to a server.

use std::cell::Cell;

use js_sys::{Function, Promise, Reflect, Uint8Array};
use logitscope_protocol::Endpoint;
use logitscope_words::error::EndpointFault;
use logitscope_worker::js::get;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, ReadableStreamDefaultReader, RequestInit, Response as Heard};

use crate::{Address, MOST_BYTES, Network, Request, Response, Transport};

/// What browsers call the permission to reach the local network, the newer names first.
const PERMISSIONS: [&str; 3] = ["loopback-network", "local-network", "local-network-access"];

/// How long a server may take to answer what it need not think about, in milliseconds.
const PATIENCE_MS: u32 = 10_000;

/// The browser that this program runs in.
pub struct Browser;

impl Network for Browser {
    type Transport = Fetch;

    fn to(&self, endpoint: &Endpoint) -> Result<Fetch, EndpointFault> {
        let address: Address = endpoint.address.parse()?;
        let secure = location("protocol").as_deref() == Some("https:");
        if secure && !address.is_https() && !address.is_this_machine() {
            return Err(EndpointFault::Mixed {
                address: address.to_string(),
            });
        }
        Ok(Fetch {
            address,
            key: endpoint.key.as_ref().map(|key| key.0.clone()),
            heard: Cell::new(false),
        })
    }
}

/// Asks one server.
pub struct Fetch {
    address: Address,
    key: Option<String>,
    /// Whether it ever answered: then it lets this page hear it.
    heard: Cell<bool>,
}

impl Fetch {
    async fn hear(&self, request: &Request) -> Result<Heard, JsValue> {
        let asks = RequestInit::new();
        let headers = Headers::new()?;
        if let Some(key) = &self.key {
            headers.set("Authorization", &format!("Bearer {key}"))?;
        }
        if let Some(body) = &request.body {
            headers.set("Content-Type", "application/json")?;
            asks.set_method("POST");
            asks.set_body(&body.into());
        }
        if request.body.is_none() {
            // Such a question costs a server nothing. One that hears another protocol than the browser speaks says nothing for ever.
            let signal: JsValue = get(&js_sys::global(), "AbortSignal");
            let timeout: Function = get(&signal, "timeout").dyn_into()?;
            let patience = timeout.call1(&signal, &PATIENCE_MS.into())?;
            asks.set_signal(Some(patience.unchecked_ref()));
        }
        asks.set_headers(&headers);
        asks.set_credentials(web_sys::RequestCredentials::Omit);
        asks.set_referrer_policy(web_sys::ReferrerPolicy::NoReferrer);
        let fetch: Function = get(&js_sys::global(), "fetch").dyn_into()?;
        let address = self.address.at(&request.path);
        let heard = fetch.call2(&JsValue::UNDEFINED, &address.into(), &asks)?;
        let heard = JsFuture::from(Promise::resolve(&heard)).await?;
        self.heard.set(true);
        heard.dyn_into()
    }

    /// Why nothing could be heard: a browser does not say.
    async fn silence(&self) -> EndpointFault {
        let address = self.address.to_string();
        for name in PERMISSIONS {
            if state_of(name).await.as_deref() == Some("denied") {
                return EndpointFault::NotAllowed { address };
            }
        }
        let stranger = !self.heard.get();
        EndpointFault::NoAnswer {
            address,
            origin: location("origin").filter(|_| stranger),
            with_key: stranger && self.key.is_some(),
        }
    }
}

impl Transport for Fetch {
    fn address(&self) -> String {
        self.address.to_string()
    }

    async fn send(&self, request: Request) -> Result<Response, EndpointFault> {
        let Ok(heard) = self.hear(&request).await else {
            return Err(self.silence().await);
        };
        let mut body = Vec::new();
        read(&heard, &mut |part| body.extend_from_slice(part)).await?;
        Ok(Response {
            body,
            ..head(&heard)
        })
    }

    async fn listen(
        &self,
        request: Request,
        part: &dyn Fn(&[u8]),
    ) -> Result<Response, EndpointFault> {
        let Ok(heard) = self.hear(&request).await else {
            return Err(self.silence().await);
        };
        let mut body = Vec::new();
        let good = heard.ok();
        read(&heard, &mut |bytes| match good {
            true => part(bytes),
            false => body.extend_from_slice(bytes),
        })
        .await?;
        Ok(Response {
            body,
            ..head(&heard)
        })
    }
}

/// An answer without its body.
fn head(heard: &Heard) -> Response {
    let retry_after = heard.headers().get("retry-after").ok().flatten();
    Response {
        status: heard.status(),
        retry_after: retry_after.and_then(|seconds| seconds.parse().ok()),
        body: Vec::new(),
    }
}

/// All of an answer's body, part by part.
async fn read(heard: &Heard, part: &mut dyn FnMut(&[u8])) -> Result<(), EndpointFault> {
    let Some(stream) = heard.body() else {
        return Ok(());
    };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut came = 0;
    loop {
        let chunk = JsFuture::from(reader.read()).await;
        let chunk = chunk.map_err(|_| EndpointFault::Cut)?;
        let Ok(bytes) = get(&chunk, "value").dyn_into::<Uint8Array>() else {
            return Ok(());
        };
        came += bytes.length() as usize;
        if came > MOST_BYTES {
            // Nobody waits for what is given up.
            let _ = reader.cancel();
            return Err(EndpointFault::TooLarge {
                mib: MOST_BYTES >> 20,
            });
        }
        part(&bytes.to_vec());
    }
}

/// The state of a permission; `None` where the browser does not know it.
async fn state_of(name: &str) -> Option<String> {
    let permissions = get(&get(&js_sys::global(), "navigator"), "permissions");
    let query: Function = get(&permissions, "query").dyn_into().ok()?;
    let asked = js_sys::Object::new();
    Reflect::set(&asked, &"name".into(), &name.into()).ok()?;
    let status = query.call1(&permissions, &asked).ok()?;
    let status = JsFuture::from(Promise::resolve(&status)).await.ok()?;
    get(&status, "state").as_string()
}

/// A part of the address of this program.
fn location(part: &str) -> Option<String> {
    get(&get(&js_sys::global(), "location"), part).as_string()
}
