"""What starts a confined command: a script so short that compiling it costs nothing.

`confined` holds the work, and is imported, because only what is imported is compiled once.
"""

import sys

if __name__ == "__main__":
    sys.path.insert(0, __file__.rpartition("/")[0])

    from confined import main  # type: ignore[import-not-found]

    sys.exit(main(sys.argv[1:]))
