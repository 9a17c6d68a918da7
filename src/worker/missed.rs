//! A session that was found by its marker, because no hook reported its end.

use crate::hook::marker::Marker;
use crate::store::sessions::{FoundBy, Note};

pub fn note(marker: Marker) -> Note {
    let Marker { session, transcript, cwd, headless, .. } = marker;
    Note { session, transcript, cwd, headless, found_by: FoundBy::Missed }
}
