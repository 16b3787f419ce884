#![no_main]

#[allow(dead_code, reason = "a target uses one of the functions")]
#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::tournament(data));
