//! `cargo xtask serve`: the page on this machine, made again when a file changes.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::args::Args;
use crate::error::Error;
use crate::jobs::seconds;
use crate::page::{self, Purpose};
use crate::root;

const DEFAULT_PORT: u16 = 8080;

/// Installs what is missing, makes the page and serves it until interrupted.
pub fn run(mut args: Args) -> Result<(), Error> {
    let port = match args.value("--port")? {
        None => DEFAULT_PORT,
        Some(text) => port(&text)?,
    };
    let open = args.flag("--open");
    args.finish()?;
    // Better now than after minutes of compiling. Dropped at once: Trunk binds it again.
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|_| Error::PortInUse(port))?;

    let started = Instant::now();
    println!("[1/2] tools and page, side by side (minutes the first time, seconds after)");
    page::prepare(Purpose::Work)?;

    println!("[2/2] putting the page together");
    let mut trunk = page::trunk("serve", &root::scratch().join("page"));
    trunk
        .args(["--no-sri", "true", "--disable-address-lookup", "true"])
        .args(["--address", "127.0.0.1", "--port", &port.to_string()]);
    if open {
        trunk.args(["--open", "true"]);
    }
    let mut trunk = trunk.spawn().map_err(Error::io("starting", "trunk"))?;
    // Trunk listens only once the page is made.
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if let Some(status) = trunk
            .try_wait()
            .map_err(Error::io("waiting for", "trunk"))?
        {
            return Err(Error::Page(format!(
                "trunk stopped ({status}) before the page was there: what it said is above"
            )));
        }
        sleep(Duration::from_millis(100));
    }
    println!(
        "\nLogitscope is at http://localhost:{port}/ after {} (Ctrl-C stops it; saving a file makes the page again)",
        seconds(started.elapsed())
    );
    trunk.wait().map_err(Error::io("waiting for", "trunk"))?;
    Ok(())
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
