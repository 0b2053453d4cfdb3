def f(rows):
    return {next(row) for row in rows}
