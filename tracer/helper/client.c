/* The command `tracer`, compiled: has a hook answered by the user's helper without starting Python.
 *
 * The twin of client.py for the common case; whatever is not certain ends in executing Python with
 * the same arguments, which does the same and more. Python also says which helper is the right
 * one: it leaves a note (place.py) with the key of the helper that serves this file in this
 * environment. Until the whole answer is here nothing has reached the agent. Linux only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;

#define MOST (64u << 20) /* bytes of a frame, as in wire.py */
#define CONNECT_MS 250   /* the limits of client.py */
#define READY_MS 1000
#define ANSWER_MS 90000

/* Without the working directory, in which a module of any name may lie. */
static const char PYTHON[] =
    "import sys; sys.path[:1] == [''] and sys.path.pop(0); del sys.argv[0]; "
    "from tracer.cli.start import main; main(sys.argv[0])";

/* Bytes that grow; `failed` where memory ended. */
typedef struct {
    char *at;
    size_t size, room;
    int failed;
} Text;

static void add(Text *text, const void *bytes, size_t size) {
    if (text->failed)
        return;
    if (text->size + size > text->room) {
        size_t room = 2 * (text->size + size) + 4096;
        char *more = realloc(text->at, room);
        if (!more) {
            text->failed = 1;
            return;
        }
        text->at = more;
        text->room = room;
    }
    memcpy(text->at + text->size, bytes, size);
    text->size += size;
}

static void add_length(Text *text, size_t size) {
    unsigned char raw[4] = {size >> 24, size >> 16, size >> 8, size};
    add(text, raw, 4);
}

static void add_part(Text *text, const void *bytes, size_t size) {
    add_length(text, size);
    add(text, bytes, size);
}

static uint32_t length_at(const char *raw) {
    const unsigned char *at = (const unsigned char *)raw;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The next part of a frame's body, which moves on; 0 where it is cut short. */
static int part(const char **at, size_t *left, const char **bytes, size_t *size) {
    if (*left < 4 || (*size = length_at(*at)) > *left - 4)
        return 0;
    *bytes = *at + 4;
    *at += 4 + *size;
    *left -= 4 + *size;
    return 1;
}

/* All of a file; 0 where it cannot be read. */
static int read_all(int file, Text *into) {
    static char piece[1 << 16];
    for (;;) {
        ssize_t have = read(file, piece, sizeof piece);
        if (have < 0 && errno == EINTR)
            continue;
        if (have <= 0)
            return have == 0 && !into->failed;
        add(into, piece, (size_t)have);
    }
}

static int read_path(const char *path, Text *into) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return 0;
    int whole = read_all(file, into);
    close(file);
    return whole;
}

static int write_all(int file, const char *bytes, size_t size) {
    while (size) {
        ssize_t done = write(file, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return 0;
        bytes += done;
        size -= (size_t)done;
    }
    return 1;
}

/* The name of a socket or a note, as place.name_of gives it: CRC-32 and length. */
static void name_of(const char *bytes, size_t size, char name[32]) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    snprintf(name, 32, "%08x%04zx", ~crc, size);
}

/* Whether a helper may be asked, as place.is_wanted says; options come with Python's note. */
static int is_wanted(void) {
    static const char *const off[] = {"off", "0", "no", "false"};
    const char *value = getenv("TRACER_HELPER");
    for (size_t i = 0; value && i < sizeof off / sizeof *off; i++)
        if (!strcasecmp(value, off[i]))
            return 0;
    return getuid() == geteuid() && getgid() == getegid();
}

static int is_private(const char *path) {
    struct stat found;
    return !lstat(path, &found) && S_ISDIR(found.st_mode) && found.st_uid == getuid() &&
           !(found.st_mode & 077);
}

/* The user's directory for sockets, as place.directory gives it; 0 without one. */
static int directory(char *path, size_t room) {
    const char *above = getenv("XDG_RUNTIME_DIR"), *home = getenv("HOME");
    int size;
    if (above && *above == '/' && is_private(above))
        size = snprintf(path, room, "%s/tracer", above);
    else if (home && *home == '/')
        size = snprintf(path, room, "%s/.cache/tracer/run", home);
    else
        return 0;
    return size > 0 && (size_t)size < room && is_private(path);
}

static int by_text(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* What a note is about, as place.note_subject gives it: this file, and what Python reads at start. */
static void add_subject(Text *into, const char *self) {
    static const char *const read_at_start[] = {"PYTHON", "LC_", "LANG", "LD_", "GLIBC_", "MALLOC_"};
    size_t count = 0, used = 0;
    while (environ[count])
        count++;
    char **kept = calloc(count + 1, sizeof *kept);
    if (!kept) {
        into->failed = 1;
        return;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof read_at_start / sizeof *read_at_start; k++)
            if (!strncmp(environ[i], read_at_start[k], strlen(read_at_start[k]))) {
                kept[used++] = environ[i];
                break;
            }
    qsort(kept, used, sizeof *kept, by_text);
    add(into, self, strlen(self));
    for (size_t i = 0; i < used; i++)
        add(into, "", 1), add(into, kept[i], strlen(kept[i]));
    free(kept);
}

/* The key of the helper for this file and environment; 0 where Python left no note about them. */
static int key_from_note(const char *folder, const char *self, Text *note, const char **key,
                         size_t *size) {
    char path[4160], name[32];
    const char *at, *told;
    size_t left, told_size;
    Text subject = {0};
    add_subject(&subject, self);
    if (subject.failed)
        return 0;
    name_of(subject.at, subject.size, name);
    snprintf(path, sizeof path, "%s/%s.note", folder, name);
    if (!read_path(path, note) || note->size < 4 || length_at(note->at) != note->size - 4)
        return 0;
    at = note->at + 4;
    left = note->size - 4;
    return part(&at, &left, &told, &told_size) && part(&at, &left, key, size) && !left &&
           told_size == subject.size && !memcmp(told, subject.at, told_size);
}

/* Whether a process may never gain rights, as agents' confined commands: it is not believed. */
static int is_bounded(pid_t process) {
    char path[64];
    Text status = {0};
    snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
    int known = read_path(path, &status);
    add(&status, "", 1);
    return !known || status.failed || !strstr(status.at, "\nNoNewPrivs:\t0\n");
}

static void limit(int connection, int option, int milliseconds) {
    struct timeval time = {milliseconds / 1000, milliseconds % 1000 * 1000};
    setsockopt(connection, SOL_SOCKET, option, &time, sizeof time);
}

/* A connection to the helper with this key; -1 without one that may be believed. */
static int connected(const char *folder, const char *key, size_t size) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred peer;
    socklen_t room = sizeof peer;
    char name[32];
    name_of(key, size, name);
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof address.sun_path)
        return -1;
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0)
        return -1;
    limit(connection, SO_SNDTIMEO, CONNECT_MS); /* which holds for connecting too */
    if (connect(connection, (struct sockaddr *)&address, sizeof address) ||
        getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &room) || peer.uid != getuid() ||
        is_bounded(peer.pid)) {
        close(connection);
        return -1;
    }
    return connection;
}

static int receive(int connection, char *into, size_t size) {
    while (size) {
        ssize_t have = recv(connection, into, size, 0);
        if (have < 0 && errno == EINTR)
            continue;
        if (have <= 0)
            return 0;
        into += have;
        size -= (size_t)have;
    }
    return 1;
}

/* Send the request, and streams and working directory with its first bytes. */
static int send_request(int connection, const Text *request) {
    int files[4] = {0, 1, 2, open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    union {
        char raw[CMSG_SPACE(sizeof files)];
        struct cmsghdr aligned;
    } control = {0};
    struct iovec body = {request->at, request->size};
    struct msghdr message = {.msg_iov = &body, .msg_iovlen = 1, .msg_control = control.raw,
                             .msg_controllen = sizeof control.raw};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(head), files, sizeof files);
    if (files[3] < 0)
        return 0;
    ssize_t sent = sendmsg(connection, &message, MSG_NOSIGNAL);
    close(files[3]);
    while (sent >= 0 && (size_t)sent < request->size) {
        size_t left = request->size - (size_t)sent;
        ssize_t more = send(connection, request->at + sent, left, MSG_NOSIGNAL);
        sent = more < 0 ? -1 : sent + more;
    }
    return sent >= 0;
}

/* The parts of a request: what a process of its own would have been started with. */
static void make_request(Text *request, const char *key, size_t size, char **arguments,
                         const Text *input) {
    Text words = {0}, variables = {0}, body = {0};
    for (char **word = arguments; *word; word++) {
        if (word != arguments)
            add(&words, "", 1);
        add(&words, *word, strlen(*word));
    }
    for (char **one = environ; *one; one++) {
        if (one != environ)
            add(&variables, "", 1);
        add(&variables, *one, strlen(*one));
    }
    add_part(&body, "hook", 4);
    add_part(&body, key, size);
    add_part(&body, words.at, words.size);
    add_part(&body, variables.at, variables.size);
    add_part(&body, input->at, input->size);
    add_part(request, body.at, body.size);
    request->failed |= words.failed | variables.failed | body.failed;
}

/* Have the helper answer, and answer the agent; returns only where it does not: whether `input` is
 * what was on stdin. */
static int ask(const char *self, char **arguments, Text *input) {
    char folder[4096], head[4];
    Text note = {0}, request = {0}, answer = {0};
    const char *key, *at, *code, *out, *err;
    size_t size, left, code_size, out_size, err_size;
    if (!is_wanted() || !directory(folder, sizeof folder) ||
        !key_from_note(folder, self, &note, &key, &size))
        return 0;
    int connection = connected(folder, key, size);
    if (connection < 0)
        return 0;
    limit(connection, SO_RCVTIMEO, READY_MS);
    if (!receive(connection, head, 1) || *head != '+') {
        close(connection);
        return 0;
    }
    if (!read_all(0, input)) {
        perror("tracer: hook: stdin");
        _exit(1);
    }
    make_request(&request, key, size, arguments, input);
    limit(connection, SO_SNDTIMEO, ANSWER_MS);
    limit(connection, SO_RCVTIMEO, ANSWER_MS);
    if (!request.failed && input->size <= MOST / 2 && send_request(connection, &request) &&
        receive(connection, head, 4) && (left = length_at(head)) <= MOST &&
        (answer.at = malloc(left + 1)) && receive(connection, answer.at, left)) {
        at = answer.at;
        if (part(&at, &left, &code, &code_size) && part(&at, &left, &out, &out_size) &&
            part(&at, &left, &err, &err_size) && !left && code_size == 1)
            _exit(write_all(1, out, out_size) && write_all(2, err, err_size)
                      ? (unsigned char)*code
                      : 1);
    }
    close(connection);
    return 1;
}

/* Put back what was read of stdin. */
static int give_back(const Text *input) {
    int file = -1;
#ifdef SYS_memfd_create
    file = (int)syscall(SYS_memfd_create, "stdin", 0u);
#endif
    if (file < 0) {
        FILE *made = tmpfile();
        file = made ? fileno(made) : -1;
    }
    return file >= 0 && write_all(file, input->at, input->size) && !lseek(file, 0, SEEK_SET) &&
           dup2(file, 0) == 0;
}

/* The interpreter of this installation and its one option: what stands at the top of the script
 * that the installer has made beside this file, be it for the kernel or for a shell. */
static void find_python(const char *self, char *python, size_t room, char **option) {
    char path[4096];
    int above = (int)(strrchr(self, '/') - self);
    Text script = {0};
    snprintf(path, sizeof path, "%.*s/git-merge-tracer", above, self);
    *option = NULL;
    if (read_path(path, &script) && script.size > 2 && !memcmp(script.at, "#!", 2)) {
        add(&script, "", 1);
        char *line = script.at + 2, *shell = strstr(script.at, "\n'''exec' ");
        if (shell && !strncmp(line, "/bin/sh\n", 8)) {
            line = shell + strlen("\n'''exec' ");
            char quote = *line == '"' ? '"' : ' ';
            line += *line == '"';
            line[strcspn(line, quote == '"' ? "\"\n" : " \n")] = 0;
        } else {
            line[strcspn(line, "\r\n")] = 0;
            line += strspn(line, " \t");
            char *blank = strpbrk(line, " \t");
            if (blank) {
                *blank = 0;
                *option = blank + 1 + strspn(blank + 1, " \t");
            }
        }
        if (*line == '/' && strlen(line) < room && !access(line, X_OK)) {
            strcpy(python, line);
            return;
        }
        *option = NULL;
    }
    snprintf(python, room, "%.*s/python", above, self);
}

int main(int count, char **words) {
    static char self[4096], python[4096];
    char *option;
    Text input = {0};
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0 && !realpath((const char *)getauxval(AT_EXECFN), self)) {
        fputs("tracer: cannot find out where it is installed: /proc is missing\n", stderr);
        return 1;
    }
    int is_hook = count > 1 && !strcmp(words[1], "hook"), is_open = 1;
    for (int i = 2; i < count; i++)
        is_hook &= strcmp(words[i], "--help") && strcmp(words[i], "-h");
    for (int stream = 0; stream < 3; stream++)
        is_open &= fcntl(stream, F_GETFD) >= 0; /* else a file of ours would take its place */
    if (is_hook && is_open && ask(self, words + 2, &input) && !give_back(&input)) {
        perror("tracer: hook: stdin");
        return 1;
    }
    find_python(self, python, sizeof python, &option);
    char **command = calloc((size_t)count + 6, sizeof *command);
    if (!command)
        return 1;
    int at = 0;
    command[at++] = python;
    if (option)
        command[at++] = option;
    command[at++] = "-c";
    command[at++] = (char *)PYTHON;
    command[at++] = self;
    for (int i = 1; i < count; i++)
        command[at++] = words[i];
    execv(python, command);
    fprintf(stderr, "tracer: cannot run %s: %s; install tracer again\n", python, strerror(errno));
    return 1;
}
