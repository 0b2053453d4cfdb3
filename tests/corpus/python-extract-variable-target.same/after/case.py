def f(table, n):
    value = g(n)
    table[key(n)] = value
