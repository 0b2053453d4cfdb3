def f(rows, k):
    return [r[k] for r in rows]
