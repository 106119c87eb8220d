//! Runs the real binary in a scratch folder and keeps what came out: standard output, standard error, the exit
//! code, and the JSON of the last line. Every run is checked for the promises all commands make: it ends,
//! without a panic, with a known exit code.

#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod boards;
pub(crate) mod pictures;
pub(crate) mod tmpfs;

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A run that lasts this long hangs. Far above anything a test asks for.
const HANG: Duration = Duration::from_secs(120);

/// An empty folder to run the binary in, removed at the end.
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    /// The path of a file or folder in it; `""` is the folder itself.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.0.path().to_owned() } else { self.0.path().join(name) }
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names in a folder of it, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The names in a run directory besides its checkpoints, of which there are as many as workers.
    pub(crate) fn run_names(&self, run: &str) -> Vec<String> {
        self.names(run).into_iter().filter(|name| !name.starts_with("checkpoint-")).collect()
    }

    /// The binary with these arguments, to be run here.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_edgewise"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        for variable in ["NO_COLOR", "COLORTERM", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the binary with the words of `line`.
    pub(crate) fn run(&self, line: &str) -> Ran {
        Running::start(self.command(line.split_whitespace())).wait()
    }

    /// Runs the binary with the words of `line` and then one argument as it is.
    pub(crate) fn run_with(&self, line: &str, last: &str) -> Ran {
        Running::start(self.command(line.split_whitespace().chain([last]))).wait()
    }

    /// Runs the binary with the words of `line` and this standard input.
    pub(crate) fn run_fed(&self, line: &str, input: &[u8]) -> Ran {
        let mut command = self.command(line.split_whitespace());
        let mut running = Running::start({
            command.stdin(Stdio::piped());
            command
        });
        let mut stdin = running.child.stdin.take().unwrap();
        // The binary may refuse without reading to the end.
        let _ = stdin.write_all(input);
        drop(stdin);
        running.wait()
    }

    /// Generates a puzzle into `name`.json and its solution into `name`.solved.json.
    pub(crate) fn generate(&self, name: &str, flags: &str) -> (String, String) {
        let (puzzle, solution) = (format!("{name}.json"), format!("{name}.solved.json"));
        let made = self.run(&format!("puzzle generate {flags} -o {puzzle} --solution {solution}"));
        assert_eq!((made.code, &made.stdout, &made.stderr), (0, &String::new(), &String::new()), "{flags}");
        (puzzle, solution)
    }
}

/// A run in progress, killed when a test gives up on it.
pub(crate) struct Running {
    pub(crate) child: Child,
    what: String,
    streams: Option<[JoinHandle<Vec<u8>>; 2]>,
    lines: std::sync::mpsc::Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both do nothing to a child that has been waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        let what = format!("{:?}", command.get_args().collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = std::sync::mpsc::channel();
        let stdout = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stdout.read_to_end(&mut bytes).unwrap();
            bytes
        });
        let stderr = std::thread::spawn(move || {
            let mut all = Vec::new();
            loop {
                let before = all.len();
                if stderr.read_until(b'\n', &mut all).unwrap() == 0 {
                    return all;
                }
                // Nobody may be listening any more.
                let _ = sender.send(String::from_utf8_lossy(&all[before..]).trim_end().to_owned());
            }
        });
        Running { child, what, streams: Some([stdout, stderr]), lines }
    }

    /// Waits for a line on standard error that fits; the lines up to it.
    pub(crate) fn until(&self, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let deadline = Instant::now() + HANG;
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let found = fits(&line);
                    seen.push(line);
                    if found {
                        return seen;
                    }
                }
                Err(why) => panic!("{}: waited for a line that never came ({why}) after {seen:#?}", self.what),
            }
        }
    }

    /// The lines on standard error that nobody waited for yet.
    pub(crate) fn said(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Sends a signal by name, as the shell's `kill` does.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let script = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &script]).status().unwrap().success(), "{script}");
    }

    /// Waits for the end, and checks that it is an orderly one.
    pub(crate) fn wait(self) -> Ran {
        let (status, stdout, stderr, what) = self.end();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let code = status.code().unwrap_or_else(|| panic!("{what}: {status}"));
        let ran = Ran { code, stderr: text(stderr), stdout: text(stdout.clone()), bytes: stdout, what };
        assert!(!ran.stderr.contains("panicked") && !ran.stdout.contains("panicked"), "{ran}");
        assert!([0, 1, 2, 3, 4, 130].contains(&ran.code), "{ran}");
        ran
    }

    /// Kills it at once, as `kill -9` does; what it had said on standard error by then.
    pub(crate) fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        let (_, _, stderr, what) = self.end();
        let stderr = String::from_utf8(stderr).unwrap();
        assert!(!stderr.contains("panicked"), "{what}: {stderr}");
        stderr.lines().map(str::to_owned).collect()
    }

    fn end(mut self) -> (ExitStatus, Vec<u8>, Vec<u8>, String) {
        let deadline = Instant::now() + HANG;
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                None => panic!("{} hangs", self.what),
            }
        };
        let [stdout, stderr] = self.streams.take().unwrap().map(|stream| stream.join().unwrap());
        (status, stdout, stderr, std::mem::take(&mut self.what))
    }
}

/// What a run left.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Standard output to the byte.
    pub(crate) bytes: Vec<u8>,
    what: String,
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ran { code, stdout, stderr, what, .. } = self;
        let shown: String = stdout.chars().take(4000).collect();
        write!(f, "{what}: exit code {code}\n--- stdout\n{shown}\n--- stderr\n{stderr}")
    }
}

impl Ran {
    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{self}");
        self
    }

    /// Done, and the standard output is this.
    #[track_caller]
    pub(crate) fn expect_stdout(self, stdout: &str) -> Ran {
        let ran = self.expect(0);
        assert_eq!(ran.stdout, stdout, "{ran}");
        ran
    }

    /// The last line of standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let last = self.stdout.strip_suffix('\n').and_then(|out| out.lines().next_back());
        let json = last.and_then(|line| serde_json::from_str(line).ok());
        json.filter(Value::is_object).unwrap_or_else(|| panic!("no JSON object on the last line: {self}"))
    }

    /// The lines of standard error that are not about what was read.
    pub(crate) fn complaints(&self) -> Vec<&str> {
        self.stderr.lines().filter(|l| !l.starts_with("note: ") && !l.starts_with("read ")).collect()
    }

    /// The one line of an error, without `error: `; nothing else but what was read may stand beside it.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        match self.complaints()[..] {
            [line] => line.strip_prefix("error: ").unwrap_or_else(|| panic!("no error line: {self}")),
            _ => panic!("expected exactly one line of error: {self}"),
        }
    }

    /// Refused as bad usage or input, with nothing on standard output and one line of error, which is this.
    #[track_caller]
    pub(crate) fn refused(self, message: &str) {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{self}");
        assert_eq!(self.error(), message, "{self}");
    }

    /// Refused by the parser of the command line: an error that begins like this, and how to get help.
    #[track_caller]
    pub(crate) fn refused_usage(self, message: &str) {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{self}");
        assert!(self.stderr.starts_with(&format!("error: {message}")), "{self}");
        assert_eq!(self.stderr.matches("error: ").count(), 1, "{self}");
        assert!(self.stderr.ends_with("For more information, try '--help'.\n"), "{self}");
    }
}

/// The JSON without what may differ between two runs of the same work: time, rates, places.
pub(crate) fn without_time(mut json: Value) -> Value {
    for name in ["seconds", "nodes_per_second", "run"] {
        json.as_object_mut().unwrap().remove(name);
    }
    json
}

/// Checks the summary of an engine: every field it must have, and that they agree with each other.
#[track_caller]
pub(crate) fn assert_summary(json: &Value) {
    let whole = |name: &str| json[name].as_u64().unwrap_or_else(|| panic!("{name} is no whole number: {json:#}"));
    let (score, total, breaks, filled) = (whole("score"), whole("total"), whole("breaks"), whole("filled"));
    assert!(score + breaks <= total, "{json:#}");
    assert!(whole("clues_respected") <= whole("clues_required"), "{json:#}");
    for name in ["seed", "nodes", "threads", "candidate_reads", "deepest"] {
        whole(name);
    }
    for name in ["seconds", "nodes_per_second"] {
        assert!(json[name].as_f64().is_some_and(|x| x >= 0.0), "{name}: {json:#}");
    }
    for name in ["legal", "stopped"] {
        assert!(json[name].is_boolean(), "{name}: {json:#}");
    }
    for name in ["engine", "url", "url_dev", "stop", "board_edges", "puzzle"] {
        assert!(json[name].as_str().is_some_and(|s| !s.is_empty()), "{name}: {json:#}");
    }
    assert_eq!(json["official_clues"].is_u64(), json["regime"].is_string(), "{json:#}");
    assert_eq!(json["official_clues"].is_null(), json["regime"].is_null(), "{json:#}");
    assert_eq!(json["stopped"], json["stop"] == "flag", "{json:#}");

    let letters = json["board_edges"].as_str().unwrap();
    let empty = letters.as_bytes().chunks(4).filter(|cell| cell == b"aaaa").count();
    let cells = letters.len() / 4;
    // A piece may be grey all around only where the board is one cell.
    assert!(cells == 1 || (cells - empty) as u64 == filled, "{json:#}");
    assert!(json["url"].as_str().unwrap().contains(letters) && json["url_dev"].as_str().unwrap().contains(letters));

    let counts = json["depth_counts"].as_array().unwrap();
    assert_eq!(counts.len(), cells + 1, "{json:#}");
    let counted = counts.iter().map(|c| c.as_u64().unwrap()).sum::<u64>();
    // Every watched depth that is a depth of its own has the count that stands there.
    let arrivals = json["arrivals"].as_object().unwrap();
    assert!(arrivals.len() <= 5 && arrivals.keys().all(|depth| depth.parse::<usize>().unwrap() <= cells), "{json:#}");
    // Of several legs the counts are those of the one that found the board.
    let legs = json["presets"].as_array().unwrap().len();
    assert!(if legs == 1 { counted == whole("nodes") } else { counted <= whole("nodes") }, "{json:#}");
    // Clue cells count once the order passes them, so a depth may have no count of its own.
    let last = counts.iter().rposition(|c| c != 0).unwrap_or(0);
    assert!(last as u64 <= whole("deepest") && whole("deepest") <= cells as u64, "{json:#}");
    assert_eq!(json.get("score_unfilled").is_some(), json.get("filled_by").is_some(), "{json:#}");
    if let Some(by) = json.get("filled_by") {
        assert!(["exact", "greedy", "tail"].contains(&by.as_str().unwrap()), "{json:#}");
        assert!(whole("score_unfilled") <= score, "{json:#}");
    }
}

/// A line past the test harness, which hides what passing tests print.
pub(crate) fn announce(line: &str) {
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Whether a file system entry of this name exists.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
