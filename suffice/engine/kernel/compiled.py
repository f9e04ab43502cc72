"""The loops of the kernel, compiled by numba; `plain` has the same in Python, with the same results.

Memory is what such loops wait for. The next atoms of the queue are known, so what they will touch is fetched ahead
(LLVM's `prefetch`), and a rule that fires waits in a second queue until its head has been fetched; neither changes the
order in which atoms are derived.

Each function is compiled for one signature when it is first used, and kept on disk where that is possible. One signature
in each cache file: processes that write at the same time write the same. Work space comes from numpy, which asks for huge
pages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

#: Arrays that are read, and arrays that are written.
_IN = types.Array(types.int32, 1, "C", readonly=True)
_OUT = types.int32[::1]
_BYTES = types.uint8[::1]
_WORDS_IN = types.Array(types.uint64, 1, "C", readonly=True)
_WORDS = types.uint64[::1]
_INT = types.int64

# How far ahead of the queue the index, the rules of an atom, and their counters are fetched.
_FAR, _NEAR, _NEXT = 24, 16, 8
_WINDOW = 64
#: So many rules lie in the cache anyway.
_CACHED = 50_000
#: Indices are unsigned: numba would look for negative ones.
_U = np.uint32


def _lazy(*signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:  # noqa: ANN401 - types of numba
    """Compile a function when it is first called."""

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        ready: list[Callable[..., Any]] = []

        def call(*args: Any) -> Any:  # noqa: ANN401 - as the function
            if not ready:
                ready.append(_compile(function, signature))
            return ready[0](*args)

        return call

    return wrap


def _compile(function: Callable[..., Any], signature: tuple[Any, ...]) -> Callable[..., Any]:
    try:
        compiled: Callable[..., Any] = njit(signature, cache=True)(function)
    except (RuntimeError, OSError):  # no folder to keep it in, or a full disk
        compiled = njit(signature)(function)
    return compiled


def _prefetch_code(typing: Any, array: Any, index: Any) -> Any:  # noqa: ANN401 - objects of numba
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, flag, flag, flag])
        get_function: Any = cgutils.get_or_insert_function
        fetch = get_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(fetch, [place, flag(0), flag(3), flag(1)])  # read, keep, data
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


_prefetch: Any = intrinsic(_prefetch_code)


@_lazy(_IN, _IN, _OUT, _OUT)
def index(starts: Array, items: Array, offsets: Array, rows: Array) -> None:
    """The transposed rows: for each item the rows in which it stands, ascending.

    Args:
        starts: where each row starts.
        items: what stands in the rows.
        offsets: shape (items + 2,), zeros; becomes where the rows of each item start, and one more.
        rows: as many as `items`; filled.
    """
    size = offsets.size - 2
    total = items.size
    for place in range(total):
        offsets[items[place] + 2] += 1
    for item in range(size):
        offsets[item + 2] += offsets[item + 1]
    for row in range(starts.size - 1):
        for place in range(starts[row], starts[row + 1]):
            if place + 32 < total:
                _prefetch(offsets, items[place + 32] + 1)
                _prefetch(rows, offsets[items[place + 16] + 1])
            item = items[place]
            rows[offsets[item + 1]] = row
            offsets[item + 1] += 1


@_lazy(_INT, _IN, _IN, _IN)
def is_valid(size: int, heads: Array, starts: Array, body: Array) -> bool:
    """Whether bodies follow each other and all atoms are below `size`; one pass."""
    wrong = 0
    for number in range(heads.size):
        wrong |= starts[number + 1] - starts[number]
        wrong |= heads[number] | (size - 1 - heads[number])
    for place in range(body.size):
        wrong |= body[place] | (size - 1 - body[place])
    return wrong >= 0


def _count(
    use_starts: Array,
    uses: Array,
    heads: Array,
    missing: Array,
    unconditional: Array,
    units: Array,
    until: int,
    order: Array,
    reasons: Array,
    holds: Array,
    fired: Array,
) -> int:
    fetch = heads.size > _CACHED
    filled = 0
    for unit in units:
        if not holds[unit]:
            holds[unit] = 1
            order[filled] = unit
            reasons[filled] = -1
            filled += 1
    first = 0
    last = 0
    for number in unconditional:
        if missing[number] == 0:
            fired[last] = number
            last += 1
    place = 0
    eager = until >= 0  # stop where the plain kernel stops
    start = True
    while place < filled or first < last:
        while first < last and (start or eager or filled - place < _WINDOW or last - first > _WINDOW):
            if fetch and first + 12 < last:
                _prefetch(heads, fired[first + 12])
                _prefetch(holds, heads[fired[first + 6]])
            number = _U(fired[first])
            first += 1
            head = _U(heads[number])
            if not holds[head]:
                holds[head] = 1
                order[filled] = head
                reasons[filled] = number
                filled += 1
        start = False
        if place >= filled or (eager and holds[until]):
            break
        if fetch and place + _FAR < filled:
            _prefetch(use_starts, order[place + _FAR])
            _prefetch(uses, use_starts[order[place + _NEAR]])
            soon = _U(order[place + _NEXT])
            for k in range(use_starts[soon], use_starts[soon + _U(1)]):
                _prefetch(missing, uses[k])
        atom = _U(order[place])
        place += 1
        for k in range(_U(use_starts[atom]), _U(use_starts[atom + _U(1)])):
            number = _U(uses[k])
            missing[number] -= 1
            if missing[number] == 0:
                fired[last] = number
                last += 1
    return filled


_count_loop: Any = njit(_count)


@_lazy(_IN, _IN, _IN, _BYTES, _IN, _IN, _INT, _OUT, _OUT, _BYTES, _OUT)
def count_narrow(
    use_starts: Array,
    uses: Array,
    heads: Array,
    missing: Array,
    unconditional: Array,
    units: Array,
    until: int,
    order: Array,
    reasons: Array,
    holds: Array,
    fired: Array,
) -> int:
    """Close `units` by counters of one byte; fills `order` and `reasons`, returns how many atoms hold."""
    found: int = _count_loop(
        use_starts, uses, heads, missing, unconditional, units, until, order, reasons, holds, fired
    )
    return found


@_lazy(_IN, _IN, _IN, _OUT, _IN, _IN, _INT, _OUT, _OUT, _BYTES, _OUT)
def count_wide(
    use_starts: Array,
    uses: Array,
    heads: Array,
    missing: Array,
    unconditional: Array,
    units: Array,
    until: int,
    order: Array,
    reasons: Array,
    holds: Array,
    fired: Array,
) -> int:
    """The same by counters of 32 bits: for long bodies."""
    found: int = _count_loop(
        use_starts, uses, heads, missing, unconditional, units, until, order, reasons, holds, fired
    )
    return found


@_lazy(_IN, _IN, _IN, _IN, _OUT, _OUT, _BYTES, _OUT, _OUT, _OUT, _OUT)
def sweep(
    heads: Array,
    starts: Array,
    body: Array,
    units: Array,
    order: Array,
    reasons: Array,
    holds: Array,
    waiting: Array,
    after: Array,
    stack: Array,
    resume: Array,
) -> int:
    """Close `units` in one pass over the rules, without an index; a rule waits at the first atom that it misses.

    `waiting` holds, for each atom, 1 + the last rule that came to wait there, and `after`, for each rule, the one before it.
    `resume` holds where in its body a waiting rule goes on; it is empty if bodies are so short that this does not pay.
    """
    long = resume.size > 0
    filled = 0
    for unit in units:
        if not holds[unit]:
            holds[unit] = 1
            order[filled] = unit
            reasons[filled] = -1
            filled += 1
    for number in range(heads.size):
        head = np.uint32(heads[number])
        if holds[head]:
            continue
        lack = -1
        for place in range(starts[number], starts[number + 1]):
            if not holds[np.uint32(body[place])]:
                lack = body[place]
                if long:
                    resume[number] = place + 1
                break
        if lack >= 0:
            after[number] = waiting[lack]
            waiting[lack] = number + 1
            continue
        holds[head] = 1
        order[filled] = head
        reasons[filled] = number
        filled += 1
        top = 0
        if waiting[head]:
            stack[0] = head
            top = 1
        while top:
            top -= 1
            following = waiting[stack[top]]
            while following:
                woken = following - 1
                following = after[woken]
                head = np.uint32(heads[woken])
                if holds[head]:
                    continue
                lack = -1
                for place in range(resume[woken] if long else starts[woken], starts[woken + 1]):
                    if not holds[np.uint32(body[place])]:
                        lack = body[place]
                        if long:
                            resume[woken] = place + 1
                        break
                if lack >= 0:
                    after[woken] = waiting[lack]
                    waiting[lack] = woken + 1
                    continue
                holds[head] = 1
                order[filled] = head
                reasons[filled] = woken
                filled += 1
                if waiting[head]:
                    stack[top] = head
                    top += 1
    return filled


@_lazy(_IN, _IN, _IN, _IN, _INT)
def heights(order: Array, reasons: Array, starts: Array, body: Array, size: int) -> Array:
    """For each derived atom, in their order, the height of its derivation."""
    height = np.zeros(size, np.int32)
    found = np.zeros(order.size, np.int32)
    for place in range(order.size):
        number = reasons[place]
        if number >= 0:
            highest = 0
            for k in range(starts[number], starts[number + 1]):
                highest = max(highest, height[body[k]])
            height[order[place]] = highest + 1
            found[place] = highest + 1
    return found


@_lazy(_IN, _IN, _IN, _OUT, _OUT, _OUT, _INT)
def grow(
    use_starts: Array, uses: Array, heads: Array, missing: Array, reasons: Array, queue: Array, filled: int
) -> int:
    """Derive what follows from the atoms in the queue; returns how many are in it then."""
    place = 0
    while place < filled:
        atom = queue[place]
        place += 1
        for k in range(use_starts[atom], use_starts[atom + 1]):
            number = uses[k]
            missing[number] -= 1
            if missing[number] == 0:
                head = heads[number]
                if reasons[head] == -2:
                    reasons[head] = number
                    queue[filled] = head
                    filled += 1
    return filled


@_lazy(_IN, _IN, _IN, _OUT, _OUT, _OUT, _INT)
def shrink(
    use_starts: Array, uses: Array, heads: Array, missing: Array, reasons: Array, queue: Array, filled: int
) -> int:
    """Take away what was derived through the atoms in the queue; returns how many are in it then."""
    place = 0
    while place < filled:
        atom = queue[place]
        place += 1
        for k in range(use_starts[atom], use_starts[atom + 1]):
            number = uses[k]
            missing[number] += 1
            head = heads[number]
            if reasons[head] == number:
                reasons[head] = -2
                queue[filled] = head
                filled += 1
    return filled


@_lazy(_IN, _IN, _IN, _OUT, _IN, _OUT)
def restore(
    head_starts: Array, head_rules: Array, missing: Array, reasons: Array, lost: Array, queue: Array
) -> int:
    """Put back each lost atom that a rule still derives; returns how many."""
    filled = 0
    for atom in lost:
        for k in range(head_starts[atom], head_starts[atom + 1]):
            number = head_rules[k]
            if missing[number] == 0:
                reasons[atom] = number
                queue[filled] = atom
                filled += 1
                break
    return filled


@_lazy(_IN, _IN, _IN, _IN, _IN, _INT)
def useful(
    head_starts: Array, head_rules: Array, starts: Array, body: Array, holding: Array, goal: int
) -> Array:
    """The rules, ascending, that fire in a closure and lead to the goal."""
    seen = np.zeros(head_starts.size - 1, np.uint8)  # 1: holds, 2: reached from the goal
    for atom in holding:
        seen[atom] = 1
    stack = np.empty(holding.size + 1, np.int32)
    found = np.empty(head_rules.size, np.int32)
    stack[0] = goal
    seen[goal] = 2
    top = 1
    filled = 0
    while top:
        top -= 1
        atom = stack[top]
        for k in range(head_starts[atom], head_starts[atom + 1]):
            number = head_rules[k]
            fires = True
            for place in range(starts[number], starts[number + 1]):
                if not seen[body[place]]:
                    fires = False
                    break
            if not fires:
                continue
            found[filled] = number
            filled += 1
            for place in range(starts[number], starts[number + 1]):
                other = body[place]
                if seen[other] == 1:
                    seen[other] = 2
                    stack[top] = other
                    top += 1
    return np.sort(found[:filled])


@_lazy(_IN, _IN, _IN, _IN, _INT, _INT)
def leaves(order: Array, reasons: Array, starts: Array, body: Array, size: int, goal: int) -> Array:
    """What was put in and stands at the leaves of the goal's derivation, in order."""
    used = np.zeros(size, np.uint8)
    used[goal] = 1
    found = np.empty(order.size, np.int32)
    filled = 0
    for place in range(order.size - 1, -1, -1):
        if not used[order[place]]:
            continue
        number = reasons[place]
        if number < 0:
            found[filled] = order[place]
            filled += 1
        else:
            for k in range(starts[number], starts[number + 1]):
                used[body[k]] = 1
    return found[:filled][::-1].copy()


@_lazy(_IN, _IN, _IN, _IN, _INT, _INT)
def cut(
    numbers: Array, heads: Array, starts: Array, body: Array, size: int, goal: int
) -> tuple[Array, Array, Array, Array]:
    """Some rules by themselves: the atoms in them, the goal first, and rules over the places of these atoms."""
    names = np.full(size, -1, np.int32)
    atoms = np.empty(size, np.int32)
    names[goal] = 0
    atoms[0] = goal
    known = 1
    part_heads = np.empty(numbers.size, np.int32)
    part_starts = np.zeros(numbers.size + 1, np.int32)
    for row in range(numbers.size):
        number = numbers[row]
        part_starts[row + 1] = part_starts[row] + starts[number + 1] - starts[number]
    part_body = np.empty(part_starts[numbers.size], np.int32)
    for row in range(numbers.size):
        number = numbers[row]
        if names[heads[number]] < 0:
            names[heads[number]] = known
            atoms[known] = heads[number]
            known += 1
        part_heads[row] = names[heads[number]]
        for k in range(starts[number], starts[number + 1]):
            atom = body[k]
            if names[atom] < 0:
                names[atom] = known
                atoms[known] = atom
                known += 1
            part_body[part_starts[row] + k - starts[number]] = names[atom]
    return atoms[:known].copy(), part_heads, part_starts, part_body


@_lazy(_IN, _IN, _IN, _IN, _IN, _IN, _IN, _INT)
def prune(
    use_starts: Array,
    uses: Array,
    heads: Array,
    starts: Array,
    body: Array,
    given: Array,
    units: Array,
    goal: int,
) -> Array:
    """Drop units, in their order, wherever the rest suffices; 1 for each that stays. All together must suffice."""
    size = use_starts.size - 1
    stays = np.ones(units.size, np.uint8)
    needed = np.ones(size, np.uint8)
    reasons = np.empty(size, np.int32)
    missing = np.empty(heads.size, np.int32)
    queue = np.empty(size + 1, np.int32)
    for turn in range(-1, units.size):
        if turn >= 0:
            stays[turn] = 0
            if not needed[units[turn]]:  # the last derivation does without
                continue
        reasons[:] = -2
        filled = 0
        for atom in given:
            if reasons[atom] == -2:
                reasons[atom] = -1
                queue[filled] = atom
                filled += 1
        for other in range(units.size):
            if stays[other] and reasons[units[other]] == -2:
                reasons[units[other]] = -1
                queue[filled] = units[other]
                filled += 1
        for number in range(heads.size):
            missing[number] = starts[number + 1] - starts[number]
            if missing[number] == 0 and reasons[heads[number]] == -2:
                reasons[heads[number]] = number
                queue[filled] = heads[number]
                filled += 1
        place = 0
        while place < filled and reasons[goal] == -2:
            atom = queue[place]
            place += 1
            for k in range(use_starts[atom], use_starts[atom + 1]):
                number = uses[k]
                missing[number] -= 1
                if missing[number] == 0 and reasons[heads[number]] == -2:
                    reasons[heads[number]] = number
                    queue[filled] = heads[number]
                    filled += 1
        if reasons[goal] == -2:
            if turn >= 0:
                stays[turn] = 1
            continue
        needed[:] = 0
        needed[goal] = 1
        queue[0] = goal
        filled = 1
        while filled:
            filled -= 1
            number = reasons[queue[filled]]
            if number >= 0:
                for place in range(starts[number], starts[number + 1]):
                    if not needed[body[place]]:
                        needed[body[place]] = 1
                        queue[filled] = body[place]
                        filled += 1
    return stays


def _saturate(
    state: Array, heads: Array, bits: Array, masks: Array, first: int, last: int, goal: int
) -> None:
    """Close one set of atoms, in words, under the rules from `first` to `last`; stop at the goal."""
    words = state.size
    changed = True
    while changed and not (goal >= 0 and state[goal >> 6] >> np.uint64(goal & 63) & np.uint64(1)):
        changed = False
        for number in range(first, last):
            word = heads[number]
            if state[word] & bits[number]:
                continue
            fires = True
            for place in range(words):
                mask = masks[number * words + place]
                if state[place] & mask != mask:
                    fires = False
                    break
            if fires:
                state[word] |= bits[number]
                changed = True


def _saturate_word(state: Any, bits: Array, masks: Array, first: int, last: int, goal: Any) -> Any:  # noqa: ANN401
    """The same for one word, in rounds: all rules look at the same state, so that several are taken at a time."""
    heads, bodies = bits[first:last], masks[first:last]
    before = ~state
    while state != before and not state & goal:
        before = state
        lacking = ~state
        for number in range(heads.size):
            state |= heads[number] if bodies[number] & lacking == 0 else np.uint64(0)
    return state


_saturate_loop: Any = njit(_saturate)
_saturate_word_loop: Any = njit(_saturate_word)


@_lazy(_IN, _IN, _WORDS_IN, _WORDS_IN, _IN, _INT, _WORDS)
def close_words(
    rule_starts: Array, heads: Array, bits: Array, masks: Array, programs: Array, words: int, states: Array
) -> None:
    """Close each set under the rules of its program, in place."""
    for row in range(programs.size):
        program = programs[row]
        first, last = rule_starts[program], rule_starts[program + 1]
        if words == 1:
            states[row] = _saturate_word_loop(states[row], bits, masks, first, last, np.uint64(0))
        else:
            state = states[row * words : (row + 1) * words]
            _saturate_loop(state, heads, bits, masks, first, last, -1)


@_lazy(_IN, _IN, _WORDS_IN, _WORDS_IN, _IN, _INT, _WORDS, _IN, _BYTES)
def prune_words(
    rule_starts: Array,
    heads: Array,
    bits: Array,
    masks: Array,
    programs: Array,
    words: int,
    states: Array,
    goals: Array,
    holds: Array,
) -> None:
    """Drop atoms, highest first, wherever the rest still derives the goal, in place."""
    state = np.empty(words, np.uint64)
    one = np.uint64(1)
    for row in range(programs.size):
        first, last = rule_starts[programs[row]], rule_starts[programs[row] + 1]
        goal = goals[row]
        goal_word, goal_bit = goal >> 6, one << np.uint64(goal & 63)
        if words == 1:
            kept_word = states[row]
            closed = _saturate_word_loop(kept_word, bits, masks, first, last, goal_bit)
            holds[row] = (closed & goal_bit) != 0
            left = kept_word if holds[row] else np.uint64(0)
            kept_word = left
            bit = one << np.uint64(63)
            while left:
                while not left & bit:
                    bit >>= one
                left ^= bit
                rest = kept_word ^ bit
                if _saturate_word_loop(rest, bits, masks, first, last, goal_bit) & goal_bit:
                    kept_word = rest
            states[row] = kept_word
            continue
        kept = states[row * words : (row + 1) * words]
        state[:] = kept
        _saturate_loop(state, heads, bits, masks, first, last, goal)
        holds[row] = (state[goal_word] & goal_bit) != 0
        for word in range(words - 1, -1, -1):
            if not holds[row]:
                kept[word] = 0
            left = kept[word]
            for place in range(63, -1, -1):
                bit = one << np.uint64(place)
                if not left & bit:
                    continue
                kept[word] ^= bit
                state[:] = kept
                _saturate_loop(state, heads, bits, masks, first, last, goal)
                if not state[goal_word] & goal_bit:
                    kept[word] |= bit
