//! What a model would cost, roughly, before it is asked. The truth is what the client reports afterwards.

/// Dollars for a million tokens in and out, of a middle-sized model.
const IN_PER_MILLION: f64 = 3.0;
const OUT_PER_MILLION: f64 = 15.0;
/// The prompt, the schema and what is already known.
const TOKENS_PER_CALL: f64 = 6_000.0;
const ANSWER_TOKENS: f64 = 1_500.0;
/// What the assistant said before each message goes with it.
const WITH_CONTEXT: f64 = 2.0;

/// For so many sessions in batches of this size, in which people typed so many characters.
pub fn estimate(sessions: usize, typed_chars: usize, batch_size: u32) -> f64 {
    let calls = sessions.div_ceil(batch_size.max(1) as usize) as f64;
    let tokens = typed_chars as f64 * WITH_CONTEXT / 4.0 + calls * TOKENS_PER_CALL;
    (tokens * IN_PER_MILLION + calls * ANSWER_TOKENS * OUT_PER_MILLION) / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_and_every_character_costs() {
        assert_eq!(estimate(0, 0, 3), 0.0);
        let cents = |sessions, chars, size| (estimate(sessions, chars, size) * 1e4).round() / 100.0;
        assert_eq!(cents(3, 0, 3), 4.05);
        assert_eq!(cents(4, 0, 3), 8.1);
        assert_eq!(cents(3, 1_000_000, 3), 154.05);
    }
}
