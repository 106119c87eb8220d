//! Processor time of this process.

/// Seconds of processor time that all threads have taken so far, where the system tells.
#[cfg(unix)]
pub(crate) fn seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

/// Seconds of processor time that all threads have taken so far, where the system tells.
#[cfg(not(unix))]
pub(crate) fn seconds() -> Option<f64> {
    None
}
