def f(o):
    x = o.pos
    return x + x
