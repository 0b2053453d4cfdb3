class Shape:
    pass


def known():
    return [shape.__name__ for shape in Shape.__subclasses__()]
