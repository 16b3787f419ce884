//! The program's reports on kept logs, and its printed schema.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{
    path::Path,
    process::{Command, Output},
};

use arbiter::record;
use testkit::{golden::golden, kept_logs, root};

fn arbiter(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arbiter")).current_dir(directory).args(arguments).output().unwrap()
}

#[test]
fn the_report_of_every_kept_log_is_the_same() {
    for path in kept_logs() {
        let (directory, name) = (path.parent().unwrap(), path.file_name().unwrap().to_str().unwrap());
        let verify = arbiter(directory, &["verify", name]);
        let show = arbiter(directory, &["show", name]);
        let code = |output: &Output| output.status.code().unwrap();
        let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
        assert_eq!((text(&verify).is_empty(), code(&show)), (false, 0), "{name}");
        golden(
            &path.with_extension("txt"),
            &format!(
                "$ arbiter verify {name} ({})\n{}$ arbiter show {name}\n{}",
                code(&verify),
                text(&verify),
                text(&show)
            ),
        );
    }
}

#[test]
fn the_schema_is_printed() {
    let printed = arbiter(root(), &["schema"]);
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), record::schema());
}
