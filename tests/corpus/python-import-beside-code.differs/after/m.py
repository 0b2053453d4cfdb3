def join(first, second):
    return first + second


from posixpath import join

print(join("a", "b"))
