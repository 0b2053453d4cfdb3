def f(first, /, b):
    return first + b
