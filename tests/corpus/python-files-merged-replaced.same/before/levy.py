def gross(b):
    return len(b)
