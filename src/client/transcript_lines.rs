//! A reader of transcripts that may still be growing: it yields whole lines from a known offset,
//! through one buffer, whatever the file holds.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use serde::{Deserialize, Serialize};

use crate::core::session::transcript::{self, LineError};
use crate::core::session::turns::{Turn, TurnReader};
use crate::core::text;

/// Longer lines are no messages; they are skipped without being buffered.
const LONGEST_LINE: usize = 16 << 20;
const BUFFER: usize = 256 << 10;
/// Bytes before a cursor that are compared.
const FINGERPRINT: u64 = 4 << 10;

/// Counts of lines read and skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    pub lines: u64,
    pub malformed: u64,
    pub not_utf8: u64,
    pub too_long: u64,
    /// End of the file, or start of its unfinished last line.
    pub end: u64,
}

impl LineCounts {
    /// Lines that could not be used.
    pub fn skipped(&self) -> u64 {
        self.malformed + self.not_utf8 + self.too_long
    }

    fn note(&mut self, outcome: Result<(), LineError>) {
        self.lines += 1;
        match outcome {
            Ok(()) => {}
            Err(LineError::NotUtf8) => self.not_utf8 += 1,
            Err(LineError::Malformed) => self.malformed += 1,
        }
    }
}

/// Passes every line from `from` on to `take`, with its offset.
///
/// A last line without a line break is passed on if it may be complete, since transcripts can end like that. An
/// incomplete one is left for the next time.
pub fn read_lines(
    mut file: impl Read + Seek,
    from: u64,
    mut take: impl FnMut(&[u8], u64) -> Result<(), LineError>,
) -> io::Result<LineCounts> {
    file.seek(SeekFrom::Start(from))?;
    let mut reader = BufReader::with_capacity(BUFFER, file);
    let mut counts = LineCounts { end: from, ..LineCounts::default() };
    let mut line = Line::default();
    loop {
        let chunk = reader.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        let Some(length) = memchr::memchr(b'\n', chunk) else {
            let read = chunk.len();
            line.extend(chunk);
            reader.consume(read);
            continue;
        };
        match line.complete(&chunk[..length]) {
            Some(bytes) => counts.note(take(bytes, counts.end)),
            None => counts.too_long += 1,
        }
        counts.end += line.clear() + length as u64 + 1;
        reader.consume(length + 1);
    }
    let last = line.complete(&[]).filter(|bytes| bytes.trim_ascii_end().ends_with(b"}"));
    if last.is_some_and(|bytes| take(bytes, counts.end).is_ok()) {
        counts.lines += 1;
        counts.end += line.clear();
    }
    Ok(counts)
}

/// The beginning of a line that did not fit the reader's buffer.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    length: u64,
}

impl Line {
    fn extend(&mut self, part: &[u8]) {
        self.length += part.len() as u64;
        if self.length <= LONGEST_LINE as u64 {
            self.bytes.extend_from_slice(part);
        }
    }

    /// The whole line, unless it is too long.
    fn complete<'a>(&'a mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        if self.length + rest.len() as u64 > LONGEST_LINE as u64 {
            return None;
        }
        if self.bytes.is_empty() {
            return Some(rest);
        }
        self.bytes.extend_from_slice(rest);
        Some(&self.bytes)
    }

    /// Clears the buffer for the next line; returns the number of bytes it held.
    fn clear(&mut self) -> u64 {
        self.bytes.clear();
        std::mem::take(&mut self.length)
    }
}

/// A position in a transcript that can be validated later, by file identity and a hash of the bytes before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    pub offset: u64,
    pub inode: u64,
    /// Hash of the bytes before the offset.
    pub before: String,
}

impl Cursor {
    pub fn at(file: &mut File, offset: u64) -> io::Result<Cursor> {
        Ok(Cursor { offset, inode: inode(&file.metadata()?), before: fingerprint(file, offset)? })
    }

    /// The offset to continue at, or 0 if the file was cut or replaced.
    pub fn resume(&self, file: &mut File) -> io::Result<u64> {
        let metadata = file.metadata()?;
        let same = inode(&metadata) == self.inode
            && metadata.len() >= self.offset
            && fingerprint(file, self.offset)? == self.before;
        Ok(if same { self.offset } else { 0 })
    }
}

fn fingerprint(file: &mut File, offset: u64) -> io::Result<String> {
    let start = offset.saturating_sub(FINGERPRINT);
    let mut before = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(offset - start).read_to_end(&mut before)?;
    Ok(text::hash(&String::from_utf8_lossy(&before)))
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

/// Without inodes, only the fingerprint reveals a replaced file.
#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

/// The result of one reading of a transcript.
#[derive(Debug)]
pub struct TranscriptReading {
    pub turns: Vec<Turn>,
    pub counts: LineCounts,
    /// Start of the last prompt: the next reading begins there, so that later lines complete its segment.
    pub cursor: Cursor,
}

/// The turns of a transcript, from the cursor on if it is still valid. `headless` is what the session's hooks reported.
pub fn read_turns(file: &mut File, cursor: Option<&Cursor>, headless: bool) -> io::Result<TranscriptReading> {
    let from = cursor.map_or(Ok(0), |cursor| cursor.resume(file))?;
    let mut reader = TurnReader::new(headless);
    let mut last_prompt = from;
    let counts = read_lines(&mut *file, from, |line, start| {
        if transcript::parse(line)?.is_some_and(|entry| reader.push(&entry)) {
            last_prompt = start;
        }
        Ok(())
    })?;
    Ok(TranscriptReading { turns: reader.finish(), counts, cursor: Cursor::at(file, last_prompt)? })
}

/// The turns of a subagent's transcript, read like a session's: its caller takes the place of the person.
pub fn read_agent(file: &mut File) -> io::Result<Vec<Turn>> {
    let mut reader = TurnReader::new(true);
    read_lines(&mut *file, 0, |line, _| {
        if let Some(mut entry) = transcript::parse(line)? {
            entry.is_sidechain = false;
            reader.push(&entry);
        }
        Ok(())
    })?;
    Ok(reader.finish())
}

#[cfg(test)]
mod tests;
