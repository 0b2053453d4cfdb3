LIMIT = 2
def f():
    return LIMIT
