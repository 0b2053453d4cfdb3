def w():
    opened = None
    return opened
