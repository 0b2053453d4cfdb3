/* The differences of two files by lines. Twin of tracer/history/line_diffs.py. */

#include "core.h"

enum { EXACT_CELLS = 2500, SLIDE_LIMIT = 100, TAB = 8 };

typedef struct {
    const char *text;
    Py_ssize_t size;
} Line;

/* One side: its lines, and a number for each, the same for equal lines. */
typedef struct {
    Line *lines;
    int32_t *id;
    int32_t count;
} Side;

typedef struct {
    int32_t before, after;
} Pair;

typedef struct {
    int32_t low_b, high_b, low_a, high_a;
} Box;

/* What is known while boxes are cut: places of lines by their number, and pairs found. */
typedef struct {
    Side before, after;
    int32_t *place_b, *place_a, *table, kinds;
    Buffer pairs, points, work, chain;
} Diff;

static bool same(const Line *one, const Line *other) {
    return one->size == other->size &&
           (one->text == other->text || memcmp(one->text, other->text, (size_t)one->size) == 0);
}

static bool read_side(PyObject *list, Side *side) {
    Py_ssize_t count = PyList_Size(list);
    if (count > INT32_MAX / 4) {
        PyErr_SetString(PyExc_ValueError, "too many lines");
        return false;
    }
    side->count = (int32_t)count;
    side->lines = malloc(sizeof(Line) * (size_t)(count + 1));
    side->id = malloc(sizeof(int32_t) * (size_t)(count + 1));
    if (side->lines == NULL || side->id == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        char *text;
        if (PyBytes_AsStringAndSize(PyList_GetItem(list, i), &text, &side->lines[i].size))
            return false;
        side->lines[i].text = text;
    }
    return true;
}

/* Number the lines of a box: equal lines alike, from 0 on. */
static bool number_lines(Diff *diff, Box box) {
    size_t lines = (size_t)(box.high_b - box.low_b) + (size_t)(box.high_a - box.low_a), room = 16;
    while (room < 2 * lines) room *= 2;
    const Line **known = calloc(room, sizeof(*known));
    int32_t *ids = malloc(room * sizeof(int32_t));
    for (int which = 0; known && ids && which < 2; which++) {
        Side *side = which ? &diff->after : &diff->before;
        int32_t low = which ? box.low_a : box.low_b, high = which ? box.high_a : box.high_b;
        for (int32_t i = low; i < high; i++) {
            const Line *line = &side->lines[i];
            uint8_t digest[ENTRY];
            digest_of(line->text, (size_t)line->size, digest);
            size_t at = get_size(digest) & (room - 1);
            while (known[at] && !same(known[at], line)) at = (at + 1) & (room - 1);
            if (!known[at]) known[at] = line, ids[at] = diff->kinds++;
            side->id[i] = ids[at];
        }
    }
    bool done = known && ids;
    free(known);
    free(ids);
    size_t bytes = sizeof(int32_t) * (size_t)(diff->kinds + 1);
    diff->place_b = malloc(bytes), diff->place_a = malloc(bytes);
    diff->table = malloc(sizeof(int32_t) * (2 * EXACT_CELLS + 4));
    if (done && diff->place_b && diff->place_a && diff->table) return true;
    PyErr_NoMemory();
    return false;
}

static bool add_pair(Buffer *pairs, int32_t before, int32_t after) {
    return buffer_add_int(pairs, before) && buffer_add_int(pairs, after);
}

/* Replace ascending points by the longest run of them that ascends on the after side, too. */
static bool keep_increasing(Diff *diff) {
    Pair *points = (Pair *)diff->points.data;
    int32_t count = (int32_t)(diff->points.size / sizeof(Pair)), length = 0;
    bool ascends = true;
    for (int32_t i = 1; i < count; i++) ascends = ascends && points[i - 1].after < points[i].after;
    if (ascends) return true;
    diff->chain.size = 0;
    if (!buffer_reserve(&diff->chain, 2 * sizeof(int32_t) * (size_t)count)) return false;
    int32_t *tail = (int32_t *)diff->chain.data, *previous = tail + count; /* indices of points */
    for (int32_t i = 0; i < count; i++) {
        int32_t low = 0, high = length;
        while (low < high) {
            int32_t middle = (low + high) / 2;
            if (points[tail[middle]].after < points[i].after)
                low = middle + 1;
            else
                high = middle;
        }
        previous[i] = low ? tail[low - 1] : -1;
        tail[low] = i;
        if (low == length) length++;
    }
    int32_t at = length ? tail[length - 1] : -1;
    for (int32_t i = length - 1; i >= 0; i--) { /* in place: `previous` is never above `i` */
        int32_t before = previous[at];
        tail[i] = at, at = before;
    }
    for (int32_t i = 0; i < length; i++) points[i] = points[tail[i]];
    diff->points.size = sizeof(Pair) * (size_t)length;
    return true;
}

/* Points: the lines that occur once on each side of a box. */
static bool find_unique(Diff *diff, Box box) {
    for (int32_t i = box.low_b; i < box.high_b; i++) {
        diff->place_b[diff->before.id[i]] = -2, diff->place_a[diff->before.id[i]] = -2;
    }
    for (int32_t j = box.low_a; j < box.high_a; j++) diff->place_a[diff->after.id[j]] = -2;
    for (int32_t i = box.low_b; i < box.high_b; i++) {
        int32_t *place = &diff->place_b[diff->before.id[i]];
        *place = *place == -2 ? i : -1;
    }
    for (int32_t j = box.low_a; j < box.high_a; j++) {
        int32_t *place = &diff->place_a[diff->after.id[j]];
        *place = *place == -2 ? j : -1;
    }
    diff->points.size = 0;
    for (int32_t i = box.low_b; i < box.high_b; i++) {
        int32_t id = diff->before.id[i];
        if (diff->place_b[id] == i && diff->place_a[id] >= 0)
            if (!add_pair(&diff->points, i, diff->place_a[id])) return false;
    }
    return keep_increasing(diff);
}

/* The lines of one side that the other has, in `found`; how many. */
static int32_t shared(const int32_t *id, int32_t low, int32_t high, const int32_t *other,
                      int32_t other_low, int32_t other_high, int32_t *mark, int32_t *found) {
    int32_t count = 0;
    for (int32_t i = low; i < high; i++) mark[id[i]] = 0;
    for (int32_t j = other_low; j < other_high; j++) mark[other[j]] = 1;
    for (int32_t i = low; i < high; i++)
        if (mark[id[i]]) found[count++] = i;
    return count;
}

/* The longest common subsequence of a small box, by the textbook table. */
static bool solve(Diff *diff, Box box) {
    const int32_t *b = diff->before.id, *a = diff->after.id;
    int32_t rows[EXACT_CELLS], columns[EXACT_CELLS];
    int32_t height = shared(b, box.low_b, box.high_b, a, box.low_a, box.high_a, diff->place_b, rows);
    int32_t width = shared(a, box.low_a, box.high_a, b, box.low_b, box.high_b, diff->place_a, columns);
    int32_t step = width + 1, *table = diff->table;
    if (!height || !width) return true;
    memset(table + height * step, 0, sizeof(int32_t) * (size_t)step);
    for (int32_t i = height - 1; i >= 0; i--) {
        table[i * step + width] = 0;
        for (int32_t j = width - 1; j >= 0; j--) {
            int32_t below = table[(i + 1) * step + j], beside = table[i * step + j + 1];
            table[i * step + j] = b[rows[i]] == a[columns[j]] ? table[(i + 1) * step + j + 1] + 1
                                  : below > beside            ? below
                                                              : beside;
        }
    }
    for (int32_t i = 0, j = 0; i < height && j < width;) {
        if (b[rows[i]] == a[columns[j]]) {
            if (!add_pair(&diff->pairs, rows[i++], columns[j++])) return false;
        } else if (table[(i + 1) * step + j] >= table[i * step + j + 1]) {
            i++;
        } else {
            j++;
        }
    }
    return true;
}

/* Cut a box at its ends and at what is unique in it; what lies between is more work. */
static bool cut(Diff *diff, Box box) {
    const int32_t *b = diff->before.id, *a = diff->after.id;
    while (box.low_b < box.high_b && box.low_a < box.high_a && b[box.low_b] == a[box.low_a])
        if (!add_pair(&diff->pairs, box.low_b++, box.low_a++)) return false;
    while (box.low_b < box.high_b && box.low_a < box.high_a &&
           b[box.high_b - 1] == a[box.high_a - 1])
        if (!add_pair(&diff->pairs, --box.high_b, --box.high_a)) return false;
    if (box.low_b == box.high_b || box.low_a == box.high_a) return true;
    if (!find_unique(diff, box)) return false;
    int32_t count = (int32_t)(diff->points.size / sizeof(Pair));
    if (!count) {
        int64_t cells = (int64_t)(box.high_b - box.low_b) * (box.high_a - box.low_a);
        return cells > EXACT_CELLS || solve(diff, box);
    }
    if (!buffer_add(&diff->pairs, diff->points.data, diff->points.size)) return false;
    Pair last = {box.low_b - 1, box.low_a - 1}, end = {box.high_b, box.high_a};
    for (int32_t i = 0; i <= count; i++) {
        Pair next = i < count ? ((Pair *)diff->points.data)[i] : end;
        Box inner = {last.before + 1, next.before, last.after + 1, next.after};
        if (inner.high_b > inner.low_b && inner.high_a > inner.low_a)
            if (!buffer_add(&diff->work, &inner, sizeof(inner))) return false;
        last = next;
    }
    return true;
}

static int by_place(const void *one, const void *other) {
    int32_t a = ((const Pair *)one)->before, b = ((const Pair *)other)->before;
    return (a > b) - (a < b);
}

static bool is_blank(const Line *line) {
    return !line->size || is_space((const uint8_t *)line->text, line->size);
}

/* Columns of white space that a line begins with, tabs expanded. */
static int64_t indent(const Line *line) {
    int64_t width = 0, column = 0;
    for (Py_ssize_t i = 0; i < line->size; i++) {
        char c = line->text[i];
        if (c != ' ' && (c < 9 || c > 13)) break;
        int64_t grown = c == '\t' ? TAB - column % TAB : 1;
        width += grown;
        column = c == '\n' || c == '\r' ? 0 : column + grown;
    }
    return width;
}

/* Four times how badly the code is cut between line `edge - 1` and line `edge`. */
static int64_t cost(const Side *side, int32_t edge) {
    if (edge <= 0 || edge >= side->count) return 0;
    const Line *line = &side->lines[edge];
    if (is_blank(line)) return (edge + 1 < side->count ? 4 * indent(line + 1) : 0) + 2;
    return 4 * indent(line) + (is_blank(line - 1) ? 1 : 4);
}

/* How far up (or down, if less than 0) an insertion or deletion reads best, between the hunks above
   and below it. */
static int32_t slide(const Side *side, int32_t start, int32_t end, int32_t floor, int32_t ceiling) {
    int32_t shift = 0;
    while (end - shift < ceiling && -shift < SLIDE_LIMIT &&
           same(&side->lines[start - shift], &side->lines[end - shift]))
        shift--;
    int64_t best_cost = cost(side, start - shift) + cost(side, end - shift);
    int32_t best = shift;
    while (start - shift > floor && shift < SLIDE_LIMIT &&
           same(&side->lines[start - shift - 1], &side->lines[end - shift - 1])) {
        shift++;
        int64_t now = cost(side, start - shift) + cost(side, end - shift);
        if (now < best_cost) best = shift, best_cost = now;
    }
    return best;
}

/* Slides a hunk to its place between two others, and puts it into the list. */
static bool put_hunk(PyObject *found, const Diff *diff, Box *hunk, Box above, Box below) {
    int32_t up = 0;
    if (hunk->low_b == hunk->high_b)
        up = slide(&diff->after, hunk->low_a, hunk->high_a, above.high_a, below.low_a);
    else if (hunk->low_a == hunk->high_a)
        up = slide(&diff->before, hunk->low_b, hunk->high_b, above.high_b, below.low_b);
    *hunk = (Box){hunk->low_b - up, hunk->high_b - up, hunk->low_a - up, hunk->high_a - up};
    PyObject *item =
        Py_BuildValue("iiii", hunk->low_b, hunk->high_b, hunk->low_a, hunk->high_a);
    bool done = item != NULL && PyList_Append(found, item) == 0;
    Py_XDECREF(item);
    return done;
}

static PyObject *hunks_of(Diff *diff) {
    Side *before = &diff->before, *after = &diff->after;
    Box box = {0, before->count, 0, after->count};
    while (box.low_b < box.high_b && box.low_a < box.high_a &&
           same(&before->lines[box.low_b], &after->lines[box.low_a]))
        box.low_b++, box.low_a++;
    while (box.high_b > box.low_b && box.high_a > box.low_a &&
           same(&before->lines[box.high_b - 1], &after->lines[box.high_a - 1]))
        box.high_b--, box.high_a--;
    PyObject *found = PyList_New(0);
    if (found == NULL || (box.low_b == box.high_b && box.low_a == box.high_a)) return found;
    bool done = number_lines(diff, box) && buffer_add(&diff->work, &box, sizeof(box));
    while (done && diff->work.size) {
        Box next;
        diff->work.size -= sizeof(Box);
        memcpy(&next, diff->work.data + diff->work.size, sizeof(next));
        done = cut(diff, next);
    }
    size_t count = diff->pairs.size / sizeof(Pair);
    if (done && count) qsort(diff->pairs.data, count, sizeof(Pair), by_place);
    done = done && add_pair(&diff->pairs, box.high_b, box.high_a);
    Box above = {0, 0, 0, 0}, last = above;
    bool has_last = false;
    for (size_t i = 0; done && i <= count; i++) {
        Pair pair = ((Pair *)diff->pairs.data)[i];
        if (pair.before > box.low_b || pair.after > box.low_a) {
            Box hunk = {box.low_b, pair.before, box.low_a, pair.after};
            if (has_last) done = put_hunk(found, diff, &last, above, hunk), above = last;
            last = hunk, has_last = true;
        }
        box.low_b = pair.before + 1, box.low_a = pair.after + 1;
    }
    Box end = {before->count, before->count, after->count, after->count};
    if (done && has_last) done = put_hunk(found, diff, &last, above, end);
    if (!done) Py_CLEAR(found);
    return found;
}

/* line_hunks(lines before, lines after) -> the hunks, four numbers each */
PyObject *core_line_hunks(PyObject *self, PyObject *args) {
    PyObject *before, *after, *found = NULL;
    if (!PyArg_ParseTuple(args, "O!O!", &PyList_Type, &before, &PyList_Type, &after)) return NULL;
    Diff diff = {0};
    if (read_side(before, &diff.before) && read_side(after, &diff.after)) found = hunks_of(&diff);
    void *owned[] = {diff.before.lines, diff.before.id,   diff.after.lines, diff.after.id,
                     diff.place_b,      diff.place_a,     diff.table,       diff.pairs.data,
                     diff.points.data,  diff.work.data,   diff.chain.data};
    for (size_t i = 0; i < sizeof(owned) / sizeof(*owned); i++) free(owned[i]);
    return found;
}
