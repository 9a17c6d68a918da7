//! Child processes with limits on time and output. Input goes through stdin (Linux limits one argument
//! to 128 KiB), and a process ends together with everything it started.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::os::fsx;

/// No usable answer is longer.
const MOST_OUTPUT: u64 = 16 * 1024 * 1024;
/// Time between asking a program to stop and killing it.
const GRACE: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(20);

/// An ancestor of this process.
#[derive(Debug)]
pub struct ParentProcess {
    /// The program's name, as far as the system keeps it.
    pub program: String,
    environment: Vec<u8>,
}

impl ParentProcess {
    /// The names of the variables that it was started with.
    pub fn variables(&self) -> impl Iterator<Item = &[u8]> {
        let variables = self.environment.split(|byte| *byte == 0);
        variables.filter_map(|variable| variable.split(|byte| *byte == b'=').next())
    }
}

/// No real process tree is deeper.
const MOST_PARENTS: usize = 32;

/// Ancestors of this process, nearest first; empty where the system does not report them.
pub fn parents() -> Vec<ParentProcess> {
    let mut parents = Vec::new();
    let mut at = parent_of("self");
    while let Some(process) = at.filter(|_| parents.len() < MOST_PARENTS) {
        let read = |file: &str| fsx::read_opt(Path::new(&format!("/proc/{process}/{file}"))).ok().flatten();
        let program = String::from_utf8_lossy(&read("comm").unwrap_or_default()).trim().to_owned();
        parents.push(ParentProcess { program, environment: read("environ").unwrap_or_default() });
        at = parent_of(&process);
    }
    parents
}

/// `42 (name) S 41 …`; a name may hold anything.
fn parent_of(process: &str) -> Option<String> {
    let stat = fsx::text(Path::new(&format!("/proc/{process}/stat")))?;
    let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
    (parent != "0").then(|| parent.to_owned())
}

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("could not start `{program}`: {source}")]
    Start { program: String, source: std::io::Error },
    #[error("`{program}` did not answer within {seconds} s")]
    Timeout { program: String, seconds: u64 },
    #[error("could not wait for `{program}`: {source}")]
    Wait { program: String, source: std::io::Error },
}

#[derive(Debug)]
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Runs `command` with `input` on its stdin. None of its processes is left when this returns.
pub fn run(mut command: Command, input: Vec<u8>, patience: Duration) -> Result<Finished, RunError> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().map_err(|source| RunError::Start { program: program.clone(), source })?;
    let feeder = feed(&mut child, input);
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let waited = wait(&mut child, patience);
    end_group(&child);
    let _ = feeder.map(JoinHandle::join);
    let (stdout, stderr) = (joined(stdout), joined(stderr));
    match waited {
        Ok(Some(status)) => Ok(Finished { status, stdout, stderr }),
        Ok(None) => Err(RunError::Timeout { program, seconds: patience.as_secs() }),
        Err(source) => Err(RunError::Wait { program, source }),
    }
}

/// Output and exit status of a program. `None` when it took too long and was killed. Processes that it started in the
/// background are left alone.
pub fn listen(mut command: Command, input: Vec<u8>, patience: Duration) -> Option<(Vec<u8>, ExitStatus)> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    feed(&mut child, input);
    let stdout = child.stdout.take()?;
    let (done, heard) = mpsc::channel();
    std::thread::spawn(move || done.send(joined(Some(collect(stdout)))));
    match heard.recv_timeout(patience) {
        Ok(printed) => Some((printed, child.wait().ok()?)),
        Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            None
        }
    }
}

/// `None` when time ran out: the child was asked to stop, then killed.
fn wait(child: &mut Child, patience: Duration) -> std::io::Result<Option<ExitStatus>> {
    if let Some(status) = wait_until(child, Instant::now() + patience)? {
        return Ok(Some(status));
    }
    signal_group(child, Signal::TERM);
    if wait_until(child, Instant::now() + GRACE)?.is_none() {
        signal_group(child, Signal::KILL);
        child.wait()?;
    }
    Ok(None)
}

fn wait_until(child: &mut Child, deadline: Instant) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

/// Kills the process group, because grandchildren would keep our pipes open and the machine busy.
fn end_group(child: &Child) {
    signal_group(child, Signal::KILL);
}

fn signal_group(child: &Child, signal: Signal) {
    let _ = kill_process_group(Pid::from_child(child), signal);
}

fn feed(child: &mut Child, input: Vec<u8>) -> Option<JoinHandle<()>> {
    let mut stdin = child.stdin.take()?;
    // A program that does not read its input is no error of ours: its answer decides.
    Some(std::thread::spawn(move || drop(stdin.write_all(&input))))
}

fn collect(pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes);
        bytes
    })
}

fn joined(reader: Option<JoinHandle<Vec<u8>>>) -> Vec<u8> {
    reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn input_larger_than_a_pipe_comes_back_whole() {
        let input = vec![b'x'; 300_000];
        let finished = run(shell("cat; echo oops >&2"), input.clone(), Duration::from_secs(20)).unwrap();
        assert_eq!(finished.stdout, input);
        assert_eq!(finished.stderr, b"oops\n");
        assert!(finished.status.success());
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_its_children() {
        let dir = tempfile::tempdir().unwrap();
        let pid_file = dir.path().join("pid");
        let script = format!("sleep 300 & echo $! > '{}'; wait", pid_file.display());
        let error = run(shell(&script), Vec::new(), Duration::from_secs(2)).unwrap_err();
        assert!(matches!(error, RunError::Timeout { .. }));
        let pid: i32 = std::fs::read_to_string(pid_file).unwrap().trim().parse().unwrap();
        // A killed process takes a moment to disappear.
        let deadline = Instant::now() + Duration::from_secs(20);
        while is_running(pid) {
            assert!(Instant::now() < deadline, "the grandchild is still there");
            std::thread::sleep(POLL);
        }
    }

    #[test]
    fn a_grandchild_that_holds_the_pipe_does_not_hold_us() {
        let started = Instant::now();
        let finished = run(shell("sleep 300 & echo done"), Vec::new(), Duration::from_secs(60)).unwrap();
        assert_eq!(finished.stdout, b"done\n");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    /// A zombie that was not reaped yet does not count as running.
    fn is_running(pid: i32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim().starts_with('Z'))
    }
}
