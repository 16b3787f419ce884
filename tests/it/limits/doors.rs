//! Doors out of isolation and sandbox: each is shut where `docs/security.md` says so.

use std::{fs, os::unix::net::UnixDatagram};

use super::{Talk, faulty, has_sandbox, is_in_tmp, isolates, scratch, sh, told, under};
use arbiter::bot::Launch;

/// A door by its word, and the settings under which it is shut.
const DOORS: &[(&str, [bool; 2])] = &[
    // Isolated, in the sandbox.
    ("name", [true, true]),
    ("clock", [true, true]),
    ("group", [true, true]),
    ("screen", [true, true]),
    ("disk", [true, true]),
    ("device", [true, true]),
    ("performance", [false, true]),
    ("set-user", [false, true]),
    ("datagram", [false, true]),
    ("file", [false, true]),
];

#[test]
fn every_door_is_shut_where_the_table_says_so() {
    let place = scratch("every-door");
    let own = place.join("own");
    fs::create_dir(&own).unwrap();
    let socket = UnixDatagram::bind(place.join("socket")).unwrap();
    socket.set_nonblocking(true).unwrap();
    fs::write(place.join("luck"), "seed\n").unwrap();
    let (isolates, cages) = (isolates(), has_sandbox());
    for &(door, [alone, caged]) in DOORS {
        let mode = format!("reach --at start --action {door} --dir {}", testkit::word(&place));
        let seen = |isolation: &str, sandbox: &str| {
            let set = [("dir", own.to_str().unwrap()), ("isolation", isolation), ("sandbox", sandbox)];
            let set = if sandbox == "on" { &set[..] } else { &set[..2] };
            told(&under(faulty(&mode, "doors"), set))
        };
        let shut = format!("{door} is shut\n");
        if isolates && alone {
            assert_eq!(seen("on", "off"), shut, "isolated");
        }
        if cages && caged {
            assert_eq!(seen("off", "on"), shut, "in the sandbox");
            if isolates {
                assert_eq!(seen("on", "on"), shut, "isolated in the sandbox");
            }
        }
        if ["datagram", "file", "set-user"].contains(&door) {
            assert_eq!(seen("off", "off"), format!("{door} is open\n"), "without either");
            assert!(door != "datagram" || socket.recv(&mut [0]).is_ok());
        }
    }
    assert!(socket.recv(&mut [0]).is_err(), "something came");
}

/// A second path to a hidden file, as where a disk is mounted twice.
#[test]
fn what_is_hidden_is_hidden_wherever_its_disk_is_mounted() {
    use rustix::mount::{UnmountFlags, mount_bind, unmount};
    let place = scratch("mounted-twice").canonicalize().unwrap();
    for dir in ["disk", "again", "own"] {
        fs::create_dir(place.join(dir)).unwrap();
    }
    let seed = place.join("disk/m.jsonl.seed");
    fs::write(&seed, "secret\n").unwrap();
    if let Err(error) = mount_bind(place.join("disk"), place.join("again")) {
        return testkit::need::not_tried("root", "a disk that is mounted twice", &error.to_string());
    }
    let script = format!("cat {0}/disk/m.jsonl.seed {0}/again/m.jsonl.seed 2>/dev/null", testkit::word(&place));
    let read = |set: &[(&str, &str)]| {
        let launch = Launch { hidden: vec![seed.clone()].into(), ..sh(&script) };
        Talk::start(&under(launch, set)).rest()
    };
    let own = place.join("own");
    let dir = ("dir", own.to_str().unwrap());
    let mut found = vec![("off", read(&[dir, ("isolation", "off")]))];
    if isolates() {
        found.push(("isolated", read(&[dir, ("isolation", "on")])));
    }
    if has_sandbox() {
        found.push(("sandbox", read(&[dir, ("isolation", "off"), ("sandbox", "on")])));
    }
    unmount(place.join("again"), UnmountFlags::empty()).unwrap();
    assert_eq!(found.remove(0).1, "secret\nsecret\n");
    assert!(found.iter().all(|(_, read)| read.is_empty()), "{found:?}");
}

/// The names at the root, in `/dev` and in `/tmp` of an isolated bot in the sandbox.
#[test]
fn a_bot_that_is_isolated_in_the_sandbox_sees_what_it_is_shown() {
    if !has_sandbox() || !isolates() || is_in_tmp() {
        return;
    }
    let place = scratch("shown");
    let own = place.join("own");
    fs::create_dir_all(own.join("deep")).unwrap();
    fs::write(place.join("beside"), "text\n").unwrap();
    fs::write(own.join("deep/file"), "own text\n").unwrap();
    let script = "echo $(ls /dev); echo $(ls -A /tmp); echo x >/tmp/of-a-bot && echo temporary; echo $(ls ..); cat deep/file; \
                  echo y >new && cat new; echo z >/dev/shm/z && echo shared; ls / | grep -vxE \
                  'bin|dev|etc|lib|lib32|lib64|libx32|nix|gnu|proc|sbin|sys|tmp|usr|run'; readlink /proc/self/cwd";
    // Without variables, which may show libraries elsewhere.
    let set = [("dir", own.to_str().unwrap()), ("sandbox", "on"), ("isolation", "on"), ("clearenv", "on")];
    let said = Talk::start(&under(sh(script), &set)).rest();
    let lines: Vec<&str> = said.lines().collect();
    let top = own.components().nth(1).unwrap().as_os_str().to_str().unwrap();
    let expected = [
        "fd full null random shm stderr stdin stdout urandom zero",
        "",
        "temporary",
        "own",
        "own text",
        "y",
        "shared",
        top,
        own.to_str().unwrap(),
    ];
    assert_eq!(lines, expected);
    assert!(!fs::exists("/tmp/of-a-bot").unwrap());
}
