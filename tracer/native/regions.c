/* Where the scopes of a file begin and end, and which names lie in which. Twin of
 * tracer/fingerprint/regions.py. */

#include "scopes.h"

bool regions_add_zone(Resolver *s, int32_t first, int32_t stop, int32_t what) {
    Zone zone = {first, -stop, what};
    return buffer_add(&s->zones, &zone, sizeof zone);
}

static int compare_zones(const void *a, const void *b) {
    const Zone *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    if (x->stop != y->stop) return x->stop < y->stop ? -1 : 1;
    return x->what - y->what;
}

static bool is_inner(const Resolver *s, int32_t row, const Scope *rule) {
    if (rule->unless_in < 0) return false;
    int32_t above = s->tree.parent[row];
    while (above >= 0 && has(s, THROUGH, s->tree.kind[above])) above = s->tree.parent[above];
    return above >= 0 && has(s, rule->unless_in, s->tree.kind[above]);
}

static bool is_first(const Resolver *s, int32_t row) {
    int32_t parent = s->tree.parent[row], child = parent + 1;
    while (s->tree.kind[child] != s->tree.kind[row]) child = s->tree.stop[child];
    return child == row;
}

static bool add_children(Resolver *s, int32_t row, int32_t set, int32_t what, bool every) {
    bool done = true;
    for (int32_t c = row + 1; done && c < s->tree.stop[row]; c = s->tree.stop[c])
        if (every || has(s, set, s->tree.field[c])) done = regions_add_zone(s, c, s->tree.stop[c], what);
    return done;
}

static bool find_zones(Resolver *s) {
    const Rules *r = s->rules;
    for (int32_t row = 0; row < s->tree.rows; row++) {
        uint16_t kind = s->tree.kind[row];
        if (!(r->marks[kind] & SCOPE_MARK) || s->tree.flags[row] & TRIVIA) continue;
        const Scope *rule = r->scopes_at[kind] < 0 ? NULL : &r->scopes[r->scopes_at[kind]];
        bool done = true;
        if (rule && !is_inner(s, row, rule)) done = regions_add_zone(s, row, s->tree.stop[row], IS_SCOPE);
        if (done && r->dynamic[kind] & 1) done = buffer_add_int(&s->dynamic_rows, row);
        if (done && r->dynamic[kind] & 2) done = buffer_add_int(&s->mention_rows, row);
        int32_t set = r->outside[kind];
        if (done && set >= 0) done = add_children(s, row, set, IS_OUTSIDE, false);
        set = r->outside_first[kind];
        if (done && set >= 0 && (row == 0 || is_first(s, row)))
            done = add_children(s, row, set, IS_OUTSIDE, false);
        set = r->pinned[kind];
        if (done && set >= 0) done = add_children(s, row, set, IS_PINNED, has(s, set, 0));
        if (!done) return false;
    }
    if (s->zones.size) qsort(s->zones.data, s->zones.size / sizeof(Zone), sizeof(Zone), compare_zones);
    return regions_add_zone(s, (int32_t)s->tree.rows, 0, IS_SCOPE);
}

static bool find_name_rows(Resolver *s) {
    const uint8_t *marks = s->rules->marks;
    uint8_t before = 0;
    for (int32_t row = 0; row < s->tree.rows; row++) {
        uint8_t mark = s->tree.flags[row] & TRIVIA ? 0 : marks[s->tree.kind[row]];
        if (mark & NAME_MARK && !(before & DOT_MARK) && !buffer_add_int(&s->name_rows, row))
            return false;
        before = mark;
    }
    return true;
}

static bool add_segment(Resolver *s, int32_t *begin, int32_t stop, int32_t region, bool pins) {
    const int32_t *names = (int32_t *)s->name_rows.data;
    int32_t count = (int32_t)(s->name_rows.size / 4), after = *begin;
    while (after < count && names[after] < stop) after++;
    Segment segment = {*begin, after, region, pins};
    *begin = after;
    return region < 0 || segment.begin == after || buffer_add(&s->segments, &segment, sizeof segment);
}

static int32_t add_region(Resolver *s, int32_t row, int32_t parent) {
    const Scope *rule = &s->rules->scopes[s->rules->scopes_at[s->tree.kind[row]]];
    Region *region = &s->regions[s->region_count];
    *region = (Region){.row = row, .parent = parent, .rule = rule, .variables = -1};
    region->uncertain = rule->uncertain ? row : parent < 0 ? -1 : s->regions[parent].uncertain;
    return s->region_count++;
}

typedef struct {
    int32_t stop, region;
    bool pins;
} Waiting;

static bool find_segments(Resolver *s) {
    size_t zones = s->zones.size / sizeof(Zone);
    s->regions = calloc(zones + 1, sizeof *s->regions);
    Waiting *waiting = calloc(zones + 1, sizeof *waiting);
    int32_t region = -1, begin = 0;
    size_t depth = 0;
    bool pins = false, done = s->regions && waiting;
    if (!done) PyErr_NoMemory();
    for (size_t i = 0; done && i < zones; i++) {
        Zone zone = ((Zone *)s->zones.data)[i];
        while (done && depth && waiting[depth - 1].stop <= zone.first) {
            Waiting ended = waiting[--depth];
            done = add_segment(s, &begin, ended.stop, region, pins);
            region = ended.region, pins = ended.pins;
        }
        done = done && add_segment(s, &begin, zone.first, region, pins);
        if (!zone.stop) break;
        waiting[depth++] = (Waiting){-zone.stop, region, pins};
        if (zone.what == IS_SCOPE) region = add_region(s, zone.first, region);
        else if (zone.what == IS_OUTSIDE) region = region < 0 ? -1 : s->regions[region].parent;
        else pins = true;
    }
    free(waiting);
    return done;
}

/* The innermost region around a row; -1 for none. */
int32_t region_at(const Resolver *s, int32_t row) {
    int32_t low = 0, high = s->region_count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (s->regions[middle].row <= row) low = middle + 1;
        else high = middle;
    }
    int32_t region = low - 1;
    while (region >= 0 && row >= s->tree.stop[s->regions[region].row])
        region = s->regions[region].parent;
    return region;
}

/* The scopes of a file, the leaves that are names, and the segments of those. */
bool regions_find(Resolver *s) { return find_zones(s) && find_name_rows(s) && find_segments(s); }
