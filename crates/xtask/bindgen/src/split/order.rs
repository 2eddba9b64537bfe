//! Names by which functions that are alike come one after another.
//!
//! The page's programs consist of a few thousand functions and many copies of each for other types. Those of one name that have the same size are
//! mostly the same but for a few numbers, and whoever compresses them finds that if they are neighbours: wasm-opt puts functions in the order of
//! their names.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;

use wasm_encoder::{Module, NameMap, NameSection, RawSection};
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

/// The same module, its functions called by their name without the hash at its end, their size, and their whole name.
pub fn named_by_size(module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let (mut imported, mut sizes) = (0, Vec::new());
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut out = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        let is_names = match &payload {
            Payload::ImportSection(imports) => {
                for import in imports.clone().into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
                false
            }
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                sizes.push(range.end - range.start);
                false
            }
            Payload::CustomSection(custom) => match custom.as_known() {
                KnownCustom::Name(known) => {
                    for part in known {
                        if let Name::Function(map) = part? {
                            for name in map {
                                let name = name?;
                                names.insert(name.index, name.name.to_owned());
                            }
                        }
                    }
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if let Some((id, range)) = payload.as_section().filter(|_| !is_names) {
            let data = &module[range.start.try_into()?..range.end.try_into()?];
            out.section(&RawSection { id, data });
        }
    }
    let mut functions = NameMap::new();
    for (index, name) in &names {
        let size = index
            .checked_sub(imported)
            .and_then(|own| sizes.get(own as usize));
        let name = match size {
            Some(size) => Cow::from(format!("{} {size:07} {name}", without_hash(name))),
            None => Cow::from(name),
        };
        functions.append(*index, &name);
    }
    let mut section = NameSection::new();
    section.functions(&functions);
    out.section(&section);
    Ok(out.finish())
}

/// What is common to the copies of a function: `17h`, sixteen digits and `E` end the names that the compiler writes.
fn without_hash(name: &str) -> &str {
    let hash = name
        .len()
        .checked_sub(20)
        .map(|at| name.split_at_checked(at));
    match hash.flatten() {
        Some((own, hash)) if hash.starts_with("17h") && hash.ends_with('E') => own,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_cut() {
        assert_eq!(without_hash("_ZN3fooE17h0123456789abcdefE"), "_ZN3fooE");
        assert_eq!(without_hash("_RNvCs_3foo"), "_RNvCs_3foo");
        assert_eq!(without_hash("main"), "main");
    }
}
