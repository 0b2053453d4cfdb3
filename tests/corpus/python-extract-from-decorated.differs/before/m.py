import functools


@table_of(range(9))
def half(n):
    rest = n % 2
    return (n - rest) // 2
