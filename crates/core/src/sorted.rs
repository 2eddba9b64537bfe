//! Short lists in order, with one copy of the standard library's sort for all of them: each of its own weighs five kilobytes of WebAssembly.
//!
//! For lists on a picture or in a table. What sorts a vocabulary calls the standard library.

use std::cmp::Ordering;

/// Sorts `items` by `order`; equal ones stay as they stand.
pub fn sort_by<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    let mut places: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut places, &mut |a, b| order(&items[a], &items[b]));
    for at in 0..items.len() {
        let mut from = places[at];
        // What stood there went where an earlier one came from.
        while from < at {
            from = places[from];
        }
        items.swap(at, from);
    }
}

/// Sorts `items` by rising `key`; equal ones stay as they stand.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts `items`.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

#[inline(never)]
fn sort_places(places: &mut [usize], order: &mut dyn FnMut(usize, usize) -> Ordering) {
    places.sort_by(|a, b| order(*a, *b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_order_of_the_standard_library_and_equal_ones_stay() {
        for n in 0..200_u64 {
            let mut state = n;
            let mut next = || {
                state = state
                    .wrapping_mul(0x5851_f42d_4c95_7f2d)
                    .wrapping_add(0x1405_7b7e_f767_814f);
                state >> 60
            };
            let items: Vec<(u64, u64)> = (0..n).map(|at| (next(), at)).collect();
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            let (mut ours, mut theirs) = (items.clone(), items);
            ours.reverse();
            sort(&mut ours);
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
        }
    }
}
