//! What a server says when it refuses. The forms are those of OpenAI, vLLM, llama.cpp, Ollama and plain FastAPI.

use logitscope_words::error::EndpointFault;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Request, Response, Transport};

/// Most characters of what a server says that are worth keeping.
const MOST_SAID: usize = 300;

/// Sends `request` and reads its answer as JSON.
pub(crate) async fn ask<T: DeserializeOwned>(
    transport: &impl Transport,
    request: Request,
) -> Result<T, EndpointFault> {
    Ok(ask_sized(transport, request).await?.0)
}

/// The same with the size of the answer, in bytes.
pub async fn ask_sized<T: DeserializeOwned>(
    transport: &impl Transport,
    request: Request,
) -> Result<(T, usize), EndpointFault> {
    let (path, posted) = (request.path.clone(), request.body.is_some());
    let response = transport.send(request).await?;
    check(transport, (&path, posted), &response)?;
    let read = serde_json::from_slice(&response.body);
    let read = read.map_err(|fault| match fault.is_eof() {
        true => EndpointFault::Cut,
        false => EndpointFault::Shape {
            path,
            why: fault.to_string(),
        },
    });
    Ok((read?, response.body.len()))
}

/// That a server did not refuse what was asked of `path`, to which something was posted or not.
pub fn check(
    transport: &impl Transport,
    (path, posted): (&str, bool),
    response: &Response,
) -> Result<(), EndpointFault> {
    match response.status {
        200..300 => Ok(()),
        _ => Err(refusal(&transport.address(), (path, posted), response)),
    }
}

/// Why the server at `address` does not answer to `path`, to which something was posted or not.
fn refusal(address: &str, (path, posted): (&str, bool), response: &Response) -> EndpointFault {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or(Value::Null);
    let error = &body["error"];
    let said = said(&body, &response.body);
    let is = |kind: &str| error["type"] == kind || error["code"] == kind;
    match response.status {
        401 | 403 => EndpointFault::Key,
        // A model that is not there is named in a posted body only.
        404 if error["message"].is_null() || !posted => EndpointFault::NoRoute {
            address: address.into(),
            path: path.into(),
        },
        429 => EndpointFault::Busy {
            seconds: response.retry_after,
        },
        503 if is("unavailable_error") || said.to_lowercase().contains("loading") => {
            EndpointFault::Loading
        }
        503 => EndpointFault::Busy {
            seconds: response.retry_after,
        },
        400 if is("exceed_context_size_error") || is("context_length_exceeded") => {
            EndpointFault::Context {
                n_ctx: error["n_ctx"].as_u64(),
            }
        }
        400 if said.contains("maximum context length") => EndpointFault::Context { n_ctx: None },
        status => EndpointFault::Refused { status, said },
    }
}

/// The server's own words.
fn said(body: &Value, bytes: &[u8]) -> String {
    let places = [
        &body["error"]["message"],
        &body["error"],
        &body["message"],
        &body["detail"][0]["msg"],
        &body["detail"],
    ];
    let found = places.into_iter().find_map(Value::as_str);
    let text = found.map_or_else(|| String::from_utf8_lossy(bytes), Into::into);
    text.chars().take(MOST_SAID).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(status: u16, body: &str) -> EndpointFault {
        let response = Response {
            status,
            body: body.into(),
            retry_after: Some(7),
        };
        refusal("http://a", ("/v1/x", true), &response)
    }

    #[test]
    fn each_server_refuses_in_its_own_form() {
        let refused = |status, said: &str| EndpointFault::Refused {
            status,
            said: said.into(),
        };
        // vLLM, llama.cpp.
        assert_eq!(
            fault(401, r#"{"error": "Unauthorized"}"#),
            EndpointFault::Key
        );
        let key =
            r#"{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}"#;
        assert_eq!(fault(401, key), EndpointFault::Key);
        let loading =
            r#"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#;
        assert_eq!(fault(503, loading), EndpointFault::Loading);
        let long = r#"{"error":{"code":400,"message":"…","type":"exceed_context_size_error","n_prompt_tokens":300,"n_ctx":256}}"#;
        assert_eq!(
            fault(400, long),
            EndpointFault::Context { n_ctx: Some(256) }
        );
        // vLLM names a model that it lacks; a web server has no such path.
        let model = r#"{"error":{"message":"The model `x` does not exist.","type":"NotFoundError","code":404}}"#;
        assert_eq!(
            fault(404, model),
            refused(404, "The model `x` does not exist.")
        );
        assert!(matches!(
            fault(404, "<html>Not Found"),
            EndpointFault::NoRoute { .. }
        ));
        assert_eq!(fault(429, ""), EndpointFault::Busy { seconds: Some(7) });
        // Ollama's native routes; FastAPI; a proxy.
        assert_eq!(fault(400, r#"{"error":"bad"}"#), refused(400, "bad"));
        assert_eq!(
            fault(422, r#"{"detail":[{"msg":"field required"}]}"#),
            refused(422, "field required")
        );
        assert_eq!(fault(502, "Bad Gateway"), refused(502, "Bad Gateway"));
    }

    #[test]
    fn what_a_server_says_is_cut() {
        let EndpointFault::Refused { said, .. } = fault(500, &"é".repeat(10_000)) else {
            unreachable!("it refuses");
        };
        assert_eq!(said.chars().count(), MOST_SAID);
    }
}
