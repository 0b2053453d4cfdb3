import functools


@functools.cache
def half(n):
    return _halve(n)


def _halve(n):
    rest = n % 2
    return (n - rest) // 2
