def f(k):
    return g(
        f'or return '
        f'char {k}'
    )
