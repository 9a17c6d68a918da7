//! A quick filter for lines. A third of a transcript's lines are progress reports and snapshots,
//! some of them tens of kilobytes. A line's type is near its beginning, so most of these need not
//! be parsed.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::core::session::client_words as client;

const TYPES: [&[u8]; 5] = [b"user", b"assistant", b"system", b"attachment", b"queue-operation"];
const ATTACHMENTS: [&str; 3] = [client::QUEUED_PROMPT, client::HOOK_CONTEXT, client::HOOK_OUTPUT];

/// Inside a string the quotes would be escaped, so this is always a key with a string value.
static TYPE_KEY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#""type":""#));

/// False only if the first `type` belongs to the line or its attachment, and is one that is not
/// read.
pub(super) fn may_matter(line: &[u8]) -> bool {
    let Some(key) = TYPE_KEY.find(line) else {
        // Blank lines are skipped; any other may be JSON with spaces in it.
        return !line.trim_ascii().is_empty();
    };
    let before = &line[..key];
    let value = &line[key + TYPE_KEY.needle().len()..];
    let value = &value[..memchr::memchr(b'"', value).unwrap_or(value.len())];
    match memchr::memchr_iter(b'{', before).count() {
        1 => TYPES.contains(&value),
        2 if before.ends_with(br#""attachment":{"#) => {
            ATTACHMENTS.iter().any(|kind| kind.as_bytes() == value)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::may_matter;

    #[test]
    fn what_is_read_and_what_is_not() {
        for (line, expected) in [
            (r#"{"type":"user","message":{}}"#, true),
            (r#"{"parentUuid":"a","cwd":"/w","type":"user"}"#, true),
            (r#"{"parentUuid":"a","message":{"type":"message"},"type":"assistant"}"#, true),
            (r#"{"type":"queue-operation"}"#, true),
            (r#"{"type": "user"}"#, true),
            (r#"{"parentUuid":null,"attachment":{"type":"hook_success"},"type":"attachment"}"#, true),
            (r#"{"attachment":{"content":"x","type":"queued_command"},"type":"attachment"}"#, true),
            (
                r#"{"parentUuid":null,"attachment":{"type":"prompt_snapshot","x":1},"type":"attachment"}"#,
                false,
            ),
            (r#"{"type":"file-history-snapshot"}"#, false),
            (r#"{"parentUuid":"a","cwd":"/w","type":"progress","data":{"type":"user"}}"#, false),
            (r#"{"cwd":"/w/\"type\":\"user\"","type":"progress"}"#, false),
            (r#"{"data":{"type":"progress"},"type":"user"}"#, true),
            (r#"{"cwd":"/a{b","type":"progress"}"#, true),
            ("not json", true),
            ("", false),
            ("  \r", false),
        ] {
            assert_eq!(may_matter(line.as_bytes()), expected, "{line}");
        }
    }
}
