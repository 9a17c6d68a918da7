//! A benchmark of learning from real sessions without a model, starting from an empty database.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Verdict;
use crate::transcripts::transcripts;

const MOST_SECONDS: f64 = 8.0;
const MOST_MEGABYTES: f64 = 120.0;
/// The kernel records the peak, so only growth in the last moment is missed.
const LOOK_EVERY: Duration = Duration::from_millis(2);

pub(crate) fn report() -> Verdict {
    let Some(files) = transcripts() else { return Verdict::Kept };
    let home = tempfile::tempdir().expect("a temporary home");
    // The home folder cannot be a project.
    let project = home.path().join("project");
    std::fs::create_dir(&project).expect("a project");
    let started = Instant::now();
    let peak = peak_memory(
        // A clean environment without a `claude`, so no model is used.
        Command::new(env!("CARGO_BIN_EXE_ingrain"))
            .env_clear()
            .env("HOME", home.path())
            .current_dir(&project)
            .args(["learn", "--now"])
            .args(files),
    );
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "learning: {} sessions in {seconds:.1} s (at most {MOST_SECONDS}) and {peak:.0} MB (at most {MOST_MEGABYTES})",
        files.len(),
    );
    Verdict::of(seconds <= MOST_SECONDS && peak <= MOST_MEGABYTES)
}

/// Peak memory in megabytes of a program that has to succeed.
fn peak_memory(command: &mut Command) -> f64 {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0;
    loop {
        peak = peak_so_far(Path::new(&status)).unwrap_or(peak);
        if let Some(ended) = child.try_wait().expect("a child") {
            assert!(ended.success(), "the program failed");
            return peak;
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn peak_so_far(status: &Path) -> Option<f64> {
    let status = std::fs::read_to_string(status).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}
