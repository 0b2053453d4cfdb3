def f(rows, k):
    return [k[k] for k in rows]
