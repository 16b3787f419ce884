//! Elo against published figures.

use uvi_cup::stats::{BlockResults, Elo, Estimate, Sample};

use super::playing::near;

/// Compares the value and half the width of the interval.
#[track_caller]
fn check(found: Estimate, [value, radius]: [f64; 2]) {
    near(found.value, value, 0.005);
    near((found.high - found.low) / 2.0, radius, 0.005);
}

/// The rows are those of fastchess, `app/tests/elo_test.cpp`, with two decimals.
#[test]
fn pairs_and_games_have_the_elo_that_fastchess_gives_them() {
    let pairs = BlockResults::from_pentanomial;
    let games = |counts: [u64; 3]| BlockResults::from_halves(1, &counts);
    for (results, elo, nelo, los) in [
        (pairs([34, 54, 31 + 32, 64, 75]), Some([55.58, 27.65]), [57.94, 28.28], 1.0),
        (pairs([332, 433, 457 + 41, 333, 334]), Some([-8.64, 10.33]), [-9.17, 10.96], 0.0505),
        (pairs([7895, 8757, 5485 + 200, 568, 9999]), Some([-21.04, 2.95]), [-19.01, 2.65], 0.0),
        (games([89, 123, 76]), None, [-20.76, 40.13], 0.1553),
        (games([96, 111, 136]), Some([40.70, 30.43]), [49.77, 36.77], 0.9960),
        (games([356, 0, 34]), None, [-508.44, 34.48], 0.0),
    ] {
        let found = Elo::normal(&results).unwrap();
        if let Some(elo) = elo {
            check(found.elo, elo);
        }
        check(found.normalized.unwrap(), nelo);
        near(found.los, los, 0.00005);
        // The likelihood ratio assumes no normal distribution, but with so many blocks the results are close.
        let ours = Elo::of(&results).unwrap();
        near(ours.elo.value, found.elo.value, 1e-9);
        near(ours.normalized.unwrap().value, found.normalized.unwrap().value, 1e-9);
        near(ours.los, los, 0.001);
        let width = |elo: Elo| elo.elo.high - elo.elo.low;
        near(width(ours) / width(found), 1.0, 0.05);
    }
}

#[test]
fn elo_mirrors_when_the_bots_change_places() {
    let one = Elo::of(&BlockResults::from_pentanomial([3, 20, 60, 41, 7])).unwrap();
    let other = Elo::of(&BlockResults::from_pentanomial([7, 41, 60, 20, 3])).unwrap();
    near(one.elo.value, -other.elo.value, 1e-9);
    near(one.elo.low, -other.elo.high, 1e-9);
    near(one.normalized.unwrap().high, -other.normalized.unwrap().low, 1e-9);
    near(one.los, 1.0 - other.los, 1e-9);
}

#[test]
fn pairs_that_went_alike_leave_an_interval_with_a_width() {
    assert_eq!(Elo::of(&BlockResults::new(2)), None);
    let split = Elo::of(&BlockResults::from_pentanomial([0, 0, 10, 0, 0])).unwrap();
    assert_eq!((split.elo.value, split.normalized, split.los), (0.0, None, 0.5));
    assert!(split.elo.low < -30.0 && split.elo.high > 30.0, "{split:?}");
    let won = Elo::of(&BlockResults::from_pentanomial([0, 0, 0, 0, 10])).unwrap();
    assert_eq!((won.elo.value, won.elo.high), (f64::INFINITY, f64::INFINITY));
    assert!((100.0..300.0).contains(&won.elo.low) && won.los > 0.99, "{won:?}");
    let almost = Elo::of(&BlockResults::from_pentanomial([0, 0, 0, 1, 99])).unwrap();
    assert!(almost.elo.value.is_finite() && almost.elo.high > 1000.0, "{almost:?}");
}

/// Quantiles of Student's distribution by scipy. The first three are in any table.
#[test]
fn a_mean_has_the_interval_of_student() {
    for (count, quantile) in [(2, 12.7062), (11, 2.22814), (31, 2.04227)] {
        let values: Vec<f64> = (0..count).map(f64::from).collect();
        let mean = values.iter().sum::<f64>() / f64::from(count);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / f64::from(count - 1) / f64::from(count)).sqrt();
        let found = Sample::of(values).unwrap().estimate().unwrap();
        near(found.value, mean, 1e-9);
        near(found.high - mean, quantile * error, 1e-4 * error);
        near(mean - found.low, quantile * error, 1e-4 * error);
    }
    for (freedom, quantile) in
        [(1000, 1.962339081), (1001, 1.962336705), (10_000, 1.960201240), (10_000_000, 1.959964222)]
    {
        let sample = Sample { count: freedom + 1, mean: 0.0, variance: freedom as f64 };
        near(sample.estimate().unwrap().high, quantile, 5e-6);
    }
    assert_eq!(Sample::of([1.0]).unwrap().estimate(), None);
    assert_eq!(Sample::of([]), None);
}
