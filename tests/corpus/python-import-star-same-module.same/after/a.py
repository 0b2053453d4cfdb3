from shop import a
from shop import b
from own import *

print(a, b)
