from b import Box

def make():
    try:
        return Box()
    except NameError:
        return None


first = make()
