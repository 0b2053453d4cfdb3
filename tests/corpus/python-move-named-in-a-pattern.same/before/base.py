class Kind:
    RED = 1


def f(x):
    match x:
        case Kind.RED:
            return 1
    return 0
