//! Principal component analysis: a map of a few vectors of many dimensions.
//!
//! Source: Pearson 1901; here by the eigenvectors of the Gram matrix of the centred vectors, found by power iteration with deflation.

/// Iterations of one component: far more than a picture needs.
const ITERATIONS: usize = 300;

/// A component that changes by less than this in an iteration is found.
const STILL: f64 = 1e-10;

/// Vectors seen along their two widest directions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Map {
    /// A point a vector, centred: the first coordinate has the larger variance.
    pub points: Vec<[f64; 2]>,
    /// The share of all variance that each coordinate has, 0..=1.
    pub explained: [f64; 2],
}

/// The map of `vectors`, all of one length. Deterministic; the sign of a coordinate is that in which its largest point is positive.
pub fn map(vectors: &[&[f32]]) -> Map {
    let n = vectors.len();
    let centred = centre(vectors);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut gram = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            gram[i][j] = dot(&centred[i], &centred[j]);
            gram[j][i] = gram[i][j];
        }
    }
    let total: f64 = (0..n).map(|i| gram[i][i]).sum();
    let mut found = Map {
        points: vec![[0.0; 2]; n],
        explained: [0.0; 2],
    };
    for axis in 0..2 {
        let (value, vector) = widest(&gram);
        if value <= total * 1e-12 {
            break;
        }
        found.explained[axis] = value / total;
        for i in 0..n {
            found.points[i][axis] = value.sqrt() * vector[i];
            for j in 0..n {
                gram[i][j] -= value * vector[i] * vector[j];
            }
        }
    }
    found
}

fn centre(vectors: &[&[f32]]) -> Vec<Vec<f64>> {
    let d = vectors.first().map_or(0, |v| v.len());
    let mean = |c: usize| {
        vectors.iter().map(|v| f64::from(v[c])).sum::<f64>() / vectors.len().max(1) as f64
    };
    let means: Vec<f64> = (0..d).map(mean).collect();
    let one = |v: &&[f32]| {
        v.iter()
            .zip(&means)
            .map(|(x, m)| f64::from(*x) - m)
            .collect()
    };
    vectors.iter().map(one).collect()
}

/// The largest eigenvalue of a symmetric matrix that has no negative ones, with its unit eigenvector.
fn widest(matrix: &[Vec<f64>]) -> (f64, Vec<f64>) {
    let n = matrix.len();
    // The column of the longest vector: it is not at a right angle to all that matters.
    let start = (0..n).max_by(|a, b| matrix[*a][*a].total_cmp(&matrix[*b][*b]));
    let mut vector = start.map(|i| matrix[i].clone()).unwrap_or_default();
    let mut value = normalise(&mut vector);
    for _ in 0..ITERATIONS {
        let product = |row: &Vec<f64>| row.iter().zip(&vector).map(|(m, v)| m * v).sum::<f64>();
        let mut next: Vec<f64> = matrix.iter().map(product).collect();
        value = normalise(&mut next);
        let change = next.iter().zip(&vector).map(|(a, b)| (a - b).abs());
        let still = change.fold(0.0f64, f64::max) < STILL;
        vector = next;
        if still {
            break;
        }
    }
    let largest = vector
        .iter()
        .copied()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    if largest.is_some_and(|x| x < 0.0) {
        vector.iter_mut().for_each(|x| *x = -*x);
    }
    (value, vector)
}

/// Makes a vector one long; its length before.
fn normalise(vector: &mut [f64]) -> f64 {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_a_plane_keep_their_distances() {
        // A rectangle, tilted in four dimensions: e1 = (1,1,1,1)/2, e2 = (1,-1,1,-1)/2.
        let corner = |a: f32, b: f32| [a + b, a - b, a + b, a - b].map(|x| x / 2.0 + 3.0);
        let corners = [
            corner(5.0, 1.0),
            corner(5.0, -1.0),
            corner(-5.0, 1.0),
            corner(-5.0, -1.0),
        ];
        let vectors: Vec<&[f32]> = corners.iter().map(|c| c.as_slice()).collect();
        let found = map(&vectors);
        assert!((found.explained[0] - 25.0 / 26.0).abs() < 1e-9, "{found:?}");
        assert!((found.explained[1] - 1.0 / 26.0).abs() < 1e-9, "{found:?}");
        for [x, y] in &found.points {
            assert!(
                (x.abs() - 5.0).abs() < 1e-6 && (y.abs() - 1.0).abs() < 1e-6,
                "{found:?}"
            );
        }
        assert_eq!(found, map(&vectors));
    }

    #[test]
    fn few_or_equal_vectors_are_one_point() {
        assert_eq!(map(&[]), Map::default());
        assert_eq!(map(&[&[1.0, 2.0]]).points, [[0.0; 2]]);
        let same = map(&[&[1.0, 2.0], &[1.0, 2.0]]);
        assert_eq!((same.points, same.explained), (vec![[0.0; 2]; 2], [0.0; 2]));
    }
}
