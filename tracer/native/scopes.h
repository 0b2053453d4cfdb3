/* The tables and the state of scopes.c and regions.c. */

#ifndef TRACER_SCOPES_H
#define TRACER_SCOPES_H

#include "core.h"

enum { NAME_MARK = 1, DOT_MARK = 2, SCOPE_MARK = 4 };
enum { IS_OUTSIDE, IS_PINNED, IS_SCOPE }; /* in the order they apply at one row */
enum { REFERENCE, TEXT, BIND, KEEP, UP, PIN, GLOBAL, NONLOCAL };
enum { ALWAYS_TEXT, ALWAYS_BIND }; /* the first two lists of choices */
enum { THROUGH };                  /* the first set: kinds between a scope and `unless_in` */

/* As tracer/fingerprint/scope_tables.py has them; sets are numbers, -1 for none. */
typedef struct {
    int32_t act, level, is_spelled, after_kinds, after_field, previous, following, first, single;
    int32_t direct, with, match;
} Choice;

typedef struct {
    int32_t level, opaque, hidden, closed, uncertain, unless_in;
} Scope;

typedef struct {
    PyObject *args;
    Py_ssize_t kinds;
    int fields, sequential, set_size;
    const uint8_t *marks, *defaults, *spelled; /* by kind */
    const uint8_t *sets;                       /* bits, `set_size` bytes each */
    const int32_t *positions_at;               /* by kind: a row of `positions`, or -1 */
    const int32_t *positions;                  /* by field: a list of choices, or -1 */
    const int32_t *lists;                      /* where each list begins, and the last one ends */
    const Choice *choices;
    const int32_t *scopes_at; /* by kind */
    const Scope *scopes;
    const int32_t *outside, *outside_first, *pinned; /* by kind: a set of fields */
    const uint8_t *dynamic;                          /* by kind: 1 dynamic, 2 mentions */
    PyObject *patterns, *constants, *dynamic_names, *ignored;
} Rules;

typedef struct {
    int32_t first, stop, what; /* `stop` negated, to be sorted */
} Zone;

typedef struct {
    int32_t row, parent, above, uncertain, variables; /* `variables`: the latest one */
    const Scope *rule;
    bool all_kept;
} Region;

typedef struct {
    int32_t begin, end; /* places in `name_rows` */
    int32_t region;
    bool pins;
} Segment;

typedef struct {
    int32_t scope, since, outer, name, in_region; /* `in_region`: the one declared before it */
    int32_t first, last, count;                   /* of its rows, linked by `next` */
    bool kept;
} Variable;

typedef struct {
    uint64_t key[2];
    int32_t id; /* 0 for a free place */
} Name;

typedef struct {
    uint64_t key; /* region and name; 0 for a free place */
    int32_t variable;
    bool is_nonlocal;
} Local;

typedef struct {
    const Rules *rules;
    Tree tree;
    Buffer zones, name_rows, segments, variables, dynamic_rows, mention_rows, pinned_rows;
    Region *regions;
    int32_t region_count, name_count, dynamic_count, ignored_count;
    Name *names;
    Local *locals;
    size_t name_mask, local_mask;
    int32_t *next;
    uint8_t *is_reference, *is_spelled;
    bool failed;
} Resolver;

bool regions_add_zone(Resolver *s, int32_t first, int32_t stop, int32_t what);
bool regions_find(Resolver *s);
int32_t region_at(const Resolver *s, int32_t row); /* the innermost one around; -1 for none */

static inline bool has(const Resolver *s, int32_t set, int32_t member) {
    const uint8_t *bits = s->rules->sets + (size_t)set * (size_t)s->rules->set_size;
    return bits[member >> 3] >> (member & 7) & 1;
}

#endif
