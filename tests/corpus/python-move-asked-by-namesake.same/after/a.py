from b import Box

def make():
    class Box:
        size = 1

    return Box()


first = make()
