def find(a, b):
    if not a:
        return None
    found = read(b)
    show(b)
    return found
