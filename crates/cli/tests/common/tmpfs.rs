//! Small file systems in memory that fill up (Linux, where mounting is permitted).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A mounted file system, unmounted when dropped.
pub(crate) struct Tmpfs(PathBuf);

impl Tmpfs {
    /// Mounts one at `path`, a new folder, or says why that is not permitted here and the test is skipped.
    pub(crate) fn mount(path: &Path, options: &str) -> Option<Tmpfs> {
        std::fs::create_dir(path).unwrap();
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(path).output();
        let why = match mount {
            Ok(Output { status, .. }) if status.success() => return Some(Tmpfs(path.to_owned())),
            Ok(Output { stderr, .. }) => {
                String::from_utf8_lossy(&stderr).lines().next().unwrap_or("no reason given").to_owned()
            }
            Err(error) => error.to_string(),
        };
        super::announce(&format!("SKIPPED, cannot mount a small tmpfs: {why}"));
        None
    }

    /// Gives it all the space it may need.
    pub(crate) fn grow(&self) {
        let mut mount = Command::new("mount");
        let status = mount.args(["-o", "remount,size=64m,nr_inodes=10000"]).arg(&self.0).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        let done = Command::new("umount").arg(&self.0).status().is_ok_and(|status| status.success());
        if !done {
            let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        }
    }
}
