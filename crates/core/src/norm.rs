//! What a norm divides a row by, and takes off it.

/// The mean of a row; 0 of an empty one.
pub fn mean(row: &[f32]) -> f64 {
    row.iter().map(|x| f64::from(*x)).sum::<f64>() / row.len().max(1) as f64
}

/// The mean square of the distances to the mean: the variance of a layer norm, without its ε.
pub fn variance(row: &[f32]) -> f64 {
    let mean = mean(row);
    let square = |x: &f32| (f64::from(*x) - mean) * (f64::from(*x) - mean);
    row.iter().map(square).sum::<f64>() / row.len().max(1) as f64
}

/// The standard deviation: the root of the variance.
pub fn deviation(row: &[f32]) -> f64 {
    variance(row).sqrt()
}

/// The mean square of a row: that of an RMS norm, without its ε.
pub fn mean_square(row: &[f32]) -> f64 {
    let squares = row.iter().map(|x| f64::from(*x) * f64::from(*x));
    squares.sum::<f64>() / row.len().max(1) as f64
}

/// The root of the mean square.
pub fn root_mean_square(row: &[f32]) -> f64 {
    mean_square(row).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_two_lies_one_deviation_to_either_side() {
        let row = [3.0, 5.0];
        assert_eq!(
            (mean(&row), variance(&row), deviation(&row)),
            (4.0, 1.0, 1.0)
        );
        assert_eq!(mean_square(&row), 17.0);
        assert_eq!(root_mean_square(&[2.0, -2.0, 2.0]), 2.0);
        assert_eq!(
            (mean(&[]), variance(&[]), mean_square(&[])),
            (0.0, 0.0, 0.0)
        );
    }
}
