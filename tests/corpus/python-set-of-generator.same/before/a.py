def f(rows):
    return set(row.key for row in rows if row)
