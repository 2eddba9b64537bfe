//! wasm-bindgen's library behind the few options that the page needs. Its own program brings a test runner, an HTTP
//! client and server and a command-line parser, which take three times as long to compile; and it cannot split a module.

#[cfg(feature = "split")]
mod split;

use std::env;
use std::error::Error;
#[cfg(feature = "split")]
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: logitscope-bindgen MODULE --target web --no-typescript --out-dir FOLDER --out-name NAME [--split]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version"] => println!(
            "logitscope-bindgen {}{}",
            wasm_bindgen_shared::version(),
            if cfg!(feature = "split") {
                "-placeless"
            } else {
                ""
            }
        ),
        // Word for word what wasm-bindgen's own program is told.
        [
            module,
            "--target",
            "web",
            "--no-typescript",
            "--out-dir",
            folder,
            "--out-name",
            name,
        ] => join(Bindgen::new().input_path(module), folder, name)?,
        #[cfg(feature = "split")]
        [
            module,
            "--target",
            "web",
            "--no-typescript",
            "--out-dir",
            folder,
            "--out-name",
            name,
            "--split",
        ] => {
            let (module, parts) = (Path::new(module), Path::new(folder));
            let first = split::split(module, parts, name)?;
            // What is split off names the first part's functions and its memory by what the linker exported.
            let mut bindgen = Bindgen::new();
            bindgen
                .input_path(&first)
                .keep_lld_exports(true)
                .demangle(false);
            join(&mut bindgen, folder, name)?;
            std::fs::remove_file(first)?;
            split::put_in_order(parts)?;
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// Joins a module with its JavaScript.
fn join(bindgen: &mut Bindgen, folder: &str, name: &str) -> Result<(), Box<dyn Error>> {
    bindgen
        .web(true)?
        .typescript(false)
        // The engine starts without being told where its module lies.
        .omit_default_module_path(false)
        .out_name(name)
        .generate(folder)?;
    Ok(())
}
