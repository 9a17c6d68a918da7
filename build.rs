//! Build script that links release programs at a fixed address on Linux, and without what a program that
//! never unwinds has no use for. Without relocation tables they are a tenth smaller and start sooner; stack,
//! heap and libraries stay at random addresses.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "this is how cargo talks with a build script"
)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // A panic ends the program, so nothing looks for its caller's frame: neither the tables nor their index are kept.
        println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
        if let Some(script) = linker_script() {
            println!("cargo::rustc-link-arg-bins=-Wl,-T,{script}");
        }
    }
}

/// A linker script that leaves out the tables for unwinding, an eighth of the program.
fn linker_script() -> Option<String> {
    let path = std::path::Path::new(&std::env::var_os("OUT_DIR")?).join("no_unwinding.ld");
    std::fs::write(&path, "SECTIONS { /DISCARD/ : { *(.eh_frame) } }\nINSERT AFTER .text;\n").ok()?;
    path.into_os_string().into_string().ok()
}
