def make():
    class Box:
        size = 1

    return Box()


first = make()


class Box:
    size = 2
