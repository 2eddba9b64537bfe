//! A llama.cpp server for a test; see tests/endpoints.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A server that runs until this is dropped.
pub struct Server {
    process: Child,
    /// Its address.
    pub address: String,
}

impl Server {
    /// Starts one on the model in `folder`; `None`, and a skip, where its packages are not installed.
    pub fn start(folder: &str, more: &[&str]) -> Option<Self> {
        let python = Path::new(ROOT).join("target/endpoints/venv/bin/python");
        if !python.exists() {
            println!("SKIPPED: no llama.cpp server: cargo xtask test --only native installs it");
            return None;
        }
        let mut process = Command::new(python)
            .arg(Path::new(ROOT).join("tests/endpoints/serve.py"))
            .arg(folder)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut address = String::new();
        let said = process.stdout.take().expect("it is piped");
        BufReader::new(said)
            .read_line(&mut address)
            .expect("a line");
        let address = address.trim().to_owned();
        assert!(address.starts_with("http://"), "it has an address");
        Some(Server { process, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
