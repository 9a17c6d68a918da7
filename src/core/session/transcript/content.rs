//! Message content: a string, or a list of blocks or strings, in every mixture that the client
//! writes.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A string of the line, copied only if it contains escapes. (Serde borrows a bare `Cow`, but not
/// one in an `Option`.)
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text<'a>(pub Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct AnyString;
        impl<'de> Visitor<'de> for AnyString {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        input.deserialize_str(AnyString)
    }
}

#[derive(Debug, Default)]
pub enum Content<'a> {
    #[default]
    Nothing,
    Text(Text<'a>),
    Blocks(Vec<ContentBlock<'a>>),
}

impl<'a> Content<'a> {
    /// The texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let (alone, blocks) = match self {
            Content::Nothing => (None, &[][..]),
            Content::Text(text) => (Some(&**text), &[][..]),
            Content::Blocks(blocks) => (None, &blocks[..]),
        };
        alone.into_iter().chain(blocks.iter().filter_map(ContentBlock::as_text))
    }

    pub fn blocks(&self) -> &[ContentBlock<'a>] {
        match self {
            Content::Blocks(blocks) => blocks,
            _ => &[],
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    Text,
    ToolUse,
    ToolResult,
    #[default]
    #[serde(other)]
    Other,
}

#[derive(Debug, Default)]
pub struct ContentBlock<'a> {
    pub kind: BlockKind,
    pub text: Option<Text<'a>>,
    pub id: Option<Text<'a>>,
    pub name: Option<Text<'a>>,
    pub input: Option<&'a RawValue>,
    pub tool_use_id: Option<Text<'a>>,
    pub is_error: bool,
    pub content: Content<'a>,
}

impl ContentBlock<'_> {
    pub fn as_text(&self) -> Option<&str> {
        self.text.as_deref().filter(|_| self.kind == BlockKind::Text)
    }
}

/// A block that is an object; the derived half of `ContentBlock`.
#[derive(Deserialize)]
struct BlockObject<'a> {
    #[serde(rename = "type", default)]
    kind: BlockKind,
    #[serde(borrow)]
    text: Option<Text<'a>>,
    id: Option<Text<'a>>,
    name: Option<Text<'a>>,
    input: Option<&'a RawValue>,
    tool_use_id: Option<Text<'a>>,
    is_error: Option<bool>,
    #[serde(default)]
    content: Content<'a>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(AnyContent)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ContentBlock<'a> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(AnyBlock)
    }
}

macro_rules! ignored_scalars {
    ($value:expr) => {
        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
}

struct AnyContent;

impl<'de> Visitor<'de> for AnyContent {
    type Value = Content<'de>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("message content")
    }
    ignored_scalars!(Content::Nothing);
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Content<'de>, E> {
        Ok(Content::Text(Text(Cow::Borrowed(text))))
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Content<'de>, E> {
        Ok(Content::Text(Text(Cow::Owned(text.to_owned()))))
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Content<'de>, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Content::Nothing)
    }
    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Content<'de>, S::Error> {
        let mut blocks = Vec::new();
        while let Some(block) = seq.next_element()? {
            blocks.push(block);
        }
        Ok(Content::Blocks(blocks))
    }
}

struct AnyBlock;

impl<'de> Visitor<'de> for AnyBlock {
    type Value = ContentBlock<'de>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a content block")
    }
    ignored_scalars!(ContentBlock::default());
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<ContentBlock<'de>, E> {
        Ok(ContentBlock {
            kind: BlockKind::Text,
            text: Some(Text(Cow::Borrowed(text))),
            ..ContentBlock::default()
        })
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<ContentBlock<'de>, E> {
        Ok(ContentBlock {
            kind: BlockKind::Text,
            text: Some(Text(Cow::Owned(text.to_owned()))),
            ..ContentBlock::default()
        })
    }
    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<ContentBlock<'de>, S::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(ContentBlock::default())
    }
    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<ContentBlock<'de>, M::Error> {
        let object = BlockObject::deserialize(MapAccessDeserializer::new(map))?;
        Ok(ContentBlock {
            kind: object.kind,
            text: object.text,
            id: object.id,
            name: object.name,
            input: object.input,
            tool_use_id: object.tool_use_id,
            is_error: object.is_error == Some(true),
            content: object.content,
        })
    }
}
