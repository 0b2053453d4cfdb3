def f(o, p):
    return (p.b, o.a)
