"""Workloads that several topics share.

W1: ground Horn rules over half as many atoms, bodies of 1 to 4 atoms (25, 40, 25, 10 %), 15 % of body atoms after the head in
the order of definition (so there are cycles); a fifth of the atoms is no rule's head; units such that 53 % of all atoms hold,
which takes some 20 rounds. In random order atoms and rules are
renumbered at random; in local order rules are sorted by head, and bodies lie within 2,000 atoms of it.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suffice.engine.kernel import HornRules, least_model

__all__ = ["Arrays", "compile_c", "make_rules", "pointer"]

Ints = NDArray[np.int32]

#: How much holds, and how near that is met.
_SHARE, _NEAR = 0.53, 0.005
#: The share of atoms that rules may derive.
_DEFINED = 0.8


@dataclass(frozen=True, slots=True)
class Arrays:
    """Rules as arrays, and what is put in."""

    size: int
    heads: Ints
    starts: Ints
    body: Ints
    units: Ints

    @property
    def rules(self) -> tuple[int, Ints, Ints, Ints]:
        return self.size, self.heads, self.starts, self.body


def make_rules(count: int, seed: int, *, local: bool = False) -> Arrays:
    """W1 with so many rules."""
    random = np.random.default_rng(seed)
    size = count // 2
    lengths = random.choice(np.arange(1, 5, dtype=np.int32), count, p=[0.25, 0.4, 0.25, 0.1])
    starts = np.zeros(count + 1, np.int32)
    np.cumsum(lengths, out=starts[1:])
    defined = np.flatnonzero(random.random(size) < _DEFINED).astype(np.int32)
    heads = random.choice(defined, count)
    if local:
        heads.sort()
    owner = np.repeat(heads, lengths)
    after = random.random(len(owner)) < 0.15
    share = random.random(len(owner))
    below, above = (np.minimum(reach, 2000) if local else reach for reach in (owner, size - owner))
    body = np.where(after, owner + (share * above), owner - 1 - (share * below)).astype(np.int32)
    np.clip(body, 0, size - 1, out=body)
    chance = random.random(size)
    rules = HornRules.from_arrays(size, heads, starts, body)
    low, high = 0.0, 0.5
    for _ in range(12):  # a little more or less input decides whether much follows
        units = np.flatnonzero(chance < (low + high) / 2).astype(np.int32)
        excess = len(least_model(rules, units, shortest=False)) / size - _SHARE
        if abs(excess) < _NEAR:
            break
        low, high = (low, (low + high) / 2) if excess > 0 else ((low + high) / 2, high)
    if local:
        return Arrays(size, heads, starts, body, units)
    names = random.permutation(size).astype(np.int32)
    return Arrays(size, names[heads], starts, names[body], names[units])


@cache
def compile_c() -> ctypes.CDLL | None:
    """`closure.c` as a library, compiled now; None where there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    target = Path(tempfile.mkdtemp()) / "closure.so"
    source = Path(__file__).with_name("closure.c")
    command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(source)]
    subprocess.run(command, check=True)
    library = ctypes.CDLL(str(target))
    shutil.rmtree(target.parent)
    return library


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)
