"""What all tests share: no user's cache, no helper that outlives them, and memory for files.

Thousands of small ledgers are written and synced, each of which waits for a disk otherwise. Where
memory has no room, temporary files are on disk.
"""

import os
import shutil

MEMORY = "/dev/shm"
ROOM = 4 << 30  # bytes; a run keeps some 1.2 GB, and those of two earlier runs stay

os.environ["TRACER_CACHE"] = "off"
os.environ["TRACER_HELPER"] = "off"
if os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("TMPDIR", MEMORY)
