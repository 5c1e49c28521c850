//! libFuzzer's entry to [`deixis_fuzz::uri`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| deixis_fuzz::uri(data));
