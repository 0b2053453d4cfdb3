def f():
    size = 1
    return size
