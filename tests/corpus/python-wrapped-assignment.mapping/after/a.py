def f(a):
    if a:
        total = compute(a, 1)
    return total
