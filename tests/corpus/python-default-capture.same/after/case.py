def f(n):
    fs = []
    for j in range(n):
        fs.append(lambda: j)
    return fs
