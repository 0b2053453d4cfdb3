from a import f
from numpy import g


def main():
    return f(1) + g(2)
