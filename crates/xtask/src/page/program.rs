//! The page's programs: compiled, joined with their JavaScript, and made small where the page is to be published.

use std::path::{Path, PathBuf};
use std::{fs, mem};

use super::Purpose;
use super::index::Link;
use super::smaller::{SCRIPT, Smaller, make_smaller};
use crate::error::Error;
use crate::jobs::Job;
use crate::tools::{self, Tool};
use crate::{root, stamp};

const TARGET: &str = "wasm32-unknown-unknown";

/// Where it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runs {
    /// On the page, which starts it.
    OnThePage,
    /// In a worker; its files lie in a folder of this name.
    InAWorker(String),
}

/// A program of index.html.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub runs: Runs,
    /// The package it belongs to.
    package: String,
    /// The profile of Cargo.toml it is compiled with.
    profile: String,
    /// Whether parts of it are loaded later.
    split: bool,
    /// The level of `wasm-opt -O`.
    level: u8,
    /// The passes of wasm-opt that come after it.
    passes: Vec<String>,
}

impl Program {
    /// What a link of index.html asks for.
    pub fn new(link: &Link<'_>, purpose: Purpose) -> Result<Self, Error> {
        let manifest = root::root().join(link.need("href")?);
        let text = fs::read_to_string(&manifest).map_err(Error::io("reading", &manifest))?;
        let package = name_of_package(&text).ok_or_else(|| {
            Error::Page(format!("{} does not name its package", manifest.display()))
        })?;
        let runs = match link.need("data-type")? {
            "worker" => Runs::InAWorker(link.need("data-target-path")?.to_owned()),
            _ => Runs::OnThePage,
        };
        let level = link.need("data-wasm-opt")?;
        let more = link.get("data-wasm-opt-params").unwrap_or_default();
        let passes = more.split_whitespace().map(|option| {
            let pass = option.strip_prefix("--");
            pass.map(str::to_owned).ok_or_else(|| {
                Error::Page(format!("index.html: `{option}` is no pass of wasm-opt"))
            })
        });
        // While working on the page, one file is made sooner than several.
        let split = purpose == Purpose::Publish && is_splittable(&text);
        Ok(Self {
            split,
            name: link.need("data-bin")?.to_owned(),
            runs,
            package: package.to_owned(),
            profile: link.need(purpose.attribute())?.to_owned(),
            level: level.parse().map_err(|_| {
                Error::Page(format!(
                    "index.html: data-wasm-opt takes 0 to 4, not `{level}`"
                ))
            })?,
            passes: passes.collect::<Result<_, _>>()?,
        })
    }

    /// The folder with the joined module, its JavaScript and what that imports.
    pub fn joined(&self, purpose: Purpose) -> PathBuf {
        let folder = root::scratch().join("joined").join(purpose.folder());
        folder.join(&self.name)
    }

    /// The name of its module in there.
    pub fn module_name(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// The module as it was joined.
    pub fn module(&self, purpose: Purpose) -> PathBuf {
        self.joined(purpose).join(self.module_name())
    }
}

/// Compiles `some` of `programs`: those of one profile together, profiles side by side.
pub fn compile(some: &[Program], programs: &[Program]) -> Vec<Job> {
    let mut profiles: Vec<&str> = some.iter().map(|it| it.profile.as_str()).collect();
    profiles.sort_unstable();
    profiles.dedup();
    let job = |profile: &&str| {
        let mut cargo = tools::command("cargo");
        cargo.args(["build", "--target", TARGET, "--profile", profile]);
        // What all packages ask of a library decides how it is compiled, so that the other programs find it compiled.
        for program in programs.iter().filter(|it| it.profile == *profile) {
            cargo.args(["--package", &program.package]);
            if program.split {
                cargo
                    .arg("--features")
                    .arg(format!("{}/split", program.package));
            }
        }
        for program in some.iter().filter(|it| it.profile == *profile) {
            cargo.args(["--bin", &program.name]);
        }
        Job::new(format!("page ({profile})"), cargo)
    };
    profiles.iter().map(job).collect()
}

/// The jobs that join the compiled modules with their JavaScript, if they were compiled again since that was done.
pub fn join(programs: &[Program], purpose: Purpose, joiner: Tool) -> Result<Vec<Job>, Error> {
    let compiled = root::target().join(TARGET);
    let mut jobs = Vec::new();
    for program in programs {
        let module = compiled
            .join(&program.profile)
            .join(format!("{}.wasm", program.name));
        if is_newer(&program.module(purpose), &module) {
            continue;
        }
        let joined = program.joined(purpose);
        // What an older one imported must not ship.
        root::delete(&joined)?;
        let mut bindgen = tools::command(joiner.program());
        bindgen.arg(module);
        bindgen.args(["--target", "web", "--no-typescript", "--out-dir"]);
        bindgen.arg(joined).args(["--out-name", &program.name]);
        if program.split {
            bindgen.arg("--split");
        }
        jobs.push(Job::new(
            format!("{} with its JavaScript", program.name),
            bindgen,
        ));
    }
    Ok(jobs)
}

/// The files of a program as they were joined: scripts and modules, with their paths from its folder.
pub fn joined_files(program: &Program, purpose: Purpose) -> Result<Vec<(String, PathBuf)>, Error> {
    let folder = program.joined(purpose);
    let name = |file: PathBuf| {
        let path = file.strip_prefix(&folder).unwrap_or(&file);
        (path.to_string_lossy().replace('\\', "/"), file)
    };
    Ok(stamp::files_below(&folder)?.into_iter().map(name).collect())
}

/// The same with its modules made smaller, for the published page. A smaller module is named after all that goes into it, and
/// not made a second time.
pub fn optimised_files(programs: &[Program]) -> Result<Vec<Vec<(String, PathBuf)>>, Error> {
    let (mut smaller, mut all) = (Vec::new(), Vec::new());
    for program in programs {
        let folder = root::scratch().join("optimised").join(&program.name);
        fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
        let mut files = joined_files(program, Purpose::Publish)?;
        for (name, file) in &mut files {
            if !name.ends_with(".wasm") {
                continue;
            }
            let mut ingredients = fs::read(&*file).map_err(Error::io("reading", &*file))?;
            let size = ingredients.len();
            let passes = program.passes.join(",");
            ingredients.extend(format!("{} {passes}\n{SCRIPT}", program.level).into_bytes());
            let made = folder.join(format!("{}.wasm", stamp::digits_of(&ingredients)));
            let joined = mem::replace(file, made.clone());
            if made.is_file() {
                continue;
            }
            let level = program.level;
            smaller.push(Smaller {
                size,
                level,
                passes,
                joined,
                made,
            });
        }
        all.push(files);
    }
    make_smaller(smaller)?;
    forget_others(&all)?;
    Ok(all)
}

/// Deletes the smaller modules of earlier builds.
fn forget_others(all: &[Vec<(String, PathBuf)>]) -> Result<(), Error> {
    let used: Vec<&PathBuf> = all.iter().flatten().map(|(_, file)| file).collect();
    for file in stamp::files_below(&root::scratch().join("optimised"))? {
        if !used.contains(&&file) {
            fs::remove_file(&file).map_err(Error::io("deleting", file))?;
        }
    }
    Ok(())
}

/// Whether `made` was written after `source`.
fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |file: &Path| file.metadata().and_then(|data| data.modified());
    matches!((time(made), time(source)), (Ok(made), Ok(source)) if made > source)
}

/// Whether a manifest has a feature `split`.
fn is_splittable(manifest: &str) -> bool {
    manifest.lines().any(|line| line.starts_with("split = "))
}

/// The name in a manifest's first table.
fn name_of_package(manifest: &str) -> Option<&str> {
    let mut lines = manifest.lines();
    lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::index::links;

    #[test]
    fn a_program_is_what_its_link_says() -> Result<(), Error> {
        let html = "<link data-trunk href=\"crates/xtask/Cargo.toml\" data-bin=\"engine\" data-type=\"worker\" \
                    data-target-path=\"engine\" data-cargo-profile-dev=\"quick\" \
                    data-cargo-profile-release=\"small\" data-wasm-opt=\"2\" data-wasm-opt-params=\"--vacuum --strip-debug\">";
        assert_eq!(
            Program::new(&links(html)[0], Purpose::Work)?.profile,
            "quick"
        );
        let program = Program::new(&links(html)[0], Purpose::Publish)?;
        assert_eq!(program.profile, "small");
        assert_eq!(program.package, "logitscope-xtask");
        assert_eq!(program.runs, Runs::InAWorker("engine".into()));
        assert_eq!(program.level, 2);
        assert_eq!(program.passes, ["vacuum", "strip-debug"]);
        assert_eq!(program.module_name(), "engine_bg.wasm");
        Ok(())
    }
}
