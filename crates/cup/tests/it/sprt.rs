//! The sequential test against published figures and an independent implementation. `gates` simulates its errors.

use proptest::prelude::*;
use uvi_cup::stats::{BlockResults, Model, Sprt, SprtError, TestVerdict};

fn test(model: Model, elo: [f64; 2]) -> Sprt {
    Sprt::new(model, elo, [0.05, 0.05]).unwrap()
}

#[track_caller]
fn check(model: Model, elo: [f64; 2], results: &BlockResults, llr: f64) {
    let found = test(model, elo).llr(results);
    assert!((found - llr).abs() < 1e-6, "{model:?} {elo:?} {results:?}: {found} is not {llr}");
}

/// The counts are those of fastchess, `app/tests/sprt_test.cpp`. Rounded to two decimals, the figures are those printed
/// there (2.25, 3.01, −3.07, −4.98, 0.92, 2.30, −1.57, −2.59, −1.26, −1.13). The further digits are those of fishtest,
/// `server/fishtest/stats/LLRcalc.py`.
#[test]
fn ratios_are_those_of_fishtest_and_fastchess() {
    use Model::{Bayesian, Logistic, Normalized};
    for (model, elo, counts, llr) in [
        (Normalized, [0.0, 2.0], [365, 16618, 36229, 16974, 390], 2.250367704),
        (Normalized, [-1.75, 0.25], [127, 4883, 10712, 5150, 104], 3.010154197),
        (Logistic, [0.5, 2.5], [223, 9863, 21279, 10037, 246], -3.074126440),
        (Logistic, [0.0, 2.0], [871, 26175, 55983, 26678, 821], -4.978672863),
        (Normalized, [0.0, 2.0], [1, 20, 300, 900, 779], 12.633791100),
        (Logistic, [0.0, 10.0], [5, 20, 60, 30, 8], 0.863894530),
        (Normalized, [0.0, 30.0], [5, 20, 60, 30, 8], 1.229761431),
        (Normalized, [0.0, 5.0], [0, 0, 0, 0, 104], 2.094954528),
    ] {
        check(model, elo, &BlockResults::from_pentanomial(counts), llr);
    }
    for (model, elo, counts, llr) in [
        (Normalized, [0.0, 2.0], [36027, 68692, 36433], 0.923293451),
        (Normalized, [-1.75, 0.25], [10650, 20431, 10871], 2.297500407),
        (Logistic, [0.5, 2.5], [21184, 40708, 21404], -1.571888793),
        (Logistic, [0.0, 2.0], [57030, 106593, 57433], -2.593024164),
        (Bayesian, [0.0, 2.0], [68526, 128429, 68965], -1.262155889),
        (Bayesian, [0.5, 2.5], [21484, 41111, 21629], -1.130642459),
        (Bayesian, [0.0, 2.0], [0, 12, 9], 0.0),
    ] {
        check(model, elo, &BlockResults::from_halves(1, &counts), llr);
    }
}

/// Nearly all results are equal, so the likeliest probabilities are close to the limits of a double. The figures are
/// those of Newton's method on the conditions of Lagrange for mean, variance and multipliers, with 40 digits (mpmath).
#[test]
fn ratios_of_equal_results_are_those_of_another_method() {
    for (elo, counts, llr) in [
        ([0.0, 10.0], [0, 0, 0, 0, 73], 2.910189826764),
        ([0.0, 10.0], [0, 0, 0, 0, 74], 2.950055197344),
        ([0.0, 10.0], [0, 0, 0, 0, 77], 3.069651309078),
        ([0.0, 7.0], [0, 0, 0, 0, 77], 2.162436398467),
        ([0.0, 6.0], [0, 0, 0, 0, 74], 1.785041717666),
        ([-10.0, 0.0], [74, 0, 0, 0, 0], -2.950055197344),
        ([0.0, 100.0], [0, 0, 0, 0, 20], 6.398230868791),
        ([0.0, 200.0], [0, 0, 0, 0, 3], 1.467852969263),
        ([0.0, 10.0], [0, 0, 500, 0, 0], -0.820836085836),
        ([0.0, 10.0], [0, 0, 500, 1, 0], 0.387606221514),
    ] {
        check(Model::Normalized, elo, &BlockResults::from_pentanomial(counts), llr);
    }
    let sprt = test(Model::Normalized, [0.0, 10.0]);
    let won = |pairs| sprt.verdict(&BlockResults::from_pentanomial([0, 0, 0, 0, pairs]));
    assert_eq!([won(73), won(74)], [TestVerdict::Undecided, TestVerdict::H1]);
}

#[test]
fn no_results_say_nothing_and_bounds_are_those_of_wald() {
    let sprt = Sprt::new(Model::Logistic, [0.0, 5.0], [0.05, 0.1]).unwrap();
    assert_eq!(sprt.llr(&BlockResults::new(2)), 0.0);
    assert_eq!(sprt.verdict(&BlockResults::new(2)), TestVerdict::Undecided);
    // The bounds are ln(0.1/0.95) and ln(0.9/0.05).
    let [lower, upper] = sprt.bounds();
    assert!((lower + 2.251_292).abs() < 1e-6 && (upper - 2.890_372).abs() < 1e-6, "{lower} {upper}");
}

#[test]
fn a_test_without_sense_is_refused() {
    let new = |elo, errors| Sprt::new(Model::Logistic, elo, errors);
    for [elo0, elo1] in [[5.0, 5.0], [5.0, 0.0], [0.0, 1000.5], [-1000.5, 0.0]] {
        assert_eq!(new([elo0, elo1], [0.05, 0.05]), Err(SprtError::Elo { elo0, elo1 }));
    }
    assert!(matches!(new([f64::NAN, 0.0], [0.05, 0.05]), Err(SprtError::Elo { .. })));
    for [alpha, beta] in [[0.0, 0.05], [0.05, -0.1], [0.5, 0.5]] {
        assert_eq!(new([0.0, 5.0], [alpha, beta]), Err(SprtError::Errors { alpha, beta }));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The order of the two bots does not matter.
    #[test]
    fn the_ratio_mirrors_with_the_bots(counts: [u8; 5], elo0 in -1000.0..0.0, more in 0.1..1000.0, normalized: bool) {
        let model = if normalized { Model::Normalized } else { Model::Logistic };
        let mut counts = counts.map(u64::from);
        let one = test(model, [elo0, elo0 + more]).llr(&BlockResults::from_pentanomial(counts));
        counts.reverse();
        let other = test(model, [-elo0 - more, -elo0]).llr(&BlockResults::from_pentanomial(counts));
        prop_assert!(one.is_finite() && (one + other).abs() <= 1e-6 * (1.0 + one.abs()), "{one} {other}");
    }
}
