//! libFuzzer's entry to [`deixis_fuzz::edits`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| deixis_fuzz::edits(data));
