import re


def f(s):
    return len('\n' + s)
