def f(rows):
    return {row.key for row in rows if row}
