/* Twin of tracer/ledger/canonical.py: whether a line is JSON in canonical form (RFC 8785) already,
 * with ASCII keys and whole numbers of at most 15 digits. It says no where it is not sure. */

#include "core.h"

enum { DEEPEST = 100, DIGITS = 15 };

typedef struct {
    const uint8_t *at, *end;
} Scan;

static bool scan_value(Scan *s, int depth);

static bool takes(Scan *s, uint8_t byte) {
    if (s->at == s->end || *s->at != byte) return false;
    s->at++;
    return true;
}

static bool scan_word(Scan *s, const char *word) {
    size_t size = strlen(word);
    if ((size_t)(s->end - s->at) < size || memcmp(s->at, word, size)) return false;
    s->at += size;
    return true;
}

/* What follows a backslash: a short escape, or a control character that has none, in lower case. */
static bool scan_escape(Scan *s) {
    if (s->at == s->end) return false;
    uint8_t byte = *s->at++;
    if (byte != 'u') return strchr("\"\\bfnrt", byte) != NULL && byte;
    if (s->end - s->at < 4 || s->at[0] != '0' || s->at[1] != '0') return false;
    uint8_t high = s->at[2], low = s->at[3];
    s->at += 4;
    if (high == '1') return (low >= '0' && low <= '9') || (low >= 'a' && low <= 'f');
    return high == '0' && ((low >= '0' && low <= '7') || low == 'b' || low == 'e' || low == 'f');
}

/* A text; bytes from 0x80 on are UTF-8, as whoever asks has found out. */
static bool scan_text(Scan *s) {
    if (!takes(s, '"')) return false;
    while (s->at < s->end) {
        uint8_t byte = *s->at++;
        if (byte == '"') return true;
        if (byte < 0x20 || (byte == '\\' && !scan_escape(s))) return false;
    }
    return false;
}

static bool scan_number(Scan *s) {
    bool is_negative = takes(s, '-');
    const uint8_t *first = s->at;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9') s->at++;
    Py_ssize_t digits = s->at - first;
    if (s->at < s->end && (*s->at == '.' || (*s->at | 0x20) == 'e')) return false;
    return digits && digits <= DIGITS && (*first != '0' || (digits == 1 && !is_negative));
}

/* Whether a key, without its quotes, is plain ASCII, and comes after the key before it. */
static bool scan_key(Scan *s, const uint8_t **before, Py_ssize_t *size) {
    if (!takes(s, '"')) return false;
    const uint8_t *first = s->at;
    while (s->at < s->end && *s->at != '"') {
        if (*s->at < 0x20 || *s->at > 0x7e || *s->at == '\\') return false;
        s->at++;
    }
    Py_ssize_t own = s->at - first, common = own < *size ? own : *size;
    int order = *before ? memcmp(*before, first, (size_t)common) : -1;
    if (order > 0 || (!order && *size >= own) || !takes(s, '"')) return false;
    *before = first, *size = own;
    return true;
}

static bool scan_object(Scan *s, int depth) {
    const uint8_t *before = NULL;
    Py_ssize_t size = 0;
    if (takes(s, '}')) return true;
    do
        if (!scan_key(s, &before, &size) || !takes(s, ':') || !scan_value(s, depth)) return false;
    while (takes(s, ','));
    return takes(s, '}');
}

static bool scan_array(Scan *s, int depth) {
    if (takes(s, ']')) return true;
    do
        if (!scan_value(s, depth)) return false;
    while (takes(s, ','));
    return takes(s, ']');
}

static bool scan_value(Scan *s, int depth) {
    if (s->at == s->end || depth > DEEPEST) return false;
    switch (*s->at) {
    case '{': return s->at++, scan_object(s, depth + 1);
    case '[': return s->at++, scan_array(s, depth + 1);
    case '"': return scan_text(s);
    case 't': return scan_word(s, "true");
    case 'f': return scan_word(s, "false");
    case 'n': return scan_word(s, "null");
    default: return scan_number(s);
    }
}

PyObject *core_is_canonical(PyObject *self, PyObject *args) {
    const char *bytes;
    Py_ssize_t size;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    Scan scan = {(const uint8_t *)bytes, (const uint8_t *)bytes + size};
    return PyBool_FromLong(scan_value(&scan, 0) && scan.at == scan.end);
}
