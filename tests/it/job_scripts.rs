//! The job scripts of `examples/cluster`. The Kubernetes job has only fields of batch/v1, and its command behaves as
//! its policy expects. The Slurm script requeues its job whenever the arbiter asks for it.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use testkit::processes;

/// The fields of the kind Job of batch/v1 that the manifest uses. A field that is missing here is misspelt, or new.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Job {
    api_version: String,
    kind: String,
    metadata: Metadata,
    spec: JobSpec,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Metadata {
    name: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct JobSpec {
    completions: u32,
    parallelism: u32,
    completion_mode: String,
    backoff_limit_per_index: u32,
    max_failed_indexes: u32,
    pod_failure_policy: Policy,
    template: Template,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Policy {
    rules: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Rule {
    action: String,
    #[serde(default)]
    on_exit_codes: Option<OnExitCodes>,
    #[serde(default)]
    on_pod_conditions: Option<Vec<PodCondition>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct OnExitCodes {
    container_name: String,
    operator: String,
    values: Vec<i32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct PodCondition {
    r#type: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Template {
    spec: PodSpec,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct PodSpec {
    restart_policy: String,
    termination_grace_period_seconds: u32,
    containers: Vec<Container>,
    volumes: Vec<Volume>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Container {
    name: String,
    image: String,
    working_dir: String,
    command: Vec<String>,
    env: Vec<Variable>,
    resources: BTreeMap<String, BTreeMap<String, String>>,
    volume_mounts: Vec<Mount>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Variable {
    name: String,
    value: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Mount {
    name: String,
    mount_path: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Volume {
    name: String,
    persistent_volume_claim: BTreeMap<String, String>,
}

fn text() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/kubernetes.yaml")).unwrap()
}

fn job() -> Job {
    serde_yaml_ng::from_str(&text()).unwrap()
}

impl Job {
    fn container(&self) -> &Container {
        let [container] = self.spec.template.spec.containers.as_slice() else { panic!("one container") };
        container
    }

    /// The action for a pod that ended with this code: the action of the first matching rule, or else `Count`.
    fn action(&self, code: i32) -> &str {
        let fits = |rule: &&Rule| {
            rule.on_exit_codes.as_ref().is_some_and(|codes| (codes.operator == "In") == codes.values.contains(&code))
        };
        self.spec.pod_failure_policy.rules.iter().find(fits).map_or("Count", |rule| &rule.action)
    }

    /// Starts the container of a pod, as the job controller does.
    fn pod(&self, folder: &Path, index: u32) -> Child {
        let container = self.container();
        let [program, args @ ..] = container.command.as_slice() else { panic!("a command") };
        assert_eq!(program, "arbiter");
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(args).current_dir(folder).env("JOB_COMPLETION_INDEX", index.to_string());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        for variable in &container.env {
            command.env(&variable.name, &variable.value);
        }
        command.spawn().unwrap()
    }
}

#[test]
fn the_manifest_is_a_job_of_batch_v1() {
    let job = job();
    assert_eq!((job.api_version.as_str(), job.kind.as_str()), ("batch/v1", "Job"));
    assert!(job.metadata.name.bytes().all(|byte| byte.is_ascii_lowercase()));
    let JobSpec { completions, parallelism, max_failed_indexes, backoff_limit_per_index, .. } = job.spec;
    assert!(parallelism <= completions && max_failed_indexes <= completions && backoff_limit_per_index > 0);
    // Kubernetes requires the mode `Indexed` for a limit per index, and the policy `Never` for a failure policy.
    assert_eq!(job.spec.completion_mode, "Indexed");
    let pod = &job.spec.template.spec;
    assert_eq!(pod.restart_policy, "Never");
    assert!(pod.termination_grace_period_seconds > 30);
    let container = job.container();
    assert!(!container.image.is_empty());
    for rule in &job.spec.pod_failure_policy.rules {
        assert!(["FailJob", "FailIndex", "Ignore", "Count"].contains(&rule.action.as_str()));
        match (&rule.on_exit_codes, &rule.on_pod_conditions) {
            (Some(codes), None) => {
                assert_eq!(codes.container_name, container.name);
                assert!(["In", "NotIn"].contains(&codes.operator.as_str()));
                assert!(codes.values.is_sorted() && !codes.values.contains(&0));
            }
            (None, Some(conditions)) => {
                assert_eq!(conditions.iter().map(|it| it.r#type.as_str()).collect::<Vec<_>>(), ["DisruptionTarget"]);
            }
            found => panic!("a rule has codes or conditions: {found:?}"),
        }
    }
    let claimed: BTreeSet<&str> = pod.volumes.iter().map(|volume| volume.name.as_str()).collect();
    assert!(pod.volumes.iter().all(|volume| volume.persistent_volume_claim.contains_key("claimName")));
    assert!(container.volume_mounts.iter().all(|mount| claimed.contains(mount.name.as_str())));
    assert!(container.volume_mounts.iter().any(|mount| mount.mount_path == container.working_dir));
    assert!(container.resources.keys().all(|key| ["requests", "limits"].contains(&key.as_str())));
    let shards = container.env.iter().find(|variable| variable.name == "ARBITER_SHARDS").unwrap();
    assert_eq!(shards.value, completions.to_string());
    // An unknown field is noticed.
    let wrong = text().replace("backoffLimitPerIndex", "backoffLimitPerIndexes");
    assert!(serde_yaml_ng::from_str::<Job>(&wrong).unwrap_err().to_string().contains("backoffLimitPerIndexes"));
}

#[test]
fn pods_play_the_tournament_and_end_as_the_policy_expects() {
    let job = job();
    let dir = processes::scratch("kubernetes");
    let file = "variant = \"isolation\"\nrounds = 100\nseed = \"2a\"\nclock = \"nodes 10\"\n\
                [[bot]]\nname = \"a\"\ncommand = \"./bot\"\n[[bot]]\nname = \"b\"\ncommand = \"random --seed 2\"\n";
    fs::write(dir.join("cup.toml"), file).unwrap();
    let arbiter = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(args).current_dir(&dir).stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap()
    };
    let ended = |mut pod: Child| pod.wait().unwrap().code().unwrap();
    let random = Path::new(env!("CARGO_BIN_EXE_arbiter")).with_file_name("arbiter-random");
    let program = format!("#!/bin/sh\nexec {}\n", testkit::word(random));
    fs::write(dir.join("bot"), &program).unwrap();
    fs::set_permissions(dir.join("bot"), PermissionsExt::from_mode(0o755)).unwrap();
    // The folder may not exist yet.
    let code = ended(job.pod(&dir, 0));
    assert_eq!((code, job.action(code)), (4, "Count"));
    assert_eq!(arbiter(&["tournament", "cup.toml", "--plan"]).status.code(), Some(0));
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
    assert_eq!(arbiter(&["merge", "cup.games"]).status.code(), Some(3));
    for index in 0..job.spec.completions {
        assert_eq!(ended(job.pod(&dir, index)), 0, "{index}");
    }
    let merged = arbiter(&["merge", "cup.games"]);
    assert_eq!(merged.status.code(), Some(0));
    let shown = String::from_utf8(merged.stdout).unwrap();
    assert!(shown.contains("over, with 200 results"), "{shown}");
}

#[test]
fn a_slurm_job_that_is_told_to_stop_is_queued_again() {
    let dir = processes::scratch("slurm-script");
    let program = |name: &str, text: &str| {
        fs::write(dir.join(name), format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(dir.join(name), PermissionsExt::from_mode(0o755)).unwrap();
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
    fs::write(dir.join("parallel"), format!("#!/bin/bash\n{stand_in}\n")).unwrap();
    fs::set_permissions(dir.join("parallel"), PermissionsExt::from_mode(0o755)).unwrap();
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
