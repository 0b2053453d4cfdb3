def f(items):
    lines = []
    for a in items.values():
        g(a)
