//! Rounding half up, as people do it. `format!` rounds half to even, which is one thousandth off at
//! every tie.

/// `half_up(0.0625, 3)` is 0.063.
pub fn half_up(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale + 0.5).floor() / scale
}

/// Formats with this many decimals: `fixed(0.625, 2)` is 0.63.
pub fn fixed(value: f64, digits: i32) -> String {
    format!("{:.*}", digits.unsigned_abs() as usize, half_up(value, digits))
}

/// A share as a whole percentage.
pub fn percent(share: f64) -> u32 {
    half_up(share * 100.0, 0).max(0.0) as u32
}

/// `part` of `whole` as a whole percentage; 0 if `whole` is 0.
pub fn percent_of(part: u32, whole: u32) -> u32 {
    if whole == 0 { 0 } else { percent(f64::from(part) / f64::from(whole)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_up() {
        for (value, digits, expected) in
            [(0.0625, 3, 0.063), (0.3125, 3, 0.313), (0.7404, 3, 0.74), (1.0, 3, 1.0), (0.00005, 4, 0.0001)]
        {
            assert_eq!(half_up(value, digits), expected, "{value}");
        }
    }

    #[test]
    fn digits_are_written_out() {
        for (value, digits, expected) in
            [(0.625, 2, "0.63"), (0.5, 2, "0.50"), (0.03125, 4, "0.0313"), (2.5, 0, "3")]
        {
            assert_eq!(fixed(value, digits), expected);
        }
    }

    #[test]
    fn percents_are_whole() {
        for (part, whole, expected) in
            [(5, 7, 71), (2, 3, 67), (1, 8, 13), (1, 3, 33), (0, 0, 0), (3, 3, 100)]
        {
            assert_eq!(percent_of(part, whole), expected, "{part}/{whole}");
        }
    }
}
