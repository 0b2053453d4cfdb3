def f():
    return 2


from b import *

print(f())
