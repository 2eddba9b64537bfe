//! The shaders' files as they are in the program: without their comments, which are half of what they weigh on the way to a page.
//! Lines stay where they are, so that what a compiler says of one holds for the file.

/// How many bytes [`code`] has.
pub const fn code_len(file: &str) -> usize {
    let mut len = 0;
    let mut at = 0;
    while at < file.len() {
        at = skip_comment(file.as_bytes(), at);
        if at < file.len() {
            len += 1;
            at += 1;
        }
    }
    len
}

/// `file` without comments; `LEN` is its [`code_len`].
pub const fn code<const LEN: usize>(file: &str) -> [u8; LEN] {
    let bytes = file.as_bytes();
    let mut code = [b' '; LEN];
    let mut at = 0;
    let mut to = 0;
    while to < LEN {
        at = skip_comment(bytes, at);
        code[to] = bytes[at];
        at += 1;
        to += 1;
    }
    code
}

/// The end of the line if a comment begins at `at`, else `at`. WGSL has no texts in which `//` would be none; nested comments are not used.
const fn skip_comment(bytes: &[u8], mut at: usize) -> usize {
    if bytes[at] == b'/' && at + 1 < bytes.len() && bytes[at + 1] == b'/' {
        while at < bytes.len() && bytes[at] != b'\n' {
            at += 1;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_lines_stay() {
        const FILE: &str = "// é\n/// x / y\nlet a = b / c; // d // e\n\nfn f() {} //";
        const CODE: [u8; code_len(FILE)] = code(FILE);
        assert_eq!(
            str::from_utf8(&CODE),
            Ok("\n\nlet a = b / c; \n\nfn f() {} ")
        );
        assert_eq!(code_len(""), 0);
    }
}
