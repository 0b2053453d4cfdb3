def g():
    return 2


from b import *

print(g())
