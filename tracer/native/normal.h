/* The tables and the state of normal.c and edits.c. */

#ifndef TRACER_NORMAL_H
#define TRACER_NORMAL_H

#include "core.h"

enum { OP = 1, COMMA = 2, CLOSER = 4 };             /* marks of kinds */
enum { WRITTEN = 1, GROWN = 2, RENAMED = 4 };       /* marks of rows */
enum { IS_STRING = 1, IS_NUMBER = 2, IS_OPENER = 4, /* roles of kinds */
       IS_INTERPOLATION = 8, IS_WRITTEN_NUMBER = 16 };
enum { KEY_PLACE = 5 };

/* As tracer/fingerprint/tables.py has them; sets are numbers, -1 for none. */
typedef struct {
    int32_t tokens, places, places_end, never, never_end, nests, through, through_end, children;
    int32_t not_children, field, keeps, keeps_end;
} Dissolve;

typedef struct {
    int32_t parents, fields, children, siblings, without, spine;
} Keep;

typedef struct {
    PyObject *args;
    Py_ssize_t kinds;
    int fields, set_size, has_keys;
    const uint8_t *marks, *roles; /* by kind */
    const uint8_t *sets;
    const int32_t *steps_at, *steps; /* by kind: what is done, in order */
    const uint8_t *places;           /* by kind and field of the place of a string: how, plus 1 */
    const int32_t *trailing_at, *trailing; /* by kind: (kind of the parent, least) pairs */
    const int32_t *drop, *unbracket, *associative; /* by kind: a set */
    const int32_t *rename;                         /* by kind: a kind, or -1 */
    const int32_t *dissolve_at;                    /* by kind */
    const Dissolve *dissolve;
    const Keep *keeps;
    const int32_t *pairs; /* (kind, field) or kinds, for `places`, `never` and `through` */
    const int32_t *hollow_at, *hollow; /* by kind of the parent: (kinds, only) sets; last: any */
    const uint8_t *digests, *codes;    /* by kind: of inner entries (12 bytes), of shapes (4) */
    const uint8_t *quotes;             /* by byte: whether it opens a plain string */
    const uint8_t *replaced;           /* pairs of entries */
    Py_ssize_t replaced_size;
    int rename_unless;
    PyObject *handlers, *drop_only, *strings, *numbers; /* dictionaries but for the first, a list */
} NormalRules;

typedef struct {
    int32_t first, last, at, count, order; /* `at`, `count`: entries in the arenas */
} Cut;

typedef struct {
    Tree tree;
    const NormalRules *rules;
    PyObject *python; /* the Edits that handlers in Python get */
    PyObject *python_cuts, *python_left, *literals, *kinds;
    Py_ssize_t cuts_seen, left_seen;
    uint8_t *marks;  /* by row, shared with Python */
    int32_t *grown;  /* by row, shared with Python */
    int32_t *leave;  /* by row: where to go on after a row that is left out, or 0 */
    int32_t current, pending;
    Buffer cuts, entries, shapes, dropped;
} Edits;

bool edits_cut(Edits *e, int32_t first, int32_t last, const void *entries, const void *shapes,
               Py_ssize_t count);
bool edits_drop(Edits *e, int32_t row);
bool edits_unwrap(Edits *e, int32_t row);
bool edits_replace(Edits *e, int32_t row, PyObject *known, bool is_whole);
bool edits_take_over(Edits *e);
PyObject *edits_finish(Edits *e, const uint8_t *shapes);

static inline bool set_has(const NormalRules *r, int32_t set, int32_t member) {
    return set >= 0 && r->sets[(size_t)set * (size_t)r->set_size + (size_t)(member >> 3)] >>
                               (member & 7) & 1;
}

#endif
