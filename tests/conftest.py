"""What all tests share: no user's cache, and a temporary directory in memory where there is room.

Thousands of small ledgers are written and synced, each of which waits for a disk otherwise.
"""

import os
import shutil

MEMORY = "/dev/shm"
ROOM = 4 << 30  # bytes; a run keeps some 1.2 GB, and those of two earlier runs stay

os.environ["TRACER_CACHE"] = "off"
if os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("TMPDIR", MEMORY)
