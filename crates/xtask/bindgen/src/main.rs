//! wasm-bindgen's library behind the few options that the page needs. Its own program brings a test runner, an HTTP
//! client and server and a command-line parser, which take three times as long to compile.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: logitscope-bindgen MODULE --target web --no-typescript --out-dir FOLDER --out-name NAME";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version"] => println!("logitscope-bindgen {}", wasm_bindgen_shared::version()),
        // Word for word what xtask says to wasm-bindgen's own program where that is there.
        [
            module,
            "--target",
            "web",
            "--no-typescript",
            "--out-dir",
            folder,
            "--out-name",
            name,
        ] => Bindgen::new()
            .input_path(module)
            .web(true)?
            .typescript(false)
            // The engine starts without being told where its module lies.
            .omit_default_module_path(false)
            .out_name(name)
            .generate(folder)?,
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
