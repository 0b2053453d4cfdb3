def f(o, p):
    x = o.a
    return (p.b, x)
