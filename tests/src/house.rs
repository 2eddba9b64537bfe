//! Which files of a crate name which others, as the compiler would find them: by `use`, by path, and through re-exports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's path in its crate; empty for the root.
pub type Module = Vec<String>;

/// The files of a crate, by their modules.
#[derive(Debug, Default)]
pub struct House {
    files: BTreeMap<Module, File>,
}

/// What a file names.
#[derive(Debug, Default)]
struct File {
    /// The modules that it declares.
    modules: BTreeSet<String>,
    /// The paths that it names, in imports and elsewhere.
    paths: Vec<Module>,
    /// What it imports, by the name that it has here.
    imports: BTreeMap<String, Module>,
    /// What it hands on, by the name that it has here.
    exports: BTreeMap<String, Module>,
}

impl House {
    /// Reads every Rust file below `folder`, a crate's `src`.
    pub fn read(folder: &Path) -> Self {
        let mut house = House::default();
        for (path, text) in sources(folder) {
            let inside = path.strip_prefix(folder).expect("below it");
            house.add(&inside.with_extension("").to_string_lossy(), &text);
        }
        // A program without a library is a crate of its own.
        if !house.files.contains_key(&Module::new())
            && let Some(main) = house.files.remove(&vec!["main".to_owned()])
        {
            house.files.insert(Module::new(), main);
        }
        house
    }

    /// Adds the file at `path` below `src`, without its ending.
    pub fn add(&mut self, path: &str, text: &str) {
        let mut module: Module = path.split(['/', '\\']).map(String::from).collect();
        if ["mod", "lib"].contains(&module[module.len() - 1].as_str()) {
            module.pop();
        }
        self.files.insert(module, File::of(text));
    }

    /// Which file names which, as `a::b` and `a::c`.
    pub fn arrows(&self) -> impl Iterator<Item = (String, String)> {
        self.files.keys().flat_map(|module| {
            let named = self.named(module);
            let arrow = move |other: Module| (module.join("::"), other.join("::"));
            named.into_iter().map(arrow)
        })
    }

    /// The circles of files: groups in which each file leads to every other by what they name. A folder's head (`mod.rs`, `lib.rs`)
    /// and the files in it are one room, and may know each other.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let reached: BTreeMap<&Module, BTreeSet<Module>> = self
            .files
            .keys()
            .map(|module| (module, self.reached(module)))
            .collect();
        let mut circles = BTreeSet::new();
        for (module, all) in &reached {
            let back = |other: &&Module| reached[*other].contains(*module);
            let circle: BTreeSet<String> = self
                .files
                .keys()
                .filter(|other| all.contains(*other))
                .filter(back)
                .map(|other| other.join("::"))
                .collect();
            if !circle.is_empty() {
                circles.insert(circle);
            }
        }
        circles
            .into_iter()
            .map(|circle| circle.into_iter().collect())
            .collect()
    }

    /// All files that `module` leads to; itself too if it is on a circle.
    fn reached(&self, module: &Module) -> BTreeSet<Module> {
        let mut reached = BTreeSet::new();
        let mut open = vec![module.clone()];
        while let Some(next) = open.pop() {
            for other in self.named(&next) {
                if reached.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
        reached
    }

    /// The other files that `module` names.
    fn named(&self, module: &Module) -> BTreeSet<Module> {
        let paths = self.files[module].paths.iter();
        let mut named: BTreeSet<Module> = paths
            .filter_map(|path| self.file_of(&self.absolute(module, path)?, 0))
            .collect();
        named.retain(|other| !(other.starts_with(module) || module.starts_with(other)));
        named
    }

    /// A path from the crate's root; `None` for one that leads out of the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let file = self.files.get(module)?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([module, rest].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let above = module.len().checked_sub(ups)?;
                Some([&module[..above], &path[ups..]].concat())
            }
            own if file.modules.contains(own) => Some([module, path].concat()),
            imported => {
                let path = file
                    .imports
                    .get(imported)
                    .filter(|path| path[0] != *first)?;
                Some([self.absolute(module, path)?, rest.to_vec()].concat())
            }
        }
    }

    /// The file in which what `path` names is defined.
    fn file_of(&self, path: &[String], depth: usize) -> Option<Module> {
        let mut module = Module::new();
        for (i, part) in path.iter().enumerate() {
            let inner = [module.as_slice(), std::slice::from_ref(part)].concat();
            if self.files.contains_key(&inner) {
                module = inner;
                continue;
            }
            return match self.files[&module].exports.get(part) {
                // A name that is handed on in a ring is none that compiles.
                Some(_) if depth > 8 => None,
                Some(handed) => {
                    let handed = self.absolute(&module, handed)?;
                    self.file_of(&[&handed, &path[i + 1..]].concat(), depth + 1)
                }
                None => Some(module),
            };
        }
        Some(module)
    }
}

/// Every Rust file below `folder`, with its text.
pub fn sources(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                found.insert(path, text);
            }
        }
    }
    found
}

impl File {
    /// Reads a file, without its own tests.
    fn of(text: &str) -> Self {
        let mut file = File::default();
        let lines = text.lines().map(str::trim);
        let code = lines.take_while(|line| !line.ends_with("mod tests {"));
        let code: Vec<&str> = code.filter(|line| !line.starts_with("//")).collect();
        let mut body = String::new();
        let mut import = String::new();
        for line in code {
            let statement = line.trim_start_matches("pub ");
            let statement = match statement.strip_prefix("pub(") {
                Some(rest) => rest.split_once(") ").map_or(rest, |(_, rest)| rest),
                None => statement,
            };
            if !import.is_empty() || statement.starts_with("use ") {
                if import.is_empty() && line.starts_with("pub") {
                    import.push_str("pub ");
                }
                import.push_str(statement);
                if line.ends_with(';') {
                    file.import(&import);
                    import.clear();
                }
            } else if let Some(name) = statement.strip_prefix("mod ") {
                file.modules.insert(name.trim_end_matches(';').to_owned());
            } else {
                body.push_str(line);
                body.push('\n');
            }
        }
        let words = body.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let words: BTreeSet<&str> = words.collect();
        for word in &words {
            let path: Module = word.split("::").map(String::from).collect();
            if path.len() > 1 && path.iter().all(|part| !part.is_empty()) {
                file.paths.push(path);
            }
        }
        // What is handed on is named only if it is used here, too.
        let used = file
            .exports
            .iter()
            .filter(|(name, _)| words.contains(name.as_str()));
        file.paths.extend(used.map(|(_, path)| path.clone()));
        file
    }

    /// Takes a `use` up to its semicolon, `pub use` if it hands on.
    fn import(&mut self, statement: &str) {
        let (handed, tree) = match statement.strip_prefix("pub use ") {
            Some(tree) => (true, tree),
            None => (false, statement.trim_start_matches("use ")),
        };
        for (path, name) in opened(tree.trim_end_matches(';'), &[]) {
            if handed {
                self.exports.insert(name, path);
            } else {
                self.paths.push(path.clone());
                self.imports.insert(name, path);
            }
        }
    }
}

/// The paths of a `use` tree, each with the name that it has here.
fn opened(tree: &str, before: &[String]) -> Vec<(Module, String)> {
    let tree = tree.trim();
    if let Some((path, list)) = tree.split_once('{') {
        let parts = path.split("::").filter(|part| !part.is_empty());
        let before = [before, &parts.map(String::from).collect::<Vec<_>>()].concat();
        let list = list.strip_suffix('}').unwrap_or(list);
        return parted(list)
            .iter()
            .flat_map(|item| opened(item, &before))
            .collect();
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
    let parts = path.split("::").filter(|part| !part.is_empty());
    let mut path = [before, &parts.map(String::from).collect::<Vec<_>>()].concat();
    path.retain(|part| part != "self" || before.is_empty());
    let Some(last) = path.last() else {
        return Vec::new();
    };
    let name = if name.is_empty() { last } else { name };
    vec![(path.clone(), name.to_owned())]
}

/// A list at its commas that stand in no braces of their own.
fn parted(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts
}
