import re


def f(s):
    return re.split(r'\n', s)
