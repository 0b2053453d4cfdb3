def f(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    return fs
