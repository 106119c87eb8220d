//! Whole files by write-then-rename: a name either holds the whole new content or what it held before.
//!
//! The bytes go to a hidden file in the same folder, are synced, take the final name by one rename, and
//! the folder is synced, so an acknowledged file survives a kill and a power cut. A process killed in
//! between leaves only the hidden file, which readers pass over.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes `path` hold exactly `bytes`. On an error the final name is as it was, except that an error in
/// the last step (syncing the folder) leaves the whole new file there, not yet safe from a power cut.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (hidden, mut file) = create_hidden(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    if let Err(error) = written.and_then(|()| fs::rename(&hidden, path)) {
        // Gives the space back. If even this fails, the hidden file is harmless.
        let _ = fs::remove_file(&hidden);
        return Err(error);
    }
    sync_folder(folder_of(path))
}

/// A new hidden file beside `path`. The number is tried upwards because a killed process with the same
/// id (always 1 in some containers) may have left its own behind.
fn create_hidden(path: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let hidden = path.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&hidden) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            opened => return opened.map(|file| (hidden, file)),
        }
    }
}

/// The folder a path lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the names in a folder safe from a power cut. File systems that cannot sync a folder, and
/// Windows, keep their own promises here.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

/// Makes a folder and the folders above it, each name synced in its parent. A folder that is already
/// there is fine.
pub(crate) fn ensure_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder_of(folder);
    if parent != folder {
        ensure_folder(parent)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made.and_then(|()| sync_folder(parent)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write_whole(&path, b"a long first content").unwrap();
        write_whole(&path, b"short").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"short");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[test]
    fn a_write_that_cannot_take_its_name_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("kept"), "x").unwrap();
        assert!(write_whole(&path, b"bytes").is_err());
        assert_eq!(names(folder.path()), ["a.json"]);
        assert_eq!(names(&path), ["kept"]);
    }

    #[test]
    fn hidden_files_of_a_killed_process_are_stepped_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let taken: Vec<_> = (0..200).map(|n| format!(".a.json.{}-{n}.tmp", std::process::id())).collect();
        taken.iter().for_each(|name| fs::write(folder.path().join(name), "stale").unwrap());
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(taken.iter().all(|name| fs::read(folder.path().join(name)).unwrap() == b"stale"));
    }
}
