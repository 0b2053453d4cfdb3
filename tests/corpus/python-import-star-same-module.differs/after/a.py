from shop import a
from own import *
from shop import b

print(a, b)
