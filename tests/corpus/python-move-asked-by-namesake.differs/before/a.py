def make():
    try:
        return Box()
    except NameError:
        return None


first = make()


class Box:
    size = 2
