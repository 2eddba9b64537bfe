//! Chat templates that mean no good, native and on wasm32, where the stack is the browser's: each ends soon, in the way that it has to.

#[path = "../../crates/template/tests/bombs/mod.rs"]
mod bombs;

use bombs::{Cases, fault, render};
use logitscope_tests::patience::{timed, tried};
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Fails unless each ends as it has to; how many there are.
fn all_end_so(cases: &Cases) -> usize {
    tried();
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(expected, source)| {
            let result = timed(source, || render(source));
            fault(*expected, source, &result)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    tried().cases
}

#[wasm_bindgen_test(unsupported = test)]
fn loops_that_do_not_end() {
    assert!(all_end_so(&bombs::loops_that_do_not_end()) >= 14);
}

#[wasm_bindgen_test(unsupported = test)]
fn values_that_grow() {
    assert!(all_end_so(&bombs::values_that_grow()) >= 45);
}

#[wasm_bindgen_test(unsupported = test)]
fn numbers_at_their_ends() {
    assert!(all_end_so(&bombs::numbers_at_their_ends()) >= 35);
}

#[wasm_bindgen_test(unsupported = test)]
fn what_is_nested() {
    assert!(all_end_so(&bombs::what_is_nested()) >= 35);
}

#[wasm_bindgen_test(unsupported = test)]
fn what_no_template_has() {
    assert!(all_end_so(&bombs::what_no_template_has()) >= 30);
}
