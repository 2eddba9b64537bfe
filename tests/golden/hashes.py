"""The hashes of the golden files: FNV-1a of texts, SplitMix64 for random numbers. `README.md` describes them."""

import itertools
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent

GOLDEN_GAMMA = 0x9E3779B97F4A7C15
MASK64 = (1 << 64) - 1


def fnv1a64(data: bytes) -> int:
    """FNV-1a, 64 bits."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = ((h ^ byte) * 0x100000001B3) & MASK64
    return h


def hash_u64(name: str, index: np.ndarray) -> np.ndarray:
    """SplitMix64's output number `index` (u64, from 0) for the seed fnv1a64(name); u64, wrapping."""
    x = np.uint64(fnv1a64(name.encode())) + (index + np.uint64(1)) * np.uint64(GOLDEN_GAMMA)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def hash_stream(name: str):
    """The same numbers one by one, as Python integers."""
    for start in itertools.count(0, 4096):
        yield from hash_u64(name, np.arange(start, start + 4096, dtype=np.uint64)).tolist()
