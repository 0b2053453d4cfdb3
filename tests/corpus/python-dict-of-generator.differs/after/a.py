def f(rows):
    return {key: value for key, value in rows}
