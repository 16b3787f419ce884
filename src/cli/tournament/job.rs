//! The shard of a scheduler's job, from its environment variables, and spans of time.

use std::time::Duration;

use uvi_cup::{MOST_SHARDS, Shard};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShardChoice {
    One(Shard),
    Auto,
}

impl std::str::FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::One) }
    }
}

/// The shard of a job. `get` reads environment variables. The error is the missing or wrong variable, as text.
pub(crate) fn of_job(get: impl Fn(&str) -> Option<String>) -> std::result::Result<Shard, String> {
    let number = |name: &str| match get(name).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => {
            text.parse::<u32>().map(Some).map_err(|_| format!("{name}: expected a whole number, found {text}"))
        }
    };
    let of = number("ARBITER_SHARDS")?;
    if let Some(of) = of.filter(|of| *of > MOST_SHARDS) {
        return Err(format!("ARBITER_SHARDS: expected at most {MOST_SHARDS} shards, found {of}"));
    }
    let shard = |number: u32, of: u32| {
        Shard::new(number, of).ok_or_else(|| format!("expected a shard from 1 to {of}, found {number}"))
    };
    if let Some(task) = number("SLURM_ARRAY_TASK_ID")? {
        let first = number("SLURM_ARRAY_TASK_MIN")?;
        if let Some(of) = of {
            // Shards are numbered from 1. If the array's tasks are numbered from 0, 1 is added. A task 0 proves such an
            // array even if SLURM_ARRAY_TASK_MIN is not set.
            let from_0 = first == Some(0) || task == 0;
            return shard(task.saturating_add(u32::from(from_0)), of);
        }
        let [last, count] = [number("SLURM_ARRAY_TASK_MAX")?, number("SLURM_ARRAY_TASK_COUNT")?];
        return match (first, last, count) {
            (Some(first @ 0..=1), Some(last), Some(count)) if last.checked_sub(first) == Some(count - count.min(1)) => {
                shard((task + 1).saturating_sub(first), count)
            }
            (_, _, None) => Err(
                "expected ARBITER_SHARDS, the number of shards, or SLURM_ARRAY_TASK_COUNT in the environment, found neither"
                    .to_owned(),
            ),
            _ => Err("the job array has gaps: set ARBITER_SHARDS to the number of shards".to_owned()),
        };
    }
    let place = match (number("JOB_COMPLETION_INDEX")?, number("PARALLEL_SEQ")?) {
        (Some(index), _) => index.saturating_add(1),
        (None, Some(sequence)) => sequence,
        (None, None) => {
            return Err(
                "expected SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ in the environment, found \
                        none; --shard 3/20 names a shard"
                    .to_owned(),
            );
        }
    };
    let of = of.ok_or_else(|| "expected ARBITER_SHARDS, the number of shards, in the environment".to_owned())?;
    shard(place, of)
}

/// Reads a span of time such as `55m`, `1h30m` or `90s`.
pub(crate) fn span(text: &str) -> std::result::Result<Duration, String> {
    let span = text.parse::<jiff::SignedDuration>().ok().and_then(|span| Duration::try_from(span).ok());
    span.ok_or_else(|| format!("expected a time such as 55m, 1h30m or 90s, found {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: std::result::Result<&str, &str>) {
        let get = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let found = of_job(get).map(|shard| shard.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{variables:?}");
    }

    #[test]
    fn a_job_names_its_shard() {
        let array = |id, min, max, count| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ]
        };
        check(&array("3", "1", "20", "20"), Ok("3/20"));
        check(&array("0", "0", "19", "20"), Ok("1/20"));
        check(&array("19", "0", "19", "20"), Ok("20/20"));
        let gaps = Err("the job array has gaps: set ARBITER_SHARDS to the number of shards");
        check(&array("17", "3", "17", "2"), gaps);
        check(&array("3", "1", "19", "10"), gaps);
        check(
            &[("SLURM_ARRAY_TASK_ID", "3")],
            Err(
                "expected ARBITER_SHARDS, the number of shards, or SLURM_ARRAY_TASK_COUNT in the environment, found neither",
            ),
        );
        check(
            &[("PARALLEL_SEQ", "2"), ("ARBITER_SHARDS", "4294967295")],
            Err("ARBITER_SHARDS: expected at most 100000 shards, found 4294967295"),
        );
        let of = ("ARBITER_SHARDS", "20");
        check(&[&array("17", "3", "17", "2")[..], &[of]].concat(), Ok("17/20"));
        check(&[&array("19", "0", "19", "2")[..], &[of]].concat(), Ok("20/20"));
        check(&[("JOB_COMPLETION_INDEX", "0"), of], Ok("1/20"));
        check(&[("JOB_COMPLETION_INDEX", "19"), of], Ok("20/20"));
        check(&[("PARALLEL_SEQ", "20"), of], Ok("20/20"));
        check(&[("PARALLEL_SEQ", "21"), of], Err("expected a shard from 1 to 20, found 21"));
        check(&[("PARALLEL_SEQ", "2")], Err("expected ARBITER_SHARDS, the number of shards, in the environment"));
        check(&[("PARALLEL_SEQ", "x"), of], Err("PARALLEL_SEQ: expected a whole number, found x"));
        check(
            &[],
            Err("expected SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ in the environment, found none; \
                 --shard 3/20 names a shard"),
        );
    }

    #[test]
    fn a_span_is_read() {
        for (text, seconds) in [("55m", 3300), ("1h30m", 5400), ("90s", 90), ("2h", 7200)] {
            assert_eq!(span(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "55", "-5m", "soon"] {
            assert_eq!(span(text), Err(format!("expected a time such as 55m, 1h30m or 90s, found {text}")));
        }
    }
}
