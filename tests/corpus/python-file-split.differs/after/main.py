from b import f
from c import g


def main():
    return f(1) + g(2)
