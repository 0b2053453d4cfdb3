import sys

from reg import TABLE, register


def tax():
    return 1


register(tax)
print(TABLE.get(sys.argv[-1]))
