//! `events.jsonl`: one JSON object a line, appended, and what is read back from it.
//!
//! A line is written with one system call and no buffer of our own, so it survives a kill of the process
//! from then on. Surviving a power cut takes a sync, which every kind gets except `progress` and `profile`:
//! those come often and are worth little.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

/// Kinds that are not synced one by one.
const UNSYNCED: [&str; 2] = ["progress", "profile"];

/// One event of a run: when, what, and further fields by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    t: f64,
    kind: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl Event {
    /// An event without further fields, `t` after the start of the run (kept to the microsecond). Kinds in
    /// use: `started`, `progress`, `improved`, `profile`, `finished`.
    pub fn new(t: Duration, kind: impl Into<String>) -> Event {
        Event { t: t.as_micros() as f64 / 1e6, kind: kind.into(), fields: Map::new() }
    }

    /// The event with one more field. The names `t` and `kind` are taken: such a field becomes `t_` or `kind_`.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Event {
        let name = if matches!(name, "t" | "kind") { format!("{name}_") } else { name.to_owned() };
        self.fields.insert(name, value.into());
        self
    }

    /// Seconds since the run started.
    pub fn t(&self) -> f64 {
        self.t
    }

    /// What happened.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The further fields, by name.
    pub fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// Whether the event is synced when it is logged.
    pub(crate) fn is_synced(&self) -> bool {
        !UNSYNCED.contains(&self.kind.as_str())
    }
}

/// The open log. One writer at a time; [`crate::RunDir`] sees to it.
#[derive(Debug)]
pub(crate) struct EventLog {
    file: File,
    /// The last line has no end, so the next one must begin with a line break.
    torn: bool,
}

impl EventLog {
    /// Opens the log for appending, making it if it is not there, and finds out whether its last line is torn.
    pub(crate) fn open(path: &Path) -> io::Result<EventLog> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut last = [b'\n'];
        if file.metadata()?.len() > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        Ok(EventLog { file, torn: last != [b'\n'] })
    }

    /// Appends one line. If it cannot be written whole (the disk is full), the part that was is cut off
    /// again, or, where even that fails, the next line starts on a fresh one; the lines before it stay.
    pub(crate) fn append(&mut self, json: &str, sync: bool) -> io::Result<()> {
        let before = self.file.metadata()?.len();
        let line = format!("{}{json}\n", if self.torn { "\n" } else { "" });
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            self.torn |= self.file.set_len(before).is_err();
            return Err(error);
        }
        self.torn = false;
        if sync { self.file.sync_data() } else { Ok(()) }
    }
}

/// What could be read of a log.
#[derive(Default, Debug)]
pub(crate) struct EventsRead {
    pub(crate) events: Vec<Event>,
    /// The last line has no end and is no event.
    pub(crate) torn_tail: bool,
    /// Lines in the middle that are no events, each named by its number.
    pub(crate) problems: Vec<String>,
}

/// Reads a log as far as it can be read.
pub(crate) fn read_events(mut log: impl BufRead) -> EventsRead {
    let mut read = EventsRead::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        match log.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => {
                read.problems.push(format!("events.jsonl line {number}: cannot be read: {error}"));
                break;
            }
        }
        let ended = line.last() == Some(&b'\n');
        let text = line.trim_ascii();
        match serde_json::from_slice(text) {
            Ok(event) => read.events.push(event),
            Err(_) if text.is_empty() => {}
            Err(_) if !ended => read.torn_tail = true,
            Err(error) => read.problems.push(format!("events.jsonl line {number}: not an event: {error}")),
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn json(event: &Event) -> String {
        serde_json::to_string(event).unwrap()
    }

    #[test]
    fn an_event_is_one_line_that_comes_back() {
        let event = Event::new(Duration::from_millis(1500), "improved")
            .with("score", 464)
            .with("note", "two\nlines")
            .with("nodes", u64::MAX)
            .with("kind", "x");
        let line = json(&event);
        assert!(line.starts_with(r#"{"t":1.5,"kind":"improved","#), "{line}");
        assert!(!line.contains('\n'));
        let read = read_events(format!("{line}\n").as_bytes());
        assert_eq!(read.events, [event]);
        assert_eq!(read.events[0].fields["kind_"], "x");
        assert!(!read.torn_tail && read.problems.is_empty());
    }

    #[test]
    fn only_progress_and_profile_go_unsynced() {
        let synced = |kind: &str| Event::new(Duration::ZERO, kind).is_synced();
        assert!(!synced("progress") && !synced("profile"));
        assert!(["started", "improved", "finished", "some new kind"].into_iter().all(synced));
    }

    #[test]
    fn a_log_cut_anywhere_reads_up_to_the_cut_and_goes_on_on_a_fresh_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.jsonl");
        let lines: Vec<_> = (0..3).map(|i| json(&Event::new(Duration::from_secs(i), "improved"))).collect();
        let whole = lines.join("\n") + "\n";
        let last = Event::new(Duration::from_secs(9), "started");
        for cut in 0..=whole.len() {
            let part = &whole.as_bytes()[..cut];
            fs::write(&path, part).unwrap();
            let read = read_events(part);
            // A line that lacks nothing but its line break is an event.
            let complete = (1..=lines.len()).filter(|&n| lines[..n].join("\n").len() <= cut).count();
            assert_eq!(read.events.len(), complete, "cut at {cut}");
            let after_event = (0..=lines.len()).any(|n| {
                let len = lines[..n].join("\n").len();
                cut == len || (n > 0 && cut == len + 1)
            });
            assert_eq!(read.torn_tail, !after_event, "cut at {cut}");
            assert!(read.problems.is_empty());

            EventLog::open(&path).unwrap().append(&json(&last), true).unwrap();
            let after = read_events(&fs::read(&path).unwrap()[..]);
            assert_eq!(after.events.len(), complete + 1, "cut at {cut}");
            assert_eq!(after.events.last(), Some(&last));
            assert!(!after.torn_tail);
            assert_eq!(after.problems.len(), usize::from(!after_event), "the torn line is named: {:?}", after.problems);
        }
    }

    #[test]
    fn lines_that_are_no_events_are_named_and_passed_over() {
        let read = read_events(
            &b"{\"t\":0,\"kind\":\"started\"}\n\0\0\0\n\xff\xfe\n{\"t\":1}\n\n{\"t\":2,\"kind\":\"x\"}\n"[..],
        );
        assert_eq!(read.events.iter().map(|e| e.t).collect::<Vec<_>>(), [0.0, 2.0]);
        let start: Vec<_> = read.problems.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(start, ["events.jsonl line 2", "events.jsonl line 3", "events.jsonl line 4"]);
        assert!(read.problems.iter().all(|p| !p.contains('\n')));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn where_the_part_written_cannot_be_cut_off_the_next_line_starts_fresh() {
        // /dev/full refuses every write as a full disk does, and cannot be cut.
        let mut log = EventLog::open(Path::new("/dev/full")).unwrap();
        let error = log.append("{}", false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(log.torn);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.jsonl");
        fs::write(&path, "{\"t\":0,\"kind\":\"started\"}\n{\"t\":1,\"ki").unwrap();
        log.file = OpenOptions::new().append(true).open(&path).unwrap();
        let event = Event::new(Duration::from_secs(2), "finished");
        log.append(&json(&event), true).unwrap();
        log.append(&json(&event), true).unwrap();
        let read = read_events(&fs::read(&path).unwrap()[..]);
        assert_eq!(read.events.iter().map(|e| e.t).collect::<Vec<_>>(), [0.0, 2.0, 2.0]);
        assert_eq!(read.problems.len(), 1);
    }
}
