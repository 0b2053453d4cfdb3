def store(m):
    m.len = lambda x: 0
