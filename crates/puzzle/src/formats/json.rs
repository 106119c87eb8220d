//! JSON with bounded lists and one-line errors.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, SeqAccess, Visitor};

use super::error::FormatError;
use crate::size::MAX_CELLS;

/// A list of at most [`MAX_CELLS`] entries; a longer one is refused before it is stored.
#[derive(Debug)]
pub(super) struct Bounded<T>(pub(super) Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Bounded<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Bounded<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MAX_CELLS} entries")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = seq.next_element()? {
                    if entries.len() == MAX_CELLS {
                        return Err(A::Error::invalid_length(MAX_CELLS + 1, &self));
                    }
                    entries.push(entry);
                }
                Ok(Bounded(entries))
            }
        }
        deserializer.deserialize_seq(Entries(PhantomData))
    }
}

/// Parses `text` as `T`; `what` names the format in the error.
pub(super) fn parse<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let place = format!("line {}, column {}", error.line(), error.column());
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        FormatError::from_message(place, message, what)
    })
}
