//! Sessions that were found by their markers, because no hook reported their end.

use crate::hook::marker::SessionMarker;
use crate::store::sessions::{FoundBy, Note};

pub fn note(marker: SessionMarker) -> Note {
    let SessionMarker { session, transcript, cwd, headless, .. } = marker;
    Note { session, transcript, cwd, headless, found_by: FoundBy::Missed }
}
