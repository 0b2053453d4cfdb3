import sys
import os


def join(first, second):
    return first + second


print(join(os.sep, sys.argv[0]))
