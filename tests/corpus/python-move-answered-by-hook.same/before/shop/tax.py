def other(name):
    return name
