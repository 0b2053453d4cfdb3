import sys


class _Row:
    def place(self):
        return len(sys.argv)


print(_Row().place())
