//! Programs in many languages run in the sandbox: with threads, processes, timers and pipes of their own.

use std::{fs, process::Command};

use super::{Talk, has_sandbox, scratch, sh, under};

const IN_PYTHON: &str = "import threading, subprocess, tempfile, select, time, random, asyncio, sqlite3, json, decimal
out = []
threads = [threading.Thread(target=out.append, args=(n,)) for n in range(4)]
[t.start() for t in threads]; [t.join() for t in threads]
async def later(): await asyncio.sleep(0.001); return 1
base = sqlite3.connect(\"base\"); base.execute(\"create table t (a)\"); base.commit()
print(len(out) + int(subprocess.check_output([\"sh\", \"-c\", \"echo 1\"])) + asyncio.run(later()))";

const IN_JAVASCRIPT: &str = "const { Worker } = require(\"worker_threads\"), child = require(\"child_process\");
const one = Number(child.execSync(\"echo 1\"));
const worker = new Worker(\"require(\\\"worker_threads\\\").parentPort.postMessage(4)\", { eval: true });
worker.on(\"message\", (n) => setTimeout(() => console.log(n + one + 1), 1));";

const IN_JAVA: &str = "public class Bot { public static void main(String[] a) throws Exception {
 var pool = java.util.concurrent.Executors.newFixedThreadPool(4); var sum = new java.util.concurrent.atomic.AtomicInteger();
 for (int i = 0; i < 5; i++) pool.execute(sum::incrementAndGet);
 pool.shutdown(); pool.awaitTermination(9, java.util.concurrent.TimeUnit.SECONDS);
 var child = new ProcessBuilder(\"sh\", \"-c\", \"echo 1\").start();
 System.gc(); System.out.println(sum.get() + Integer.parseInt(new String(child.getInputStream().readAllBytes()).trim())); } }";

/// Takes longer than five seconds on a busy machine, because some languages compile first.
#[test]
fn programs_of_many_languages_run_in_the_sandbox() {
    if !has_sandbox() {
        return;
    }
    let own = scratch("runtimes");
    for (name, text) in [("bot.py", IN_PYTHON), ("bot.js", IN_JAVASCRIPT), ("Bot.java", IN_JAVA)] {
        fs::write(own.join(name), text).unwrap();
    }
    let stockfish = "(echo 'setoption name Threads value 3'; echo 'go depth 6'; sleep 2; echo quit) | stockfish | \
                     grep -c ^bestmove";
    let programs = [
        ("sh", "echo 3 | (read n; echo $n) | cat", "3"),
        ("perl", "perl -e 'my $pid = fork // die; exit 0 unless $pid; wait; print \"3\\n\"'", "3"),
        ("python3", "rm -f base; python3 bot.py", "6"),
        ("node", "node bot.js", "6"),
        ("java", "java Bot.java", "6"),
        ("stockfish", stockfish, "1"),
    ];
    for (program, script, expected) in programs {
        let there = Command::new("sh").args(["-c", &format!("command -v {program}")]).current_dir(&own).output();
        if !there.unwrap().status.success() {
            testkit::need::not_tried(program, "this program in the sandbox", "it is not installed");
            continue;
        }
        for isolation in ["auto", "off"] {
            let set = [("dir", own.to_str().unwrap()), ("sandbox", "on"), ("isolation", isolation)];
            let mut talk = Talk::start(&under(sh(&format!("{script} 2>&1")), &set));
            // Java warns before it that it may not lock a file of its own.
            let said = talk.rest();
            assert_eq!(said.lines().last(), Some(expected), "{program}, isolation {isolation}: {said}");
        }
    }
}
