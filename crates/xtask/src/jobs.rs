//! Runs commands with their output in a log file, one line of progress on the screen, several side by side.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::iter;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::root;

/// How often the screen is redrawn on a terminal.
const REDRAW: Duration = Duration::from_millis(250);
/// How often a line is printed where there is no terminal, so that a long step does not look dead.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// How many of the jobs that run are shown: each needs its part of a line.
const SHOWN_JOBS: usize = 6;
/// How many lines of a failed job's output are shown.
const SHOWN_LINES: usize = 80;

/// A command that is about to run.
pub struct Job {
    name: String,
    command: Command,
}

/// A job that has ended.
pub struct Done {
    /// Whether it exited with 0.
    pub success: bool,
    /// All it printed, stdout and stderr as they came.
    pub output: String,
    /// Where that is kept.
    pub log: PathBuf,
    /// How long it ran.
    pub elapsed: Duration,
}

impl Job {
    /// `name` is shown, and names the log file.
    pub fn new(name: impl Into<String>, command: Command) -> Self {
        Self {
            name: name.into(),
            command,
        }
    }

    /// Runs the job to its end, showing progress. A job that fails is no error here: see [`Done::success`].
    pub fn run(self) -> Result<Done, Error> {
        let mut running = self.start()?;
        let mut screen = Screen::new();
        loop {
            if let Some(done) = running.poll()? {
                screen.clear();
                return Ok(done);
            }
            screen.show(std::slice::from_ref(&running));
            sleep(Duration::from_millis(50));
        }
    }

    fn start(mut self) -> Result<Running, Error> {
        let folder = root::scratch();
        fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
        let log = folder.join(format!("{}.log", slug(&self.name)));
        // A run beside this one may be writing a log of this name: that file stays its own, without a name.
        let _ = fs::remove_file(&log);
        let file = File::create(&log).map_err(Error::io("creating", &log))?;
        let twin = file.try_clone().map_err(Error::io("opening", &log))?;
        let reader = File::open(&log).map_err(Error::io("opening", &log))?;
        let program = PathBuf::from(self.command.get_program());
        let child = self
            .command
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(twin)
            .spawn()
            .map_err(Error::io("starting", program))?;
        Ok(Running {
            name: self.name,
            child,
            log,
            reader,
            started: Instant::now(),
        })
    }
}

/// Runs the jobs, as many at the same time as there are processors, and says when each has ended. The first that fails stops the others.
pub fn run_side_by_side(jobs: Vec<Job>) -> Result<(), Error> {
    // Where there is one processor, one job still compiles while the other waits for a network.
    let at_once = thread::available_parallelism().map_or(2, |count| count.get().max(2));
    let mut waiting = jobs.into_iter();
    let mut running: Vec<Running> = Vec::new();
    let mut screen = Screen::new();
    loop {
        while running.len() < at_once
            && let Some(job) = waiting.next()
        {
            running.push(job.start()?);
        }
        if running.is_empty() {
            return Ok(());
        }
        let mut at = 0;
        while at < running.len() {
            let Some(done) = running[at].poll()? else {
                at += 1;
                continue;
            };
            let name = running.swap_remove(at).name.clone();
            screen.clear();
            if !done.success {
                print!("{}", tail(&done.output, SHOWN_LINES));
                return Err(Error::JobFailed {
                    job: name,
                    log: done.log,
                });
            }
            println!("      done  {name}  {}", seconds(done.elapsed));
        }
        screen.show(&running);
        sleep(Duration::from_millis(20));
    }
}

/// Does `work` for every item, two at the same time, in the order in which they are ready.
pub fn in_pairs<T: Send, R: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let waiting = Mutex::new(items.into_iter());
    let some = || -> Vec<R> {
        let next = || waiting.lock().ok()?.next();
        iter::from_fn(next).map(&work).collect()
    };
    let (mut mine, others) = thread::scope(|scope| {
        let other = scope.spawn(some);
        (some(), other.join())
    });
    mine.extend(others.map_err(|_| Error::Broke)?);
    Ok(mine)
}

/// A time as a person reads it: `7 s`, `3 min 20 s`.
pub fn seconds(elapsed: Duration) -> String {
    match elapsed.as_secs() {
        s @ ..120 => format!("{s} s"),
        s => format!("{} min {} s", s / 60, s % 60),
    }
}

/// The last `lines` lines of `text`.
pub fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    let mut kept = all[all.len().saturating_sub(lines)..].join("\n");
    kept.push('\n');
    kept
}

/// A started job. Dropped before its end, it is stopped.
struct Running {
    name: String,
    child: Child,
    log: PathBuf,
    /// Reads the log.
    reader: File,
    started: Instant,
}

impl Running {
    fn poll(&mut self) -> Result<Option<Done>, Error> {
        let Some(status) = self
            .child
            .try_wait()
            .map_err(Error::io("waiting for", self.name.as_str()))?
        else {
            return Ok(None);
        };
        let bytes = read_from(&self.reader, 0).map_err(Error::io("reading", &self.log))?;
        Ok(Some(Done {
            success: status.success(),
            output: String::from_utf8_lossy(&bytes).into_owned(),
            log: self.log.clone(),
            elapsed: self.started.elapsed(),
        }))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail if it has ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The progress line: redrawn in place on a terminal, a line now and then elsewhere.
struct Screen {
    terminal: bool,
    drawn: bool,
    last: Instant,
}

impl Screen {
    fn new() -> Self {
        Self {
            terminal: io::stdout().is_terminal(),
            drawn: false,
            last: Instant::now(),
        }
    }

    fn show(&mut self, running: &[Running]) {
        let every = if self.terminal { REDRAW } else { HEARTBEAT };
        if running.is_empty() || self.last.elapsed() < every {
            return;
        }
        self.last = Instant::now();
        let parts: Vec<String> = running
            .iter()
            .take(SHOWN_JOBS)
            .map(|job| {
                format!(
                    "{} {} {}",
                    job.name,
                    seconds(job.started.elapsed()),
                    last_line(&job.reader)
                )
            })
            .collect();
        if self.terminal {
            // A line that wraps could not be redrawn.
            let each = 78 / parts.len();
            let line: String = parts
                .iter()
                .map(|part| part.chars().take(each - 1).collect::<String>() + " ")
                .collect();
            print!("\r\x1b[2K{line}");
            // A screen that cannot be written to is no reason to stop the work.
            let _ = io::stdout().flush();
            self.drawn = true;
        } else {
            for part in parts {
                println!("      …  {part}");
            }
        }
    }

    fn clear(&mut self) {
        if self.drawn {
            print!("\r\x1b[2K");
            self.drawn = false;
        }
    }
}

/// The last line that says something, of a log that may still grow.
fn last_line(log: &File) -> String {
    let length = log.metadata().map_or(0, |data| data.len());
    // Progress is a courtesy: a log that cannot be read right now shows nothing.
    let bytes = read_from(log, length.saturating_sub(2048)).unwrap_or_default();
    String::from_utf8_lossy(&bytes)
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or("")
        .to_owned()
}

fn read_from(mut log: &File, start: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    log.seek(SeekFrom::Start(start))?;
    log.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name as a file name: letters, digits and dots stay, anything else becomes one dash.
fn slug(name: &str) -> String {
    name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_file_name() {
        assert_eq!(slug("trunk 0.21.14"), "trunk-0.21.14");
        assert_eq!(slug("../page (web) "), "..-page-web");
    }

    #[test]
    fn a_tail_has_the_last_lines_and_no_more() {
        assert_eq!(tail("a\nb\nc\n", 2), "b\nc\n");
        assert_eq!(tail("a", 80), "a\n");
    }

    #[test]
    fn a_time_is_in_minutes_from_two_minutes_on() {
        assert_eq!(seconds(Duration::from_secs(119)), "119 s");
        assert_eq!(seconds(Duration::from_secs(203)), "3 min 23 s");
    }

    #[cfg(unix)]
    #[test]
    fn a_job_gives_its_exit_and_both_of_its_streams() -> Result<(), Error> {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let done = Job::new("test of a job", command).run()?;
        assert!(!done.success);
        assert_eq!(done.output, "out\nerr\n");
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn jobs_of_one_name_keep_their_own_output() -> Result<(), Error> {
        let start = |text: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("sleep 0.2; echo {text}")]);
            Job::new("test of a twin", command).start()
        };
        let mut twins = [start("one")?, start("two")?];
        sleep(Duration::from_secs(1));
        for (twin, text) in twins.iter_mut().zip(["one\n", "two\n"]) {
            assert_eq!(twin.poll()?.map(|done| done.output).as_deref(), Some(text));
        }
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn the_first_failure_stops_the_jobs_beside_it() {
        let mut slow = Command::new("sleep");
        slow.arg("60");
        let started = Instant::now();
        let result = run_side_by_side(vec![
            Job::new("test of a slow job", slow),
            Job::new("test of a failing job", Command::new("false")),
        ]);
        assert!(
            matches!(result, Err(Error::JobFailed { ref job, .. }) if job == "test of a failing job")
        );
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}
