//! The job scripts of `examples/cluster`. The command of the Kubernetes job behaves as its policy expects. The Slurm script requeues its job whenever the arbiter asks for it.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_yaml_ng::Value;
use testkit::{
    processes::{self, put_program},
    run::RunFolder,
};

struct Job {
    spec: Value,
    container: Value,
}

fn job() -> Job {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/kubernetes.yaml")).unwrap();
    let job: Value = serde_yaml_ng::from_str(&text).unwrap();
    assert_eq!((job["apiVersion"].as_str(), job["kind"].as_str()), (Some("batch/v1"), Some("Job")));
    let [container] = job["spec"]["template"]["spec"]["containers"].as_sequence().unwrap().as_slice() else {
        panic!("one container")
    };
    Job { spec: job["spec"].clone(), container: container.clone() }
}

impl Job {
    fn rules(&self) -> &[Value] {
        self.spec["podFailurePolicy"]["rules"].as_sequence().unwrap()
    }

    /// The action for a pod that ended with this code: the action of the first matching rule, or else `Count`.
    fn action(&self, code: i32) -> &str {
        let fits = |rule: &&Value| {
            let codes = rule["onExitCodes"]["values"].as_sequence();
            codes.is_some_and(|codes| codes.contains(&code.into()))
        };
        self.rules().iter().find(fits).map_or("Count", |rule| rule["action"].as_str().unwrap())
    }

    /// Starts the container of a pod, as the job controller does.
    fn pod(&self, folder: &Path, index: u64) -> Child {
        let command = self.container["command"].as_sequence().unwrap().iter();
        let command: Vec<&str> = command.map(|word| word.as_str().unwrap()).collect();
        let [program, args @ ..] = command.as_slice() else { panic!("a command") };
        assert_eq!(*program, "arbiter");
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(args).current_dir(folder).env("JOB_COMPLETION_INDEX", index.to_string());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        for variable in self.container["env"].as_sequence().unwrap() {
            command.env(variable["name"].as_str().unwrap(), variable["value"].as_str().unwrap());
        }
        command.spawn().unwrap()
    }
}

#[test]
fn the_manifest_is_a_job_of_batch_v1() {
    let job = job();
    let number = |field: &str| job.spec[field].as_u64().unwrap();
    let completions = number("completions");
    assert!(number("parallelism") <= completions && number("maxFailedIndexes") <= completions);
    assert!(number("backoffLimitPerIndex") > 0);
    // Kubernetes requires the mode `Indexed` for a limit per index, and the policy `Never` for a failure policy.
    let pod = &job.spec["template"]["spec"];
    assert_eq!((&job.spec["completionMode"], &pod["restartPolicy"]), (&"Indexed".into(), &"Never".into()));
    assert!(pod["terminationGracePeriodSeconds"].as_u64().unwrap() > 30);
    for rule in job.rules() {
        assert!(["FailJob", "Ignore", "Count"].contains(&rule["action"].as_str().unwrap()));
        if let codes @ Value::Mapping(_) = &rule["onExitCodes"] {
            assert_eq!((&codes["containerName"], &codes["operator"]), (&job.container["name"], &"In".into()));
            let codes: Vec<_> = codes["values"].as_sequence().unwrap().iter().map(Value::as_u64).collect();
            assert!(codes.is_sorted() && codes[0] > Some(0), "{codes:?}");
        } else {
            assert_eq!(rule["onPodConditions"][0]["type"], "DisruptionTarget");
        }
    }
    let (mount, volume) = (&job.container["volumeMounts"][0], &pod["volumes"][0]);
    assert_eq!((&mount["name"], &mount["mountPath"]), (&volume["name"], &job.container["workingDir"]));
    assert_eq!(job.container["env"][0]["name"], "ARBITER_SHARDS");
    assert_eq!(job.container["env"][0]["value"], completions.to_string());
}

#[test]
fn pods_play_the_tournament_and_end_as_the_policy_expects() {
    let job = job();
    let folder = RunFolder::new("kubernetes");
    let dir = folder.dir.clone();
    let file = "variant = \"isolation\"\nrounds = 100\nseed = \"2a\"\nclock = \"nodes 10\"\n\
                [[bot]]\nname = \"a\"\ncommand = \"./bot\"\n[[bot]]\nname = \"b\"\ncommand = \"random --seed 2\"\n";
    fs::write(dir.join("cup.toml"), file).unwrap();
    let ended = |mut pod: Child| pod.wait().unwrap().code().unwrap();
    let program = format!("#!/bin/sh\nexec {}\n", testkit::program_word("arbiter-random"));
    put_program(dir.join("bot"), &program);
    // The folder may not exist yet.
    let code = ended(job.pod(&dir, 0));
    assert_eq!((code, job.action(code)), (4, "Count"));
    folder.run(&["tournament", "cup.toml", "--plan"]).code(0);
    // Another program is another plan, and a second try does not help.
    fs::write(dir.join("bot"), program.replace("exec", "exec nice")).unwrap();
    let code = ended(job.pod(&dir, 0));
    assert_eq!((code, job.action(code)), (2, "FailJob"));
    fs::write(dir.join("bot"), &program).unwrap();
    // A pod that is told to end finishes its games, and another one takes its place.
    let pod = job.pod(&dir, 0);
    let log = dir.join("cup.games/shards/01-of-20/games");
    processes::eventually("a log", || fs::read_dir(&log).is_ok_and(|logs| logs.count() > 0));
    let tell = |signal| kill_process(Pid::from_child(&pod), signal).unwrap();
    tell(Signal::STOP);
    // A second pod finds its shard claimed.
    let code = ended(job.pod(&dir, 0));
    assert_eq!((code, job.action(code)), (4, "Count"));
    tell(Signal::TERM);
    tell(Signal::CONT);
    let code = ended(pod);
    assert_eq!((code, job.action(code)), (3, "Count"));
    folder.run(&["merge", "cup.games"]).code(3);
    for index in 0..job.spec["completions"].as_u64().unwrap() {
        assert_eq!(ended(job.pod(&dir, index)), 0, "{index}");
    }
    let shown = folder.run(&["merge", "cup.games"]).code(0).out;
    assert!(shown.contains("over, with 200 results"), "{shown}");
}

#[test]
fn a_slurm_job_that_is_told_to_stop_is_queued_again() {
    let dir = processes::scratch("slurm-script");
    let program = |name: &str, text: &str| {
        put_program(dir.join(name), format!("#!/bin/sh\n{text}\n"));
    };
    program("arbiter", "trap 'exit 75' USR1\n: >up\nwhile :; do :; done");
    program("scontrol", "echo \"$*\" >requeued");
    let mut command = Command::new("bash");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/slurm.sh")).arg("cup.games").current_dir(&dir);
    command.env("PATH", format!("{}:{}", dir.display(), std::env::var("PATH").unwrap()));
    command.envs([("SLURM_ARRAY_JOB_ID", "7"), ("SLURM_ARRAY_TASK_ID", "3")]);
    // On a loaded machine, the shell may look again only after the arbiter has ended. A slower `kill` makes this happen
    // here.
    command.env("BASH_FUNC_kill%%", "() { builtin kill \"$@\"; local code=$?; sleep 0.2; return $code; }");
    let mut job = command.stdin(Stdio::null()).spawn().unwrap();
    processes::eventually("the arbiter runs", || dir.join("up").exists());
    kill_process(Pid::from_child(&job), Signal::USR1).unwrap();
    assert_eq!(job.wait().unwrap().code(), Some(75));
    assert_eq!(fs::read_to_string(dir.join("requeued")).unwrap(), "requeue 7_3\n");
}

/// Runs the script for GNU parallel, with a program in its place that runs one command after another.
#[test]
fn a_folder_with_a_space_is_played_in_parallel() {
    let dir = processes::scratch("parallel-script");
    let stand_in =
        "for command; do :; done\nwhile read -r line; do sh -c \"${command//'{}'/$line}\" </dev/null || exit; done";
    put_program(dir.join("parallel"), format!("#!/bin/bash\n{stand_in}\n"));
    let here = dir.join("it's here");
    fs::create_dir(&here).unwrap();
    let file = "variant = \"congress\"\nrounds = 2\nclock = \"nodes 10\"\n[options]\nmaxturns = 5\n[[bot]]\nname = \"a\"\n\
                command = \"random\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n";
    fs::write(here.join("my cup.toml"), file).unwrap();
    let arbiter = Path::new(env!("CARGO_BIN_EXE_arbiter"));
    let path = format!("{}:{}:{}", dir.display(), arbiter.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let run = |program: &Path, args: &[&str]| {
        Command::new(program).args(args).current_dir(&here).env("PATH", &path).stdin(Stdio::null()).output().unwrap()
    };
    assert!(run(arbiter, &["tournament", "my cup.toml", "--plan"]).status.success());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cluster/parallel.sh");
    let said = run(&script, &["my cup.games", "2"]);
    assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stderr));
    assert!(here.join("my cup.games/shards/02-of-2/games").is_dir());
    let said = run(&script, &["my cup.games"]);
    assert_eq!(said.status.code(), Some(2));
    assert!(String::from_utf8(said.stderr).unwrap().starts_with("usage: parallel.sh FOLDER SHARDS"));
}
