def f(items):
    item = 0
    for item in items:
        item += item
    return item
