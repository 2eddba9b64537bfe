//! Work that the processor's cores share, where there are threads. In the browser there are none: a page that any other may embed gets no shared memory.

/// What a core must have to do, in multiplications: a tenth of a millisecond, for waking it may take half of that.
const WORTH: usize = 4_000_000;

/// Among how many cores so many multiplications are to be shared, at least 1.
pub(crate) fn worth(multiplications: usize) -> usize {
    match multiplications / WORTH {
        0 | 1 => 1,
        most => most.min(count()),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn count() -> usize {
    rayon::current_num_threads()
}

#[cfg(target_arch = "wasm32")]
fn count() -> usize {
    1
}

/// Does `work` for each part, with its number, each part on a core.
pub(crate) fn share<T: Send>(parts: Vec<T>, work: impl Fn(usize, T) + Sync) {
    #[cfg(not(target_arch = "wasm32"))]
    if parts.len() > 1 {
        use rayon::prelude::*;
        return parts
            .into_par_iter()
            .enumerate()
            .for_each(|(at, part)| work(at, part));
    }
    for (at, part) in parts.into_iter().enumerate() {
        work(at, part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_work_stays_where_it_is_and_much_is_shared() {
        assert_eq!(worth(0), 1);
        assert_eq!(worth(2 * WORTH - 1), 1);
        assert_eq!(worth(2 * WORTH), count().min(2));
        assert_eq!(worth(usize::MAX), count());
    }

    #[test]
    fn every_part_is_worked_on_once_under_its_number() {
        for n in [0, 1, 2, 7] {
            let mut found = vec![0; n];
            share(found.iter_mut().collect(), |at, own| *own += at + 1);
            assert!(found.iter().copied().eq(1..=n));
        }
    }
}
