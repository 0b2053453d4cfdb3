def f(a):
    total = compute(a, 1)
    return total
