def f(rows):
    return dict((value, key) for key, value in rows)
