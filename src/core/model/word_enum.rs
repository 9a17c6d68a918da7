//! A macro for enums whose variants have one written form: in JSON, in the database and on the
//! command line.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{word}`, expected one of: {allowed}")]
pub struct UnknownWord {
    pub what: &'static str,
    pub word: String,
    pub allowed: &'static str,
}

/// Defines the enum with `ALL`, `as_str`, `FromStr`, `Display` and serde, all from one list.
macro_rules! word_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident ($what:literal) {
            $(#[$first_meta:meta])* $first:ident = $first_word:literal
            $(, $(#[$variant_meta:meta])* $variant:ident = $word:literal )* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $(#[$first_meta])* #[serde(rename = $first_word)] $first,
            $( $(#[$variant_meta])* #[serde(rename = $word)] $variant, )*
        }

        impl $name {
            pub const ALL: &[$name] = &[$name::$first $(, $name::$variant)*];

            pub fn as_str(self) -> &'static str {
                match self {
                    $name::$first => $first_word,
                    $( $name::$variant => $word, )*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::core::model::word_enum::UnknownWord;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                $name::ALL.iter().copied().find(|known| known.as_str() == word).ok_or_else(|| {
                    $crate::core::model::word_enum::UnknownWord {
                        what: $what,
                        word: word.to_owned(),
                        allowed: concat!($first_word $(, ", ", $word)*),
                    }
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

pub(crate) use word_enum;

#[cfg(test)]
mod tests {
    word_enum! {
        pub enum Pet ("pet") { Cat = "cat", #[doc = "Loud."] GuineaPig = "guinea_pig" }
    }

    #[test]
    fn one_word_everywhere() {
        for pet in Pet::ALL {
            assert_eq!(pet.as_str().parse::<Pet>().as_ref(), Ok(pet));
            assert_eq!(serde_json::to_value(pet).unwrap(), pet.to_string());
        }
        let error = "dog".parse::<Pet>().unwrap_err().to_string();
        assert_eq!(error, "unknown pet `dog`, expected one of: cat, guinea_pig");
    }
}
