//! The command line: flags and values, in any order, nothing unknown.

use crate::error::Error;

/// What follows the command's name. Each option is taken out once; `finish` refuses what is left.
pub struct Args(Vec<String>);

impl Args {
    /// `args`: the words after the command's name.
    pub fn new(args: Vec<String>) -> Self {
        Self(args)
    }

    /// Takes `name` (as in `--open`) out; says whether it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|arg| arg != name);
        self.0.len() < before
    }

    /// Takes `name VALUE` or `name=VALUE` out. Fails if the value is missing.
    pub fn value(&mut self, name: &str) -> Result<Option<String>, Error> {
        let prefix = format!("{name}=");
        let Some(at) = self
            .0
            .iter()
            .position(|arg| arg == name || arg.starts_with(&prefix))
        else {
            return Ok(None);
        };
        let arg = self.0.remove(at);
        if let Some(value) = arg.strip_prefix(&prefix) {
            return Ok(Some(value.to_owned()));
        }
        match self.0.get(at) {
            Some(next) if !next.starts_with("--") => Ok(Some(self.0.remove(at))),
            _ => Err(Error::Usage(format!("{name} needs a value"))),
        }
    }

    /// Takes a whole number out.
    pub fn number(&mut self, name: &str) -> Result<Option<u64>, Error> {
        let Some(value) = self.value(name)? else {
            return Ok(None);
        };
        let bad = || Error::Usage(format!("{name} needs a whole number, not `{value}`"));
        value.parse().map(Some).map_err(|_| bad())
    }

    /// Takes out what is no option; for commands that have taken out the values of theirs.
    pub fn names(&mut self) -> Vec<String> {
        self.0.extract_if(.., |arg| !arg.starts_with('-')).collect()
    }

    /// Fails if something was not taken out.
    pub fn finish(self) -> Result<(), Error> {
        match self.0.first() {
            None => Ok(()),
            Some(arg) => Err(Error::Usage(format!("`{arg}` is not an option here"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Args {
        Args::new(line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn a_value_may_follow_a_space_or_an_equals_sign() {
        for line in ["--port 8081 --open", "--open --port=8081"] {
            let mut args = args(line);
            assert_eq!(
                args.value("--port").ok().flatten().as_deref(),
                Some("8081"),
                "{line}"
            );
            assert!(args.flag("--open"), "{line}");
            assert!(args.finish().is_ok(), "{line}");
        }
    }

    #[test]
    fn an_option_is_not_taken_for_the_value_of_the_one_before() {
        assert!(args("--port --open").value("--port").is_err());
        assert!(args("--port").value("--port").is_err());
    }

    #[test]
    fn names_are_what_is_left_beside_options() {
        let mut args = args("gguf --runs 9 trace --opne");
        assert_eq!(args.number("--runs").ok().flatten(), Some(9));
        assert_eq!(args.names(), ["gguf", "trace"]);
        assert!(args.finish().is_err());
        assert!(self::args("--runs many").number("--runs").is_err());
    }

    #[test]
    fn what_nobody_took_is_refused() {
        let mut args = args("--opne");
        assert!(!args.flag("--open"));
        assert!(args.finish().is_err());
    }
}
