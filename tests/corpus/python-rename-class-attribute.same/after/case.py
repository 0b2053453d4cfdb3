def f():
    length = 1
    return length
