def find(a, b):
    if a:
        value = read(b)
        show(value)
        return value
    else:
        return None
