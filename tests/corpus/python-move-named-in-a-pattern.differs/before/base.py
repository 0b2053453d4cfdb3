class Kind:
    RED = 1


def f(x, new):
    match x:
        case Kind.RED:
            return 1
    return 0
