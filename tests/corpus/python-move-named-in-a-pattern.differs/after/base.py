import new


def f(x, new):
    match x:
        case new.Kind.RED:
            return 1
    return 0
