import functools


@table_of(range(9))
def half(n):
    return _halve(n)


def _halve(n):
    rest = n % 2
    return (n - rest) // 2
