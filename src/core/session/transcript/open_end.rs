//! Partial parsing of lines up to `toolUseResult`, which is nearly half of a transcript: it repeats
//! outputs and whole files that the message contains as well. In a good result it comes after
//! everything that is needed, so such a line is parsed only up to it.

use std::fmt;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::TranscriptLine;

static KEY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#","toolUseResult":"#));

/// The entry up to its `toolUseResult`, which is left unread. `None` if the line has none, or
/// should be read as a whole: an error may be a person's refusal, about which more fields follow
/// the result.
pub(super) fn parse(line: &[u8]) -> Option<TranscriptLine<'_>> {
    let cut = KEY.find(line)?;
    let beginning = std::str::from_utf8(&line[..cut]).ok()?;
    let mut entry = None;
    let mut json = serde_json::Deserializer::from_str(beginning);
    let end = Beginning(&mut entry).deserialize(&mut json);
    let ends_at_the_cut = end.is_err_and(|error| error.is_eof());
    let mut entry = entry.filter(|_| ends_at_the_cut)?;
    if entry.message.content.blocks().iter().any(|block| block.is_error) {
        return None;
    }
    let rest = &line[cut + KEY.needle().len()..];
    entry.unread_result = (!rest.starts_with(b"null")).then_some(rest);
    Some(entry)
}

/// Takes the entry out of an object whose end is missing, before the parser reports that.
struct Beginning<'s, 'a>(&'s mut Option<TranscriptLine<'a>>);

impl<'de> DeserializeSeed<'de> for Beginning<'_, 'de> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Beginning<'_, 'de> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the beginning of an object")
    }
    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<(), M::Error> {
        *self.0 = Some(TranscriptLine::deserialize(MapAccessDeserializer::new(UpToTheCut(map)))?);
        Ok(())
    }
}

struct UpToTheCut<M>(M);

impl<'de, M: MapAccess<'de>> MapAccess<'de> for UpToTheCut<M> {
    type Error = M::Error;
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, M::Error> {
        self.0.next_key_seed(seed).or(Ok(None))
    }
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        self.0.next_value_seed(seed)
    }
}
