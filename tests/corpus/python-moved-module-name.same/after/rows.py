import sys


class _Row:
    def place(self):
        return len(sys.argv)
