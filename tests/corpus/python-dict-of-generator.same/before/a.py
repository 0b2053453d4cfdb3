def f(rows):
    return dict((key, value) for key, value in rows)
