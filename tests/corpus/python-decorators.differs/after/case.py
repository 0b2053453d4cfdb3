@b
@a
def f():
    pass
