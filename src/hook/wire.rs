//! Claude Code's hook input as JSON. Any field may be missing or change its type in a later version,
//! and then counts as missing. Exactly one value is read without waiting for the end of input, because
//! the pipe may stay open.

use std::io::Read;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// No known hook input is larger.
const MOST_INPUT: u64 = 32 * 1024 * 1024;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wire {
    pub session_id: Lenient,
    pub transcript_path: Lenient,
    pub cwd: Lenient,
    pub source: Lenient,
    pub reason: Lenient,
    pub agent_type: Lenient,
    pub agent_id: Lenient,
    pub prompt: Lenient,
    pub permission_mode: Lenient,
    pub tool_name: Lenient,
    tool_input: Option<Box<RawValue>>,
}

/// A string; any other type counts as missing.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Lenient {
    Text(String),
    Other(IgnoredAny),
}

impl Default for Lenient {
    fn default() -> Lenient {
        Lenient::Other(IgnoredAny)
    }
}

impl Lenient {
    pub fn get(&self) -> Option<&str> {
        match self {
            Lenient::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }
}

impl Wire {
    pub fn read(input: impl Read) -> Result<Wire, serde_json::Error> {
        let mut values = serde_json::Deserializer::from_reader(input.take(MOST_INPUT)).into_iter();
        values.next().unwrap_or_else(|| Ok(Wire::default()))
    }

    /// Raw JSON, because every tool has its own fields.
    pub fn tool_input(&self) -> &str {
        self.tool_input.as_ref().map_or("{}", |input| input.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_another_type_count_as_missing() {
        let wire =
            Wire::read(&br#"{"session_id":"s","cwd":{"a":[1]},"source":null,"new":{"x":1}}"#[..]).unwrap();
        assert_eq!((wire.session_id.get(), wire.cwd.get(), wire.source.get()), (Some("s"), None, None));
        let wire = Wire::read(&br#"{"tool_name":"Bash","tool_input":null,"prompt":["x"]}"#[..]).unwrap();
        assert_eq!((wire.tool_name.get(), wire.tool_input(), wire.prompt.get()), (Some("Bash"), "{}", None));
        let wire = Wire::read(&br#"{"tool_input":{"command":"ls"}}"#[..]).unwrap();
        assert_eq!(wire.tool_input(), r#"{"command":"ls"}"#);
    }

    #[test]
    fn nothing_after_the_value_is_read() {
        struct Blocks<'a>(&'a [u8]);
        impl Read for Blocks<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                assert!(!self.0.is_empty(), "read on after the value ended");
                let n = self.0.read(&mut buffer[..1])?;
                Ok(n)
            }
        }
        assert!(Wire::read(Blocks(br#"{"session_id":"s"}"#)).is_ok());
    }

    #[test]
    fn no_input_is_no_panic() {
        assert!(Wire::read(&b""[..]).unwrap().session_id.get().is_none());
        assert!(Wire::read(&b"{\"session_id\":"[..]).is_err());
        assert!(Wire::read(&b"\xff\xfe"[..]).is_err());
    }
}
