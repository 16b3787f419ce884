//! Real bots whose answers are refused and that are asked again, over the host link.
#![cfg(all(feature = "faulty", target_os = "linux"))]

use std::fs;

use testkit::{
    processes::scratch,
    session::{Session, faulty, verify},
};

#[test]
fn a_host_and_who_looks_on_hear_of_tries() {
    let dir = scratch("retry-link");
    let log = dir.join("m.jsonl");
    let mut session = Session::start();
    session.say("newmatch m variant chess seed 2a");
    for (seat, wrong) in [(1, "e2e5"), (2, "e7e4")] {
        session.say(format!("seat m {seat} bot {}", faulty(&format!("slip --count 1 --action {wrong}"), "retry")));
    }
    assert_eq!(session.ask("onfault m retry 0").last().unwrap().split(' ').nth(1), Some("bad-argument"));
    assert!(
        session.ask("seatset m 1 legal maybe").last().unwrap().contains("seatset legal: expected on, off or no value")
    );
    assert!(session.ask("seatset m 1 nothing off").last().unwrap().contains("strict, untrusted, legal"));
    assert_eq!(session.ask("onfault m retry 1\nclock m movetime 10000\nseatset m 2 legal off"), [""; 0]);
    session.say(format!("log m {}\nstart m", log.display()));
    let told = session.until("try m 1 ");
    assert!(told.contains(" left 0 time "), "{told}");
    assert!(told.contains("; 20 actions are legal, such as a2a3, "), "{told}");
    let told = session.until("try m 2 ");
    assert!(told.contains(" found e7e4: ") && !told.contains("are legal"), "{told}");
    // Without the list, the bot knows no action.
    let fault = session.until("fault m 2 ");
    assert!(!fault.contains("are legal"), "{fault}");
    session.until("over m ");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.lines().next().unwrap().contains(r#""set":[["legal","off"]]"#), "{text}");
    assert_eq!(verify(&[&log]).0, Some(0));
    let mut watcher = Session::start();
    watcher.say(format!("watch w {}", log.display()));
    assert_eq!(watcher.until("try w 2 ").replace("try w", "try m"), told);
}
