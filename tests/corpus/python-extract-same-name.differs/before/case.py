def f(a):
    with open(a) as f:
        print(f.read())
    with open(a) as f:
        print(f.name)
    return f.closed, f
