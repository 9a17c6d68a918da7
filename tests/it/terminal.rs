//! A program in a terminal of its own, driven by keys as a person would: press, then look at the
//! screen.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::world::World;

pub struct Terminal {
    socket: PathBuf,
}

impl Terminal {
    /// Runs `ingrain` with these arguments in the world's project. Its exit code is printed when it ends.
    pub fn start(world: &World, args: &str, size: (u16, u16)) -> Terminal {
        // A server that is still ending must not be met again.
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let terminal = Terminal { socket: world.base().join(format!("tmux-{number}")) };
        let mut tmux = world.command("tmux");
        tmux.env("TERM", "xterm-256color").env("LANG", "C.UTF-8").env("SHELL", "/bin/sh");
        let program = env!("CARGO_BIN_EXE_ingrain");
        let line = format!("{program} {args}; echo \"left with $?\"; exec cat");
        let (width, height) = (size.0.to_string(), size.1.to_string());
        tmux.arg("-S").arg(&terminal.socket).args(["-u", "-f", "/dev/null", "new-session", "-d"]);
        let done = tmux.args(["-x", &width, "-y", &height]).arg(line).output().expect("tmux is installed");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        terminal
    }

    fn tmux(&self, args: &[&str]) -> Output {
        Command::new("tmux").arg("-S").arg(&self.socket).args(args).output().unwrap()
    }

    pub fn screen(&self) -> String {
        String::from_utf8(self.tmux(&["capture-pane", "-p"]).stdout).unwrap()
    }

    /// Presses a key, then waits until the words are on the screen.
    #[track_caller]
    pub fn press(&self, key: &str, see: &str) -> String {
        self.tmux(&["send-keys", key]);
        self.see(see)
    }

    #[track_caller]
    pub fn see(&self, words: &str) -> String {
        self.wait(words, |screen| screen.contains(words))
    }

    #[track_caller]
    pub fn wait(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            assert!(since.elapsed() < Duration::from_secs(30), "never seen: {what}\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The id of the program that runs in the terminal's shell.
    pub fn child(&self) -> u32 {
        let shell = String::from_utf8(self.tmux(&["display-message", "-p", "#{pane_pid}"]).stdout).unwrap();
        let path = format!("/proc/{0}/task/{0}/children", shell.trim());
        let children = std::fs::read_to_string(path).unwrap();
        children.split_whitespace().next().unwrap().parse().unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
