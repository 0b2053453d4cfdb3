def store(m):
    m.C = 2
