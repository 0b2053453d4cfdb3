from posixpath import join


def join(first, second):
    return first + second


print(join("a", "b"))
