def f(table, n):
    at = key(n)
    table[at] = g(n)
