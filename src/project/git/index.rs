//! A reader of git's index that answers one question: does git track this path? If that cannot be
//! determined the answer is yes, so nothing of ours is written where git may overwrite it.

use std::path::Path;

use super::{git_dir, setting};
use crate::os::fsx;

/// A larger index is not read.
const MOST_BYTES: u64 = 256 << 20;
const HEADER: usize = 12;
/// Times, device, inode, mode, owner and size stand before an entry's object id.
const BEFORE_ID: usize = 40;
const HAS_MORE_FLAGS: u16 = 0x4000;

/// Does git track the path, or a folder, link or submodule on the way to it? `false` outside of a repository, and where
/// nothing was ever added.
pub fn tracks(root: &Path, path: &str) -> bool {
    let Some(git_dir) = git_dir(root) else { return false };
    let index = git_dir.join("index");
    match index.metadata() {
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        Ok(meta) if meta.len() > MOST_BYTES => true,
        Ok(_) => match fsx::read_opt(&index) {
            Ok(Some(bytes)) => holds(&bytes, id_bytes(&git_dir), path).unwrap_or(true),
            _ => true,
        },
    }
}

fn id_bytes(git_dir: &Path) -> usize {
    let config = fsx::text(&git_dir.join("config")).unwrap_or_default().to_lowercase();
    match setting(&config, "[extensions]", "objectformat").as_deref() {
        Some("sha256") => 32,
        _ => 20,
    }
}

/// `None` for an index that cannot be parsed to its end.
fn holds(bytes: &[u8], id_bytes: usize, path: &str) -> Option<bool> {
    if bytes.get(..4)? != b"DIRC" {
        return None;
    }
    let version = u32::from_be_bytes(bytes.get(4..8)?.try_into().ok()?);
    let count = u32::from_be_bytes(bytes.get(8..HEADER)?.try_into().ok()?);
    if !(2..=4).contains(&version) {
        return None;
    }
    let (mut at, mut name) = (HEADER, Vec::new());
    let mut is_held = false;
    for _ in 0..count {
        at = next(bytes, at, id_bytes, version, &mut name)?;
        is_held |= leads_to(&name, path.as_bytes());
    }
    // A lower-case extension changes the meaning of entries: a split index has more of them elsewhere.
    let rest = bytes.get(at..bytes.len().checked_sub(id_bytes)?)?;
    let is_plain = rest.is_empty() || rest.first()?.is_ascii_uppercase() && all_optional(rest)?;
    is_plain.then_some(is_held)
}

/// Reads one entry's name and returns the offset of the next.
fn next(bytes: &[u8], at: usize, id_bytes: usize, version: u32, name: &mut Vec<u8>) -> Option<usize> {
    let flags_at = at + BEFORE_ID + id_bytes;
    let flags = u16::from_be_bytes(bytes.get(flags_at..flags_at + 2)?.try_into().ok()?);
    let mut name_at = flags_at + 2;
    if version >= 3 && flags & HAS_MORE_FLAGS != 0 {
        name_at += 2;
    }
    if version == 4 {
        let (cut, after) = varint(bytes, name_at)?;
        name.truncate(name.len().checked_sub(cut)?);
        name_at = after;
    } else {
        name.clear();
    }
    let length = bytes.get(name_at..)?.iter().position(|byte| *byte == 0)?;
    name.extend_from_slice(&bytes[name_at..name_at + length]);
    let end = name_at + length;
    // Entries of older versions end with one to eight zeros, at a multiple of eight.
    Some(if version == 4 { end + 1 } else { at + (end - at) / 8 * 8 + 8 })
}

/// A variable-length integer of git.
fn varint(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let mut byte = *bytes.get(at)?;
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *bytes.get(at)?;
        value = value.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
    }
    Some((value, at + 1))
}

fn all_optional(mut rest: &[u8]) -> Option<bool> {
    while !rest.is_empty() {
        let size = u32::from_be_bytes(rest.get(4..8)?.try_into().ok()?) as usize;
        if !rest.first()?.is_ascii_uppercase() {
            return Some(false);
        }
        rest = rest.get(8 + size..)?;
    }
    Some(true)
}

/// Ignores case, because some file systems do.
fn leads_to(entry: &[u8], path: &[u8]) -> bool {
    let entry = entry.strip_suffix(b"/").unwrap_or(entry);
    let Some(head) = path.get(..entry.len()) else { return false };
    head.eq_ignore_ascii_case(entry) && matches!(path.get(entry.len()), None | Some(b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, id_bytes: usize) -> Vec<u8> {
        let mut bytes = vec![1; BEFORE_ID + id_bytes];
        bytes.extend((name.len() as u16).to_be_bytes());
        bytes.extend(name.as_bytes());
        let padded = bytes.len() / 8 * 8 + 8;
        bytes.resize(padded, 0);
        bytes
    }

    fn index(names: &[&str], id_bytes: usize, extension: &[u8]) -> Vec<u8> {
        let mut bytes = b"DIRC\0\0\0\x02".to_vec();
        bytes.extend((names.len() as u32).to_be_bytes());
        bytes.extend(names.iter().flat_map(|name| entry(name, id_bytes)));
        bytes.extend(extension);
        bytes.extend(vec![7; id_bytes]);
        bytes
    }

    #[test]
    fn a_path_is_found_among_the_others() {
        let path = ".memory/knowledge/decisions.md";
        for (names, held) in [
            (&["a", "z"][..], false),
            (&[".memory/knowledge/decisions.md", "z"], true),
            (&[".memory/knowledge/decisions.md.orig"], false),
            (&[".Memory/Knowledge/Decisions.md"], true),
            (&[".memory"], true),
            (&[".memory/knowledge/"], true),
            (&[".mem"], false),
        ] {
            for id_bytes in [20, 32] {
                assert_eq!(holds(&index(names, id_bytes, b""), id_bytes, path), Some(held), "{names:?}");
            }
            let tree = b"TREE\0\0\0\x03abc";
            assert_eq!(holds(&index(names, 20, tree), 20, path), Some(held), "{names:?}");
        }
    }

    #[test]
    fn what_is_not_understood_says_nothing() {
        let whole = index(&["a", "b"], 20, b"");
        for cut in 0..whole.len() {
            assert_ne!(holds(&whole[..cut], 20, "c"), Some(true), "{cut}");
        }
        assert_eq!(holds(&whole[..30], 20, "c"), None);
        assert_eq!(holds(&index(&["a"], 20, b"link\0\0\0\x00"), 20, "c"), None);
        assert_eq!(holds(&index(&["a"], 20, b"TREE\0\0\0\x00sdir\0\0\0\x00"), 20, "c"), None);
        assert_eq!(holds(b"DIRC\0\0\0\x09\0\0\0\0", 20, "c"), None);
        assert_eq!(holds(b"", 20, "c"), None);
    }
}
