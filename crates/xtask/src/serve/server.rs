//! A static host for one folder on this machine, which tells the pages it gave out when they were made again.

use std::fs::{self, File};
use std::net::Ipv4Addr;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tiny_http::{Header, Request, Response, StatusCode};

use crate::error::Error;

/// Where a page asks whether it was made again; [`ASKS`] does.
const RELOAD: &str = "/.reload";
/// Loads the page again when it was made again. Only pages from here have it: any other host would answer with something else.
const ASKS: &str = include_str!("reload.html");
/// How long such a question may wait: less than any browser's patience.
const PATIENCE: Duration = Duration::from_secs(20);

/// The host.
pub struct Server {
    http: tiny_http::Server,
    folder: PathBuf,
    /// When the page was last made, as a text that never comes twice.
    made: Mutex<String>,
    made_again: Condvar,
}

impl Server {
    /// Takes the port, so that nobody else can. Nothing is answered yet.
    pub fn bind(port: u16, folder: PathBuf) -> Result<Arc<Self>, Error> {
        let http = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port))
            .map_err(|_| Error::PortInUse(port))?;
        Ok(Arc::new(Self {
            http,
            folder,
            made: Mutex::new(now()),
            made_again: Condvar::new(),
        }))
    }

    /// Answers from now on, every request in a thread of its own: questions about reloading wait.
    pub fn start(self: &Arc<Self>) {
        let server = Arc::clone(self);
        thread::spawn(move || {
            while let Ok(request) = server.http.recv() {
                let server = Arc::clone(&server);
                thread::spawn(move || server.answer(request));
            }
        });
    }

    /// Lets all pages that are open load themselves again.
    pub fn reload(&self) {
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = now();
        self.made_again.notify_all();
    }

    fn answer(&self, request: Request) {
        let url = request.url().to_owned();
        let (path, query) = url.split_once('?').unwrap_or((&url, ""));
        // A browser that has gone away needs no answer.
        let _ = if path == RELOAD {
            let made = self.wait_until_not(query);
            request.respond(
                Response::from_string(made).with_header(header("Cache-Control", "no-store")),
            )
        } else if let Some(page) = self.page(path) {
            let page = page.replacen("</body>", &format!("{ASKS}</body>"), 1);
            let response = Response::from_string(page)
                .with_header(header("Content-Type", HTML))
                .with_header(header("Cache-Control", "no-cache"));
            request.respond(response)
        } else if let Some((file, kind)) = self.file(path) {
            let response = Response::from_file(file)
                // Pages show how far a download is, for which they must know how long it will be.
                .with_chunked_threshold(usize::MAX)
                .with_header(header("Content-Type", kind))
                .with_header(header("Cache-Control", "no-cache"));
            request.respond(response)
        } else {
            request.respond(Response::from_string("not found").with_status_code(StatusCode(404)))
        };
    }

    /// When the page was made, as soon as that is not `seen`, or after a while.
    fn wait_until_not(&self, seen: &str) -> String {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let (made, _) = self
            .made_again
            .wait_timeout_while(made, PATIENCE, |made| *made == seen)
            .unwrap_or_else(PoisonError::into_inner);
        made.clone()
    }

    /// The text of the page that a path stands for, if it stands for one.
    fn page(&self, path: &str) -> Option<String> {
        let path = self.path(path)?;
        let is_page = kind_of(&path) == HTML;
        is_page.then(|| fs::read_to_string(path).ok()).flatten()
    }

    /// The file of a path and its type.
    fn file(&self, path: &str) -> Option<(File, &'static str)> {
        let path = self.path(path)?;
        Some((File::open(&path).ok()?, kind_of(&path)))
    }

    /// Where the file of a path is; nothing outside the folder.
    fn path(&self, path: &str) -> Option<PathBuf> {
        let inside = Path::new(path.strip_prefix('/')?);
        if !inside
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            return None;
        }
        let path = self.folder.join(inside);
        Some(if path.is_dir() {
            path.join("index.html")
        } else {
            path
        })
    }
}

/// The time, in nanoseconds.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_nanos().to_string()
}

/// The type of a page.
const HTML: &str = "text/html; charset=utf-8";

fn kind_of(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => HTML,
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

fn header(name: &'static str, value: &'static str) -> Header {
    Header::from_bytes(name, value).expect("names and values are ASCII")
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;
    use crate::root;

    /// The whole answer to `GET path`.
    fn get(server: &Server, path: &str) -> std::io::Result<String> {
        let address = server.http.server_addr().to_ip().expect("an address");
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    fn server() -> Result<Arc<Server>, Error> {
        let server = Server::bind(0, root::root().join("shaders"))?;
        server.start();
        Ok(server)
    }

    #[test]
    fn files_of_the_folder_are_served_and_no_others() -> Result<(), Error> {
        let server = server()?;
        let get = |path| get(&server, path).map_err(Error::io("asking for", path));
        let answer = get("/softmax.wgsl?v=1")?;
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("softmax"),
            "{answer}"
        );
        assert!(answer.contains("Content-Length: "), "{answer}");
        for path in [
            "/../Cargo.toml",
            "/./softmax.wgsl",
            "//etc/passwd",
            "/nothing.html",
            "/",
        ] {
            assert!(get(path)?.starts_with("HTTP/1.1 404"), "{path}");
        }
        Ok(())
    }

    #[test]
    fn a_page_is_told_where_to_ask_and_its_file_is_not() -> Result<(), Error> {
        let folder = root::scratch().join("test of a host");
        root::delete(&folder)?;
        fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
        let index = folder.join("index.html");
        let html = "<body>text</body>";
        fs::write(&index, html).map_err(Error::io("writing", &index))?;
        let server = Server::bind(0, folder.clone())?;
        server.start();
        for path in ["/", "/index.html?v=1"] {
            let answer = get(&server, path).map_err(Error::io("asking for", path))?;
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
            assert!(head.contains("text/html"), "{head}");
            assert!(body.starts_with("<body>text<script"), "{body}");
            assert!(
                body.contains(".reload") && body.ends_with("</script>\n</body>"),
                "{body}"
            );
        }
        let file = fs::read_to_string(&index).map_err(Error::io("reading", &index))?;
        assert_eq!(file, html);
        root::delete(&folder)
    }

    #[test]
    fn a_page_hears_that_it_was_made_again() -> Result<(), Error> {
        let server = server()?;
        let ask = |seen: &str| {
            let answer = get(&server, &format!("{RELOAD}?{seen}"));
            let answer = answer.map_err(Error::io("asking", RELOAD))?;
            Ok(answer.lines().last().unwrap_or_default().to_owned())
        };
        let first = ask("")?;
        let second = thread::scope(|scope| {
            let waiting = scope.spawn(|| ask(&first));
            thread::sleep(Duration::from_millis(200));
            assert!(!waiting.is_finished());
            server.reload();
            waiting.join().unwrap_or(Ok(String::new()))
        })?;
        assert!(!second.is_empty() && first != second);
        Ok(())
    }
}
