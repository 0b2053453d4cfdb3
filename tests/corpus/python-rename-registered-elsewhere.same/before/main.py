import sys

from reg import TABLE, register


def vat():
    return 1


register(vat)
print(TABLE.get(sys.argv[-1]))
