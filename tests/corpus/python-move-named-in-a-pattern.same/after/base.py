import new


def f(x):
    match x:
        case new.Kind.RED:
            return 1
    return 0
