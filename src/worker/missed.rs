//! A session that was found by its marker, because no hook reported its end.

use crate::hook::marker::SessionMarker;
use crate::store::sessions::{FoundBy, Note};

pub fn note(marker: SessionMarker) -> Note {
    let SessionMarker { session, transcript, cwd, headless, .. } = marker;
    Note { session, transcript, cwd, headless, found_by: FoundBy::Missed }
}
