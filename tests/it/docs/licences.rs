//! The licences of linked dependencies.

use std::{env, process::Command};

use super::{read, root};

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
    let list: toml::Table = read("deny.toml").parse().unwrap();
    let free = list["licenses"]["allow"].as_array().unwrap();
    let one = |licence: &str| free.iter().any(|known| known.as_str() == Some(licence.trim_matches(['(', ')', ' '])));
    licence.split(" AND ").all(|part| part.replace('/', " OR ").split(" OR ").any(one))
}
