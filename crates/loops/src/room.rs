//! Memory for what a product reads from its beginning to its end.

#[cfg(target_os = "linux")]
use std::marker::PhantomData;
#[cfg(target_os = "linux")]
use std::ops::Range;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut};

/// A huge page, in bytes. (Where they are larger, there are none for all but the largest matrices.)
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// Some `T` in a row. On Linux they lie in pages of two megabytes where there is room for such: a processor looks up each page that it reads, and
/// fetches ahead no further than to its end, so that a token on the CPU takes a fifth less time.
#[derive(Debug)]
pub(crate) struct Room<T>(Place<T>);

#[derive(Debug)]
enum Place<T> {
    /// As everything else.
    Heap(Vec<T>),
    /// In pages of its own.
    #[cfg(target_os = "linux")]
    Pages {
        all: MmapMut,
        /// Where they lie in it, in bytes: from the first huge page on.
        at: Range<usize>,
        of: PhantomData<T>,
    },
}

impl<T: Pod> Room<T> {
    /// `n` times `value`.
    pub fn filled(value: T, n: usize) -> Self {
        #[cfg(target_os = "linux")]
        if let Some(pages) = Self::in_pages(value, n) {
            return pages;
        }
        Room(Place::Heap(vec![value; n]))
    }

    /// The same in pages of its own; `None` if it is too small for that, or if there are none to be had.
    #[cfg(target_os = "linux")]
    fn in_pages(value: T, n: usize) -> Option<Self> {
        let bytes = size_of::<T>().checked_mul(n)?;
        // A last page that is not half full stays small ones.
        let huge = (bytes + HUGE / 2) / HUGE * HUGE;
        if huge == 0 {
            return None;
        }
        let all = MmapMut::map_anon(bytes.max(huge).checked_add(HUGE)?).ok()?;
        let first = all.as_ptr().align_offset(HUGE);
        if first >= HUGE {
            return None;
        }
        // A kernel without them has small ones.
        let _ = all.advise_range(Advice::HugePage, first, huge);
        let mut room = Room(Place::Pages {
            all,
            at: first..first + bytes,
            of: PhantomData,
        });
        // Pages are zeros until they are written.
        if bytemuck::bytes_of(&value).iter().any(|byte| *byte != 0) {
            room.fill(value);
        }
        Some(room)
    }
}

impl<T: Pod> Deref for Room<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Place::Heap(all) => all,
            #[cfg(target_os = "linux")]
            Place::Pages { all, at, .. } => bytemuck::cast_slice(&all[at.clone()]),
        }
    }
}

impl<T: Pod> DerefMut for Room<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Place::Heap(all) => all,
            #[cfg(target_os = "linux")]
            Place::Pages { all, at, .. } => bytemuck::cast_slice_mut(&mut all[at.clone()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_rooms_hold_what_they_were_filled_with_and_what_is_written() {
        for n in [0, 1, 1000, 300_001] {
            for value in [[0u16; 4], [0x8888; 4]] {
                let mut room = Room::filled(value, n);
                assert_eq!(room.len(), n);
                assert!(room.iter().all(|own| *own == value));
                if let Some(last) = room.last_mut() {
                    *last = [1, 2, 3, 4];
                    assert_eq!(room[n - 1], [1, 2, 3, 4]);
                }
            }
        }
    }
}
