@a
# then
@b
def f():
    pass
