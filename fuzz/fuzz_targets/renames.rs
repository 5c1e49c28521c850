//! libFuzzer's entry to [`deixis_fuzz::renames`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| deixis_fuzz::renames(data));
