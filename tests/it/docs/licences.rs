//! The licences of linked dependencies.

use std::{env, process::Command};

use super::root;

#[test]
fn no_dependency_binds_who_uses_it() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--frozen", "--all-features", "--filter-platform", &platform()])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 20);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_free(licence), "{} is under {licence}", package["name"]);
    }
}

/// The target triple of this machine. Dependencies for other machines have not been fetched.
fn platform() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Returns true if a licence requires only its own text. `(A OR B) AND C` requires C and one of A and B.
fn is_free(licence: &str) -> bool {
    const FREE: [&str; 12] = [
        "MIT",
        "MIT-0",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "CC0-1.0",
        "ISC",
        "Unicode-3.0",
        "Unlicense",
        "Zlib",
    ];
    let one = |licence: &str| FREE.contains(&licence.trim_matches(['(', ')', ' ']));
    licence.split(" AND ").all(|part| part.replace('/', " OR ").split(" OR ").any(one))
}

#[test]
fn licences_are_told_apart() {
    for (licence, free) in [
        ("MIT OR Apache-2.0", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT OR GPL-3.0-only", true),
        ("GPL-3.0-or-later", false),
        ("MIT AND LGPL-2.1-only", false),
        ("none", false),
    ] {
        assert_eq!(is_free(licence), free, "{licence}");
    }
}
