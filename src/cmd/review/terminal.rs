//! Terminal handling of the review: keys in, frames out. The terminal is restored however the review
//! ends.

use std::io::{self, Read, Stdout, stdin, stdout};
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGTERM, SIGWINCH};

use super::draw;
use super::session::ReviewSession;
use crate::core::review::screen::{Effect, KeyPress, ReviewScreen};
use crate::os::ctx::Ctx;
use crate::os::fsx;

/// Poll without waiting.
const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// The terminal in raw mode.
struct Stage {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// A signal asked us to end.
    ended: Arc<AtomicBool>,
    /// Gets a byte with every signal, so that no polling is needed.
    signals: UnixStream,
}

pub fn review(session: &mut ReviewSession<'_>, screen: &mut ReviewScreen) -> Result<()> {
    let mut stage = Stage::enter()?;
    while let Some(key) = stage.next_key(session, screen)? {
        let step = draw::step(stage.terminal.size()?.height);
        let wish = screen.press(key, step);
        if wish == Effect::Quit {
            break;
        }
        // Show the error and continue.
        if let Err(error) = stage.fulfil(wish, session, screen) {
            screen.said(format!("{error:#}"));
        }
    }
    Ok(())
}

impl Stage {
    fn enter() -> Result<Stage> {
        let ended = Arc::new(AtomicBool::new(false));
        let (signals, written) = UnixStream::pair()?;
        signals.set_nonblocking(true)?;
        for signal in [SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        for signal in [SIGTERM, SIGHUP, SIGWINCH] {
            signal_hook::low_level::pipe::register(signal, written.try_clone()?)?;
        }
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        take().context("could not take over the terminal")?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Stage { terminal, ended, signals })
    }

    /// Shows the screen until a key is pressed; `None` if a signal ends us or the terminal is gone.
    fn next_key(
        &mut self,
        session: &ReviewSession<'_>,
        screen: &mut ReviewScreen,
    ) -> Result<Option<KeyPress>> {
        loop {
            if screen.page.is_none() {
                session.show(screen)?;
            }
            let colour = !session.ctx.env.no_color;
            self.terminal.draw(|frame| draw::draw(screen, colour, frame.buffer_mut()))?;
            // Do not read a terminal that is gone: it would report "nothing" for ever.
            while self.is_there(Some(&AT_ONCE))? && !event::poll(Duration::ZERO)? {
                self.is_there(None)?;
            }
            if !self.is_there(Some(&AT_ONCE))? {
                return Ok(None);
            }
            if let Event::Key(pressed) = event::read()?
                && let Some(key) = key(pressed)
            {
                return Ok(Some(key));
            }
        }
    }

    /// Waits for a key or a signal; `false` if the terminal is gone or a signal came.
    fn is_there(&mut self, patience: Option<&Timespec>) -> Result<bool> {
        let keyboard = stdin();
        let mut watched = [PollFd::new(&keyboard, PollFlags::IN), PollFd::new(&self.signals, PollFlags::IN)];
        match poll(&mut watched, patience) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let gone = watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
        while self.signals.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
        Ok(!gone && !self.ended.load(Ordering::Relaxed))
    }

    fn fulfil(
        &mut self,
        wish: Effect,
        session: &mut ReviewSession<'_>,
        screen: &mut ReviewScreen,
    ) -> Result<()> {
        match wish {
            Effect::Nothing | Effect::Quit => Ok(()),
            Effect::Rule(action, items) => session.rule(screen, action, &items),
            Effect::Edit(n) => self.edit(n, session, screen),
            Effect::FindTwins(n) => {
                let twins = session.twins(&screen.items[n])?;
                screen.offer(twins);
                Ok(())
            }
            Effect::Merge { item, other } => session.merge(screen, item, &other),
            Effect::Undo => session.undo(screen),
        }
    }

    fn edit(&mut self, n: usize, session: &mut ReviewSession<'_>, screen: &mut ReviewScreen) -> Result<()> {
        let Some(before) = session.text_of(n, &screen.items[n])? else {
            bail!("it is gone");
        };
        give_back();
        let after = in_editor(session.ctx, &before);
        take()?;
        self.terminal.clear()?;
        session.edited(screen, n, &before, &after?)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, cursor::Hide)
}

/// Restores the terminal, ignoring errors.
fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), LeaveAlternateScreen, cursor::Show);
}

fn key(pressed: KeyEvent) -> Option<KeyPress> {
    if pressed.kind == KeyEventKind::Release {
        return None;
    }
    let control = pressed.modifiers.contains(KeyModifiers::CONTROL);
    Some(match pressed.code {
        KeyCode::Char('c' | 'd') if control => KeyPress::Interrupt,
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(c) => KeyPress::Char(c),
        KeyCode::Enter => KeyPress::Enter,
        KeyCode::Esc => KeyPress::Escape,
        KeyCode::Up => KeyPress::Up,
        KeyCode::Down => KeyPress::Down,
        KeyCode::Left => KeyPress::Left,
        KeyCode::Right => KeyPress::Right,
        KeyCode::PageUp => KeyPress::PageUp,
        KeyCode::PageDown => KeyPress::PageDown,
        KeyCode::Home => KeyPress::Home,
        KeyCode::End => KeyPress::End,
        _ => return None,
    })
}

/// Opens the person's editor and returns the edited text.
fn in_editor(ctx: &Ctx, text: &str) -> Result<String> {
    let editor = ctx.env.editor.as_deref().filter(|editor| !editor.trim().is_empty()).unwrap_or("vi");
    let mut words =
        shlex::split(editor).filter(|words| !words.is_empty()).context("$EDITOR is not a command")?;
    let file = tempfile::Builder::new().prefix("ingrain-").suffix(".md").tempfile()?;
    crate::os::fsx::write_private(file.path(), text.as_bytes())?;
    let program = words.remove(0);
    let status = Command::new(&program)
        .args(words)
        .arg(file.path())
        .status()
        .with_context(|| format!("could not start the editor `{program}`"))?;
    if !status.success() {
        bail!("the editor `{program}` failed, so nothing was changed");
    }
    fsx::read_text_opt(file.path())?.context("the editor left no text")
}
