def f(rows, k):
    return [row[k] for row in rows]
