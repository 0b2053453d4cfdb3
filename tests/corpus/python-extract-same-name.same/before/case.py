def f(a):
    with open(a) as f:
        print(f.read())
    with open(a) as f:
        print(f.name)
    with open(a) as f:
        return f.read()
