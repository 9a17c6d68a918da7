use super::*;

/// Figures for every hook with the given ratio.
fn figures(times: usize, ratio: f64) -> Vec<Figure> {
    let times_of = |ratio: f64| vec![Duration::from_micros((ratio * 1000.0) as u64); 3];
    let taken = Taken { hook: times_of(ratio), nothing: times_of(1.0) };
    measured(vec![taken; CASES.len()], times)
}

#[test]
fn a_hook_beyond_its_limit_is_a_failure_where_the_limit_is_promised() {
    let ui = Ui::new(true);
    for (times, ratio, exit) in [
        (1, 1.9, Exit::Ok),
        (10, 1.9, Exit::Ok),
        (1, 2.1, Exit::Failed),
        (10, 2.1, Exit::Failed),
        (100, 9.0, Exit::Ok),
    ] {
        assert_eq!(verdict(&figures(times, ratio), &ui), exit, "{ratio} at {times}×");
    }
}

#[test]
fn every_hook_has_its_own_limit() {
    let within = figures(10, 3.5).into_iter().filter(|figure| !figure.is_beyond());
    assert_eq!(within.map(|figure| figure.hook).collect::<Vec<_>>(), ["user-prompt"]);
}
