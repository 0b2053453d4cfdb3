def f(rows):
    return set(next(row) for row in rows)
