//! `cargo xtask serve`: the page on this machine, made again when a file changes.

mod server;
mod watch;

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::args::Args;
use crate::error::Error;
use crate::jobs::seconds;
use crate::page::{self, Purpose};
use crate::{root, stamp};
use server::Server;
use watch::Watch;

const DEFAULT_PORT: u16 = 8080;

/// Installs what is missing, makes the page and serves it until interrupted.
pub fn run(mut args: Args) -> Result<(), Error> {
    let port = match args.value("--port")? {
        None => DEFAULT_PORT,
        Some(text) => port(&text)?,
    };
    let open = args.flag("--open");
    args.finish()?;

    let folder = root::scratch().join("page");
    // Better now than after minutes of compiling.
    let server = Server::bind(port, folder.clone())?;
    // What changes while the page is made for the first time was perhaps too late for it.
    let mut watch = Watch::new();
    let started = Instant::now();
    println!("making the page (minutes the first time, seconds after)");
    page::make(Purpose::Work, &folder)?;
    server.start();
    let address = format!("http://localhost:{port}/");
    println!(
        "\nLogitscope is at {address} after {} (Ctrl-C stops it; saving a file makes the page again)",
        seconds(started.elapsed())
    );
    if open {
        show(&address);
    }
    let mut made = stamp::hash_of(&folder)?;
    loop {
        watch.wait();
        let started = Instant::now();
        // What is wrong was printed, and is the next change's business; until then the page stays as it was.
        if let Err(error) = page::make(Purpose::Work, &folder) {
            eprintln!("{error}");
            continue;
        }
        let now = stamp::hash_of(&folder)?;
        if now != made {
            made = now;
            server.reload();
            println!("made again in {}", seconds(started.elapsed()));
        }
    }
}

/// Opens the page in the browser that the system prefers.
fn show(address: &str) {
    let (program, before): (_, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        println!("no browser could be opened here");
    }
}

fn port(text: &str) -> Result<u16, Error> {
    text.parse().ok().filter(|port| *port > 0).ok_or_else(|| {
        Error::Usage(format!(
            "--port takes a number from 1 to 65535, not `{text}`"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_a_number_that_a_browser_can_reach() {
        assert_eq!(port("8081").ok(), Some(8081));
        for bad in ["0", "65536", "-1", "http", ""] {
            assert!(port(bad).is_err(), "{bad}");
        }
    }
}
