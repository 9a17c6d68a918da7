//! Fuzz target for transcripts.

#![no_main]

#[path = "../json_lines.rs"]
mod json_lines;
#[path = "../properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::transcript(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    json_lines::change(data, size, max_size, seed)
});
