//! One place in the source for all panics.
//!
//! The compiler keeps for every call that may panic in which file, line and column it stands: a record of sixteen bytes for each, thousands in
//! one of the page's programs, with the paths of the files as they are on the machine that compiled them. A visitor has no use for them, and a
//! developer has the build for developers. Here every reference to such a record becomes one to the first, which is emptied: what nobody
//! refers to is left out when the module is split.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ops::Range;

use wasm_encoder::{CustomSection, Encode, Module, RawSection};
use wasmparser::{
    KnownCustom, Linking, Parser, Payload, RelocAddendKind, RelocSectionReader, RelocationEntry,
    RelocationType, SymbolInfo,
};

/// A record: where the path lies, how long it is, the line and the column, 32 bits each.
const RECORD: u32 = 16;

/// What a symbol of the data stands for, in bytes from the beginning of the module.
type Symbols = BTreeMap<u32, Range<usize>>;

/// The same module, in which all panics are at one place, which has no name. A module without relocations stays as it is.
pub fn without_places(module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut segments: Vec<usize> = Vec::new();
    let mut symbols = Symbols::new();
    let (mut data, mut relocations) = (None, Vec::new());
    let mut section = 0;
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        match &payload {
            Payload::DataSection(all) => {
                data = Some((section, usize::try_from(all.range().start)?));
                for segment in all.clone() {
                    let segment = segment?;
                    segments.push(usize::try_from(segment.range.end)? - segment.data.len());
                }
            }
            Payload::CustomSection(custom) => match custom.as_known() {
                // The sections that others speak of come first.
                KnownCustom::Linking(known) => symbols = data_symbols(known, &segments)?,
                KnownCustom::Reloc(known) => relocations.push(known),
                _ => {}
            },
            _ => {}
        }
        section += u32::from(payload.as_section().is_some());
    }
    let Some((data, base)) = data else {
        return Ok(module.to_vec());
    };
    let places = match relocations.iter().find(|all| all.section_index() == data) {
        Some(all) => places(module, base, &symbols, all.clone())?,
        None => BTreeSet::new(),
    };
    let Some(&only) = places.first() else {
        return Ok(module.to_vec());
    };
    // The path stays where it was, no letter of it is read.
    let record = symbols[&only].start;
    let mut emptied = module.to_vec();
    emptied[record + 4..record + RECORD as usize].fill(0);
    let one = |index: u32| if places.contains(&index) { only } else { index };
    rewritten(&emptied, one)
}

/// The symbols that name something in the data.
fn data_symbols(
    known: wasmparser::LinkingSectionReader<'_>,
    segments: &[usize],
) -> Result<Symbols, Box<dyn Error>> {
    let mut found = Symbols::new();
    for part in known {
        let Linking::SymbolTable(table) = part? else {
            continue;
        };
        for (index, symbol) in (0..).zip(table) {
            if let SymbolInfo::Data {
                symbol: Some(defined),
                ..
            } = symbol?
                && let Some(segment) = segments.get(defined.index as usize)
            {
                let start = segment + defined.offset as usize;
                found.insert(index, start..start + defined.size as usize);
            }
        }
    }
    Ok(found)
}

/// The symbols whose bytes are the record of a place: of its four numbers the first is the address of a text that ends as the name of a Rust
/// file does and is as long as the second says.
fn places(
    module: &[u8],
    base: usize,
    symbols: &Symbols,
    relocations: RelocSectionReader<'_>,
) -> Result<BTreeSet<u32>, Box<dyn Error>> {
    let mut targets: BTreeMap<usize, RelocationEntry> = BTreeMap::new();
    for entry in relocations.entries() {
        let entry = entry?;
        targets.insert(base + entry.offset as usize, entry);
    }
    let number = |at: usize| {
        let bytes = module.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let is_place = |range: &Range<usize>| {
        let mut inside = targets.range(range.clone());
        let (Some((at, entry)), None) = (inside.next(), inside.next()) else {
            return false;
        };
        let path = symbols.get(&entry.index).and_then(|path| {
            let path = path.start..path.start + number(at + 4)? as usize;
            module.get(path)
        });
        range.len() == RECORD as usize
            && *at == range.start
            && entry.ty == RelocationType::MemoryAddrI32
            && entry.addend == 0
            && path.is_some_and(|path| path.ends_with(b".rs"))
    };
    let found = symbols.iter().filter(|(_, range)| is_place(range));
    Ok(found.map(|(index, _)| *index).collect())
}

/// The same module, whose relocations refer to other symbols.
fn rewritten(module: &[u8], other: impl Fn(u32) -> u32) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut out = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        let relocations = match &payload {
            Payload::CustomSection(custom) => match custom.as_known() {
                KnownCustom::Reloc(known) => Some((custom.name(), known)),
                _ => None,
            },
            _ => None,
        };
        if let Some((name, known)) = relocations {
            let data = encoded(known, &other)?;
            out.section(&CustomSection {
                name: name.into(),
                data: data.into(),
            });
        } else if let Some((id, range)) = payload.as_section() {
            let data = &module[range.start.try_into()?..range.end.try_into()?];
            out.section(&RawSection { id, data });
        }
    }
    Ok(out.finish())
}

/// The content of a section of relocations. Source: the tool conventions of WebAssembly, `Linking.md`, “Relocation Sections”.
fn encoded(
    known: RelocSectionReader<'_>,
    other: impl Fn(u32) -> u32,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut data = Vec::new();
    known.section_index().encode(&mut data);
    known.entries().count().encode(&mut data);
    for entry in known.entries() {
        let entry = entry?;
        data.push(entry.ty as u8);
        entry.offset.encode(&mut data);
        let index = match entry.ty {
            // Of a type, not of a symbol.
            RelocationType::TypeIndexLeb => entry.index,
            _ => other(entry.index),
        };
        index.encode(&mut data);
        match entry.ty.addend_kind() {
            RelocAddendKind::None => {}
            RelocAddendKind::Addend32 | RelocAddendKind::Addend64 => entry.addend.encode(&mut data),
        }
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        ConstExpr, DataSection, DataSymbolDefinition, LinkingSection, MemorySection, MemoryType,
        SymbolTable,
    };

    /// Two records of places, one that only looks like it, the path that they name, and a table that refers to all of them.
    fn module() -> Vec<u8> {
        let path = b"web/src/start.rs";
        let mut bytes = path.to_vec();
        for (line, length) in [(7, 16), (9, 16), (9, 15)] {
            for number in [1024, length, line, 3] {
                bytes.extend(u32::to_le_bytes(number));
            }
        }
        bytes.extend([0; 12]);
        let mut memory = MemorySection::new();
        memory.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(1024), bytes);
        let mut table = SymbolTable::new();
        for (name, offset, size) in [
            ("path", 0, 16),
            ("first", 16, 16),
            ("second", 32, 16),
            ("other", 48, 16),
            ("table", 64, 12),
        ] {
            let definition = DataSymbolDefinition {
                index: 0,
                offset,
                size,
            };
            table.data(SymbolTable::WASM_SYM_BINDING_LOCAL, name, Some(definition));
        }
        let mut linking = LinkingSection::new();
        linking.symbol_table(&table);
        let mut out = Module::new();
        out.section(&memory).section(&data).section(&linking);
        // The count of segments has one byte, the head of the segment six.
        let relocations = [(16, 0), (32, 0), (48, 0), (64, 1), (68, 2), (72, 3)];
        let mut data = vec![1, relocations.len() as u8];
        for (offset, symbol) in relocations {
            data.push(RelocationType::MemoryAddrI32 as u8);
            (offset + 7_u32).encode(&mut data);
            data.extend([symbol, 0]);
        }
        out.section(&CustomSection {
            name: "reloc.DATA".into(),
            data: data.into(),
        });
        out.finish()
    }

    /// The symbols that relocations refer to.
    fn targets(module: &[u8]) -> Vec<u32> {
        let mut found = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            if let Payload::CustomSection(custom) = payload.expect("a module of ours")
                && let KnownCustom::Reloc(known) = custom.as_known()
            {
                found.extend(
                    known
                        .entries()
                        .into_iter()
                        .flatten()
                        .map(|entry| entry.index),
                );
            }
        }
        found
    }

    #[test]
    fn all_places_become_the_first() {
        let module = module();
        assert_eq!(targets(&module), [0, 0, 0, 1, 2, 3]);
        let one = without_places(&module).expect("a module of ours");
        assert_eq!(targets(&one), [0, 0, 0, 1, 1, 3]);
        let at = |module: &[u8]| {
            let begins = module.windows(4).position(|four| four == b"web/");
            module[begins.expect("the path") + 16..][..48].to_vec()
        };
        let (before, after) = (at(&module), at(&one));
        assert_eq!(after[..4], before[..4]);
        assert_eq!(after[4..16], [0; 12]);
        assert_eq!(after[16..], before[16..]);
    }

    #[test]
    fn a_module_without_relocations_stays() {
        let module = Module::new().finish();
        assert_eq!(without_places(&module).expect("an empty module"), module);
    }
}
