from shop import a, b
from own import *

print(a, b)
