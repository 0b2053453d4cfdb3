/* Twin of `file_states` in tracer/helper/stamp.py: whether files are still what they were. */

#include "core.h"

#ifdef __linux__
#include <errno.h>
#include <sys/stat.h>
#endif

/* 24 bytes for each path of a list: time of change in nanoseconds, size, inode. */
PyObject *core_file_states(PyObject *self, PyObject *args) {
    PyObject *paths;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &paths)) return NULL;
#ifdef __linux__
    Py_ssize_t count = PyList_Size(paths);
    PyObject *states = PyBytes_FromStringAndSize(NULL, count * 3 * (Py_ssize_t)sizeof(int64_t));
    if (!states) return NULL;
    int64_t *into = (int64_t *)PyBytes_AsString(states);
    for (Py_ssize_t i = 0; i < count; i++) {
        struct stat found;
        const char *path = PyBytes_AsString(PyList_GetItem(paths, i));
        if (!path || stat(path, &found)) {
            if (path) PyErr_SetFromErrnoWithFilename(PyExc_OSError, path);
            Py_DECREF(states);
            return NULL;
        }
        into[3 * i] = (int64_t)found.st_mtim.tv_sec * 1000000000 + found.st_mtim.tv_nsec;
        into[3 * i + 1] = (int64_t)found.st_size;
        into[3 * i + 2] = (int64_t)found.st_ino;
    }
    return states;
#else
    PyErr_SetString(PyExc_OSError, "helpers run on Linux only");
    return NULL;
#endif
}
