//! Runs a module of tests in a browser, as wasm-bindgen's own program of this name does.

use std::env;
use std::error::Error;

use wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args;

fn main() -> Result<(), Box<dyn Error>> {
    Ok(run_cli_with_args(env::args_os())?)
}
