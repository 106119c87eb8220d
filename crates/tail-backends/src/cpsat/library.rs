//! The library at work: open it, hand it a model, let it be stopped, take its reply.

use std::ffi::{c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use edgewise_tail::TailError;
use libloading::Library;
use prost::Message;

use super::find::{FILE, VERSION, find};
use super::proto::{CpModelProto, CpSolverResponse, SatParameters};
use crate::registry::BackendError;

/// How often a running solve looks at the stop flag.
const LOOK: Duration = Duration::from_millis(20);

type NewEnv = unsafe extern "C" fn() -> *mut c_void;
type OnEnv = unsafe extern "C" fn(*mut c_void);
type Solve =
    unsafe extern "C" fn(*mut c_void, *const c_void, c_int, *const c_void, c_int, *mut *mut c_void, *mut c_int);

/// The opened OR-Tools library. It is never unloaded, since it keeps threads and statics of its own.
#[derive(Clone, Debug)]
pub struct OrTools {
    path: PathBuf,
    new_env: NewEnv,
    destroy_env: OnEnv,
    stop_search: OnEnv,
    solve: Solve,
}

impl OrTools {
    /// Finds the library (see [`find`]) and opens it.
    ///
    /// # Errors
    /// If it is nowhere, cannot be opened, or lacks the functions.
    pub fn open(given: Option<&Path>) -> Result<OrTools, BackendError> {
        let path = find(given)?;
        let unusable = |why: String| {
            let why = why.replace('\n', " ");
            BackendError::Unusable { path: path.clone(), why: format!("{why} (expected {FILE} of ortools {VERSION})") }
        };
        // SAFETY: opening runs the initialisers of the library the user named or installed; those of OR-Tools
        // set up its own statics and ask nothing of the process.
        let library = unsafe { Library::new(&path) }.map_err(|error| unusable(error.to_string()))?;
        // SAFETY: these are the types of ortools/sat/c_api/cp_solver_c.h (9.13 and later), and `forget` below
        // keeps the code they point to loaded.
        let opened = unsafe {
            OrTools {
                new_env: symbol(&library, c"SolveCpNewEnv").map_err(unusable)?,
                destroy_env: symbol(&library, c"SolveCpDestroyEnv").map_err(unusable)?,
                stop_search: symbol(&library, c"SolveCpStopSearch").map_err(unusable)?,
                solve: symbol(&library, c"SolveCpInterruptible").map_err(unusable)?,
                path: path.clone(),
            }
        };
        std::mem::forget(library);
        Ok(opened)
    }

    /// The file that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Solves `model`; ends early, with what there is, soon after `stopped` says so.
    ///
    /// # Errors
    /// If the model is too large for the interface (2 GiB) or the reply cannot be read.
    pub(crate) fn solve(
        &self,
        model: &CpModelProto,
        parameters: &SatParameters,
        stopped: impl Fn() -> bool + Sync,
    ) -> Result<CpSolverResponse, TailError> {
        let failed = |why: String| TailError::Backend { backend: "cpsat", why };
        let (model, parameters) = (model.encode_to_vec(), parameters.encode_to_vec());
        let length = |bytes: &[u8]| {
            let long = |_| failed(format!("a model of {} bytes: expected less than 2 GiB", bytes.len()));
            c_int::try_from(bytes.len()).map_err(long)
        };
        let (model_length, parameters_length) = (length(&model)?, length(&parameters)?);
        // One environment a solve: the library adds the parameters to it for good.
        let environment = Environment::new(self);
        let finished = AtomicBool::new(false);
        let mut reply = ptr::null_mut();
        let mut reply_length: c_int = 0;
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !finished.load(Ordering::Acquire) {
                    if stopped() {
                        environment.stop();
                    }
                    std::thread::park_timeout(LOOK);
                }
            });
            // SAFETY: both buffers hold as many bytes as stated and outlive the call, which only reads them; they
            // are messages of the types expected; the environment is alive and used for this call alone; the
            // library writes pointer and length of a buffer of its own.
            unsafe {
                (self.solve)(
                    environment.pointer,
                    model.as_ptr().cast(),
                    model_length,
                    parameters.as_ptr().cast(),
                    parameters_length,
                    &mut reply,
                    &mut reply_length,
                );
            }
            finished.store(true, Ordering::Release);
            watcher.thread().unpark();
        });
        let bytes = Reply { pointer: reply, length: usize::try_from(reply_length).unwrap_or(0) };
        CpSolverResponse::decode(bytes.as_slice()).map_err(|error| failed(format!("its reply cannot be read: {error}")))
    }
}

/// The function called `name` in `library`.
///
/// # Safety
/// `T` must be the function pointer type of that function.
unsafe fn symbol<T: Copy>(library: &Library, name: &std::ffi::CStr) -> Result<T, String> {
    // SAFETY: the caller's promise.
    let found = unsafe { library.get::<T>(name.to_bytes_with_nul()) };
    found.map(|symbol| *symbol).map_err(|error| error.to_string())
}

/// What a solve runs in, and what it is stopped by.
struct Environment<'a> {
    library: &'a OrTools,
    pointer: *mut c_void,
}

// SAFETY: the only thing done from another thread is `stop`, which the library allows at any time while the
// environment lives.
unsafe impl Sync for Environment<'_> {}

impl Environment<'_> {
    fn new(library: &OrTools) -> Environment<'_> {
        // SAFETY: asks for nothing, and gives a new environment.
        Environment { library, pointer: unsafe { (library.new_env)() } }
    }

    fn stop(&self) {
        // SAFETY: the environment lives until `self` is dropped.
        unsafe { (self.library.stop_search)(self.pointer) }
    }
}

impl Drop for Environment<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the library, destroyed once, and not used after.
        unsafe { (self.library.destroy_env)(self.pointer) }
    }
}

/// A buffer of the library's, from malloc.
struct Reply {
    pointer: *mut c_void,
    length: usize,
}

impl Reply {
    fn as_slice(&self) -> &[u8] {
        if self.pointer.is_null() {
            return &[];
        }
        // SAFETY: the library gave this many bytes at this address, and they live until `self` is dropped.
        unsafe { std::slice::from_raw_parts(self.pointer.cast(), self.length) }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        // SAFETY: allocated by the library with malloc and handed over; null is allowed.
        unsafe { libc::free(self.pointer) }
    }
}
