def show(name, locate=False):
    if locate:
        return name
    return name * 2
