/* Plain C to compare the ground kernel with: the same arrays, the same counters, the same answer.
 *
 * Rules as in suffice.engine.kernel: heads[m], starts[m + 1], body[starts[m]]. All arrays are the caller's.
 */
#include <stdint.h>

typedef int32_t i32;

/* For each atom the rules that use it: offsets[size + 1], rows[total]; offsets is zeroed by the caller. */
void index_rules(i32 size, i32 rules, const i32 *starts, const i32 *body, i32 *offsets, i32 *rows) {
    i32 total = starts[rules];
    for (i32 k = 0; k < total; k++)
        offsets[body[k]]++;
    for (i32 atom = 0, sum = 0; atom <= size; atom++) {
        sum += atom < size ? offsets[atom] : 0;
        offsets[atom] = sum;
    }
    for (i32 rule = rules - 1; rule >= 0; rule--)
        for (i32 k = starts[rule + 1] - 1; k >= starts[rule]; k--)
            rows[--offsets[body[k]]] = rule;
}

static i32 put(const i32 *units, i32 count, i32 *order, i32 *reasons, uint8_t *holds) {
    i32 filled = 0;
    for (i32 i = 0; i < count; i++)
        if (!holds[units[i]]) {
            holds[units[i]] = 1;
            order[filled] = units[i];
            reasons[filled++] = -1;
        }
    return filled;
}

/* Counters and a queue. */
i32 close_counters(const i32 *offsets, const i32 *rows, const i32 *heads, uint8_t *missing, const i32 *units,
                   i32 count, i32 *order, i32 *reasons, uint8_t *holds) {
    i32 filled = put(units, count, order, reasons, holds);
    for (i32 place = 0; place < filled; place++) {
        i32 atom = order[place];
        for (i32 k = offsets[atom]; k < offsets[atom + 1]; k++) {
            i32 rule = rows[k];
            if (--missing[rule] == 0 && !holds[heads[rule]]) {
                holds[heads[rule]] = 1;
                order[filled] = heads[rule];
                reasons[filled++] = rule;
            }
        }
    }
    return filled;
}

/* The same, and what the next atoms of the queue will touch is fetched ahead. */
i32 close_prefetch(const i32 *offsets, const i32 *rows, const i32 *heads, uint8_t *missing, const i32 *units,
                   i32 count, i32 *order, i32 *reasons, uint8_t *holds) {
    i32 filled = put(units, count, order, reasons, holds);
    for (i32 place = 0; place < filled; place++) {
        i32 atom = order[place];
        if (place + 24 < filled) {
            i32 soon = order[place + 8];
            __builtin_prefetch(offsets + order[place + 24]);
            __builtin_prefetch(rows + offsets[order[place + 16]]);
            for (i32 k = offsets[soon]; k < offsets[soon + 1]; k++)
                __builtin_prefetch(missing + rows[k], 1);
        }
        for (i32 k = offsets[atom]; k < offsets[atom + 1]; k++) {
            i32 rule = rows[k];
            if (--missing[rule] == 0 && !holds[heads[rule]]) {
                holds[heads[rule]] = 1;
                order[filled] = heads[rule];
                reasons[filled++] = rule;
            }
        }
    }
    return filled;
}

/* One read of an array, as fast as it goes. */
i32 read_all(const i32 *values, int64_t count) {
    i32 sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}
