def f(n):
    fs = []
    for i in range(n):
        fs.append(lambda i=i: i)
    return fs
