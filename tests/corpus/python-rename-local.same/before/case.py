def f(items):
    total = 0
    for item in items:
        total += item
    return total
