//! Fault injection, for tests of crashes, full disks and missing locks. Each write names its point
//! here; a test chooses the point at which the process is killed or the write fails. Only debug builds
//! contain it: in release builds these functions are empty, and `.ci/steps` checks that no program
//! contains the variable's name.

#[cfg(debug_assertions)]
pub use armed::*;
#[cfg(not(debug_assertions))]
pub use unarmed::*;

#[cfg(not(debug_assertions))]
mod unarmed {
    use std::io::{self, Write};

    #[inline(always)]
    pub fn before(_: &'static str) -> io::Result<()> {
        Ok(())
    }

    #[inline(always)]
    pub fn after(_: &'static str) {}

    #[inline(always)]
    pub fn is_sham(_: &'static str) -> bool {
        false
    }

    #[inline(always)]
    pub fn write_all(mut to: impl Write, bytes: &[u8]) -> io::Result<()> {
        to.write_all(bytes)
    }
}

#[cfg(debug_assertions)]
mod armed {
    use std::io::{self, Write};
    use std::path::PathBuf;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::io::Errno;
    use rustix::process::{Signal, getpid, kill_process};

    pub const VARIABLE: &str = "INGRAIN_FAULT";

    static FAULT: OnceLock<Fault> = OnceLock::new();
    static REACHED: AtomicUsize = AtomicUsize::new(0);
    static FALLIBLE: AtomicUsize = AtomicUsize::new(0);

    /// `crash:N`, `panic:N`, `ENOSPC:N` or another error's name, where N is the number of a point (from 1) or the name of an
    /// operation, for all points of its kind. `sham:lock` reports success and does nothing; `count:FILE` lists the points.
    #[derive(Debug, PartialEq)]
    enum Fault {
        Count(PathBuf),
        Crash(Which),
        Panic(Which),
        Fail(Errno, Which),
        Sham(String),
    }

    #[derive(Debug, PartialEq)]
    enum Which {
        Nth(usize),
        Every(String),
    }

    impl Which {
        fn of(text: &str) -> Which {
            text.parse().map_or_else(|_| Which::Every(text.to_owned()), Which::Nth)
        }

        fn is(&self, what: &str, n: usize) -> bool {
            match self {
                Which::Nth(at) => *at == n,
                Which::Every(name) => name == what,
            }
        }
    }

    /// The effect at a point.
    enum Fate {
        None,
        Crash,
        Panic,
        Fail(Errno),
    }

    pub fn arm(spec: Option<&str>) {
        if let Some(fault) = spec.and_then(parse) {
            let _ = FAULT.set(fault);
        }
    }

    fn parse(spec: &str) -> Option<Fault> {
        let (what, which) = spec.split_once(':')?;
        let errno = match what {
            "count" => return Some(Fault::Count(which.into())),
            "crash" => return Some(Fault::Crash(Which::of(which))),
            "panic" => return Some(Fault::Panic(Which::of(which))),
            "sham" => return Some(Fault::Sham(which.to_owned())),
            "ENOSPC" => Errno::NOSPC,
            "EIO" => Errno::IO,
            "EROFS" => Errno::ROFS,
            "ENOLCK" => Errno::NOLCK,
            "EOPNOTSUPP" => Errno::OPNOTSUPP,
            _ => return None,
        };
        Some(Fault::Fail(errno, Which::of(which)))
    }

    /// A point right before an operation that can fail.
    pub fn before(what: &'static str) -> io::Result<()> {
        match fate(what, true) {
            Fate::None => Ok(()),
            Fate::Crash => die(),
            Fate::Panic => go_wrong(what),
            Fate::Fail(errno) => Err(errno.into()),
        }
    }

    /// A point right after an operation.
    pub fn after(what: &'static str) {
        match fate(what, false) {
            Fate::Crash => die(),
            Fate::Panic => go_wrong(what),
            Fate::None | Fate::Fail(_) => {}
        }
    }

    /// Does the system only pretend to do this, as some file systems do with locks?
    pub fn is_sham(what: &'static str) -> bool {
        matches!(FAULT.get(), Some(Fault::Sham(sham)) if sham == what)
    }

    /// A write that is cut short writes half of its bytes.
    pub fn write_all(mut to: impl Write, bytes: &[u8]) -> io::Result<()> {
        let fate = fate("write", true);
        if !matches!(fate, Fate::None) {
            to.write_all(&bytes[..bytes.len() / 2])?;
        }
        match fate {
            Fate::None => to.write_all(bytes),
            Fate::Crash => die(),
            Fate::Panic => go_wrong("write"),
            Fate::Fail(errno) => Err(errno.into()),
        }
    }

    fn fate(what: &'static str, fallible: bool) -> Fate {
        let Some(fault) = FAULT.get() else {
            return Fate::None;
        };
        let n = REACHED.fetch_add(1, Ordering::SeqCst) + 1;
        let nth_fallible = if fallible { FALLIBLE.fetch_add(1, Ordering::SeqCst) + 1 } else { 0 };
        match fault {
            Fault::Count(file) => list(file, what, fallible),
            Fault::Crash(which) if which.is(what, n) => return Fate::Crash,
            Fault::Panic(which) if which.is(what, n) => return Fate::Panic,
            Fault::Fail(errno, which) if fallible && which.is(what, nth_fallible) => {
                return Fate::Fail(*errno);
            }
            _ => {}
        }
        Fate::None
    }

    fn list(file: &PathBuf, what: &str, fallible: bool) {
        let line = format!("{} {what}\n", if fallible { "before" } else { "after" });
        let to = std::fs::File::options().create(true).append(true).open(file);
        let _ = to.and_then(|mut to| to.write_all(line.as_bytes()));
    }

    /// A bug of ours. The quoted part stands for what a message may quote of a session.
    fn go_wrong(what: &str) -> ! {
        panic!("a test asked for it at {what}: `words of a session`")
    }

    /// As if the power went: nothing of ours runs after this.
    fn die() -> ! {
        let _ = kill_process(getpid(), Signal::KILL);
        std::process::abort()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn what_is_asked_for_is_understood() {
            assert_eq!(parse("crash:7"), Some(Fault::Crash(Which::Nth(7))));
            assert_eq!(parse("panic:commit"), Some(Fault::Panic(Which::Every("commit".into()))));
            assert_eq!(parse("EIO:2"), Some(Fault::Fail(Errno::IO, Which::Nth(2))));
            assert_eq!(parse("ENOLCK:lock"), Some(Fault::Fail(Errno::NOLCK, Which::Every("lock".into()))));
            assert_eq!(parse("sham:lock"), Some(Fault::Sham("lock".into())));
            assert_eq!(parse("count:/tmp/x"), Some(Fault::Count("/tmp/x".into())));
            for nonsense in ["", "crash", "7", "EWHAT:1"] {
                assert_eq!(parse(nonsense), None, "{nonsense}");
            }
        }
    }
}
