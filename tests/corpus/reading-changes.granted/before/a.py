def f(o):
    x = o.tick
    return (o.seen, x)
