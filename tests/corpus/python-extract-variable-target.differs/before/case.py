def f(table, n):
    table[key(n)] = g(n)
