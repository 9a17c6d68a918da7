//! Batching of sessions for an extractor: how many go together, how much they must say, and how
//! often a batch is tried.

use crate::core::config::Config;

/// A batch that failed this often waits for a person.
pub const MAX_TRIES: u32 = 3;
/// The most batches of one run: a full batch is extracted at once, but a run must end.
pub const MOST_BATCHES: usize = 20;
/// The most sessions of one request, however many have gathered.
const MOST_SESSIONS: usize = 20;
/// Sessions with fewer characters are not worth a model call, and wait for more.
const FEWEST_CHARS: usize = 200;

/// The sessions that are not in a batch yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    pub sessions: usize,
    pub chars: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The built-in extractor costs nothing and need not wait; a model is asked for several
    /// sessions at once.
    pub is_free: bool,
    /// Start now, however few sessions there are.
    pub any_size: bool,
    /// Start even if they say little.
    pub any_length: bool,
}

/// The number of sessions in the next batch; `None` while they wait.
pub fn taken(waiting: Waiting, asked: Asked, observations: usize, config: &Config) -> Option<usize> {
    let size = if asked.is_free { 1 } else { size(observations, config) };
    let enough_sessions = waiting.sessions >= if asked.any_size { 1 } else { size };
    let fewest_chars = if asked.any_length || asked.is_free { 1 } else { FEWEST_CHARS };
    let enough_text = waiting.chars >= fewest_chars;
    let taken = if asked.any_size || asked.is_free { MOST_SESSIONS } else { size };
    (enough_sessions && enough_text).then_some(taken)
}

fn size(observations: usize, config: &Config) -> usize {
    let is_large = observations >= config.large_from as usize;
    (if is_large { config.batch_size_large } else { config.batch_size }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_made_of_enough_that_says_enough() {
        let model = Asked { is_free: false, any_size: false, any_length: false };
        let free = Asked { is_free: true, ..model };
        let learn = Asked { any_size: true, ..model };
        let now = Asked { any_length: true, ..learn };
        for (asked, observations, sessions, chars, expected) in [
            (model, 0, 2, 9_000, None),
            (model, 0, 3, 199, None),
            (model, 0, 3, 200, Some(3)),
            (model, 0, 9, 9_000, Some(3)),
            (model, 14, 3, 900, Some(3)),
            (model, 15, 4, 900, None),
            (model, 15, 5, 900, Some(5)),
            (free, 15, 1, 0, None),
            (free, 15, 1, 1, Some(20)),
            (learn, 15, 1, 199, None),
            (learn, 15, 1, 200, Some(20)),
            (now, 15, 1, 1, Some(20)),
            (now, 15, 0, 0, None),
        ] {
            let waiting = Waiting { sessions, chars };
            let taken = taken(waiting, asked, observations, &Config::default());
            assert_eq!(taken, expected, "{asked:?}, {observations} known, {waiting:?}");
        }
    }
}
