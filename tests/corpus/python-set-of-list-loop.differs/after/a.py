def f(rows):
    return {row for row in read(rows)}
