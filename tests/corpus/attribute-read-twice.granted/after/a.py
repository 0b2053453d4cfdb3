def f(o):
    return o.pos + o.pos
