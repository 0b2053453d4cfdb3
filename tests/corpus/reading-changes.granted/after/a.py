def f(o):
    return (o.seen, o.tick)
